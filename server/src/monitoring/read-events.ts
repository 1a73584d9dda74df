// Reading the events after a position, some at a time.
import type { CallRow } from '../calls/calls.queries.ts'
import type { Queryable } from '../storage/database.ts'
import { beginningOf, comparePositions, type Position } from './event-position.ts'
import type { TaskChangeRow } from './events.queries.ts'
import * as queries from './events.queries.ts'

export type EventType = 'task' | 'call'

export type ReadEvent = { position: Position } & (
  | { type: 'call'; row: CallRow }
  | { type: 'task'; row: TaskChangeRow }
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
  /** How many transactions to look at next time: see readEvents. */
  span: number
}

const NO_CALL = '00000000-0000-0000-0000-000000000000'
const EVERY_CALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const FIRST_SPAN = 256
const WIDER = 8

/**
 * Looks at so many transactions at a time, `span`, as hold about a batch: whoever comes back after a long absence
 * must not make the database sort all that happened since for every batch.
 */
export async function readEvents(
  db: Queryable,
  after: Position,
  horizon: number,
  filter: EventFilter,
  limit: number,
  span = FIRST_SPAN,
): Promise<EventBatch> {
  const before = Math.min(horizon, after.xact + span)
  if (before <= after.xact) return { events: [], upTo: after, hasMore: false, span }
  const bounds = (id: string | number) => [after.xact, id, before, filter.taskId, limit]
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

function callEvent({ xact, ...row }: CallRow & { xact: number }): ReadEvent {
  return { type: 'call', position: { xact, last: { type: 'call', id: row.id } }, row }
}

function changeEvent(row: TaskChangeRow): ReadEvent {
  return { type: 'task', position: { xact: row.xact, last: { type: 'task', id: row.id } }, row }
}
