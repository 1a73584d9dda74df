// What is erased of a number, table by table. First what has the number in a column of its own, by its index; then every text and JSON value of every
// table, in parts, so that nothing is left out because nobody has thought of it. $1 is the number as it is compared.

import { impersonalResult } from '../../conversations/flows/impersonal-result.ts'
import { NUMBER_KEY } from '../../platform/kernel/phone/phone-key.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface ErasureRow {
  id: string
  phone_key: string | null
  create_time: Date
  end_time: Date | null
  phase: number
  place: { source?: string; table?: string; block?: number }
  waits_for: 'calls' | 'imports' | 'recordings' | null
  counts: Record<string, number>
  backups_until: Date | null
}

const columns = 'id, phone_key, create_time, end_time, phase, place, waits_for, counts, backups_until'

export const insertErasure = sql<ErasureRow, [id: string, phoneKey: string, hash: string | null, now: Date]>(
  'insert_erasure',
  `insert into erasure (id, phone_key, number_hash, create_time) values ($1, $2, $3, $4) returning ${columns}`,
)
export const findOpen = sql<ErasureRow, [phoneKey: string]>(
  'find_open_erasure',
  `select ${columns} from erasure where end_time is null and phone_key = any(same_number($1)) order by create_time limit 1`,
)
export const findErasure = sql<ErasureRow, [id: string]>(
  'find_erasure',
  `select ${columns} from erasure where id = $1`,
)
export const listErasures = sql<ErasureRow, [max: number]>(
  'list_erasures',
  `select ${columns} from erasure order by create_time desc, id desc limit $1`,
)
/** No row: there is none, or another node is at it. */
export const lockNext = sql<ErasureRow, []>(
  'lock_next_erasure',
  `select ${columns} from erasure where end_time is null order by waits_for is not null, random() limit 1 for no key update skip locked`,
)
export const noteProgress = sql<
  never,
  [id: string, phase: number, place: object, waitsFor: string | null, counts: object]
>('note_erasure', 'update erasure set phase = $2, place = $3, waits_for = $4, counts = $5 where id = $1')
export const endErasure = sql<never, [id: string, now: Date, backupsUntil: Date | null]>(
  'end_erasure',
  "update erasure set phone_key = null, end_time = $2, backups_until = $3, waits_for = null, place = '{}' where id = $1",
)

/** The first key that is told is the key of the service. Resolves with the one that holds. */
export const tellKeyId = sql<{ number_key_id: string }, [id: string]>(
  'tell_number_key_id',
  `with told as (update service set number_key_id = $1 where is_only and number_key_id is null returning number_key_id)
   select number_key_id from told union all select number_key_id from service where is_only and number_key_id is not null`,
)
export const countErasedEntries = sql<{ entries: number }, []>(
  'count_erased_entries',
  "select count(*)::int as entries from (select from do_not_call_entry where phone_key >= '#' and phone_key < '$' and remove_time is null limit 1) found",
)

type OfNumber = [phoneKey: string]

export const findLive = sql<{ id: string }, OfNumber>(
  'find_live_call_to_erase',
  `select id from live_call where ${NUMBER_KEY('phone_key')} = any(same_number($1)) limit 1`,
)
/** Files that are being read, or wait to be. */
export const findFiles = sql<{ job_id: string }, []>(
  'find_import_files',
  'select job_id from import_piece limit 1',
)

/** $2: max rows. */
export const findContacts = sql<{ id: string; data_source_id: string }, [...OfNumber, max: number]>(
  'find_contacts_to_erase',
  `select c.id, c.data_source_id from data_source s cross join lateral (
     select id, data_source_id from contact where data_source_id = s.id and phone_key = any(same_number($1)) limit $2
   ) c limit $2`,
)

/** The dials of contacts of the number that were deleted, also before. $2, $3: data source and positions. */
export const eraseDials = sql<never, [dataSourceId: string, contactIds: string[]]>(
  'erase_dials',
  `update dial d set phone_number = '', result = ${impersonalResult('d.result')}
   from task t, deleted_contact place
   where t.data_source_id = $1 and place.data_source_id = $1 and place.id = any($2::uuid[])
     and d.task_id = t.id and d.position = place.position`,
)

