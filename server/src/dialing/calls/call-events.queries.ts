// Ended calls as events, also those from outside, and the contacts that are done with them.
import type { DoneContactEvent } from '../../campaigns/permission/denial-events.queries.ts'
import { CallOutcome } from '../../platform/kernel/call-causes.ts'
import { HAS_TASK } from '../../platform/kernel/task-of-call.ts'
import { type EventBounds, eventSource, isBetween, isOfTask } from '../../platform/storage/event-log.ts'
import { sql } from '../../platform/storage/sql.ts'
import { type CallRow, callColumns } from './calls.queries.ts'

export interface EndedCallRow extends CallRow {
  event_seq: number
  data_source_id: string
  /** No other call to the contact follows in this round. */
  is_last: boolean
  /** Of the contact in its list; null if its task has forgotten it. */
  position: number | null
  /** Null if they are not asked for, or the contact was deleted. */
  fields: Record<string, string> | null
}

export interface EndedCallEvent {
  type: 'call.ended'
  seq: number
  row: EndedCallRow
}

/** Test calls and calls that record an audio are followed by the person who asked for them. */
const IS_TOLD = `(${HAS_TASK('c')} or c.request ->> 'purpose' not in ('test', 'audio'))`

/** The contact of call `c` was done without another call after it. */
const IS_DENIED_LATER = `d.round = c.round and exists (
       select from denial n
       where n.phone_key = c.phone_key and n.at >= c.end_time and n.task_id = c.task_id and n.contact_id = c.contact_id and n.event_seq is not null
     )`
/** The contact of call `c` was cut short in the same round, which is an event of its own. */
const IS_CUT_SHORT_LATER = `d.round = c.round and coalesce(d.event_seq > c.event_seq, false)`

/**
 * A call was the last of its round if the contact is done, or in another round by now: a recall takes only contacts that are done. $5:
 * whether the fields of the contacts are asked for; $6: whether it is asked which calls were the last. A call that was asked for by itself has its own
 * fields, and knows whether it is tried again. Both bounds on event_seq, because its index (BRIN) knows only ranges of pages.
 */
const readEndedCalls = sql<EndedCallRow, [...EventBounds, hasFields: boolean, asksForLast: boolean]>(
  'read_ended_calls',
  `with page as materialized (
     select * from call c
     where ${isBetween('c')} and ${IS_TOLD} and (${isOfTask('c')} or c.request ->> 'taskId' = any($3::uuid[]::text[]))
     order by event_seq, end_time, id
     limit $4
   )
   select c.event_seq, ${callColumns}, c.data_source_id, d.position,
     $6 and not coalesce(c.request ? 'isTriedAgain', false) and (d.position is null or (d.round > c.round or d.outcome is not null) and not exists (
       select from unnest(d.call_times) as began (start_time)
       join call later on later.task_id = c.task_id and later.start_time = began.start_time
         and later.contact_id = c.contact_id and later.round = c.round
       where began.start_time > c.start_time
     ) and not (${IS_DENIED_LATER}) and not (${IS_CUT_SHORT_LATER})) as is_last,
     case when $5 then coalesce((select fields from contact where id = c.contact_id), c.request -> 'fields') end as fields
   from page c left join lateral (
     select dial.position, dial.round, dial.outcome, dial.call_times, dial.event_seq
     from listed_contact place join dial on dial.task_id = c.task_id and dial.position = place.position
     where $6 and place.id = c.contact_id limit 1
   ) d on true
   order by c.event_seq, c.end_time, c.id`,
)

export const endedCalls = eventSource<
  EndedCallEvent | DoneContactEvent,
  EndedCallRow,
  [hasFields: boolean, asksForLast: boolean]
>(
  ['call.ended', 'contact.done'],
  readEndedCalls,
  (row) => [{ type: 'call.ended', row }, ...(row.is_last ? doneWith(row) : [])],
  ({ types, hasFields, hasLast }) => [hasFields, hasLast || types.includes('contact.done')],
)

/** As it was after the call: a recall may have begun since. Nothing of a call without a contact of a task. */
function doneWith(row: EndedCallRow): Omit<DoneContactEvent, 'seq'>[] {
  const { task_id: taskId, data_source_id: dataSourceId, position, end_time: time, fields } = row
  if (position === null || taskId === null) return []
  const state = row.outcome === CallOutcome.success ? 'success' : 'failed'
  return [{ type: 'contact.done', taskId, dataSourceId, position, time, state, fields }]
}
