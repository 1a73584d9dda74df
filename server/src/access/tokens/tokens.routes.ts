import { Type } from 'typebox'
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
import { accountName, countryCode, text } from '../../platform/http/schemas/text-schema.ts'
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
    dataSourceIds: orNull(
      Type.Array(Id, {
        description:
          'The data sources that it is bound to: what belongs to others does not exist for it. Null: it sees all.',
      }),
    ),
    countries: orNull(
      Type.Array(Type.String(), {
        description: 'Countries to whose numbers alone calls may be asked for with it. Null: all.',
        examples: [['DE', 'AT']],
      }),
    ),
    addresses: orNull(
      Type.Array(Type.String(), {
        description: 'Addresses and networks from which alone it may be used. Null: all.',
        examples: [['203.0.113.0/24']],
      }),
    ),
    ownerId: {
      ...orNull(Id),
      description: 'The person whose it is: it ends with the person. Null: it belongs to the service.',
    },
    usedTime: { ...TimestampOrNull, description: 'When it was last used, to the minute.' },
  }),
)

const NewAccessToken = named(
  'NewAccessToken',
  Type.Object(
    {
      name: accountName({
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
      forService: optional(
        Type.Boolean({
          description:
            'Whether it belongs to the service instead of the person who makes it. What a token makes belongs to the service. Default: false.',
        }),
      ),
      dataSourceIds: optional(
        Type.Array(Id, {
          minItems: 1,
          maxItems: 100,
          description:
            'Binds it to these data sources: what belongs to others does not exist for it, and operations about everything are refused with 403 ' +
            '(`x-bound` of each operation). Not with scope admin. Default: it sees all.',
        }),
      ),
      countries: optional(
        Type.Array(countryCode('Two letters, such as DE.'), {
          minItems: 1,
          maxItems: 250,
          description:
            'Calls may be asked for to numbers of these countries alone: single calls, test calls, contacts that are added or imported, tasks that are published, resumed or recalled. ' +
            'Others are refused with 403, and so is a number whose country is not known, a task in live list mode and an import in the background. Not with scope admin. Default: all.',
        }),
      ),
      addresses: optional(
        Type.Array(text({ minLength: 1, maxLength: 50 }), {
          minItems: 1,
          maxItems: 100,
          description:
            'Addresses such as 203.0.113.7, or networks such as 203.0.113.0/24, from which alone it may be used: from elsewhere it is refused with 403. Behind a proxy, ' +
            '`TRUST_PROXY` has to name it. Default: all.',
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
      needs: 'administer',
      bound: 'all',
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
      description:
        'A token of a person has at most the rights of that person, at each request, and ends with the person. People give their password again if they ' +
        'did not in the last 15 minutes.',
      needs: 'administer',
      bound: 'all',
      proof: 'recent',
      body: ref(NewAccessToken),
      data: ref(CreatedToken),
      errors: [409],
    }),
    async (request) => {
      const { forService = false, ...input } = request.body
      const { principal } = request
      const ownerId = principal?.kind === 'person' && !forService ? principal.id : null
      const { token, details } = await tokens.create(input, ownerId)
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
      needs: 'administer',
      bound: 'all',
      body: IdBody,
      data: ref(AccessToken),
      errors: [404, 409],
    }),
    async (request) => success(timestamps.formatAll(await tokens.revoke(request.body.id))),
  )
}
