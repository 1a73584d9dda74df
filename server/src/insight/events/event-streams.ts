// All event streams of this node: where each begins, and how they are ended.
import { InvalidInput } from '../../platform/kernel/errors.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { EventFeed } from './event-feed.ts'
import { comparePositions, type Position, parsePosition } from './event-position.ts'
import { type EventStream, openEventStream } from './event-stream.ts'
import type { EventFilter } from './read-events.ts'

interface StreamRequest {
  filter: EventFilter
  /** The id of the last event that the client has received; undefined: it begins now. */
  lastEventId: string | undefined
}

export interface EventStreams {
  open(request: StreamRequest): Promise<EventStream>
  /** Ends all streams, and new ones as soon as they are opened. */
  close(): void
}

export interface EventStreamsOptions {
  /** Changes of tasks, and calls. */
  events: EventFeed
  /** Changes of tasks, and their progress instead of calls. */
  progress: EventFeed
  /** Contacts that are done, beside changes of tasks and calls. */
  contacts: EventFeed
  log: Log
  heartbeatMs?: number
  failurePauseMs?: number
}

export function createEventStreams(options: EventStreamsOptions): EventStreams {
  const { events, progress, contacts, log, heartbeatMs = 15_000, failurePauseMs = 1000 } = options
  const open = new Set<EventStream>()
  let isClosed = false

  /** One that reads no more than is asked for. */
  function feedFor({ types }: EventFilter): EventFeed {
    if (types.includes('progress')) return progress
    return types.includes('contact.done') ? contacts : events
  }

  return {
    async open({ filter, lastEventId }) {
      const given = lastEventId === undefined ? undefined : readPosition(lastEventId)
      const feed = feedFor(filter)
      const now = await feed.now()
      if (given && comparePositions(given, now) > 0) {
        throw new InvalidInput('Last-Event-ID must be the id of an event, and there is none this late yet', {
          fault: 'unknown_event',
          field: 'Last-Event-ID',
        })
      }
      const start = given ?? now
      const stream = openEventStream({ feed, log, heartbeatMs, failurePauseMs, now, start, filter })
      open.add(stream)
      stream.readable.once('close', () => open.delete(stream))
      if (isClosed) stream.end()
      return stream
    },

    close() {
      isClosed = true
      for (const stream of open) stream.end()
    },
  }
}

function readPosition(lastEventId: string): Position {
  const position = parsePosition(lastEventId)
  if (!position) {
    const detail = { fault: 'unknown_event', field: 'Last-Event-ID' } as const
    throw new InvalidInput(detail)
  }
  return position
}
