import { isSessionGood } from '../../access/people/sessions.queries.ts'
import { isTokenValid, tokenExpiry } from '../../access/tokens/tokens.queries.ts'
import { sealedColumn } from '../../platform/storage/sealed-column.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface OwnPhoneRow {
  id: string
  name: string
  username: string
  /** Sealed. */
  password: string | null
  expire_time: Date | null
  create_time: Date
}

export const phonePassword = sealedColumn('own_phone', 'password')

const columns = 'id, name, username, password, expire_time, create_time'

/** Every node is notified when the change is committed. */
const notify = `pg_notify('own_phone_changed', id::text)`

/** A phone in a browser is there for as long as its token or session. */
const isThere = (now: string) =>
  `coalesce(expire_time > ${now}, true) and (token_id is null or ${isTokenValid('token_id', now)} or ${isSessionGood('token_id', now)})`

/** All that have not expired. */
export const listOwnPhones = sql<OwnPhoneRow, [now: Date]>(
  'list_own_phones',
  `select ${columns} from own_phone where ${isThere('$1')} order by create_time, id`,
)

export const findOwnPhone = sql<OwnPhoneRow, [id: string, now: Date]>(
  'find_own_phone',
  `select ${columns} from own_phone where id = $1 and ${isThere('$2')}`,
)

/** SQL: restored from a backup without secrets, they cannot register. One in a browser is made anew at each visit. */
export const PHONES_WITHOUT_PASSWORD =
  'select id, name from own_phone where password is null and expire_time is null'

/** One addition at a time, so that the limits hold. */
export const lockOwnPhones = sql<never, []>(
  'lock_own_phones',
  'lock table own_phone in share row exclusive mode',
)

export const deleteExpired = sql<never, [now: Date]>(
  'delete_expired_own_phones',
  'delete from own_phone where expire_time <= $1',
)

export const countOwnPhones = sql<{ total: number }, [isBrowser: boolean]>(
  'count_own_phones',
  'select count(*)::int as total from own_phone where (expire_time is not null) = $1',
)

type Values = [
  id: string,
  name: string,
  username: string,
  password: string,
  expireTime: Date | null,
  now: Date,
  tokenId: string | null,
]

export const insertOwnPhone = sql<OwnPhoneRow, Values>(
  'insert_own_phone',
  `insert into own_phone (id, name, username, password, expire_time, create_time, token_id) values ($1, $2, $3, $4, least($5, ${tokenExpiry('$7')}), $6, $7)
   returning ${columns}, ${notify}`,
)

export const deleteOwnPhone = sql<{ name: string }, [id: string]>(
  'delete_own_phone',
  `delete from own_phone where id = $1 returning name, ${notify}`,
)
