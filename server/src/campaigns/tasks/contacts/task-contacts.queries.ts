// What a task knows of its contacts, in pages, newest first. A page is one statement: the positions on it, then the rows at
// them. Lists of all contacts are paged by the counts of contact_block, those of one state by the rows of `dial`.

import { causesOfEnding } from '../../../conversations/flows/call-ending.ts'
import type { CallResult } from '../../../conversations/flows/call-result.ts'
import {
  BLOCK_POSITIONS,
  countContacts,
  positionBytes,
} from '../../../lists/contacts/contact-blocks.queries.ts'
import { ContactStatus } from '../../../lists/contacts/contact-status.ts'
import { fromBytes, type PositionSet } from '../../../lists/contacts/position-set.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import { sql } from '../../../platform/storage/sql.ts'
import type { CallEnding } from '../../../platform/words/calls.ts'
import type { TaskHoursRow, WaitingContact } from '../../permission/next-attempt.ts'
import { holidaysOf } from '../../permission/rules.queries.ts'
import { TaskStatus } from '../task-state.ts'
import { conditionsOfResult, type ResultFilter } from './task-results.queries.ts'

export const CONTACT_STATES = ['notDialed', 'dialing', 'waiting', 'success', 'failed', 'skipped'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/**
 * Of task `t`: contacts that wait although it has ended, because they are finished in steps; see finishStoppedDials. Those of
 * them that were never called return to the contacts that are not dialed, wherever the cursor is.
 */
export const WAITING_AFTER_END = `case
    when t.status in (${TaskStatus.STOPPED}, ${TaskStatus.COMPLETED}, ${TaskStatus.CLOSED}) and not t.is_drained
      then (select count(*) from dial waiting where waiting.task_id = t.id and waiting.due_at is not null)
    else 0
  end`

/**
 * Of dial `d`: the contact remained of the task that this one continues, and this one was stopped before it called it. By columns of
 * the index.
 */
const CUT_SHORT_UNDIALED = `(d.outcome = ${ContactStatus.NOT_DIALED} and d.cause is null) is true`

export interface TaskListRow extends TaskHoursRow {
  data_source_id: string
  status: TaskStatus
  /** Up to this position, only contacts that have a dial are in the task: it continues another one. 0 otherwise. */
  list_start: number
  list_end: number
  cursor: number
  contact_count: number
  /** Contacts of the list behind the cursor. */
  unread: number
  waiting_after_end: number
  live: number
  success: number
  failed: number
  skipped: number
}

export const readTaskList = sql<TaskListRow, [taskId: string]>(
  'read_task_list',
  `select t.settings, ${holidaysOf('t')} as holidays,
     t.data_source_id, t.status, t.list_start, coalesce(t.list_end, s.last_position) as list_end, reached.cursor,
     coalesce(t.contact_count, s.contact_count + t.kept_count) as contact_count,
     ${countContacts('t.data_source_id', 'reached.cursor', 'coalesce(t.list_end, s.last_position)')} as unread,
     ${WAITING_AFTER_END} as waiting_after_end,
     (select count(*) from live_call where task_id = t.id) as live,
     totals.success_contacts as success, totals.failed_contacts as failed, totals.skipped_contacts as skipped
   from task t
   join data_source s on s.id = t.data_source_id
   cross join lateral task_progress_now(t.id) reached
   cross join lateral task_totals(t.id) totals
   where t.id = $1`,
)

/** Contacts by their last cause, and how many of them would have had another attempt if the task had not been stopped. */
export const countCauses = sql<
  { outcome: number | null; is_waiting: boolean; cause: string; contacts: number; cut_short: number },
  [taskId: string]
>(
  'count_causes',
  `select outcome, due_at is not null as is_waiting, cause, count(*) as contacts,
     count(*) filter (
       where is_cut_short and outcome is not null and not exists (select from deleted_contact where id = dial.contact_id)
     ) as cut_short
   from dial
   where task_id = $1 and cause is not null
   group by 1, 2, 3
   order by contacts desc, cause collate "C"`,
)

/** The statements of a transaction then see the same moment. */
export const useOneSnapshot = sql<never>(
  'use_one_snapshot',
  'set transaction isolation level repeatable read, read only',
)

/** Of a contact of the task, with its dial `d` and its live call `l`, which it may not have. */
const conditionOf: Record<ContactState, string> = {
  notDialed: `l.position is null and (d.position is null or ${CUT_SHORT_UNDIALED})`,
  dialing: 'l.position is not null',
  waiting: 'd.due_at is not null',
  success: `d.outcome = ${ContactStatus.SUCCESS}`,
  failed: `d.outcome = ${ContactStatus.FAILED}`,
  skipped: `d.outcome = ${ContactStatus.NOT_DIALED} and d.cause is not null`,
}

export interface StateFilter {
  state?: ContactState | undefined
  /** Of the last call, or why the contact may never be called. */
  cause?: string | undefined
  /** How the last call ended. */
  ending?: CallEnding | undefined
  /** Min number of attempts in this round; at least 1. */
  minAttempts?: number | undefined
  /** The result of its last answered call. */
  result?: ResultFilter | undefined
  /** The way through the flow that its last answered call took. */
  way?: WayFilter | undefined
}

/** A way from step to step; what is left out may be anything. */
export interface WayFilter {
  fromStep: string
  /** Any of them; an empty one: none. */
  exits?: string[] | undefined
  /** Empty: the call ended. */
  toStep?: string | undefined
  version?: number | undefined
}

/** Four parameters from `first` on: the step, and exits, next step and version, or null. The step is looked for first: that is quicker than unpacking every path. */
export function tookWay(result: string, first: number): string {
  const [step, exits, to, version] = [0, 1, 2, 3].map((index) => `$${first + index}`)
  return `${result} -> 'path' @> jsonb_build_array(jsonb_build_array(${step}::text))
       and (${version}::integer is null or (${result} ->> 'version')::integer = ${version})
       and exists (
         select from flow_ways(${result} -> 'path') way
         where way.from_step = ${step} and (${exits}::text[] is null or way.exit = any(${exits})) and (${to}::text is null or way.to_step = ${to})
       )`
}

export interface TaskContactRow extends WaitingContact {
  id: string
  position: number
  data_source_id: string
  phone_number: string
  display_name: string | null
  is_live: boolean
  /** Null before the end of the first call. */
  attempts: number | null
  calls: number | null
  cause: string | null
  outcome: number | null
  wait_reason: string | null
  last_call_time: Date | null
  talk_ms: number | null
  priority: number | null
  result: CallResult | null
  /** When the contact may be called first, whatever the task. */
  call_time: Date | null
  call_until: Date | null
  /** The task was stopped before its next attempt. */
  is_cut_short: boolean | null
}

/** $1: task; $2: data source. `positions`: a query for the positions on the page. */
function rowsAt(positions: string): string {
  return `with page as materialized (${positions})
   select coalesce(c.id, l.contact_id, d.contact_id) as id, page.position, $2::uuid as data_source_id,
     coalesce(c.phone_number, l.phone_number, d.phone_number) as phone_number,
     (select name from display_name_of(c.id)) as display_name, l.position is not null as is_live,
     d.attempts, d.calls, d.cause, d.outcome, d.due_at, case when d.due_at is not null then d.wait_reason end as wait_reason,
     d.call_times[cardinality(d.call_times)] as last_call_time, d.talk_ms, coalesce(l.priority, d.priority) as priority,
     d.result, d.is_cut_short, c.call_time, c.call_until, c.phone_key, c.fields ->> 'timeZone' as time_zone
   from page
   left join contact c on c.data_source_id = $2 and c.position = page.position
   left join lateral (
     -- By the whole key: PostgreSQL may not know yet that the task has a million.
     select * from dial where task_id = $1 and position = page.position limit 1
   ) d on true
   left join live_call l on l.task_id = $1 and l.position = page.position
   order by page.position desc`
}

/** $3: positions. */
export const contactsAt = sql<TaskContactRow, [taskId: string, dataSourceId: string, positions: number[]]>(
  'task_contacts_at',
  rowsAt('select unnest($3::bigint[]) as position'),
)

/** Contacts that were deleted after they were dialed: their positions, and the number that was dialed. $1: task; $2: data source. */
const KEPT = `select d.position, d.phone_number
   from deleted_contact x join dial d on d.task_id = $1 and d.position = x.position
   where x.data_source_id = $2
   union all
   select l.position, l.phone_number from live_call l
   where l.task_id = $1 and not exists (select from contact where id = l.contact_id)
     and not exists (select from dial where task_id = $1 and position = l.position)`

export const readKept = sql<
  { position: number; phone_number: string },
  [taskId: string, dataSourceId: string]
>('read_kept_contacts', KEPT)

/**
 * The contacts of the list between two positions, whatever their state. The page begins in the newest block that has no more
 * than $4 contacts above it. $3: only before this position; $4, $5: rows to skip and to take; $6: only after this position.
 */
export const listContactsBetween = sql<
  TaskContactRow,
  [taskId: string, dataSourceId: string, before: number, offset: number, limit: number, after: number]
>(
  'list_task_contacts_between',
  rowsAt(`
     with kept as materialized (
       select position from (${KEPT}) kept where position < $3 and position > $6
     ), start as materialized (
       select block, newer from (
         select block, contacts, sum(contacts) over (order by block desc) - contacts as newer
         from (
           select b.block, coalesce(k.contacts, 0) + case
               when b.block < ($3::bigint - 2) / ${BLOCK_POSITIONS} then b.contact_count
               else (
                 select count(*) from contact
                 where data_source_id = $2 and position > b.block * ${BLOCK_POSITIONS} and position < $3
               )
             end as contacts
           from contact_block b left join (
             select (position - 1) / ${BLOCK_POSITIONS} as block, count(*) as contacts from kept group by 1
           ) k using (block)
           where b.data_source_id = $2 and b.block <= ($3::bigint - 2) / ${BLOCK_POSITIONS}
             and b.block >= $6::bigint / ${BLOCK_POSITIONS}
         ) counted
       ) summed
       where newer + contacts > $4::bigint
       order by block desc
       limit 1
     )
     select position from (
       (
         select position from contact
         where data_source_id = $2 and position < $3 and position > $6
           and position <= (select (block + 1) * ${BLOCK_POSITIONS} from start)
         order by position desc
         limit $4::bigint - (select newer from start) + $5
       )
       union all
       select position from kept where position <= (select (block + 1) * ${BLOCK_POSITIONS} from start)
     ) listed
     order by position desc
     offset $4::bigint - (select newer from start) limit $5`),
)

/** The same for a task that continues another one; $6 is where its list starts. Skips contacts one by one. */
export const listContinuedContacts = sql<
  TaskContactRow,
  [taskId: string, dataSourceId: string, before: number, offset: number, limit: number, listStart: number]
>(
  'list_continued_contacts',
  rowsAt(`
     select position from (
       (
         select position from contact where data_source_id = $2 and position < $3 and position > $6
         order by position desc limit $4::bigint + $5
       )
       union
       (
         select position from dial where task_id = $1 and position < $3
         order by position desc limit $4::bigint + $5
       )
       union
       select position from live_call where task_id = $1 and position < $3
     ) listed
     order by position desc
     offset $4 limit $5`),
)

/**
 * The contacts of an ended task that were never called. $3: only before this position; $4, $5: rows to skip and to take, from the
 * oldest on if `isFromEnd`.
 */
export function listNeverCalled(
  db: Queryable,
  isFromEnd: boolean,
  values: [taskId: string, dataSourceId: string, before: number, offset: number, limit: number],
): Promise<TaskContactRow[]> {
  const positions = `select position from contact c
     where data_source_id = $2 and position < $3
       and (
         position > (select list_start from task where id = $1)
         or (select true from dial where task_id = $1 and position = c.position limit 1) is not null
       )
       and not exists (select from dial d where d.task_id = $1 and d.position = c.position and not ${CUT_SHORT_UNDIALED})
       and not exists (select from live_call l where l.task_id = $1 and l.position = c.position)
     order by position ${isFromEnd ? 'asc' : 'desc'} offset $4 limit $5`
  return sql<TaskContactRow>('list_never_called', rowsAt(positions))(db, values)
}

/** How many of the newest dials are looked at one by one. */
export const RECENT_DIALS = 5000

/** The newest contacts that meet the filter, of those newest ones before position `before` that the task has recorded anything of. */
export async function findRecent(
  db: Queryable,
  taskId: string,
  filter: StateFilter,
  { before, limit }: { before: number; limit: number },
): Promise<number[]> {
  const { conditions, values } = conditionsOf(filter, 4)
  const find = sql<{ position: number }>(
    'find_recent_dials',
    `select d.position
     from (
       select * from dial where task_id = $1 and position < $2 order by position desc limit ${RECENT_DIALS}
     ) d
     where ${conditions.join(' and ')}
     order by d.position desc
     limit $3`,
  )
  return (await find(db, [taskId, before, limit, ...values])).map(({ position }) => position)
}

/** The positions of all contacts that were called, are being called or may not be called. */
export const readTouched = (db: Queryable, taskId: string) =>
  readPositions(
    db,
    `select position from dial d where task_id = $1 and not ${CUT_SHORT_UNDIALED}
     union all
     select position from live_call where task_id = $1`,
    [taskId],
  )

/** All contacts that meet the filter by what the task has recorded of them: none that are `notDialed`. Reads every dial of the task. */
export async function readDialed(db: Queryable, taskId: string, filter: StateFilter): Promise<PositionSet> {
  const { source, values } = dialedSource(filter)
  return readPositions(db, source, [taskId, ...values])
}

async function readPositions(db: Queryable, source: string, values: unknown[]): Promise<PositionSet> {
  const read = sql<{ positions: Buffer | null }>('read_positions', positionBytes(source))
  return fromBytes(await read.first(db, values))
}

/** The positions of a page far from both ends. `isFromEnd`: from the oldest contact, also `offset`. */
export async function findDialed(
  db: Queryable,
  taskId: string,
  filter: StateFilter,
  { offset, limit, isFromEnd }: { offset: number; limit: number; isFromEnd: boolean },
): Promise<number[]> {
  const { source, values } = dialedSource(filter)
  const parameters = [values.length + 2, values.length + 3]
  const find = sql<{ position: number }>(
    'find_dialed',
    `select position from (${source}) listed
     order by position ${isFromEnd ? 'asc' : 'desc'} offset $${parameters[0]} limit $${parameters[1]}`,
  )
  return (await find(db, [taskId, ...values, offset, limit])).map(({ position }) => position)
}

export async function countDialed(db: Queryable, taskId: string, filter: StateFilter): Promise<number> {
  const { source, values } = dialedSource(filter)
  const count = sql<{ total: number }>('count_dialed', `select count(*) as total from (${source}) listed`)
  return (await count.first(db, [taskId, ...values]))?.total ?? 0
}

function dialedSource(filter: StateFilter): { source: string; values: unknown[] } {
  const { conditions, values } = conditionsOf(filter, 2)
  const source =
    filter.state === 'dialing'
      ? 'select l.position from live_call l left join dial d on d.task_id = l.task_id and d.position = l.position where l.task_id = $1'
      : 'select d.position from dial d where d.task_id = $1'
  return { source: [source, ...conditions].join(' and '), values }
}

/** Only those that are given, so that each combination has a plan of its own. */
function conditionsOf(
  { state, cause, ending, minAttempts = 0, result, way }: StateFilter,
  firstParameter: number,
) {
  const conditions: string[] = state ? [conditionOf[state]] : []
  const values: unknown[] = []
  const given = (condition: string, value: unknown) => {
    conditions.push(`${condition} ($${firstParameter + values.length})`)
    values.push(value)
  }
  if (cause !== undefined) given('d.cause =', cause)
  if (ending !== undefined) given('d.cause = any', causesOfEnding(ending))
  if (minAttempts > 0) given('d.attempts >=', minAttempts)
  if (result) {
    const found = conditionsOfResult(result, firstParameter + values.length)
    conditions.push(...found.conditions)
    values.push(...found.values)
  }
  if (way) {
    const { fromStep, exits = null, toStep = null, version = null } = way
    const next = firstParameter + values.length
    conditions.push(tookWay('d.result', next))
    values.push(fromStep, exits, toStep, version)
  }
  return { conditions, values }
}

/** Which of the positions are those of contacts that meet the filter. Looks for them one by one. */
export async function matchPositions(
  db: Queryable,
  taskId: string,
  filter: StateFilter,
  positions: number[],
): Promise<number[]> {
  const { conditions, values } = conditionsOf(filter, 3)
  const match = sql<{ position: number }>(
    'match_task_positions',
    `select given.position
     from unnest($2::bigint[]) as given (position)
     left join dial d on d.task_id = $1 and d.position = given.position
     left join live_call l on l.task_id = $1 and l.position = given.position
     where ${conditions.join(' and ')}`,
  )
  return (await match(db, [taskId, positions, ...values])).map(({ position }) => position)
}

export const findTaskContactsAt = sql<
  TaskContactRow,
  [taskId: string, dataSourceId: string, positions: number[]]
>('find_task_contacts_at', rowsAt('select position from unnest($3::bigint[]) as given (position)'))

/** The contacts that wait at positions greater than $2 and up to $3. $1: task. */
export const readWaiting = sql<
  WaitingContact & { position: number },
  [taskId: string, after: number, upTo: number]
>(
  'read_waiting_contacts',
  `select d.position, d.due_at, c.phone_key, c.fields ->> 'timeZone' as time_zone, c.call_time, c.call_until
   from dial d left join contact c on c.id = d.contact_id
   where d.task_id = $1 and d.position > $2 and d.position <= $3 and d.due_at is not null`,
)
