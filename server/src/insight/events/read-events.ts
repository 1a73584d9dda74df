// Reads the events after a position, one batch at a time.
import type { CallRow } from '../../dialing/calls/calls.queries.ts'
import type { Queryable } from '../../platform/storage/database.ts'
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
  /** `progress` stands for the calls of a task, so it is never combined with `call`. */
  types: readonly EventType[]
}

interface EventBatch {
  events: ReadEvent[]
  /** All events between the requested position and this one are in the batch. */
  upTo: Position
  /** Whether there may be more to read at once. */
  hasMore: boolean
  /** The span for the next batch. */
  span: number
}

export const BATCH_EVENTS = 500
const BEFORE_ALL_CALLS = '00000000-0000-0000-0000-000000000000'
const AFTER_ALL_CALLS = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const FIRST_SPAN = 256
const WIDER = 8

/** Progress sums up a whole batch: a reader continues after the batch, and its events have no ids of their own. */
export function isSummed(types: readonly EventType[]): boolean {
  return types.includes('progress')
}

/**
 * Reads events with numbers below `horizon`, from a range of `span` numbers that contains about a batch: after a long
 * absence, the database must not sort everything since then for each batch.
 */
export async function readEvents(
  db: Queryable,
  after: Position,
  horizon: number,
  { taskId, types }: EventFilter,
  span = FIRST_SPAN,
): Promise<EventBatch> {
  const before = Math.min(horizon, after.seq + span)
  if (before <= after.seq) return { events: [], upTo: after, hasMore: false, span }
  const limit = isSummed(types) ? null : BATCH_EVENTS
  const bounds = (id: string | number) => [after.seq, id, before, taskId, limit]
  // Calls come before changes with the same number.
  const firstSummed = after.last?.type === 'task' ? after.seq + 1 : after.seq
  const [calls, changes, progress] = await Promise.all([
    types.includes('call') ? queries.readEndedCalls(db, bounds(afterCall(after))) : [],
    types.includes('task') ? queries.readTaskChanges(db, bounds(afterChange(after))) : [],
    types.includes('progress') ? queries.readProgress(db, [firstSummed, before, taskId]) : [],
  ])
  const end = beginningOf(before)
  const events: ReadEvent[] = [
    ...calls.map(callEvent),
    ...changes.map(changeEvent),
    ...progress.map((row) => ({ type: 'progress' as const, position: end, row })),
  ]
    .sort((a, b) => comparePositions(a.position, b.position))
    .slice(0, limit ?? undefined)
  const cut = events.length === limit ? events.at(-1) : undefined
  return {
    events,
    upTo: cut?.position ?? end,
    hasMore: cut !== undefined || before < horizon,
    span: nextSpan(span, events.length),
  }
}

function nextSpan(span: number, found: number): number {
  if (found >= BATCH_EVENTS) return Math.max(1, Math.floor(span / 2))
  return found < BATCH_EVENTS / WIDER ? Math.min(span * WIDER, Number.MAX_SAFE_INTEGER / WIDER) : span
}

function afterCall({ last }: Position): string {
  if (!last) return BEFORE_ALL_CALLS
  return last.type === 'call' ? last.id : AFTER_ALL_CALLS
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
