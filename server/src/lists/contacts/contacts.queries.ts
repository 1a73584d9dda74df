import { sql } from '../../platform/storage/sql.ts'
import { countContacts } from './contact-blocks.queries.ts'
import { ContactStatus } from './contact-status.ts'

export interface ContactRow {
  id: string
  data_source_id: string
  position: number
  phone_number: string
  phone_key: string
  fields: Record<string, string>
  call_time: Date | null
  call_until: Date | null
  withdraw_time: Date | null
  status: number
  call_count: number
  create_time: Date
  update_time: Date
}

export type RemovedContact = Pick<ContactRow, 'id' | 'position' | 'phone_key'>

/** Of a contact `c`, joined with `dialed`. During a call only the live call shows it. */
/** A number of each prefix of seven digits, which decides the country. */
export const sampleNumbers = sql<{ phone_key: string }, [dataSourceId: string]>(
  'sample_numbers',
  `select min(phone_key) as phone_key from contact where data_source_id = $1 group by left(phone_key, 8)`,
)

export const CALLS_OF_CONTACT = `case when exists (select from live_call where contact_id = c.id)
       then ${ContactStatus.IN_PROGRESS} else coalesce(dialed.status, ${ContactStatus.NOT_DIALED}) end as status,
     coalesce(dialed.call_count, 0) as call_count`

export const CONTACT_COLUMNS = `c.id, c.data_source_id, c.position, c.phone_number, c.phone_key, c.fields, c.call_time, c.call_until,
     c.withdraw_time, c.create_time, c.update_time,
     ${CALLS_OF_CONTACT}`

export const DIALED = 'cross join lateral contact_calls(c.data_source_id, c.position) dialed'

/** The times, $8 and $9, may be empty arrays. */
export const insertContacts = sql<never>(
  'insert_contacts',
  `insert into contact (id, data_source_id, position, phone_number, phone_key, fields, call_time, call_until, create_time, update_time)
   select id, $1, $2 + n, phone_number, phone_key, fields, call_time, call_until, $3, $3
   from rows from (unnest($4::uuid[]), unnest($5::text[]), unnest($6::text[]), jsonb_array_elements($7::jsonb),
       unnest($8::timestamptz[]), unnest($9::timestamptz[]))
     with ordinality as given (id, phone_number, phone_key, fields, call_time, call_until, n)`,
)

export const findContact = sql<ContactRow>(
  'find_contact',
  `select ${CONTACT_COLUMNS} from contact c ${DIALED} where c.id = $1 and c.data_source_id = $2`,
)

export type KnownContact = Pick<
  ContactRow,
  'id' | 'position' | 'phone_key' | 'phone_number' | 'fields' | 'call_time' | 'call_until'
>

export const findContactsByKey = sql<KnownContact>(
  'find_contacts_by_key',
  `select c.id, c.position, c.phone_key, c.phone_number, c.fields, c.call_time, c.call_until
   from unnest($2::text[]) as given (phone_key)
   join contact c on c.data_source_id = $1 and c.phone_key = given.phone_key`,
)

export interface UnplacedContactRow {
  contact_id: string
  phone_number: string
  data_source_id: string
  data_source_name: string
}

/** The contacts with this key in lists that have no country of their own, the newest lists first. One look into the index for each list. */
export const findContactsWithoutCountry = sql<UnplacedContactRow, [phoneKey: string, max: number]>(
  'find_contacts_without_country',
  `select c.id as contact_id, c.phone_number, s.id as data_source_id, s.name as data_source_name
   from data_source s cross join lateral (
     select id, phone_number from contact where data_source_id = s.id and phone_key = $1 limit 1
   ) c
   where s.country is null
   order by s.id desc
   limit $2`,
)

export const updateContact = sql<ContactRow>(
  'update_contact',
  `with c as (
     update contact set phone_number = $2, phone_key = $3, fields = $4, update_time = $5, call_time = $6, call_until = $7
     where id = $1 returning *
   )
   select ${CONTACT_COLUMNS} from c ${DIALED}`,
)

/** Fields are merged, and times that are given replace those of the contact. */
export const mergeContacts = sql<never>(
  'merge_contacts',
  `update contact c set fields = c.fields || given.fields, call_time = coalesce(given.call_time, c.call_time),
     call_until = coalesce(given.call_until, c.call_until), update_time = $1
   from rows from (unnest($2::uuid[]), jsonb_array_elements($3::jsonb), unnest($4::timestamptz[]), unnest($5::timestamptz[]))
     as given (id, fields, call_time, call_until)
   where c.id = given.id`,
)

/** $2: when it was withdrawn, or null: it is restored. A contact that is withdrawn already keeps its time. */
export const setWithdrawn = sql<ContactRow, [id: string, withdrawTime: Date | null, now: Date]>(
  'set_withdrawn',
  `with c as (
     update contact set withdraw_time = case when $2::timestamptz is not null then coalesce(withdraw_time, $2) end, update_time = $3
     where id = $1 returning *
   )
   select ${CONTACT_COLUMNS} from c ${DIALED}`,
)

/** Records their positions in deleted_contact, so that their calls can still be found. */
export const deleteContacts = sql<RemovedContact, [dataSourceId: string, ids: string[]]>(
  'delete_contacts',
  `with removed as (
     delete from contact where data_source_id = $1 and id = any($2::uuid[]) returning id, data_source_id, position, phone_key
   ), noted as (
     insert into deleted_contact (id, data_source_id, position) select id, data_source_id, position from removed
   )
   select id, position, phone_key from removed`,
)

/**
 * Contacts from position $2 to $3, at most $4 of them. A call is seen while it is live and after it was settled, because a settlement is one
 * statement. Its claim locks the task: whoever has locked all tasks of the data source can rely on the answer.
 */
export const readDialedInRange = sql<
  Omit<RemovedContact, 'phone_key'> & { is_dialed: boolean },
  [dataSourceId: string, first: number, last: number, limit: number]
>(
  'read_dialed_in_range',
  `select id, position, exists (select from live_call where contact_id = c.id)
       or (select call_count from contact_calls(c.data_source_id, c.position)) > 0 as is_dialed
   from contact c
   where data_source_id = $1 and position between $2 and $3
   order by position
   limit $4`,
)

/** How many contacts each range of positions has. */
export const countInRanges = sql<
  { contacts: number },
  [dataSourceId: string, firstPositions: number[], lastPositions: number[]]
>(
  'count_contacts_in_ranges',
  `select ${countContacts('$1', '(first_position - 1)', 'last_position')} as contacts
   from unnest($2::bigint[], $3::bigint[]) with ordinality as given (first_position, last_position, n)
   order by n`,
)

/** Which of the times any contact of the data source has: a list without times is exported without their columns. */
export const findUsedTimes = sql<{ title: string; column: string; is_used: boolean }, [dataSourceId: string]>(
  'find_used_times',
  `select title, name as "column", is_used from (
     select coalesce(bool_or(call_time is not null), false) as call_time, coalesce(bool_or(call_until is not null), false) as call_until,
       coalesce(bool_or(withdraw_time is not null), false) as withdraw_time
     from contact
     where data_source_id = $1 and (call_time is not null or call_until is not null or withdraw_time is not null)
   ) used
   cross join lateral (values ('callTime', 'call_time', call_time), ('callUntil', 'call_until', call_until),
     ('withdrawTime', 'withdraw_time', withdraw_time)) as each (title, name, is_used)`,
)
