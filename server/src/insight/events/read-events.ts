// Reads the events of the stream after a position, one batch at a time.

import type { TaskChangeRow } from '../../campaigns/tasks/task-events.queries.ts'
import type { CallRow } from '../../dialing/calls/calls.queries.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { readNextRange } from '../../platform/storage/event-log.ts'
import { beginningOf, comparePositions, type Position } from './event-position.ts'
import type { ProgressRow } from './events.queries.ts'
import * as queries from './events.queries.ts'
import { type DoneContact, type LogEvent, type LogType, readLog } from './log.ts'

export const EVENT_TYPES = ['task', 'call', 'contact.done', 'progress'] as const
export type EventType = (typeof EVENT_TYPES)[number]

export type ReadEvent = { position: Position; taskId: string | null } & (
  | { type: 'call'; row: CallRow }
  | { type: 'contact.done'; done: DoneContact }
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
  span?: number | undefined
}

/** Which events of the log are those of a type. Progress is the sum of a range, and is not in the log. */
const LOGGED: Record<EventType, readonly LogType[]> = {
  task: ['task.status', 'task.settings'],
  call: ['call.ended'],
  'contact.done': ['contact.done'],
  progress: [],
}

/** Progress sums up a whole batch: a reader continues after the batch, and its events have no ids of their own. */
export function isSummed(types: readonly EventType[]): boolean {
  return types.includes('progress')
}

/** Reads events with numbers below `horizon`. */
export async function readEvents(
  db: Queryable,
  after: Position,
  horizon: number,
  { taskId, types }: EventFilter,
  span?: number,
): Promise<EventBatch> {
  if (horizon <= after.seq) return { events: [], upTo: after, hasMore: false, span }
  const choice = {
    types: types.flatMap((type) => LOGGED[type]),
    taskIds: taskId === null ? [] : [taskId],
    ...{ hasFields: false, hasLast: false },
  }
  // Calls come before all else with the same number.
  const firstSummed = after.last && after.last.type !== 'call' ? after.seq + 1 : after.seq
  const range = await readNextRange({ from: after.seq, horizon, span }, async (from, before, limit) => {
    const found = await readLog(db, { from, before, limit, ...choice })
    if (!found || !isSummed(types)) return found?.flatMap(streamed)
    const progress = await queries.readProgress(db, [firstSummed, before, taskId])
    const position = beginningOf(before)
    const sums = progress.map((row) => ({ type: 'progress' as const, position, taskId: row.task_id, row }))
    return [...found.flatMap(streamed), ...sums]
  })
  return {
    events: range.events
      .filter(({ position }) => comparePositions(position, after) > 0)
      .sort((a, b) => comparePositions(a.position, b.position)),
    upTo: beginningOf(range.upTo),
    hasMore: range.upTo < horizon,
    span: range.span,
  }
}

function streamed(event: LogEvent): ReadEvent[] {
  const { seq } = event
  switch (event.type) {
    case 'call.ended': {
      const { row } = event
      return [
        { type: 'call', position: { seq, last: { type: 'call', id: row.id } }, taskId: row.task_id, row },
      ]
    }
    case 'contact.done': {
      const { taskId, position: place } = event
      const position: Position = { seq, last: { type: 'contact', id: `${taskId}-${place}` } }
      return [{ type: 'contact.done', position, taskId, done: event }]
    }
    case 'task.status':
    case 'task.settings': {
      const { row } = event
      return [
        { type: 'task', position: { seq, last: { type: 'task', id: row.id } }, taskId: row.task_id, row },
      ]
    }
    default:
      return []
  }
}
