import { sql } from '../storage/sql.ts'

export interface ListRow {
  id: string
  name: string
  description: string
  is_global: boolean
  entry_count: number
  create_time: Date
  update_time: Date
}

export interface EntryRow {
  id: string
  phone_number: string
  note: string
  actor: string
  create_time: Date
  expire_time: Date | null
}

const columns = 'id, name, description, is_global, entry_count, create_time, update_time'
const entryColumns = 'id, phone_number, note, actor, create_time, expire_time'

export const insertList = sql<ListRow>(
  'insert_do_not_call_list',
  `insert into do_not_call_list (id, name, description, is_global, create_time, update_time)
   values ($1, $2, $3, $4, $5, $5)
   returning ${columns}`,
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

/** Every change of a list's entries takes this lock, so that their count is exact. */
export const lockList = sql<ListRow>(
  'lock_do_not_call_list',
  `select ${columns} from do_not_call_list where id = $1 for no key update`,
)

export const countLists = sql<{ total: number }>(
  'count_do_not_call_lists',
  'select count(*) as total from do_not_call_list',
)

export const listLists = sql<ListRow>(
  'list_do_not_call_lists',
  `select ${columns} from do_not_call_list order by id desc offset $1 limit $2`,
)

export const listListsAfter = sql<ListRow>(
  'list_do_not_call_lists_after',
  `select ${columns} from do_not_call_list where id < $1 order by id desc limit $2`,
)

/** $1: list; $2, $3, $4: ids, keys and numbers; $5: note; $6: actor; $7: now; $8: when they expire. */
export const putEntries = sql<{ is_new: boolean }>(
  'put_do_not_call_entries',
  `insert into do_not_call_entry (id, list_id, phone_key, phone_number, note, actor, create_time, expire_time)
   select given.id, $1, given.phone_key, given.phone_number, $5, $6, $7, $8
   from unnest($2::uuid[], $3::text[], $4::text[]) as given (id, phone_key, phone_number)
   order by given.phone_key
   on conflict (phone_key, list_id) do update set note = excluded.note, actor = excluded.actor,
     create_time = excluded.create_time, expire_time = excluded.expire_time
   returning xmax = 0 as is_new`,
)

export const removeEntries = sql<{ phone_key: string }>(
  'remove_do_not_call_entries',
  'delete from do_not_call_entry where list_id = $1 and phone_key = any($2::text[]) returning phone_key',
)

export const recordEntries = sql<never>(
  'record_do_not_call_entries',
  'update do_not_call_list set entry_count = entry_count + $2, update_time = $3 where id = $1',
)

export const findEntry = sql<{ id: string }>(
  'find_do_not_call_entry',
  'select id from do_not_call_entry where list_id = $1 and id = $2',
)

/** $2: how the number begins; the column sorts by bytes, so an index finds it. */
export const countEntries = sql<{ total: number }>(
  'count_do_not_call_entries',
  'select count(*) as total from do_not_call_entry where list_id = $1 and phone_key like $2',
)

export const listEntries = sql<EntryRow>(
  'list_do_not_call_entries',
  `select ${entryColumns} from do_not_call_entry where list_id = $1 and phone_key like $2
   order by id desc offset $3 limit $4`,
)

export const listEntriesAfter = sql<EntryRow>(
  'list_do_not_call_entries_after',
  `select ${entryColumns} from do_not_call_entry where list_id = $1 and phone_key like $2 and id < $3
   order by id desc limit $4`,
)

/** The lists on which a number is now. */
export const listsOfNumber = sql<EntryRow & { list_id: string; list_name: string; is_global: boolean }>(
  'do_not_call_lists_of_number',
  `select e.list_id, l.name as list_name, l.is_global, e.id, e.phone_number, e.note, e.actor, e.create_time, e.expire_time
   from do_not_call_entry e join do_not_call_list l on l.id = e.list_id
   where e.phone_key = $1
   order by e.create_time desc`,
)

/** Which of these lists exist. They cannot be deleted before the transaction ends. */
export const holdLists = sql<{ id: string }>(
  'hold_do_not_call_lists',
  'select id from do_not_call_list where id = any($1::uuid[]) order by id for key share',
)
