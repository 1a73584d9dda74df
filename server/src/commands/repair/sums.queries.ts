// Every stored sum beside the records that it sums up. A sum changes in the same transaction as its records, so a single
// statement finds them equal at any moment, also while the service dials.

import {
  addedTo,
  addSums,
  COUNTER_COLUMNS,
  COUNTER_SUMS,
  missingSums,
  sumsOf,
} from '../../dialing/dialer/settle/call-sums.queries.ts'
import { ContactStatus } from '../../lists/contacts/contact-status.ts'
import { sql } from '../../platform/storage/sql.ts'

interface OwnerRow {
  id: string
  name: string
}

export const listDataSources = sql<OwnerRow & { last_position: number }>(
  'list_sources_to_check',
  'select id, name, last_position from data_source order by id',
)

export const listTasks = sql<OwnerRow>(
  'list_tasks_to_check',
  'select id, name from task where start_time is not null or contact_count is not null order by id',
)

interface SumRow {
  sum: string
  counted: number
  actual: number
}

const COUNTED_CONTACTS = `select 'contactCount' as sum, contact_count::bigint as counted,
     (select count(*) from contact where data_source_id = $1) as actual
   from data_source where id = $1`

export const readContactCount = sql<SumRow>('read_contact_count', COUNTED_CONTACTS)

export const correctContactCount = sql<SumRow>(
  'correct_contact_count',
  `with counted as materialized (${COUNTED_CONTACTS}), corrected as (
     update data_source set contact_count = counted.actual from counted where id = $1
   )
   select * from counted`,
)

const WRONG_ENTRY_COUNTS = `select id, name, 'entryCount' as sum, counted, actual
   from do_not_call_list l
   cross join lateral (select count(*) as actual from do_not_call_entry where list_id = l.id and remove_time is null) entries
   cross join lateral (select l.entry_count::bigint as counted) list
   where counted <> actual`

export const readWrongEntryCounts = sql<OwnerRow & SumRow>('read_wrong_entry_counts', WRONG_ENTRY_COUNTS)

/** The list $1 must be locked. */
export const correctEntryCount = sql<never>(
  'correct_entry_count',
  `update do_not_call_list l set entry_count = wrong.actual from (${WRONG_ENTRY_COUNTS}) wrong
   where l.id = $1 and wrong.id = $1`,
)

/** $1: data source; $2, $3: after and up to these positions. */
export const readNumbers = sql<{ position: number; phone_number: string }>(
  'read_numbers',
  'select position, phone_number from contact where data_source_id = $1 and position > $2 and position <= $3',
)

export const readBlocks = sql<{ block: number; numbers: string; contact_count: number }>(
  'read_blocks',
  'select block, numbers, contact_count from contact_block where data_source_id = $1 and block >= $2 and block < $3',
)

export const writeBlocks = sql<never>(
  'write_blocks',
  `insert into contact_block (data_source_id, block, numbers, contact_count)
   select $1, block, numbers, contact_count
   from unnest($2::bigint[], $3::text[], $4::smallint[]) as given (block, numbers, contact_count)
   on conflict (data_source_id, block) do update
   set numbers = excluded.numbers, contact_count = excluded.contact_count`,
)

/**
 * A task's sums that differ. Its contacts are those between the start and the end of its list, those before the start that have a
 * dial, and the deleted ones that were dialed. $1: task.
 */
const WRONG_TASK_SUMS = `select line.sum, line.counted, line.actual
   from task t
   cross join lateral task_totals(t.id) counted
   cross join lateral task_live_calls(t.id) counted_live
   cross join lateral (
     -- With the calls whose records were deleted past their age.
     select ${COUNTER_COLUMNS.map((column) => `present.${column} + coalesce(gone.${column}, 0) as ${column}`).join(', ')}
     from (
       select ${COUNTER_SUMS.map(({ column, sum }) => `${sum} as ${column}`).join(', ')}
       from (${sumsOf('call where task_id = t.id')}) by_minute
     ) present
     left join forgotten_call gone on gone.task_id = t.id
   ) recorded
   cross join lateral (
     select count(*) filter (where outcome = ${ContactStatus.SUCCESS}) as succeeded,
       count(*) filter (where outcome = ${ContactStatus.FAILED}) as failed,
       count(*) filter (where outcome = ${ContactStatus.NOT_DIALED} and not is_cut_short) as skipped
     from dial where task_id = t.id
   ) dialed
   cross join lateral (
     select count(*) as contacts from dial d
     where d.task_id = t.id
       and (d.position <= t.list_start or not exists (select from contact c where c.id = d.contact_id))
   ) added
   cross join lateral (
     select count(*) as calls, count(*) filter (
       where is_first and not exists (select from contact c where c.id = l.contact_id)
     ) as gone
     from live_call l where task_id = t.id
   ) live
   cross join lateral (
     select count(*) as contacts from contact c
     where c.data_source_id = t.data_source_id and c.position > t.list_start and (t.list_end is null or c.position <= t.list_end)
   ) listed
   cross join lateral (values
     ${COUNTER_SUMS.map(({ column }) => `('${column}', counted.${column}, recorded.${column}),`).join(' ')}
     ('success_contacts', counted.success_contacts, dialed.succeeded),
     ('failed_contacts', counted.failed_contacts, dialed.failed),
     ('skipped_contacts', counted.skipped_contacts, dialed.skipped), ('liveCalls', counted_live.calls, live.calls),
     (
       'contactCount', coalesce(t.contact_count, listed.contacts + t.kept_count),
       listed.contacts + added.contacts + live.gone
     )
   ) as line (sum, counted, actual)
   where t.id = $1 and line.counted <> line.actual`

export const readWrongTaskSums = sql<SumRow>('read_wrong_task_sums', WRONG_TASK_SUMS)

const missing = (sum: string) => `coalesce(sum(actual - counted) filter (where sum = '${sum}'), 0)`

const CORRECTED = [...COUNTER_COLUMNS, ...['success_contacts', 'failed_contacts', 'skipped_contacts']]

/** Adds what is missing, so that calls may end meanwhile. Live calls are corrected by the line watch. $1: task; $2: now. */
export const correctTaskSums = sql<SumRow>(
  'correct_task_sums',
  `with wrong as materialized (${WRONG_TASK_SUMS}), counted as (
     insert into task_counter as known (task_id, slot, update_time, ${CORRECTED.join(', ')})
     select $1, 0, $2, ${CORRECTED.map(missing).join(', ')}
     from wrong
     on conflict (task_id, slot) do update set
       ${addedTo(CORRECTED)}
   ), listed as (
     update task t set contact_count = t.contact_count + given.contacts,
       kept_count = t.kept_count + case when t.contact_count is null then given.contacts else 0 end
     from (select ${missing('contactCount')} as contacts from wrong) given
     where t.id = $1 and given.contacts <> 0
   )
   select sum, counted, actual from wrong where sum <> 'liveCalls'`,
)

/** Quarters of an hour whose sums differ from the records. $1: task. */
export const readWrongQuarters = sql<{ minute: Date }>(
  'read_wrong_quarters',
  `select minute from (${missingSums('$1')}) wrong`,
)

export const correctQuarters = sql<never>('correct_quarters', addSums(`(${missingSums('$1')}) wrong`, '0'))
