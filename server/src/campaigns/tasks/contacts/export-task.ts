// Exports the contacts of a task, with the status of each in this task.

import { causesOfEnding } from '../../../conversations/flows/call-ending.ts'
import { isConfirmation } from '../../../conversations/flows/success-rule.ts'
import { ContactStatus } from '../../../lists/contacts/contact-status.ts'
import { timeColumns } from '../../../lists/contacts/export-contacts.ts'
import {
  type ExportFile,
  type ExportStyle,
  exportFile,
  fieldColumns,
  timestampColumn,
  UNPACKED_FIELDS,
} from '../../../lists/contacts/export-file.ts'
import { findDataSource } from '../../../lists/data-sources/data-sources.service.ts'
import { NotFound } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { ZoneOffsets } from '../../../platform/kernel/timestamps.ts'
import { literal } from '../../../platform/storage/copy-out.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { CallEnding } from '../../../platform/words/calls.ts'
import { createNextAttempts, taskHours } from '../../permission/next-attempt.ts'
import type { RecipientZones } from '../../permission/recipient-zones.ts'
import { readSettings } from '../task-settings.ts'
import { TaskStatus } from '../task-state.ts'
import { findTaskList } from '../tasks.queries.ts'
import { MAX_RESULT_NAMES, resultColumns } from './result-columns.ts'
import { readWaiting } from './task-contacts.queries.ts'
import { findResultNames } from './task-results.queries.ts'

export interface TaskExportOptions extends ExportStyle {
  /** A ContactStatus in the task, or 0 for all. */
  status: number
  /** False: only the headers of the answer are wanted, and no contact is read. */
  hasBody?: boolean
}

/** See UNPACKED_FIELDS. */
const UNPACKED_RESULT = "result || '{}'"

// A contact that was deleted after it was dialed still belongs to the task: the dial has its number. The dial is written when
// the first call ends; until then there is the live call.
const STATUS_IN_TASK = `case when d.contact_id is null then ${ContactStatus.NOT_DIALED}
  else coalesce(d.outcome, ${ContactStatus.IN_PROGRESS}) end`

const whenEnding = (ending: CallEnding) =>
  `when cause in (${causesOfEnding(ending).map(literal).join(', ')}) then ${literal(ending)}`
/** A contact that is done without a success: what came of its last call, or that it was never called. */
const STATUS_FOR_PEOPLE = `case
    when status = ${ContactStatus.FAILED} then case
      ${whenEnding('unsuccessful')} ${whenEnding('machine')} ${whenEnding('notAnswered')} else 'failed' end
    when status = ${ContactStatus.NOT_DIALED} and cause is not null then 'skipped'
    else status::text
  end`

interface TaskExportNow extends TaskExportOptions {
  now: Date
  serviceZone: ZoneOffsets
  recipientZones: RecipientZones
}

export async function exportTaskContacts(
  db: Database,
  taskId: string,
  { status, hasBody = true, now, serviceZone, recipientZones, ...style }: TaskExportNow,
): Promise<ExportFile> {
  const list = isId(taskId) ? await findTaskList.first(db, [taskId]) : undefined
  if (!list) throw new NotFound('task', taskId)
  const source = await findDataSource(db, list.data_source_id)
  const { flow } = list
  const nextTimeOf = createNextAttempts({ hours: taskHours(list), serviceZone, recipientZones, now })
  const times = hasBody ? await timeColumns(db, source.id) : []
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
        {
          title: 'status',
          expression: 'status',
          codeForPeople: STATUS_FOR_PEOPLE,
          words: isConfirmation(readSettings(list.settings).successWhen) ? 'confirmedStatuses' : 'statuses',
        },
        { title: 'callCount', expression: 'calls', kind: 'number' },
        { title: 'callDuration', expression: 'round(talk_ms / 1000.0, 1)', kind: 'number' },
        timestampColumn('lastCallTime', 'last_call_time'),
        { title: 'lastCallCause', expression: 'cause', words: 'causes' },
        { title: 'waitReason', expression: 'wait_reason', words: 'causes' },
        timestampColumn('nextCallTime', 'next_time'),
        ...times,
        ...outcome,
      ],
      lastPosition: list.list_end ?? source.last_position,
      rowsBetween: async (after, upTo) =>
        `${await nextTimes(after, upTo)}
         select coalesce(c.id, d.contact_id) as id, coalesce(c.position, d.position) as position,
           coalesce(c.phone_number, d.phone_number) as phone_number, c.${UNPACKED_FIELDS} as fields,
           ${STATUS_IN_TASK} as status, coalesce(d.calls, 0) as calls, coalesce(d.talk_ms, 0) as talk_ms,
           d.last_call_time, d.cause, d.wait_reason, d.${UNPACKED_RESULT} as result,
           next.next_time, c.call_time, c.call_until, c.withdraw_time
         from (
           select * from contact
           where data_source_id = '${source.id}' and position > ${after} and position <= ${upTo}
         ) c
         full join (
           select contact_id, position, phone_number, outcome, calls, talk_ms,
             call_times[cardinality(call_times)] as last_call_time, cause,
             case when due_at is not null then wait_reason end as wait_reason, result
           from dial
           where task_id = '${taskId}' and position > ${after} and position <= ${upTo}
           union all
           select contact_id, position, phone_number, null, 0, 0, null, null, null, null from live_call l
           where task_id = '${taskId}' and position > ${after} and position <= ${upTo}
             and not exists (select from dial where task_id = l.task_id and position = l.position)
         ) d on d.contact_id = c.id
         left join next on next.position = d.position
         where (d.contact_id is not null or c.position > ${list.list_start})
           ${status === 0 ? '' : `and ${STATUS_IN_TASK} = ${status}`}
         order by position`,
    },
    style,
  )

  /** `next`: when the contacts that wait at these positions are dialed at the earliest. */
  async function nextTimes(after: number, upTo: number): Promise<string> {
    const waiting = list?.status === TaskStatus.RUNNING ? await readWaiting(db, [taskId, after, upTo]) : []
    const times = waiting.map((row) => nextTimeOf(row)?.toISOString() ?? 'null')
    return `with next as materialized (
      select * from unnest('{${waiting.map(({ position }) => position).join()}}'::bigint[], '{${times.join()}}'::timestamptz[])
        as next (position, next_time)
    )`
  }
}