/** Of contacts that had the number when they were called. */
const CALLED = `called as materialized (
     select task_id, start_time, id, contact_id from call where phone_key = any(same_number($1)) limit $2
   ), dials as (
     update dial d set phone_number = '', result = ${impersonalResult('d.result')}
     from called cross join lateral (select position from listed_contact where id = called.contact_id limit 1) place
     where d.task_id = called.task_id and d.position = place.position and exists (
       select from call c where c.task_id = called.task_id and c.start_time = called.start_time and c.id = called.id and c.phone_number = d.phone_number
     )
   ), talks as (
     update conversation v set transcript = '[]', line_count = 0, summary = null from called
     where v.task_id = called.task_id and v.call_id = called.id
   ), cases as (
     delete from case_call k using called where k.start_time = called.start_time and k.call_id = called.id
   ), reported as (
     delete from http_call h using called where h.attempt_id = called.id::text
   )`

export const eraseCalls = sql<never, [...OfNumber, max: number]>(
  'erase_calls_of_number',
  `with ${CALLED}
   update call c set phone_number = '', phone_key = '', result = ${impersonalResult('c.result')},
     request = case when c.request is not null then jsonb_strip_nulls(jsonb_build_object(
       'purpose', c.request -> 'purpose', 'actor', c.request -> 'actor', 'reason', c.request -> 'reason', 'isTriedAgain', c.request -> 'isTriedAgain'
     )) end
   from called where c.task_id = called.task_id and c.start_time = called.start_time and c.id = called.id`,
)

export const eraseDenials = sql<never, [...OfNumber, max: number]>(
  'erase_denials_of_number',
  `delete from denial where ctid in (select ctid from denial where phone_key = any(same_number($1)) limit $2)`,
)

/** Also those that wait: nobody is called who is erased. */
export const eraseSingleCalls = sql<never, [...OfNumber, max: number]>(
  'erase_single_calls_of_number',
  `with gone as (
     delete from single_call where id in (select id from single_call where phone_key = any(same_number($1)) limit $2) returning flow_id, request
   ), flows as (
     delete from call_flow where task_id is null and id in (select flow_id from gone where request ->> 'taskId' is null)
   ) select from gone`,
)

/** Entries that hold stay, without the number: $2 is what they have in its place, or null; $3: now. Past entries, and those that have the hash already, go. */
export const eraseEntries = sql<
  { kept: number; gone: number },
  [...OfNumber, hash: string | null, now: Date]
>(
  'erase_entries_of_number',
  `with past as (
     delete from do_not_call_entry where phone_key = any(same_number($1)) and remove_time is not null returning list_id
   ), held as materialized (
     select list_id, phone_key, row_number() over (partition by list_id order by expire_time desc nulls first) as n,
       $2::text is not null and (expire_time is null or expire_time > $3) and not exists (
         select from do_not_call_entry known where known.list_id = e.list_id and known.phone_key = $2 and known.remove_time is null
       ) as is_kept
     from do_not_call_entry e where phone_key = any(same_number($1)) and remove_time is null
   ), kept as (
     update do_not_call_entry e set phone_key = $2, phone_number = '', note = '' from held
     where held.is_kept and held.n = 1 and e.list_id = held.list_id and e.phone_key = held.phone_key and e.remove_time is null
     returning e.list_id
   ), gone as (
     delete from do_not_call_entry e using held
     where not (held.is_kept and held.n = 1) and e.list_id = held.list_id and e.phone_key = held.phone_key and e.remove_time is null
     returning e.list_id
   ), counted as (
     update do_not_call_list l set entry_count = entry_count - fewer.entries
     from (select list_id, count(*)::int as entries from gone group by 1) fewer where l.id = fewer.list_id
   )
   select (select count(*) from kept)::int as kept, ((select count(*) from gone) + (select count(*) from past))::int as gone`,
)

export const lockListsOf = sql<{ id: string }, OfNumber>(
  'lock_lists_of_number',
  `select id from do_not_call_list where id in (select list_id from do_not_call_entry where phone_key = any(same_number($1))) order by id for no key update`,
)

/** Their files are removed by the nodes that have them, and then the rows. */
export const eraseRecordings = sql<never, [...OfNumber, now: Date]>(
  'erase_recordings_of_person',
  `update recording set status = 'erased', next_look = $2, attempts = 0 where phone_key = any(same_number($1))`,
)
export const findRecording = sql<{ id: string }, OfNumber>(
  'find_recording_to_erase',
  'select id from recording where phone_key = any(same_number($1)) limit 1',
)

