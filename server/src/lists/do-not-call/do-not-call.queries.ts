// Do-not-call lists and their entries. What a claim looks up is the function `do_not_call_list_with` of the schema.
import { listByName } from '../../platform/storage/list-by-name.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface ListRow {
  id: string
  name: string
  description: string
  is_global: boolean
  entry_count: number
  last_position: number
  create_time: Date
  update_time: Date
}

export interface EntryRow {
  position: number
  phone_key: string
  phone_number: string
  note: string
  actor: string
  create_time: Date
  expire_time: Date | null
}

const columns = 'id, name, description, is_global, entry_count, last_position, create_time, update_time'

export const insertList = sql<ListRow>(
  'insert_do_not_call_list',
  `insert into do_not_call_list (id, name, description, is_global, create_time, update_time)
   values ($1, $2, $3, $4, $5, $5)
   returning ${columns}`,
)

/** The oldest global one. */
export const findGlobalList = sql<{ id: string }, []>(
  'find_global_do_not_call_list',
  'select id from do_not_call_list where is_global order by create_time, id limit 1',
)

/** Null leaves the column unchanged. */
export const updateList = sql<ListRow>(
  'update_do_not_call_list',
  `update do_not_call_list
   set name = coalesce($2, name), description = coalesce($3, description), is_global = coalesce($4, is_global), update_time = $5
   where id = $1
   returning ${columns}`,
)

export const findList = sql<ListRow>(
  'find_do_not_call_list',
  `select ${columns} from do_not_call_list where id = $1`,
)

/** Every change of a list's entries takes this lock, so positions and counts follow commit order. */
export const lockList = sql<ListRow>(
  'lock_do_not_call_list',
  `select ${columns} from do_not_call_list where id = $1 for no key update`,
)

/** Takes a stronger lock than `lockList`, so it waits for tasks that are about to name the list. */
export const lockListToDelete = sql<ListRow>(
  'lock_do_not_call_list_to_delete',
  `select ${columns} from do_not_call_list where id = $1 for update`,
)

export const deleteList = sql<never>('delete_do_not_call_list', 'delete from do_not_call_list where id = $1')

export const listLists = listByName<ListRow>('do_not_call_list', columns)

/**
 * Adds entries to a locked list that has none of their numbers. $1: list; $2: positions; $3: keys; $4: numbers; $5: notes; $6: when
 * they expire; $7: actor; $8: now; $9: whether each is an event. In the order of the numbers, because two indexes are in that order.
 */
export const insertEntries = sql<never>(
  'insert_do_not_call_entries',
  `insert into do_not_call_entry (phone_key, list_id, position, phone_number, note, actor, create_time, expire_time, event_seq)
   select phone_key, $1, position, phone_number, note, $7, $8, expire_time, case when $9 then next_event_seq() end
   from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
     as given (position, phone_key, phone_number, note, expire_time)
   order by phone_key`,
)

/** $1: list; $2: keys; $3: actor; $4: now. */
export const removeEntries = sql<{ phone_key: string; position: number }>(
  'remove_do_not_call_entries',
  `update do_not_call_entry set remove_time = $4, remove_actor = $3
   where list_id = $1 and phone_key = any($2::text[]) and remove_time is null
   returning phone_key, position`,
)

/** $2: by how much the number of entries changes; $3: how many positions were given out. */
export const recordEntries = sql<never>(
  'record_do_not_call_entries',
  `update do_not_call_list
   set entry_count = entry_count + $2, last_position = last_position + $3, update_time = $4
   where id = $1`,
)

/** Of the numbers $2, those that are on the list. */
export const findEntries = sql<Pick<EntryRow, 'phone_key' | 'phone_number' | 'expire_time'>>(
  'find_do_not_call_entries',
  `select phone_key, phone_number, expire_time from do_not_call_entry
   where list_id = $1 and phone_key = any($2::text[]) and remove_time is null`,
)

const ALL = 'select position from do_not_call_entry where list_id = $1 and remove_time is null'

/**
 * Numbers that begin with one of $2. They consist of digits and a plus, all of which sort before a colon. The offset keeps the
 * planner from reading the list from its end instead, in the hope of finding enough of them soon.
 */
const FOUND = `select position from (
    select entry.position from unnest($2::text[]) as given (beginning) cross join lateral (
      select position from do_not_call_entry
      where list_id = $1 and phone_key ~>=~ beginning and phone_key ~<~ (beginning || ':') and remove_time is null
    ) entry
    offset 0
  ) found`

/** Positions are found in an index alone; only the entries of the page are then read. */
function entriesAt(positions: string): string {
  return `select position, phone_key, phone_number, note, actor, create_time, expire_time
    from do_not_call_entry join (${positions}) page using (position)
    where list_id = $1 and remove_time is null
    order by position desc`
}

export const listEntries = sql<EntryRow>(
  'list_do_not_call_entries',
  entriesAt(`${ALL} order by position desc offset $2 limit $3`),
)

export const listEntriesAfter = sql<EntryRow>(
  'list_do_not_call_entries_after',
  entriesAt(`${ALL} and position < $2::bigint order by position desc limit $3`),
)

export const countFoundEntries = sql<{ total: number }>(
  'count_found_do_not_call_entries',
  `select count(*) as total from (${FOUND}) found`,
)

export const listFoundEntries = sql<EntryRow>(
  'list_found_do_not_call_entries',
  entriesAt(`${FOUND} order by position desc offset $3 limit $4`),
)

export const listFoundEntriesAfter = sql<EntryRow>(
  'list_found_do_not_call_entries_after',
  entriesAt(`${FOUND} where position < $3::bigint order by position desc limit $4`),
)

/** Which of these lists exist. */
export const findExistingLists = sql<{ id: string }>(
  'find_existing_do_not_call_lists',
  'select id from do_not_call_list where id = any($1::uuid[])',
)

/** Which of these lists exist; they cannot be deleted before the transaction ends. */
export const holdLists = sql<{ id: string }>(
  'hold_do_not_call_lists',
  'select id from do_not_call_list where id = any($1::uuid[]) order by id for key share',
)

/** The lists on which a number is now, with its country code or without a country. */
export const listsOfNumber = sql<EntryRow & { list_id: string; list_name: string; is_global: boolean }>(
  'do_not_call_lists_of_number',
  `select e.phone_key, e.list_id, l.name as list_name, l.is_global, e.position, e.phone_number, e.note, e.actor, e.create_time, e.expire_time
   from do_not_call_entry e join do_not_call_list l on l.id = e.list_id
   where e.phone_key = any(same_number($1) || erased_key($1)) and e.remove_time is null
   order by e.create_time desc`,
)
