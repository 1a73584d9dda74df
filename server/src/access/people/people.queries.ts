import type { Extra, Role } from '../../platform/kernel/access/permissions.ts'
import { sql } from '../../platform/storage/sql.ts'
import { tokensOf } from '../tokens/tokens.queries.ts'

export interface PersonRow {
  id: string
  name: string
  role: Role
  extras: Extra[]
  /** Null: sees all. */
  data_source_ids: string[] | null
  password: string | null
  create_time: Date
  disable_time: Date | null
  /** Of the OpenID Connect provider through which the person signs in; null: there is a password instead. */
  issuer: string | null
}

const columns = 'id, name, role, extras, data_source_ids, password, create_time, disable_time, issuer'

/** Every node reads anew who may do what, when the change is committed. */
const notify = `pg_notify('token_changed', id::text)`

export interface ListedPersonRow extends PersonRow {
  link_expire_time: Date | null
  used_time: Date | null
  tokens: number
}

const listed = `
  select p.*, l.expire_time as link_expire_time,
    (select max(s.used_time) from session s where s.person_id = p.id) as used_time,
    ${tokensOf('p.id', '$1')} as tokens
  from person p left join person_link l on l.person_id = p.id`

export const listPeople = sql<ListedPersonRow, [now: Date]>(
  'list_people',
  `${listed} order by lower(p.name), p.id`,
)

export const findListed = sql<ListedPersonRow, [now: Date, id: string]>(
  'find_listed_person',
  `${listed} where p.id = $2`,
)

export const findPerson = sql<PersonRow, [id: string]>(
  'find_person',
  `select ${columns} from person where id = $1`,
)

export const findByName = sql<PersonRow & { is_known_network: boolean }, [name: string, network: string]>(
  'find_person_by_name',
  `select ${columns}, exists (
     select from person_network n where n.person_id = person.id and n.network = $2
   ) as is_known_network
   from person where lower(name) = lower($1)`,
)

export const findAny = sql<{ id: string }, []>('find_any_person', 'select id from person limit 1')

export const lockPeople = sql<never, []>('lock_people', 'lock table person in share row exclusive mode')

/** Administrators who can sign in, beside the one with this id. */
export const countOtherAdmins = sql<{ total: number }, [id: string]>(
  'count_other_admins',
  `select count(*)::int as total from person
   where role = 'admin' and password is not null and disable_time is null and id <> $1`,
)

type New = [
  id: string,
  name: string,
  role: Role,
  extras: readonly string[],
  dataSourceIds: readonly string[] | null,
  now: Date,
]
export const insertPerson = sql<PersonRow, New>(
  'insert_person',
  `insert into person (id, name, role, extras, data_source_ids, create_time) values ($1, $2, $3, $4, $5, $6)
   returning ${columns}`,
)

type Rights = [
  id: string,
  name: string,
  role: Role,
  extras: readonly string[],
  dataSourceIds: readonly string[] | null,
]
export const updatePerson = sql<PersonRow, Rights>(
  'update_person',
  `update person set name = $2, role = $3, extras = $4, data_source_ids = $5 where id = $1
   returning ${columns}, ${notify}`,
)

export const findBySubject = sql<PersonRow, [issuer: string, subject: string]>(
  'find_person_by_subject',
  `select ${columns} from person where issuer = $1 and subject = $2`,
)

type OfProvider = [...New, issuer: string, subject: string]
/** No row: the name is taken. */
export const insertOfProvider = sql<PersonRow, OfProvider>(
  'insert_person_of_provider',
  `insert into person (id, name, role, extras, data_source_ids, create_time, check_time, issuer, subject)
   values ($1, $2, $3, $4, $5, $6, $6, $7, $8) on conflict (lower(name)) do nothing
   returning ${columns}`,
)

type Claimed = [
  id: string,
  role: Role,
  extras: readonly string[],
  dataSourceIds: readonly string[] | null,
  checkTime: Date,
]
/** What the provider says now. */
export const setClaimedRights = sql<never, Claimed>(
  'set_claimed_rights',
  `with changed as (
     update person set role = $2, extras = $3, data_source_ids = $4, check_time = $5 where id = $1 returning id
   )
   select ${notify} from changed`,
)

/** No row: it was used before. Those that are too old to be used again are forgotten. */
export const useProof = sql<{ hash: Buffer }, [hash: Buffer, expireTime: Date, now: Date]>(
  'use_proof',
  `with forgotten as (delete from used_proof where expire_time <= $3)
   insert into used_proof (hash, expire_time) values ($1, $2) on conflict do nothing returning hash`,
)

export const setDisabled = sql<never, [id: string, time: Date | null]>(
  'set_person_disabled',
  `with changed as (update person set disable_time = $2 where id = $1 returning id)
   select ${notify} from changed`,
)

export const setPassword = sql<never, [id: string, hash: string]>(
  'set_person_password',
  'update person set password = $2 where id = $1',
)

export const putLink = sql<never, [personId: string, hash: Buffer, expireTime: Date]>(
  'put_person_link',
  `insert into person_link (person_id, hash, expire_time) values ($1, $2, $3)
   on conflict (person_id) do update set hash = excluded.hash, expire_time = excluded.expire_time`,
)

export const findByLink = sql<PersonRow, [hash: Buffer, now: Date]>(
  'find_person_by_link',
  `select p.* from person_link l join person p on p.id = l.person_id
   where l.hash = $1 and l.expire_time > $2 and p.disable_time is null`,
)

/** Of two who use it at once, one finds it. */
export const takeLink = sql<{ person_id: string }, [hash: Buffer, now: Date]>(
  'take_person_link',
  'delete from person_link where hash = $1 and expire_time > $2 returning person_id',
)

export const deleteLink = sql<never, [personId: string]>(
  'delete_person_link',
  'delete from person_link where person_id = $1',
)

export const rememberNetwork = sql<never, [personId: string, network: string, now: Date]>(
  'remember_person_network',
  `insert into person_network (person_id, network, time) values ($1, $2, $3)
   on conflict (person_id, network) do update set time = excluded.time`,
)

/** The 50 that were used last are kept. */
export const forgetNetworks = sql<never, [personId: string]>(
  'forget_person_networks',
  `delete from person_network where person_id = $1 and network in (
     select network from person_network where person_id = $1 order by time desc offset 50
   )`,
)
