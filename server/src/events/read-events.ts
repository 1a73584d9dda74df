// Reading the events after a position, some at a time: every call and change of a task, or changes of tasks and what the
// calls amount to.
import type { CallRow } from '../calls/calls.queries.ts'
import type { Queryable } from '../storage/database.ts'
import { beginningOf, comparePositions, type Position } from './event-position.ts'
import type { ProgressRow, TaskChangeRow } from './events.queries.ts'
import * as queries from './events.queries.ts'

export type EventType = 'task' | 'call' | 'progress'

export type ReadEvent = { position: Position } & (
  | { type: 'call'; row: CallRow }
  | { type: 'task'; row: TaskChangeRow }
  | { type: 'progress'; row: ProgressRow }
)

export interface EventFilter {
  taskId: string | null
  types: readonly EventType[]
}

export interface EventBatch {
  events: ReadEvent[]
  /** There is nothing between the position asked for and this one but these events. */
  upTo: Position
  /** Whether there may be more to read at once. */
  hasMore: boolean
  /** How many numbers to read next time: see readEvents. */
  span: number
}

/** How a feed reads; `horizon` is where reading has to stop. */
export interface EventSource {
  everything: EventFilter
  /**
   * Whether a batch is only complete as a whole, so that a reader goes on behind it and never from its middle: then its events
   * have no ids of their own.
   */
  readsWhole: boolean
  read(
    db: Queryable,
    after: Position,
    horizon: number,
    filter: EventFilter,
    span?: number,
  ): Promise<EventBatch>
}

export const everyEvent: EventSource = {
  everything: { taskId: null, types: ['task', 'call'] },
  readsWhole: false,
  read: readEvents,
}

export const taskProgress: EventSource = {
  everything: { taskId: null, types: ['task', 'progress'] },
  readsWhole: true,
  read: readTaskProgress,
}

export const BATCH_EVENTS = 500
const NO_CALL = '00000000-0000-0000-0000-000000000000'
const EVERY_CALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const FIRST_SPAN = 256
const WIDER = 8

/**
 * Reads a range of `span` numbers that holds about a batch: after a long absence, the database must not sort all that
 * happened since for every batch.
 */
async function readEvents(
  db: Queryable,
  after: Position,
  horizon: number,
  filter: EventFilter,
  span = FIRST_SPAN,
): Promise<EventBatch> {
  const limit = BATCH_EVENTS
  const before = Math.min(horizon, after.seq + span)
  if (before <= after.seq) return { events: [], upTo: after, hasMore: false, span }
  const bounds = (id: string | number) => [after.seq, id, before, filter.taskId, limit]
  const [calls, changes] = await Promise.all([
    filter.types.includes('call') ? queries.readEndedCalls(db, bounds(afterCall(after))) : [],
    filter.types.includes('task') ? queries.readTaskChanges(db, bounds(afterChange(after))) : [],
  ])
  const found = [...calls.map(callEvent), ...changes.map(changeEvent)].sort((a, b) =>
    comparePositions(a.position, b.position),
  )
  const events = found.slice(0, limit)
  const last = events.at(-1)
  return last && events.length === limit
    ? { events, upTo: last.position, hasMore: true, span: Math.max(1, Math.floor(span / 2)) }
    : {
        events,
        upTo: beginningOf(before),
        hasMore: before < horizon,
        span: nextSpan(span, events.length, limit),
      }
}

/** The changes of tasks in a range, then one event for each task that had calls in it. */
async function readTaskProgress(
  db: Queryable,
  after: Position,
  horizon: number,
  filter: EventFilter,
  span = FIRST_SPAN,
): Promise<EventBatch> {
  const before = Math.min(horizon, after.seq + span)
  if (before <= after.seq) return { events: [], upTo: after, hasMore: false, span }
  // Of one number, calls come before changes.
  const firstCalls = after.last?.type === 'task' ? after.seq + 1 : after.seq
  const [changes, progress] = await Promise.all([
    filter.types.includes('task')
      ? queries.readTaskChanges(db, [after.seq, afterChange(after), before, filter.taskId, null])
      : [],
    queries.readProgress(db, [firstCalls, before, filter.taskId]),
  ])
  const upTo = beginningOf(before)
  const events: ReadEvent[] = [
    ...changes.map(changeEvent),
    ...progress.map((row) => ({ type: 'progress' as const, position: upTo, row })),
  ]
  const isFull = events.length >= BATCH_EVENTS
  return {
    events,
    upTo,
    hasMore: before < horizon,
    span: isFull ? Math.max(1, Math.floor(span / 2)) : nextSpan(span, events.length, BATCH_EVENTS),
  }
}

function nextSpan(span: number, found: number, limit: number): number {
  return found < limit / WIDER ? Math.min(span * WIDER, Number.MAX_SAFE_INTEGER / WIDER) : span
}

function afterCall({ last }: Position): string {
  if (!last) return NO_CALL
  return last.type === 'call' ? last.id : EVERY_CALL
}

function afterChange({ last }: Position): number {
  return last?.type === 'task' ? last.id : 0
}

function callEvent({ event_seq: seq, ...row }: CallRow & { event_seq: number }): ReadEvent {
  return { type: 'call', position: { seq, last: { type: 'call', id: row.id } }, row }
}

function changeEvent(row: TaskChangeRow): ReadEvent {
  return { type: 'task', position: { seq: row.event_seq, last: { type: 'task', id: row.id } }, row }
}
