// One stream of server-sent events. It reads the next batch from the feed when its client has read the last one, so only
// one batch is in memory, however slow the client is. A client that reads nothing at all is disconnected; it can reconnect
// and continue where it was.
import { Readable } from 'node:stream'
import type { Log } from '../../platform/kernel/log/log.ts'
import { createWakeSignal, type WakeSignal } from '../../platform/kernel/wake-signal.ts'
import type { EventFeed, FeedBatch } from './event-feed.ts'
import { formatPosition, type Position } from './event-position.ts'
import type { EventFilter } from './read-events.ts'

interface EventStreamOptions {
  feed: EventFeed
  log: Log
  /** A client that reads nothing from one heartbeat to the next is disconnected. */
  heartbeatMs: number
  /** The pause after the database failed. */
  failurePauseMs: number
  now: Position
  start: Position
  filter: EventFilter
}

export interface EventStream {
  readable: Readable
  /** Aborted when the stream is to end. */
  ending: AbortSignal
  end(): void
}

/** How long a browser waits before it reconnects. */
const RETRY_MS = 1000

export function openEventStream(options: EventStreamOptions): EventStream {
  const { feed, heartbeatMs, now } = options
  const ending = new AbortController()
  const signal = createWakeSignal()
  const beat: Beat = { isDue: false }
  const leave = feed.join(now, signal.send)
  const texts = writeEvents(options, ending.signal, signal, beat)
  /** How often the client has read. */
  let reads = 0
  let readsAtLastBeat = -1
  let isOffered = true

  function end(): void {
    ending.abort()
    signal.send()
  }

  const heartbeat = setInterval(() => {
    if (isOffered && reads === readsAtLastBeat) {
      readable.destroy()
      return
    }
    readsAtLastBeat = reads
    beat.isDue = true
    signal.send()
  }, heartbeatMs)

  const readable = new Readable({
    read() {
      reads += 1
      isOffered = false
      texts.next().then(
        ({ value, done }) => {
          isOffered = true
          this.push(done ? null : value)
        },
        (error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      clearInterval(heartbeat)
      leave()
      end()
      done(error)
    },
  })

  return { readable, ending: ending.signal, end }
}

interface Beat {
  isDue: boolean
}

async function* writeEvents(
  { feed, log, filter, start, failurePauseMs }: EventStreamOptions,
  ending: AbortSignal,
  signal: WakeSignal,
  beat: Beat,
): AsyncGenerator<string, undefined> {
  let position = start
  let span: number | undefined
  yield `retry: ${RETRY_MS}\nid: ${formatPosition(position)}\n\n`
  while (!ending.aborted) {
    let batch: FeedBatch
    try {
      batch = await feed.read(position, filter, span)
    } catch (error) {
      log.warn({ err: error }, 'reading events failed; retrying')
      await signal.wait(failurePauseMs)
      continue
    }
    position = batch.upTo
    span = batch.span
    if (batch.events.length > 0) {
      const texts = batch.events.map(({ text }) => text).join('')
      yield feed.hasBatchIds ? `${texts}id: ${formatPosition(position)}\n\n` : texts
    }
    if (beat.isDue) {
      beat.isDue = false
      // With the position, so that a client that reconnects does not read again what was filtered out.
      yield `: heartbeat\nid: ${formatPosition(position)}\n\n`
    }
    if (batch.events.length === 0 && !batch.hasMore && !beat.isDue) await signal.wait()
  }
  return undefined
}