/** What is kept elsewhere, is no record of people, or is a number of the service itself: trunks, flows, own phones, settings. */
const NOT_SEARCHED = [
  ...[
    'schema_migration',
    'erasure',
    'contact_block',
    'name_block',
    'keyed_request',
    'import_piece',
    'sound',
    'live_call',
    'recording',
  ],
  ...[
    'service',
    'trunk',
    'own_phone',
    'caller_id_use',
    'webhook',
    'notification',
    'access_token',
    'task',
    'call_flow',
    'data_source',
    'do_not_call_list',
  ],
  ...['calendar', 'audio', 'retention', 'deletion', 'flow_sum', 'call_sum', 'token_use', 'task_counter'],
]

export interface SearchedTable {
  name: string
  texts: string[]
  documents: string[]
  blocks: number
}

/** Every other table that has texts, also those of later versions. */
export const listTables = sql<SearchedTable, []>(
  'list_tables_to_search',
  `select c.relname as name, (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks,
     coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.atttypid = 'text'::regtype), '{}') as texts,
     coalesce(array_agg(a.attname::text order by a.attnum) filter (where a.atttypid = 'jsonb'::regtype), '{}') as documents
   from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all(array['${NOT_SEARCHED.join("', '")}'])
     and a.atttypid in ('text'::regtype, 'jsonb'::regtype)
     -- These are found by number.
     and a.attname not in ('phone_key', 'phone_number')
     -- A key of a table names something, and no person.
     and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey))
   group by c.oid, c.relname order by c.relname`,
)

const FOUND_BY_NUMBER = [
  'contact',
  'call',
  'denial',
  'single_call',
  'do_not_call_entry',
  'recording',
  'live_call',
  'erasure',
]

/** Other tables with a number of their own: their rows are about the person, and go. */
export const listNumberTables = sql<{ name: string }, []>(
  'list_tables_of_numbers',
  `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'phone_key' and not a.attisdropped
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all(array['${FOUND_BY_NUMBER.join("', '")}'])
   order by 1`,
)

export async function deleteOfNumber(tx: Queryable, table: string, phoneKey: string): Promise<number> {
  const result = await tx.query({
    text: `delete from ${table} where phone_key = any(same_number($1))`,
    values: [phoneKey],
  })
  return result.rowCount
}

/** Removes the pattern $1 from a part of a table, by its blocks from $2 and before $3. How many rows had it. */
export async function scrub(
  tx: Queryable,
  { name, texts, documents }: SearchedTable,
  [pattern, from, before]: [pattern: string, from: number, before: number],
): Promise<number> {
  const values = [
    ...texts.map((column) => ({ column, text: column, value: `regexp_replace(${column}, $1, '', 'g')` })),
    // A number of JSON stays one.
    ...documents.map((column) => ({
      column,
      text: `${column}::text`,
      value: `regexp_replace(${column}::text, $1, '0', 'g')::jsonb`,
    })),
  ]
  const result = await tx.query({
    text: `update ${name} set ${values.map(({ column, value }) => `${column} = ${value}`).join(', ')}
      where ctid >= $2::text::tid and ctid < $3::text::tid and (${values.map(({ text }) => `${text} ~ $1`).join(' or ')})`,
    values: [pattern, `(${from},0)`, `(${before},0)`],
  })
  return result.rowCount
}

/** Contacts whose fields have the number. Their names are searched by blocks, so they are told. */
export const scrubContacts = sql<
  { data_source_id: string; position: number; name: string },
  [pattern: string, from: string, before: string]
>(
  'scrub_contacts',
  `with changed as (
     update contact c set fields = (
       select coalesce(jsonb_object_agg(key, case when value ~ $1 then regexp_replace(value, $1, '', 'g') else value end), '{}')
       from jsonb_each_text(c.fields)
     )
     where ctid >= $2::text::tid and ctid < $3::text::tid and fields::text ~ $1
     returning c.data_source_id, c.position, c.fields
   )
   select changed.data_source_id, changed.position, coalesce(changed.fields ->> s.name_field, '') as name
   from changed join data_source s on s.id = changed.data_source_id order by 1, 2`,
)
