// Reads what comes next for a webhook from the log, as it is sent.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { readNextRange } from '../../platform/storage/event-log.ts'
import { type LogType, readLog } from '../events/log.ts'
import type { EventPresenter } from './present-events.ts'
import { type EventBody, storedEvent, type WebhookEvent } from './webhook-events.ts'

export interface EventChoice {
  events: readonly WebhookEvent[]
  /** Empty: all. */
  taskIds: readonly string[]
  hasContactFields: boolean
}

export interface ReadRange {
  events: EventBody[]
  /** All events below this number have been read. */
  upTo: number
  /** How many numbers the next range has. */
  span: number
}

/** A webhook that wants few of many events must not make the database read too many at once. */
const MAX_SPAN = 2048
/** Webhooks that want the same read the same: what one of them has just read, and its bodies, are made once. */
const KEPT_READS = 20

export function createEventReader(present: EventPresenter, clock: Clock) {
  const reads = new Map<string, Promise<EventBody[] | undefined>>()

  function once(key: unknown[], read: () => Promise<EventBody[] | undefined>) {
    const name = JSON.stringify(key)
    const known = reads.get(name)
    if (known) return known
    const reading = read()
    reads.set(name, reading)
    reading.catch(() => reads.delete(name))
    for (const [oldest] of reads) {
      if (reads.size <= KEPT_READS) break
      reads.delete(oldest)
    }
    return reading
  }

  async function readBodies(
    db: Queryable,
    [from, before, limit]: [from: number, before: number, limit: number | null],
    { events, taskIds, hasContactFields: hasFields }: EventChoice,
  ): Promise<EventBody[] | undefined> {
    const types = events.filter((event): event is WebhookEvent & LogType => event !== 'task.attention')
    const found = await readLog(db, { from, before, types, taskIds, limit, hasFields, hasLast: true })
    const now = clock.now()
    return found?.flatMap((event) => present.event(event, now)).map(storedEvent)
  }

  return (
    db: Queryable,
    from: number,
    horizon: number,
    choice: EventChoice,
    span: number | undefined,
  ): Promise<ReadRange> =>
    readNextRange({ from, horizon, span, maxSpan: MAX_SPAN }, (...bounds) =>
      once([...bounds, choice], () => readBodies(db, bounds, choice)),
    )
}

export type EventReader = ReturnType<typeof createEventReader>
