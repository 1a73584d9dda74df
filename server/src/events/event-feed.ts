// The events of all nodes, read once for everybody who listens at this node. The latest stay in memory; who is
// behind them, because it comes back after a while or takes its events slowly, reads for itself, at its own pace.
//
// While nobody listens nothing is read. While somebody does, a notification from the database makes it read at once, and every
// second it reads anyway: a notification may get lost, and an event may have to wait for a transaction with a lower number.

import type { Log } from '../kernel/log.ts'
import type { Database } from '../storage/database.ts'
import { beginningOf, comparePositions, type Position } from './event-position.ts'
import * as queries from './events.queries.ts'
import {
  BATCH_EVENTS,
  type EventFilter,
  type EventSource,
  type EventType,
  type ReadEvent,
} from './read-events.ts'

/** An event as it is sent: made once for all. */
export interface FeedEvent {
  position: Position
  type: EventType
  taskId: string
  text: string
}

export interface FeedBatch {
  events: FeedEvent[]
  upTo: Position
  hasMore: boolean
  span?: number
}

export interface EventFeed {
  readonly source: EventSource
  /** The position of this moment: everything that is not committed yet comes after it. */
  now(): Promise<Position>
  /** `onNews` is called whenever there may be something new, until the returned function is called. */
  join(now: Position, onNews: () => void): () => void
  read(after: Position, filter: EventFilter, span?: number): Promise<FeedBatch>
  /** Something was committed somewhere; it is read within this time. */
  wake(withinMs?: number): void
}

export interface EventFeedOptions {
  db: Database
  log: Log
  source: EventSource
  describe: (event: ReadEvent) => string
  timing?: Partial<FeedTiming>
}

export interface FeedTiming {
  pollMs: number
  /** How soon to look again while transactions are open that events may have to wait for. */
  openMs: number
  /** The least time between two looks. */
  restMs: number
}

const usualTiming: FeedTiming = { pollMs: 1000, openMs: 100, restMs: 20 }
const KEPT_EVENTS = 2000

/** What is kept while somebody listens: all events after `start` up to `end`. */
interface Memory {
  start: Position
  end: Position
  events: FeedEvent[]
}

export function createEventFeed({ db, log, source, describe, timing }: EventFeedOptions): EventFeed {
  const { pollMs, openMs, restMs } = { ...usualTiming, ...timing }
  const listeners = new Set<() => void>()
  let memory: Memory | undefined
  let isReading = false
  /** How soon to read what a notification told of, and undefined if none came since the last read. */
  let newsWithinMs: number | undefined
  /** Events that notifications told of have lower numbers than this. */
  let awaited = 0
  let timer: { atMs: number; handle: NodeJS.Timeout } | undefined

  async function readHorizon() {
    const row = await queries.readHorizon.first(db, [])
    if (!row) throw new Error('the database has no snapshot')
    return row
  }

  function present(event: ReadEvent): FeedEvent {
    return { position: event.position, type: event.type, taskId: event.row.task_id, text: describe(event) }
  }

  /** Reads what is new, up to the horizon; unless everybody leaves meanwhile. */
  async function catchUp(into: Memory, horizon: number): Promise<void> {
    let span: number | undefined
    for (let hasMore = true; hasMore; ) {
      const batch = await source.read(db, into.end, horizon, source.everything, span)
      if (into !== memory) return
      span = batch.span
      hasMore = batch.hasMore
      into.end = batch.upTo
      if (batch.events.length === 0) continue
      into.events.push(...batch.events.map(present))
      const dropped = into.events.splice(0, Math.max(0, into.events.length - KEPT_EVENTS)).at(-1)
      if (dropped) into.start = dropped.position
      for (const onNews of listeners) onNews()
    }
  }

  async function look(): Promise<void> {
    timer = undefined
    const into = memory
    if (isReading || !into) return
    isReading = true
    const hadNews = newsWithinMs !== undefined
    newsWithinMs = undefined
    let readBefore = 0
    try {
      const horizon = await readHorizon()
      readBefore = horizon.complete_before
      if (hadNews) awaited = horizon.next_seq
      await catchUp(into, readBefore)
    } catch (error) {
      if (memory) log.warn({ err: error }, 'reading events failed for the moment')
    }
    isReading = false
    const openWithinMs = readBefore < awaited ? openMs : pollMs
    lookWithin(newsWithinMs === undefined ? openWithinMs : Math.max(restMs, newsWithinMs))
  }

  function lookWithin(ms: number): void {
    if (!memory) return
    const atMs = performance.now() + ms
    if (timer && timer.atMs <= atMs) return
    clearTimeout(timer?.handle)
    timer = { atMs, handle: setTimeout(look, ms) }
  }

  return {
    source,
    now: async () => beginningOf((await readHorizon()).complete_before),

    join(now, onNews) {
      memory ??= { start: now, end: now, events: [] }
      listeners.add(onNews)
      lookWithin(pollMs)
      return () => {
        listeners.delete(onNews)
        if (listeners.size > 0) return
        memory = undefined
        clearTimeout(timer?.handle)
        timer = undefined
      }
    },

    async read(after, filter, span) {
      if (memory && comparePositions(after, memory.start) >= 0) {
        return remembered(memory, after, filter, source.readsWhole ? Number.POSITIVE_INFINITY : BATCH_EVENTS)
      }
      const { complete_before } = await readHorizon()
      const batch = await source.read(db, after, complete_before, filter, span)
      return { ...batch, events: batch.events.map(present) }
    },

    wake(withinMs = 0) {
      newsWithinMs = Math.min(withinMs, newsWithinMs ?? withinMs)
      if (!isReading) lookWithin(withinMs)
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
    // Who has read for itself may be past what is kept.
    upTo: hasMore ? last.position : comparePositions(after, end) > 0 ? after : end,
    hasMore,
  }
}

function isWanted(event: FeedEvent, { taskId, types }: EventFilter): boolean {
  return types.includes(event.type) && (taskId === null || event.taskId === taskId)
}
