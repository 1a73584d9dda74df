// One stream of server-sent events. It takes its events from the feed when its reader has taken the last ones, so it
// holds one batch in memory however slow the reader is. A reader that takes nothing at all is given up; it can come
// back and go on where it was.
import { Readable } from 'node:stream'
import type { Log } from '../kernel/log.ts'
import { createWakeSignal, type WakeSignal } from '../kernel/wake-signal.ts'
import type { EventFeed, FeedBatch } from './event-feed.ts'
import { formatPosition, type Position } from './event-position.ts'
import type { EventFilter } from './read-events.ts'

export interface EventStreamOptions {
  feed: EventFeed
  log: Log
  /** A reader that takes nothing from one heartbeat to the next is given up. */
  heartbeatMs: number
  /** How long to leave the database alone after it failed. */
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

/** What a browser waits before it connects again. */
const RETRY_MS = 1000

export function openEventStream(options: EventStreamOptions): EventStream {
  const { feed, heartbeatMs, now } = options
  const ending = new AbortController()
  const signal = createWakeSignal()
  const beat: Beat = { isDue: false }
  const leave = feed.join(now, signal.send)
  const texts = writeEvents(options, ending.signal, signal, beat)
  /** Counts what the reader took; it stands still while the reader takes nothing. */
  let taken = 0
  let takenAtLastBeat = -1
  let isOffered = true

  function end(): void {
    ending.abort()
    signal.send()
  }

  const heartbeat = setInterval(() => {
    if (isOffered && taken === takenAtLastBeat) {
      readable.destroy()
      return
    }
    takenAtLastBeat = taken
    beat.isDue = true
    signal.send()
  }, heartbeatMs)

  const readable = new Readable({
    read() {
      taken += 1
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
      log.warn({ err: error }, 'reading events failed for the moment')
      await signal.wait(failurePauseMs)
      continue
    }
    position = batch.upTo
    span = batch.span
    if (batch.events.length > 0) {
      const texts = batch.events.map(({ text }) => text).join('')
      yield feed.source.readsWhole ? `${texts}id: ${formatPosition(position)}\n\n` : texts
    }
    if (beat.isDue) {
      beat.isDue = false
      // Nothing of interest up to here: the reader need not come back to before it.
      yield `: heartbeat\nid: ${formatPosition(position)}\n\n`
    }
    if (batch.events.length === 0 && !batch.hasMore && !beat.isDue) await signal.wait()
  }
  return undefined
}
