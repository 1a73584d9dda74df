import { sql } from '../../platform/storage/sql.ts'

export type TokenScope = 'read' | 'write' | 'admin'

export interface TokenRow {
  id: string
  name: string
  scope: TokenScope
  hash: Buffer
  create_time: Date
  expire_time: Date | null
  revoke_time: Date | null
  assistant_may_call: boolean
  may_listen: boolean
  /** How many calls may be asked for with it in 24 hours. */
  max_calls_per_day: number | null
}

const columns =
  'id, name, scope, hash, create_time, expire_time, revoke_time, assistant_may_call, may_listen, max_calls_per_day'

/** SQL: whether the token with this id, which need not be there, is neither revoked nor expired. */
export const isTokenValid = (id: string, now: string) =>
  `exists (
     select from access_token t where t.id = ${id} and t.revoke_time is null and (t.expire_time is null or t.expire_time > ${now})
   )`

/** SQL: when the token with this id expires; null: never, or there is none. */
export const tokenExpiry = (id: string) => `(select t.expire_time from access_token t where t.id = ${id})`

export const insertToken = sql<TokenRow>(
  'insert_token',
  `insert into access_token (id, name, scope, hash, create_time, expire_time, assistant_may_call, may_listen, max_calls_per_day)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   returning ${columns}, pg_notify('token_changed', id::text)`,
)

export const findTokensByHash = sql<TokenRow>(
  'find_tokens_by_hash',
  `select ${columns} from access_token where hash = any($1::bytea[])`,
)

export const listTokens = sql<TokenRow>(
  'list_tokens',
  `select ${columns} from access_token order by create_time desc, id desc`,
)

/** Notifies every node when the change is committed. */
export const revokeToken = sql<TokenRow>(
  'revoke_token',
  `with revoked as (
     update access_token set revoke_time = $2 where id = $1 and revoke_time is null returning ${columns}
   )
   select ${columns}, pg_notify('token_changed', id::text) from revoked`,
)

/** Has a row if the token is the only one of scope admin that is valid. */
export const isLastAdmin = sql<{ id: string }>(
  'is_last_admin_token',
  `with valid as (
     select id from access_token
     where scope = 'admin' and revoke_time is null and (expire_time is null or expire_time > $2)
   )
   select id from valid where id = $1 and (select count(*) from valid) = 1`,
)

export const findToken = sql<TokenRow>('find_token', `select ${columns} from access_token where id = $1`)

export const lockTokens = sql<never>('lock_tokens', 'lock table access_token in share row exclusive mode')
