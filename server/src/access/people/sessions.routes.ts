// Signing in and out, and what people do with their own account.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { may, personOf } from '../../platform/http/access/auth.ts'
import { networkOf } from '../../platform/http/access/client-address.ts'
import {
  clearSessionCookie,
  refuseOtherSites,
  setSessionCookie,
} from '../../platform/http/access/session-cookie.ts'
import { Unauthorized } from '../../platform/http/errors.ts'
import {
  type Api,
  IdBody,
  operation,
  orNull,
  publicOperation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { Oidc } from './oidc/oidc.service.ts'
import {
  LinkToken,
  Password,
  PersonName,
  presentSession,
  RoleText,
  SessionSchema,
  SignedIn,
} from './people.schema.ts'
import type { People } from './people.service.ts'
import type { Origin, Sessions } from './sessions.service.ts'
import type { SignIn } from './sign-in.service.ts'

interface SessionParts {
  sessions: Sessions
  signIn: SignIn
  people: People
  /** Absent without a provider. */
  oidc?: Pick<Oidc, 'endAddress'> | undefined
  timestamps: Timestamps
}

/** A name and a password, with room for what is refused. */
const BODY_LIMIT_BYTES = 16 * 1024
const tag = 'People'
const own = { tag, needs: 'see', bound: 'none' } as const

export function addSessionRoutes(
  app: Api,
  { sessions, signIn, people, oidc, timestamps }: SessionParts,
): void {
  for (const schema of [SignedIn, SessionSchema]) app.addSchema(schema)

  app.post(
    '/api/session/signIn',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      ...publicOperation({
        id: 'signIn',
        tag,
        summary: 'Sign in with name and password',
        description:
          'The answer sets the cookie of a new session: `__Host-carillon` over TLS, otherwise `carillon_session`. It is good for 12 hours after its last use, and 30 days at ' +
          'most. 401: the name or the password is wrong. Wrong ones are slowed down with 429, by network and by account.',
        body: Type.Object(
          { name: PersonName, password: Password },
          { examples: [{ name: 'Ann Lee', password: 'correct horse battery' }] },
        ),
        data: Type.Null(),
      }),
    },
    async (request, reply) => {
      refuseOtherSites(request)
      const { name, password } = request.body
      const secret = await signIn.signIn(name, password, originOf(request))
      if (secret === undefined) throw new Unauthorized({ fault: 'sign_in_wrong' })
      setSessionCookie(request, reply, secret)
      return success(null)
    },
  )

  app.post(
    '/api/session/signOut',
    operation({
      ...own,
      id: 'signOut',
      summary: 'Sign out: end the session of this request',
      data: Type.Object({
        continueAt: orNull(
          Type.String({
            description:
              'Of a person who signs in through a provider that offers it: the address at which a browser ends its session there. It comes back to the console.',
            examples: ['https://login.example.com/end?client_id=carillon'],
          }),
        ),
      }),
    }),
    async (request, reply) => {
      const { id, sessionId, signsInBy } = personOf(request)
      await sessions.end(sessionId, id)
      clearSessionCookie(request, reply)
      const home = new URL(`${request.protocol}://${request.host}/`).href
      const continueAt = signsInBy === 'provider' ? await oidc?.endAddress(home) : null
      return success({ continueAt: continueAt ?? null })
    },
  )

  app.get(
    '/api/session/me',
    operation({ ...own, id: 'getMe', summary: 'Who asks, and with which rights', data: ref(SignedIn) }),
    async ({ principal }) => {
      if (!principal) throw new Error('nobody asks')
      const person = principal.kind === 'person' ? principal : null
      return success({
        ...{ kind: principal.kind, id: principal.id, name: principal.name },
        role: person?.role ?? null,
        scope: principal.kind === 'token' ? principal.scope : null,
        permissions: [...principal.permissions],
        dataSourceIds: principal.dataSourceIds && [...principal.dataSourceIds],
        sessionId: person?.sessionId ?? null,
        signsInBy: person?.signsInBy ?? null,
        proofTime: person && person.proofTime.getTime() > 0 ? timestamps.format(person.proofTime) : null,
        hasPeople: await people.areThere(),
      })
    },
  )

  app.post(
    '/api/session/confirm',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      ...operation({
        ...own,
        id: 'confirmPassword',
        summary: 'Give the password again',
        description:
          'For 15 minutes after it, and after signing in, a person may do what asks for a recent proof (`x-proof` in openapi.json); otherwise that is refused ' +
          'with 403 and `password_needed`. 405: the person signs in through the provider, and proves it there: `GET /oidc/start?prove=yes`.',
        body: Type.Object({ password: Password }, { examples: [{ password: 'correct horse battery' }] }),
        data: Type.Null(),
        errors: [405],
      }),
    },
    async (request) => {
      await signIn.prove(personOf(request), request.body.password, originOf(request))
      return success(null)
    },
  )

  app.post(
    '/api/session/password',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      ...operation({
        ...own,
        id: 'changePassword',
        summary: 'Change your own password',
        description:
          'It must have 12 to 200 characters and not be your name. All your sessions end; the answer sets the cookie of a new one. 405: you sign in through the provider.',
        body: Type.Object(
          { oldPassword: Password, newPassword: Password },
          { examples: [{ oldPassword: 'correct horse battery', newPassword: 'staple of another colour' }] },
        ),
        data: Type.Null(),
        errors: [405],
      }),
    },
    async (request, reply) => {
      const { oldPassword, newPassword } = request.body
      const person = personOf(request)
      const secret = await signIn.changePassword(person, oldPassword, newPassword, originOf(request))
      setSessionCookie(request, reply, secret)
      return success(null)
    },
  )

  app.get(
    '/api/session/list',
    operation({
      ...own,
      id: 'listSessions',
      summary: 'List where you are signed in; for administrators, where everybody is',
      data: Type.Object({ total: Type.Integer(), rows: Type.Array(ref(SessionSchema)) }),
    }),
    async (request) => {
      const person = request.principal?.kind === 'person' ? request.principal : undefined
      const found = await sessions.list(whose(request))
      const rows = found.map((row) => presentSession(row, person?.sessionId, timestamps))
      return success({ total: rows.length, rows })
    },
  )

  app.post(
    '/api/session/end',
    operation({
      ...own,
      id: 'endSession',
      summary: 'End a session of yours; for administrators, of anybody',
      description: 'What it has open, such as event streams and listening in, ends within a second.',
      body: IdBody,
      data: Type.Null(),
      errors: [404],
    }),
    async (request) => {
      await sessions.end(request.body.id, whose(request))
      return success(null)
    },
  )

  const body = Type.Object({ token: LinkToken }, { examples: [{ token: 'k3v9tqx2m7hcw5zrb8ya' }] })
  app.post(
    '/api/invitation/read',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      ...publicOperation({
        id: 'readInvitation',
        tag,
        summary: 'For whom the link of an invitation is',
        description: '403: the link is unknown, was used, or is over.',
        body,
        data: Type.Object({ name: Type.String({ examples: ['Ann Lee'] }), role: RoleText }),
      }),
    },
    async (request) => {
      const { name, role } = await signIn.readLink(request.body.token)
      return success({ name, role })
    },
  )

  app.post(
    '/api/invitation/accept',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      ...publicOperation({
        id: 'acceptInvitation',
        tag,
        summary: 'Choose a password with the link of an invitation, and sign in',
        description:
          'The password must have 12 to 200 characters and not be the name. The link is used up, sessions before end, and the answer sets the cookie of a new one.',
        body: Type.Object(
          { token: LinkToken, password: Password },
          { examples: [{ token: 'k3v9tqx2m7hcw5zrb8ya', password: 'correct horse battery' }] },
        ),
        data: Type.Null(),
      }),
    },
    async (request, reply) => {
      refuseOtherSites(request)
      const { token, password } = request.body
      setSessionCookie(request, reply, await signIn.useLink(token, password, originOf(request)))
      return success(null)
    },
  )
}

/** Whose sessions somebody sees and ends; null: everybody's. */
function whose(request: FastifyRequest): string | null {
  return may(request, 'administer') ? null : personOf(request).id
}

export function originOf({ clientAddress: address, headers }: FastifyRequest): Origin {
  return { address, network: networkOf(address), browser: headers['user-agent'] ?? '' }
}
