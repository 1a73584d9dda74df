import { Type } from 'typebox'
import { actorOf } from '../../platform/http/access/auth.ts'
import {
  type Api,
  Id,
  IdBody,
  named,
  oneOf,
  operation,
  optional,
  orNull,
  ref,
  success,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { nameText } from '../../platform/http/schemas/text-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { Tokens } from './tokens.service.ts'

const TokenScope = oneOf(['read', 'write', 'admin'], {
  description: 'What the token may do; each scope includes those before it.',
})

const AccessToken = named(
  'AccessToken',
  Type.Object({
    id: Id,
    name: Type.String({ examples: ['crm'] }),
    scope: TokenScope,
    createTime: Timestamp,
    expireTime: TimestampOrNull,
    revokeTime: TimestampOrNull,
    assistantMayCall: Type.Boolean({
      description:
        'Whether an assistant with this token may make phones ring, each time after asking its person.',
    }),
    mayListen: Type.Boolean({ description: 'Whether it may listen in on live calls.' }),
    maxCallsPerDay: orNull(
      Type.Integer({
        description:
          'How many calls may be asked for with it in 24 hours; null: as many as the service allows every token (`MAX_CALLS_PER_TOKEN_PER_DAY`).',
      }),
    ),
  }),
)

const NewAccessToken = named(
  'NewAccessToken',
  Type.Object(
    {
      name: nameText(100, {
        description:
          'The name of the token, such as the system that uses it: what is done with it is recorded under this name. No other valid token has it.',
      }),
      scope: TokenScope,
      expiresInDays: optional(Type.Integer({ minimum: 1, maximum: 36_500, description: 'Default: never.' })),
      assistantMayCall: optional(
        Type.Boolean({
          description:
            'Whether an assistant (`/mcp`) with this token may publish, resume, recall and call, each time after asking its person. Default: false.',
        }),
      ),
      mayListen: optional(
        Type.Boolean({
          description: 'Whether it may listen in on live calls, with scope write or admin. Default: false.',
        }),
      ),
      maxCallsPerDay: optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_000_000_000,
          description:
            'How many calls may be asked for with it in 24 hours: a call or a test call is one, publishing a task is one for each contact, a recall one for each ' +
            'recalled contact, and a contact that is added to a list one for each task in live list mode that calls it. More are refused with 429, and so are tasks in live list mode with 403. Default: as many as the service allows every token.',
        }),
      ),
    },
    { examples: [{ name: 'crm', scope: 'write', expiresInDays: 90 }] },
  ),
)

const CreatedToken = named(
  'CreatedAccessToken',
  Type.Object({
    ...AccessToken.properties,
    token: Type.String({
      description: 'The token itself: returned only once; the service stores only its hash.',
    }),
  }),
)

export function addTokenRoutes(app: Api, tokens: Tokens, timestamps: Timestamps): void {
  for (const schema of [AccessToken, NewAccessToken, CreatedToken]) app.addSchema(schema)
  const tag = 'Access tokens'

  app.get(
    '/api/token/list',
    operation({
      id: 'listTokens',
      tag,
      summary: 'List access tokens',
      scope: 'admin',
      data: Type.Object({ total: Type.Integer(), rows: Type.Array(ref(AccessToken)) }),
    }),
    async () => {
      const rows = timestamps.formatAll(await tokens.list())
      return success({ total: rows.length, rows })
    },
  )

  app.post(
    '/api/token/create',
    operation({
      id: 'createToken',
      tag,
      summary: 'Create an access token',
      scope: 'admin',
      body: ref(NewAccessToken),
      data: ref(CreatedToken),
      errors: [409],
    }),
    async (request) => {
      const { token, details } = await tokens.create(request.body, actorOf(request))
      return success({ ...timestamps.formatAll(details), token })
    },
  )

  app.post(
    '/api/token/revoke',
    operation({
      id: 'revokeToken',
      tag,
      summary: 'Revoke an access token',
      description:
        'Takes effect at once. Revoking a revoked token changes nothing. The last valid token with scope admin cannot be revoked, unless `ACCESS_TOKEN` is set.',
      scope: 'admin',
      body: IdBody,
      data: ref(AccessToken),
      errors: [404, 409],
    }),
    async (request) => success(timestamps.formatAll(await tokens.revoke(request.body.id, actorOf(request)))),
  )
}
