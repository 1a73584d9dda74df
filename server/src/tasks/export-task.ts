// Exports the contacts of a task, with the status of each in this task.

import { ContactStatus } from '../contacts/contact-status.ts'
import {
  type ExportFile,
  type ExportStyle,
  exportFile,
  fieldColumns,
  timestampColumn,
  UNPACKED_FIELDS,
} from '../contacts/export-file.ts'
import { findDataSource } from '../data-sources/data-sources.service.ts'
import { NotFound } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import type { Database } from '../storage/database.ts'
import { MAX_RESULT_NAMES, resultColumns } from './result-columns.ts'
import { findResultNames } from './task-results.queries.ts'
import { findTaskList } from './tasks.queries.ts'

export interface TaskExportOptions extends ExportStyle {
  /** A ContactStatus in the task, or 0 for all. */
  status: number
}

/** See UNPACKED_FIELDS. */
const UNPACKED_RESULT = "result || '{}'"

// A contact that was deleted after it was dialed still belongs to the task: the dial has its number. The dial is written when
// the first call ends; until then there is the live call.
const STATUS_IN_TASK = `case when d.contact_id is null then ${ContactStatus.NOT_DIALED}
  else coalesce(d.outcome, ${ContactStatus.IN_PROGRESS}) end`

export async function exportTaskContacts(
  db: Database,
  taskId: string,
  { status, ...style }: TaskExportOptions,
): Promise<ExportFile> {
  const list = isId(taskId) ? await findTaskList.first(db, [taskId]) : undefined
  if (!list) throw new NotFound('task', taskId)
  const source = await findDataSource(db, list.data_source_id)
  const { flow } = list
  const outcome =
    flow === null
      ? []
      : resultColumns(flow, await findResultNames(db, [taskId, MAX_RESULT_NAMES]), source.field_names)
  return exportFile(
    db,
    {
      columns: [
        { title: 'id', expression: 'id' },
        { title: 'phoneNumber', expression: 'phone_number' },
        ...fieldColumns(source.field_names),
        { title: 'status', expression: 'status', words: 'statuses' },
        { title: 'callCount', expression: 'calls', kind: 'number' },
        { title: 'callDuration', expression: 'round(talk_ms / 1000.0, 1)', kind: 'number' },
        timestampColumn('lastCallTime', 'last_call_time'),
        { title: 'lastCallCause', expression: 'cause', words: 'causes' },
        { title: 'waitReason', expression: 'wait_reason', words: 'causes' },
        timestampColumn('nextCallTime', 'due_at'),
        ...outcome,
      ],
      lastPosition: list.list_end ?? source.last_position,
      rowsBetween: (after, upTo) =>
        `select coalesce(c.id, d.contact_id) as id, coalesce(c.position, d.position) as position,
           coalesce(c.phone_number, d.phone_number) as phone_number, c.${UNPACKED_FIELDS} as fields,
           ${STATUS_IN_TASK} as status, coalesce(d.calls, 0) as calls, coalesce(d.talk_ms, 0) as talk_ms,
           d.last_call_time, d.cause, d.wait_reason, d.due_at, d.${UNPACKED_RESULT} as result
         from (
           select * from contact
           where data_source_id = '${source.id}' and position > ${after} and position <= ${upTo}
         ) c
         ${list.is_part ? 'right' : 'full'} join (
           select contact_id, position, phone_number, outcome, calls, talk_ms,
             call_times[cardinality(call_times)] as last_call_time, cause,
             case when due_at is not null then wait_reason end as wait_reason, due_at, result
           from dial
           where task_id = '${taskId}' and position > ${after} and position <= ${upTo}
           union all
           select contact_id, position, phone_number, null, 0, 0, null, null, null, null, null from live_call l
           where task_id = '${taskId}' and position > ${after} and position <= ${upTo}
             and not exists (select from dial where task_id = l.task_id and position = l.position)
         ) d on d.contact_id = c.id
         ${status === 0 ? '' : `where ${STATUS_IN_TASK} = ${status}`}
         order by position`,
    },
    style,
  )
}
