import { sql } from '../storage/sql.ts'
import { ContactStatus } from './contact-status.ts'

export interface ContactRow {
  id: string
  data_source_id: string
  position: number
  phone_number: string
  phone_key: string
  fields: Record<string, string>
  status: number
  call_count: number
  create_time: Date
  update_time: Date
}

/** Of a contact `c`. The end of a call updates its status; during the call only the live call shows it. */
export const statusNow = `case when exists (select from live_call where contact_id = c.id)
  then ${ContactStatus.IN_PROGRESS} else c.status end`

const columns = `id, data_source_id, position, phone_number, phone_key, fields, status, call_count,
  create_time, update_time`

export const insertContacts = sql<never>(
  'insert_contacts',
  `insert into contact (id, data_source_id, position, phone_number, phone_key, fields, create_time, update_time)
   select id, $1, $2 + n, phone_number, phone_key, fields, $3, $3
   from rows from (unnest($4::uuid[]), unnest($5::text[]), unnest($6::text[]), jsonb_array_elements($7::jsonb))
     with ordinality as given (id, phone_number, phone_key, fields, n)`,
)

export const findContact = sql<ContactRow>(
  'find_contact',
  `select ${columns} from contact where id = $1 and data_source_id = $2`,
)

export const findContactsByKey = sql<{
  id: string
  position: number
  phone_key: string
  phone_number: string
  fields: Record<string, string>
}>(
  'find_contacts_by_key',
  `select c.id, c.position, c.phone_key, c.phone_number, c.fields
   from unnest($2::text[]) as given (phone_key)
   join contact c on c.data_source_id = $1 and c.phone_key = given.phone_key`,
)

export const updateContact = sql<ContactRow>(
  'update_contact',
  `update contact set phone_number = $2, phone_key = $3, fields = $4, update_time = $5
   where id = $1
   returning ${columns}`,
)

export const mergeContactFields = sql<never>(
  'merge_contact_fields',
  `update contact c set fields = c.fields || given.fields, update_time = $1
   from rows from (unnest($2::uuid[]), jsonb_array_elements($3::jsonb)) as given (id, fields)
   where c.id = given.id`,
)

/** Records its position in deleted_contact, so that its calls can still be found. */
export const deleteContact = sql<ContactRow>(
  'delete_contact',
  `with removed as (
     delete from contact where id = $1 and data_source_id = $2 returning ${columns}
   ), noted as (
     insert into deleted_contact (id, data_source_id, position) select id, data_source_id, position from removed
   )
   select ${columns} from removed`,
)
