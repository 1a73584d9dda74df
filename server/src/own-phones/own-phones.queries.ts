import { sql } from '../storage/sql.ts'

export interface OwnPhoneRow {
  id: string
  name: string
  username: string
  password: string | null
  expire_time: Date | null
  create_time: Date
}

const columns = 'id, name, username, password, expire_time, create_time'

/** Every node is notified when the change is committed. */
const notify = `pg_notify('own_phone_changed', id::text)`

/** All that have not expired. */
export const listOwnPhones = sql<OwnPhoneRow, [now: Date]>(
  'list_own_phones',
  `select ${columns} from own_phone where coalesce(expire_time > $1, true) order by create_time, id`,
)

export const findOwnPhone = sql<OwnPhoneRow, [id: string, now: Date]>(
  'find_own_phone',
  `select ${columns} from own_phone where id = $1 and coalesce(expire_time > $2, true)`,
)

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
]

export const insertOwnPhone = sql<OwnPhoneRow, Values>(
  'insert_own_phone',
  `insert into own_phone (id, name, username, password, expire_time, create_time) values ($1, $2, $3, $4, $5, $6)
   returning ${columns}, ${notify}`,
)

export const deleteOwnPhone = sql<{ name: string }, [id: string]>(
  'delete_own_phone',
  `delete from own_phone where id = $1 returning name, ${notify}`,
)
