// The events of all nodes, read once for all streams of this node. The latest events stay in memory. A stream that is behind
// them, because its reader has reconnected or is slow, reads from the database at its own pace.
//
// Nothing is read while there is no stream. Otherwise a notification from the database starts a read, and there is one every
// second anyway: a notification may get lost, and an event may have to wait for a transaction with a lower number.

import type { Log } from '../../platform/kernel/log/log.ts'
import type { Database } from '../../platform/storage/database.ts'
import { readHorizon } from '../../platform/storage/event-horizon.queries.ts'
import { createLoop, type Loop } from '../../platform/work/loop.ts'
import { beginningOf, comparePositions, type Position } from './event-position.ts'
import { type EventFilter, type EventType, isSummed, type ReadEvent, readEvents } from './read-events.ts'

/** An event as it is sent, written once for all streams. */
export interface FeedEvent {
  position: Position
  type: EventType
  /** Null of a call without a task. */
  taskId: string | null
  text: string
}

export interface FeedBatch {
  events: FeedEvent[]
  upTo: Position
  hasMore: boolean
  span?: number | undefined
}

export interface EventFeed {
  /** Whether an id follows each batch, instead of each event having its own: see `isSummed`. */
  readonly hasBatchIds: boolean
  /** The current position: everything that is not committed yet comes after it. */
  now(): Promise<Position>
  /** Calls `onNews` whenever there may be new events, until the returned function is called. */
  join(now: Position, onNews: () => void): () => void
  read(after: Position, filter: EventFilter, span?: number): Promise<FeedBatch>
  /** Events were committed; reads them within this time. */
  wake(withinMs?: number): void
}

interface EventFeedOptions {
  db: Database
  log: Log
  /** The types of events that it keeps in memory. */
  types: readonly EventType[]
  describe: (event: ReadEvent) => string
  timing?: Partial<FeedTiming>
}

export interface FeedTiming {
  pollMs: number
  /** The pause before the next read while events may have to wait for an open transaction. */
  openMs: number
  /** Min pause between two reads. */
  minPauseMs: number
}

const DEFAULT_TIMING: FeedTiming = { pollMs: 1000, openMs: 100, minPauseMs: 20 }
const MAX_KEPT_EVENTS = 2000
/** What a stream is given at once. */
const BATCH_EVENTS = 500

/** Kept while there are streams: all events after `start` up to `end`. */
interface Memory {
  start: Position
  end: Position
  events: FeedEvent[]
  /** Reads, until the last stream has ended. */
  loop: Loop
}

export function createEventFeed({ db, log, types, describe, timing }: EventFeedOptions): EventFeed {
  const { pollMs, openMs, minPauseMs } = { ...DEFAULT_TIMING, ...timing }
  const hasBatchIds = isSummed(types)
  const listeners = new Set<() => void>()
  let memory: Memory | undefined
  /** Whether a notification has arrived since the last read. */
  let hasNews = false
  /** The events of all notifications so far have lower numbers than this. */
  let awaited = 0

  function present(event: ReadEvent): FeedEvent {
    return { position: event.position, type: event.type, taskId: event.taskId, text: describe(event) }
  }

  /** Reads new events up to the horizon, or until the last stream has ended. */
  async function catchUp(into: Memory, horizon: number): Promise<void> {
    let span: number | undefined
    for (let hasMore = true; hasMore; ) {
      const batch = await readEvents(db, into.end, horizon, { taskId: null, types }, span)
      if (into !== memory) return
      span = batch.span
      hasMore = batch.hasMore
      into.end = batch.upTo
      if (batch.events.length === 0) continue
      into.events.push(...batch.events.map(present))
      const dropped = into.events.splice(0, Math.max(0, into.events.length - MAX_KEPT_EVENTS)).at(-1)
      if (dropped) into.start = dropped.position
      for (const onNews of listeners) onNews()
    }
  }

  function remember(now: Position): Memory {
    let readBefore = 0
    const loop = createLoop({
      name: 'reading events',
      everyMs: () => (readBefore < awaited ? openMs : pollMs),
      retryMs: pollMs,
      minPauseMs,
      log,
      async work() {
        const hadNews = hasNews
        hasNews = false
        const horizon = await readHorizon(db)
        readBefore = horizon.complete_before
        if (hadNews) awaited = horizon.next_seq
        await catchUp(created, readBefore)
      },
    })
    const created: Memory = { start: now, end: now, events: [], loop }
    loop.start(pollMs)
    return created
  }

  return {
    hasBatchIds,
    now: async () => beginningOf((await readHorizon(db)).complete_before),

    join(now, onNews) {
      listeners.add(onNews)
      memory ??= remember(now)
      return () => {
        listeners.delete(onNews)
        if (listeners.size > 0) return
        void memory?.loop.stop()
        memory = undefined
      }
    },

    async read(after, filter, span) {
      if (memory && comparePositions(after, memory.start) >= 0) {
        return remembered(memory, after, filter, hasBatchIds ? Number.POSITIVE_INFINITY : BATCH_EVENTS)
      }
      const { complete_before } = await readHorizon(db)
      const batch = await readEvents(db, after, complete_before, filter, span)
      return { ...batch, events: batch.events.map(present) }
    },

    wake(withinMs = 0) {
      hasNews = true
      memory?.loop.wake(withinMs)
    },
  }
}

function remembered({ events, end }: Memory, after: Position, filter: EventFilter, limit: number): FeedBatch {
  const first = events.findIndex(({ position }) => comparePositions(position, after) > 0)
  const next = first < 0 ? [] : events.slice(first, first + limit)
  const last = next.at(-1)
  const hasMore = last !== undefined && last !== events.at(-1)
  return {
    events: next.filter((event) => isWanted(event, filter)),
    // A stream that read from the database may be past what is kept.
    upTo: hasMore ? last.position : comparePositions(after, end) > 0 ? after : end,
    hasMore,
  }
}

function isWanted(event: FeedEvent, { taskId, types }: EventFilter): boolean {
  return types.includes(event.type) && (taskId === null || event.taskId === taskId)
}
