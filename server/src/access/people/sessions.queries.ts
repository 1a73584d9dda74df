import type { Extra, Role } from '../../platform/kernel/access/permissions.ts'
import { sql } from '../../platform/storage/sql.ts'

/** With the person as of now. */
export interface SessionRow {
  id: string
  hash: Buffer
  person_id: string
  name: string
  role: Role
  extras: Extra[]
  data_source_ids: string[] | null
  create_time: Date
  used_time: Date
  proof_time: Date
  /** When the provider has to be asked again; null: the person has a password. */
  end_time: Date | null
  /** Of the provider through which the person signs in. */
  issuer: string | null
  address: string
  browser: string
}

const columns = `s.id, s.hash, s.person_id, p.name, p.role, p.extras, p.data_source_ids,
  s.create_time, s.used_time, s.proof_time, s.end_time, p.issuer, s.address, s.browser`
const from = 'from session s join person p on p.id = s.person_id'

/** SQL: unused for 12 hours, 30 days old, or the provider has to be asked again. */
const isOver = (now: string) =>
  `(s.used_time <= ${now}::timestamptz - interval '12 hours' or s.create_time <= ${now}::timestamptz - interval '30 days'
    or coalesce(s.end_time <= ${now}::timestamptz, false))`

/** SQL: whether the session with this id, which need not be there, is good. */
export const isSessionGood = (id: string, now: string) =>
  `exists (select from session s where s.id = ${id} and not ${isOver(now)})`

export const findSessions = sql<SessionRow, [hashes: Buffer[]]>(
  'find_sessions',
  `select ${columns} ${from} where s.hash = any($1::bytea[]) and p.disable_time is null`,
)

/** Of everybody, or of one. */
export const listSessions = sql<SessionRow, [now: Date, personId: string | null]>(
  'list_sessions',
  `select ${columns} ${from}
   where p.disable_time is null and not ${isOver('$1')} and ($2::uuid is null or s.person_id = $2)
   order by s.used_time desc, s.id`,
)

export const findSession = sql<SessionRow, [id: string]>(
  'find_session',
  `select ${columns} ${from} where s.id = $1`,
)

type New = [
  id: string,
  personId: string,
  hash: Buffer,
  now: Date,
  address: string,
  browser: string,
  proofTime: Date,
  endTime: Date | null,
  providerSession: string | null,
]
export const insertSession = sql<never, New>(
  'insert_session',
  `insert into session (id, person_id, hash, create_time, used_time, address, browser, proof_time, end_time, provider_session)
   values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9)`,
)

export const deleteOld = sql<never, [now: Date]>(
  'delete_old_sessions',
  `delete from session s where ${isOver('$1')}`,
)

/** Every node is told when the change is committed. */
const deleted = (condition: string) =>
  `with ended as (delete from session where ${condition} returning id)
   select pg_notify('token_changed', id::text) from ended`

export const deleteSession = sql<never, [id: string]>('delete_session', deleted('id = $1'))

export const deleteSessionsOf = sql<never, [personId: string]>(
  'delete_sessions_of',
  deleted('person_id = $1'),
)

export const noteUse = sql<never, [id: string, now: Date]>(
  'note_session_use',
  'update session set used_time = $2 where id = $1 and used_time < $2',
)

/** Of the person whom the provider names, or in the session that it names, or both. */
export const endOfProvider = sql<
  { person_id: string; name: string },
  [issuer: string, subject: string | null, providerSession: string | null]
>(
  'end_sessions_of_provider',
  `with ended as (
     delete from session s using person p
     where p.id = s.person_id and p.issuer = $1
       and ($2::text is null or p.subject = $2) and ($3::text is null or s.provider_session = $3)
     returning s.id, s.person_id, p.name
   )
   select person_id, name, pg_notify('token_changed', id::text) from ended`,
)

/** Told to the nodes, which have the row with the proof before. `endTime`: null leaves it as it is. */
export const noteProof = sql<never, [id: string, now: Date, endTime: Date | null]>(
  'note_session_proof',
  `with proved as (update session set proof_time = $2, used_time = $2, end_time = coalesce($3, end_time)
     where id = $1 returning id)
   select pg_notify('token_changed', id::text) from proved`,
)
