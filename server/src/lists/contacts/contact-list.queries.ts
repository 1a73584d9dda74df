// Reads a data source's contacts in pages, newest first.
import { sql } from '../../platform/storage/sql.ts'
import { BLOCK_POSITIONS, positionBytes } from './contact-blocks.queries.ts'
import { CONTACT_COLUMNS, type ContactRow, DIALED } from './contacts.queries.ts'

/** An empty page is one row with the total, whose other columns are null. */
export type ListedRow = { total: number } & (
  | { [Column in keyof ContactRow]: ContactRow[Column] }
  | { id: null }
)

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
   select source.contact_count as total, ${CONTACT_COLUMNS}
   from data_source source left join lateral (
     select * from contact
     where data_source_id = $1 and position <= (select (block + 1) * ${BLOCK_POSITIONS} from start)
     order by position desc
     offset $2::bigint - (select newer from start) limit $3
   ) c on true ${DIALED}
   where source.id = $1
   order by c.position desc`,
)

/** The page before position $2, with the total of all contacts. */
export const listContactsBefore = sql<ListedRow>(
  'list_contacts_before',
  `select source.contact_count as total, ${CONTACT_COLUMNS}
   from data_source source left join lateral (
     select * from contact
     where data_source_id = $1 and position < $2
     order by position desc
     limit $3
   ) c on true ${DIALED}
   where source.id = $1
   order by c.position desc`,
)

/** Reads every number: only for needles of separators, such as a dash. */
export const findTextPositions = sql<{ positions: Buffer | null }, [dataSourceId: string, needle: string]>(
  'find_text_positions',
  positionBytes('select position from contact where data_source_id = $1 and strpos(phone_number, $2) > 0'),
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
  `select ${CONTACT_COLUMNS}
   from contact c ${DIALED}
   where c.data_source_id = $1 and c.position = any($2::bigint[])
   order by c.position desc`,
)
