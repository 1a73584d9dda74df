import { networkInterfaces } from 'node:os'
import { Type } from 'typebox'
import { credentialIdOf } from '../../platform/http/access/auth.ts'
import { addDeletion } from '../../platform/http/delete-route.ts'
import {
  type Api,
  EXAMPLE_ID,
  Id,
  named,
  operation,
  orNull,
  ref,
  success,
  Timestamp,
} from '../../platform/http/schemas/route-schema.ts'
import { nameText } from '../../platform/http/schemas/text-schema.ts'
import { isLoopback } from '../../platform/kernel/secrets/encryption.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { MAX_OWN_PHONES, type OwnPhones } from './own-phones.service.ts'
import { PHONE_SOCKET_PATH } from './phone-socket.routes.ts'

const Username = Type.String({ description: 'In SIP.', examples: ['0004812057'] })
const Password = Type.String({ description: 'It cannot be read again.', examples: ['k3v9tqx2m7hcw5zrb8ya'] })

const OwnPhoneSchema = named(
  'OwnPhone',
  Type.Object({
    id: Id,
    name: Type.String({ examples: ['Reception'] }),
    username: Username,
    hasPassword: Type.Boolean({
      description: 'False after a restore from a backup without secrets: delete the phone and add it again.',
    }),
    isRegistered: orNull(
      Type.Boolean({ description: 'Whether it can be called now; null if this node cannot know.' }),
    ),
    createTime: Timestamp,
  }),
)

const NewOwnPhoneSchema = named(
  'NewOwnPhone',
  Type.Object({ name: nameText(100, { examples: ['Reception'] }) }, { examples: [{ name: 'Reception' }] }),
)

const OwnPhoneAccountSchema = named(
  'OwnPhoneAccount',
  Type.Object(
    {
      id: Id,
      name: Type.String({ examples: ['Reception'] }),
      username: Username,
      password: Password,
      host: Type.String({
        description:
          'Where the SIP app registers: EXTERNAL_ADDRESS if that is set, otherwise the host of this request, or the address of this machine.',
        examples: ['192.168.1.20'],
      }),
      port: Type.Integer({ description: 'UDP.', examples: [5060] }),
    },
    { description: 'What a SIP app is told.' },
  ),
)

const BrowserPhoneSchema = named(
  'BrowserPhone',
  Type.Object(
    {
      id: Id,
      username: Username,
      password: Password,
      path: Type.String({
        description:
          'Of the WebSocket, with the subprotocols `sip` and `password.` followed by the password: SIP over WebSocket (RFC 7118). A phone has ' +
          'one: another one ends it. Pages of other sites are refused with 403, wrong passwords with 401 and then, like wrong tokens, with 429.',
        examples: [`${PHONE_SOCKET_PATH}?username=0004812057`],
      }),
      expireTime: Timestamp,
    },
    { examples: [{ id: EXAMPLE_ID, username: '0004812057', password: 'k3v9tqx2m7hcw5zrb8ya' }] },
  ),
)

export function addOwnPhoneRoutes(app: Api, phones: OwnPhones, timestamps: Timestamps): void {
  for (const schema of [OwnPhoneSchema, NewOwnPhoneSchema, OwnPhoneAccountSchema, BrowserPhoneSchema])
    app.addSchema(schema)
  const tag = 'Own phones'

  app.get(
    '/api/ownPhone/list',
    operation({
      id: 'listOwnPhones',
      tag,
      summary: 'List your SIP apps, the oldest first',
      needs: 'see',
      bound: 'all',
      data: Type.Object({ total: Type.Integer(), rows: Type.Array(ref(OwnPhoneSchema)) }),
    }),
    async () => {
      const rows = (await phones.list()).map(
        ({ id, name, username, password, isRegistered, createTime }) => ({
          ...{ id, name, username, isRegistered, hasPassword: password !== null },
          createTime: timestamps.format(createTime),
        }),
      )
      return success({ total: rows.length, rows })
    },
  )

  app.post(
    '/api/ownPhone/add',
    operation({
      id: 'addOwnPhone',
      tag,
      summary: 'Add a SIP app that test calls can ring',
      description:
        'It registers with the Asterisk that Carillon runs, which starts with the first own phone; 405 says why if it cannot run. No trunk is ' +
        `needed, and the app can call nobody. There are at most ${MAX_OWN_PHONES}; one more is refused with 409.`,
      needs: 'administer',
      bound: 'all',
      body: ref(NewOwnPhoneSchema),
      data: ref(OwnPhoneAccountSchema),
      errors: [405, 409],
    }),
    async (request) => {
      const { id, name, username, password, sip } = await phones.add(request.body.name)
      const host = sip.host ?? hostFor(request.hostname)
      return success({ id, name, username, password, host, port: sip.port })
    },
  )

  addDeletion(app, '/api/ownPhone/delete', phones.remove, {
    id: 'deleteOwnPhone',
    tag,
    summary: 'Delete a SIP app',
    needs: 'administer',
    bound: 'all',
    errors: [404],
  })

  app.post(
    '/api/ownPhone/browser',
    operation({
      id: 'addBrowserPhone',
      tag,
      summary: 'Make this browser a phone for an hour',
      description:
        'Answers when the Asterisk of this node is ready for the phone, which takes a few seconds if it has to start first; 405 says why if it ' +
        'cannot run. The phone ends with its token or session, if that is over before.',
      needs: 'call',
      bound: 'all',
      data: ref(BrowserPhoneSchema),
      errors: [405, 409],
    }),
    async (request) => {
      const { id, username, password, expireTime } = await phones.addBrowser(credentialIdOf(request))
      const path = `${PHONE_SOCKET_PATH}?username=${username}`
      return success({
        id,
        username,
        password,
        path,
        expireTime: timestamps.format(expireTime ?? new Date(0)),
      })
    },
  )
}

/** A phone on another machine cannot use a name of loopback. */
function hostFor(hostname: string): string {
  if (!isLoopback(hostname)) return hostname
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? hostname
}
