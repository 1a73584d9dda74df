// Deleting tasks and data sources. Their row goes first, with the check that nothing uses it, so nothing finds the rest any more; the rest
// goes in steps, each a short statement by the key of its table. `call_sum` stays: reports over all tasks add it up.

import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface TaskToDelete {
  id: string
  name: string
  status: TaskStatus
  /** Its last calls are settled. */
  is_over: boolean
}

const taskColumns = `id, name, status, status in (${TaskStatus.DRAFT}, ${TaskStatus.CLOSED})
  and not exists (select from live_call l where l.task_id = task.id) and not exists (select from recall r where r.task_id = task.id) as is_over`

export const lockTask = sql<TaskToDelete, [id: string]>(
  'lock_task_to_delete',
  `select ${taskColumns} from task where id = $1 for update`,
)

export const lockTasksOf = sql<TaskToDelete, [dataSourceId: string]>(
  'lock_tasks_to_delete',
  `select ${taskColumns} from task where data_source_id = $1 order by id for update`,
)

/** It is gone for everyone at once. $2: now. */
export const dropTasks = sql<never, [ids: string[], now: Date]>(
  'drop_tasks',
  `with dropped as (delete from task where id = any($1::uuid[]) returning id), noted as (
     insert into deletion (id, what, create_time) select id, 'task', $2 from dropped
   )
   select pg_notify('task_changed', '') from (select from dropped limit 1) any_task`,
)

export const findOpenImports = sql<{ file_name: string }, [dataSourceId: string]>(
  'find_open_imports_of_data_source',
  `select file_name from import_job where data_source_id = $1 and status in ('running', 'undoing') limit 1`,
)

export const dropDataSource = sql<never, [id: string, now: Date]>(
  'drop_data_source',
  `with dropped as (delete from data_source where id = $1 returning id)
   insert into deletion (id, what, create_time) select id, 'dataSource', $2 from dropped`,
)

export interface DeletionRow {
  id: string
  what: 'task' | 'dataSource'
}

/** No row: there is none, or another node is at it. */
export const lockDeletion = sql<DeletionRow, []>(
  'lock_deletion',
  'select id, what from deletion order by create_time, id limit 1 for no key update skip locked',
)

export const noteFreed = sql<never, [id: string, rows: number]>(
  'note_freed_rows',
  'update deletion set rows = rows + $2 where id = $1',
)

export const endDeletion = sql<{ rows: number }, [id: string]>(
  'end_deletion',
  'delete from deletion where id = $1 returning rows',
)

type Part = [id: string, max: number]

/** The next rows by the key of the table. */
const partOf = (table: string, owner: string, key: string) =>
  sql<never, Part>(
    `delete_part_of_${table}`,
    `delete from ${table} where ${owner} = $1 and (${key}) in (select ${key} from ${table} where ${owner} = $1 limit $2)`,
  )

/** Their files are removed by the nodes that have them. */
export const eraseRecordingsOfCalls = sql<never, [callIds: string[], now: Date]>(
  'erase_recordings_of_calls',
  `update recording set status = 'erased', next_look = $2, attempts = 0 where call_id = any($1::uuid[]) and status <> 'erased'`,
)

export const deleteCallsOfTask = sql<{ id: string }, Part>(
  'delete_calls_of_task',
  `with gone as (
     delete from call where task_id = $1 and (task_id, start_time, id) in (select task_id, start_time, id from call where task_id = $1 limit $2)
     returning id
   ) select id from gone`,
)

/** A call without a task may still use the flow. */
const deleteFlows = sql<never, Part>(
  'delete_flows_of_task',
  `delete from call_flow f where f.id in (
     select id from call_flow where task_id = $1 limit $2
   ) and not exists (select from single_call s where s.flow_id = f.id)`,
)

/** In their order; calls and contacts come before them. */
export const PARTS_OF_TASK = [
  partOf('conversation', 'task_id', 'task_id, call_id'),
  partOf('dial', 'task_id', 'task_id, position'),
  partOf('flow_sum', 'task_id', 'task_id, version, quarter, from_step, exit, to_step'),
  deleteFlows,
  partOf('task_counter', 'task_id', 'task_id, slot'),
  partOf('task_progress', 'task_id', 'task_id'),
  partOf('forgotten_call', 'task_id', 'task_id'),
] as const

export const deleteContactsOf = sql<{ id: string; phone_key: string }, Part>(
  'delete_contacts_of_data_source',
  `with gone as (
     delete from contact where id in (select id from contact where data_source_id = $1 order by position limit $2)
     returning id, phone_key
   ) select id, phone_key from gone`,
)

export const PARTS_OF_DATA_SOURCE = [
  partOf('contact_block', 'data_source_id', 'data_source_id, block'),
  partOf('name_block', 'data_source_id', 'data_source_id, block'),
  partOf('deleted_contact', 'data_source_id', 'id'),
  sql<never, Part>(
    'delete_import_pieces_of_data_source',
    `delete from import_piece where (job_id, piece) in (
       select p.job_id, p.piece from import_job j join import_piece p on p.job_id = j.id where j.data_source_id = $1 limit $2
     )`,
  ),
  sql<never, Part>(
    'delete_import_failures_of_data_source',
    `delete from import_failure where (job_id, row_number) in (
       select f.job_id, f.row_number from import_job j join import_failure f on f.job_id = j.id where j.data_source_id = $1 limit $2
     )`,
  ),
  partOf('import_job', 'data_source_id', 'id'),
] as const

/** What a deletion takes with it, before it is asked for. */
export const measureTask = sql<{ contacts: number; calls: number }, [id: string]>(
  'measure_task_to_delete',
  `select (select count(*) from dial where task_id = $1)::int as contacts, (select call_count from task_totals($1))::bigint as calls
   from task where id = $1`,
)

export const measureDataSource = sql<{ contacts: number; tasks: number; calls: number }, [id: string]>(
  'measure_data_source_to_delete',
  `select contact_count as contacts, (select count(*) from task where data_source_id = $1)::int as tasks,
     coalesce((select sum(counted.call_count) from task t cross join lateral task_totals(t.id) counted where t.data_source_id = $1), 0)::bigint as calls
   from data_source where id = $1`,
)
