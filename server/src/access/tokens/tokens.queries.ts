import {
  CLAIMED_RIGHTS_MS,
  type Extra,
  type Role,
  type Scope,
} from '../../platform/kernel/access/permissions.ts'
import { sql } from '../../platform/storage/sql.ts'

export type TokenScope = Scope

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
  /** Null: it sees all. */
  data_source_ids: string[] | null
  countries: string[] | null
  addresses: string[] | null
  used_time: Date | null
  /** The person whose it is; null: it belongs to the service. */
  owner_id: string | null
  /** The rights of the owner, only where tokens are looked up; null: there is none, or is disabled. */
  owner_role: Role | null
  owner_extras: Extra[] | null
  owner_data_source_ids: string[] | null
  /** When the provider of the owner last told the rights; null: they are not from a provider. */
  owner_check_time: Date | null
}

const columns =
  'id, name, scope, hash, create_time, expire_time, revoke_time, assistant_may_call, may_listen, max_calls_per_day, data_source_ids, used_time, owner_id, countries, addresses'

/** SQL: whether the token with this id, which need not be there, is neither revoked nor expired. */
export const isTokenValid = (id: string, now: string) =>
  `exists (
     select from access_token t where t.id = ${id} and t.revoke_time is null and (t.expire_time is null or t.expire_time > ${now})
       and not exists (
         select from person_rights r
         where r.id = t.owner_id and r.check_time <= ${now}::timestamptz - interval '${CLAIMED_RIGHTS_MS} milliseconds'
       )
   )`

/** SQL: how many good tokens the person with this id has. */
export const tokensOf = (personId: string, now: string) =>
  `(
     select count(*)::int from access_token t
     where t.owner_id = ${personId} and t.revoke_time is null and (t.expire_time is null or t.expire_time > ${now})
   )`

/** SQL: when the token with this id expires; null: never, or there is none. */
export const tokenExpiry = (id: string) => `(select t.expire_time from access_token t where t.id = ${id})`

export const insertToken = sql<TokenRow>(
  'insert_token',
  `insert into access_token (id, name, scope, hash, create_time, expire_time, assistant_may_call, may_listen, max_calls_per_day, data_source_ids, owner_id, countries, addresses)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   returning ${columns}, pg_notify('token_changed', id::text)`,
)

export const findTokensByHash = sql<TokenRow>(
  'find_tokens_by_hash',
  `select t.*, r.role as owner_role, r.extras as owner_extras, r.data_source_ids as owner_data_source_ids,
     r.check_time as owner_check_time
   from access_token t left join person_rights r on r.id = t.owner_id where t.hash = any($1::bytea[])`,
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

export const noteUse = sql<never, [id: string, now: Date]>(
  'note_token_use',
  `update access_token set used_time = $2 where id = $1 and (used_time is null or used_time < $2)`,
)

/** Of one person. */
export const revokeTokensOf = sql<{ id: string; name: string }, [ownerId: string, now: Date]>(
  'revoke_tokens_of',
  `update access_token set revoke_time = $2
   where owner_id = $1 and revoke_time is null and (expire_time is null or expire_time > $2) returning id, name`,
)

/** They belong to the service from now on, with no more data sources than the person had; those that would have none are left. */
export const handOverTokensOf = sql<
  { id: string; name: string },
  [ownerId: string, now: Date, ofOwner: readonly string[] | null]
>(
  'hand_over_tokens_of',
  `update access_token t set owner_id = null, data_source_ids = case
     when $3::uuid[] is null or t.data_source_ids is null then coalesce(t.data_source_ids, $3::uuid[])
     else array(select unnest(t.data_source_ids) intersect select unnest($3::uuid[]))
   end
   where t.owner_id = $1 and t.revoke_time is null and (t.expire_time is null or t.expire_time > $2)
     and ($3::uuid[] is null or t.data_source_ids is null or t.data_source_ids && $3::uuid[])
   returning t.id, t.name`,
)
