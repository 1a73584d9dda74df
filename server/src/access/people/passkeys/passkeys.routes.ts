// Passkeys: adding them, and what is done with them in place of the password.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { personOf } from '../../../platform/http/access/auth.ts'
import { relyingPartyOf } from '../../../platform/http/access/relying-party.ts'
import {
  clearPasskeyCookie,
  passkeyCookie,
  setPasskeyCookie,
  setSessionCookie,
} from '../../../platform/http/access/session-cookie.ts'
import { createMinuteLimit } from '../../../platform/http/limits/minute-limit.ts'
import {
  type Api,
  EXAMPLE_ID,
  Id,
  IdBody,
  operation,
  publicOperation,
  ref,
  success,
} from '../../../platform/http/schemas/route-schema.ts'
import { TooManyRequests } from '../../../platform/kernel/errors.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { originOf } from '../sessions.routes.ts'
import {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyName,
  PasskeyRequest,
  PasskeySchema,
  presentCreation,
  presentPasskey,
  presentRequest,
} from './passkeys.schema.ts'
import { MAX_PASSKEYS, type Passkeys } from './passkeys.service.ts'

/** Those who want to sign in, of one network: what each has to sign is stored. */
const ASKED_PER_MINUTE = 120
const BODY_LIMIT_BYTES = 24 * 1024
const tag = 'People'
const own = { tag, needs: 'see', bound: 'none' } as const
const COOKIE =
  'The answer sets a cookie for this browser; what it signs is good for 10 minutes and one use. 405: browsers have passkeys only over HTTPS at a name, or at localhost.'

export function addPasskeyRoutes(app: Api, passkeys: Passkeys, timestamps: Timestamps): void {
  for (const schema of [NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest, PasskeySchema])
    app.addSchema(schema)
  const asked = createMinuteLimit(ASKED_PER_MINUTE)

  app.post(
    '/api/session/startPasskey',
    publicOperation({
      id: 'startPasskey',
      tag,
      summary: 'Begin to sign in with a passkey',
      description: COOKIE,
      data: ref(PasskeyRequest),
      errors: [405],
    }),
    async (request, reply) => {
      const party = relyingPartyOf(request)
      const seconds = asked.count(originOf(request).network)
      if (seconds !== undefined) throw new TooManyRequests({ fault: 'sign_ins_slowed', params: { seconds } })
      const { cookie, challenge } = await passkeys.startSigningIn()
      setPasskeyCookie(request, reply, cookie)
      return success(presentRequest(challenge, party.id))
    },
  )

  app.post(
    '/api/session/signInWithPasskey',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      ...publicOperation({
        id: 'signInWithPasskey',
        tag,
        summary: 'Sign in with a passkey',
        description:
          'The answer sets the cookie of a new session, as that of `POST /api/session/signIn` does. 403: the passkey is not accepted, or it was asked for too long ago.',
        body: ref(PasskeyAnswer),
        data: Type.Null(),
        errors: [405],
      }),
    },
    async (request, reply) => {
      const secret = await passkeys.signIn({ ...answerOf(request), credential: request.body })
      clearPasskeyCookie(request, reply)
      setSessionCookie(request, reply, secret)
      return success(null)
    },
  )

  app.post(
    '/api/session/startConfirm',
    operation({
      ...own,
      id: 'startConfirm',
      summary: 'Begin to prove with a passkey who you are',
      description: COOKIE,
      data: ref(PasskeyRequest),
      errors: [405],
    }),
    async (request, reply) => {
      const person = personOf(request)
      const party = relyingPartyOf(request)
      const { cookie, challenge, known } = await passkeys.startConfirming(person, party)
      setPasskeyCookie(request, reply, cookie)
      return success(presentRequest(challenge, party.id, known))
    },
  )

  app.post(
    '/api/session/confirmWithPasskey',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      ...operation({
        ...own,
        id: 'confirmWithPasskey',
        summary: 'Prove with a passkey who you are, in place of the password',
        description: 'As good as `POST /api/session/confirm`.',
        body: ref(PasskeyAnswer),
        data: Type.Null(),
        errors: [405],
      }),
    },
    async (request, reply) => {
      await passkeys.confirm(personOf(request), { ...answerOf(request), credential: request.body })
      clearPasskeyCookie(request, reply)
      return success(null)
    },
  )

  app.get(
    '/api/passkey/list',
    operation({
      ...own,
      id: 'listPasskeys',
      summary: 'List your own passkeys, the oldest first',
      data: Type.Object({ total: Type.Integer(), rows: Type.Array(ref(PasskeySchema)) }),
    }),
    async (request) => {
      const rows = (await passkeys.list(personOf(request))).map((row) => presentPasskey(row, timestamps))
      return success({ total: rows.length, rows })
    },
  )

  app.post(
    '/api/passkey/start',
    operation({
      ...own,
      id: 'startAddingPasskey',
      summary: 'Begin to add a passkey',
      description: `${COOKIE} Also 405: you sign in through the provider. 400: you have ${MAX_PASSKEYS} passkeys.`,
      data: ref(PasskeyCreation),
      errors: [405],
      proof: 'recent',
    }),
    async (request, reply) => {
      const person = personOf(request)
      const party = relyingPartyOf(request)
      const { cookie, challenge, known } = await passkeys.startAdding(person, party)
      setPasskeyCookie(request, reply, cookie)
      return success(presentCreation({ challenge, rpId: party.id, person, known }))
    },
  )

  app.post(
    '/api/passkey/add',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      ...operation({
        ...own,
        id: 'addPasskey',
        summary: 'Add a passkey',
        description:
          'You sign in with it from now on, or with your password. 409: it is known already. A link to a new password removes the passkeys of a person.',
        body: ref(NewPasskey),
        data: ref(PasskeySchema),
        errors: [405, 409],
        proof: 'recent',
      }),
    },
    async (request, reply) => {
      const { name, ...credential } = request.body
      const row = await passkeys.add(personOf(request), name, { ...answerOf(request), credential })
      clearPasskeyCookie(request, reply)
      return success(presentPasskey(row, timestamps))
    },
  )

  app.post(
    '/api/passkey/update',
    operation({
      ...own,
      id: 'updatePasskey',
      summary: 'Rename a passkey of yours',
      body: Type.Object({ id: Id, name: PasskeyName }, { examples: [{ id: EXAMPLE_ID, name: 'Laptop' }] }),
      data: ref(PasskeySchema),
      errors: [404],
    }),
    async (request) => {
      const { id, name } = request.body
      return success(presentPasskey(await passkeys.rename(personOf(request), id, name), timestamps))
    },
  )

  app.post(
    '/api/passkey/delete',
    operation({
      ...own,
      id: 'deletePasskey',
      summary: 'Remove a passkey of yours',
      description: 'Nobody signs in with it any more. Sessions that began with it go on.',
      body: IdBody,
      data: Type.Null(),
      errors: [404],
      proof: 'recent',
    }),
    async (request) => {
      await passkeys.remove(personOf(request), request.body.id)
      return success(null)
    },
  )
}

const answerOf = (request: FastifyRequest) => ({
  ...{ cookie: passkeyCookie(request), party: relyingPartyOf(request), origin: originOf(request) },
})
