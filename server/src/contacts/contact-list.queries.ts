// Reads a data source's contacts in pages, newest first.
import { sql } from '../storage/sql.ts'
import { BLOCK_POSITIONS } from './contact-blocks.queries.ts'
import { type ContactRow, statusNow } from './contacts.queries.ts'

/** An empty page is one row with the total, whose other columns are null. */
export type ListedRow = { total: number } & (
  | { [Column in keyof ContactRow]: ContactRow[Column] }
  | { id: null }
)

const columns = `c.id, c.data_source_id, c.position, c.phone_number, c.phone_key, c.fields, ${statusNow} as status,
  c.call_count, c.create_time, c.update_time`

/** The page after the newest $2 contacts. It begins in the newest block that has no more than $2 contacts above it. */
export const listContacts = sql<ListedRow>(
  'list_contacts',
  `with start as materialized (
     select block, newer from (
       select block, contact_count, sum(contact_count) over (order by block desc) - contact_count as newer
       from contact_block
       where data_source_id = $1
     ) counted
     where newer + contact_count > $2::bigint
     order by block desc
     limit 1
   )
   select source.contact_count as total, ${columns}
   from data_source source left join lateral (
     select * from contact
     where data_source_id = $1 and position <= (select (block + 1) * ${BLOCK_POSITIONS} from start)
     order by position desc
     offset $2::bigint - (select newer from start) limit $3
   ) c on true
   where source.id = $1
   order by c.position desc`,
)

/** The page before position $2, with the total of all contacts. */
export const listContactsBefore = sql<ListedRow>(
  'list_contacts_before',
  `select source.contact_count as total, ${columns}
   from data_source source left join lateral (
     select * from contact
     where data_source_id = $1 and position < $2
     order by position desc
     limit $3
   ) c on true
   where source.id = $1
   order by c.position desc`,
)

/** Reads every number: only for needles of separators, such as a dash. $3: only before this position. */
export const findTextPositions = sql<{ total: number; positions: number[] }>(
  'find_text_positions',
  `with hit as materialized (
     select position from contact where data_source_id = $1 and strpos(phone_number, $2) > 0
   )
   select (select count(*) from hit) as total, array(
     select position from hit where $3::bigint is null or position < $3
     order by position desc offset $4 limit $5
   ) as positions`,
)

/** Contacts up to position $3 whose display name contains $2, in any case. Reads every name. */
export const findNamePositions = sql<
  { position: number },
  [dataSourceId: string, needle: string, upTo: number]
>(
  'find_name_positions',
  `select c.position
   from (select name_field from data_source where id = $1) s
   join contact c on c.data_source_id = $1 and c.position <= $3 and strpos(lower(c.fields ->> s.name_field), lower($2)) > 0
   order by c.position desc`,
)

/** The position of a contact, also of a deleted one. */
export const findPosition = sql<{ position: number }>(
  'find_contact_position',
  `select position from contact where id = $1 and data_source_id = $2
   union all
   select position from deleted_contact where id = $1 and data_source_id = $2`,
)

export const findContactsAt = sql<ContactRow>(
  'find_contacts_at',
  `select ${columns}
   from contact c
   where data_source_id = $1 and position = any($2::bigint[])
   order by position desc`,
)
