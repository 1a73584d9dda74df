// Reading a data source's contacts in pages, newest first, at any depth and size.
import { sql } from '../storage/sql.ts'
import { type ContactRow, statusNow } from './contacts.queries.ts'

/** One row with the total even for an empty page: then the contact's columns are null. */
export type ListedRow = { total: number } & (
  | { [Column in keyof ContactRow]: ContactRow[Column] }
  | { id: null }
)

const columns = `c.id, c.data_source_id, c.position, c.phone_number, c.phone_key, c.fields, ${statusNow} as status,
  c.call_count, c.create_time, c.update_time`

/**
 * The page after the newest $2 contacts. Positions have gaps only where contacts were deleted, and contact_gap
 * knows how many in each block of 1024. `newer` is the number of contacts above a block: the lowest block with
 * gaps that starts within the first $2 contacts is the anchor, and from there it is arithmetic, or a
 * short skip inside that block.
 */
export const listContacts = sql<ListedRow>(
  'list_contacts',
  `with source as materialized (
     select contact_count, last_position from data_source where id = $1
   ), gap as (
     select block, removed, last_position,
       greatest(last_position - (block * 1024 + 1023), 0) - (sum(removed) over (order by block desc) - removed) as newer
     from contact_gap cross join source
     where data_source_id = $1
   ), anchor as (
     select block, newer, least(block * 1024 + 1023, last_position) as top,
       newer + least(block * 1024 + 1023, last_position) - greatest(block * 1024, 1) + 1 - removed as newer_than_rest
     from gap
     where newer <= $2::bigint
     order by block
     limit 1
   ), start as materialized (
     select
       case
         when anchor.block is null then source.last_position - $2::bigint
         when $2::bigint >= anchor.newer_than_rest then anchor.block * 1024 - 1 - ($2::bigint - anchor.newer_than_rest)
         else anchor.top
       end::bigint as position,
       case when $2::bigint < anchor.newer_than_rest then $2::bigint - anchor.newer else 0 end::bigint as skip
     from source left join anchor on true
   )
   select source.contact_count as total, ${columns}
   from source left join lateral (
     select * from contact
     where data_source_id = $1 and position <= (select position from start)
     order by position desc
     offset (select skip from start) limit $3
   ) c on true
   order by c.position desc`,
)

/** The page behind position $2, with the total of all. */
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

/** Looks into every number: only for what is no part of a number, such as a dash. $3: only behind this position. */
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

/** Where a contact is in its list, or was before it was deleted. */
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
