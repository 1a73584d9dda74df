// Sends spans to a collector, in batches and in the background. Memory is bounded: while the collector is slow or away, spans beyond
// the queue are dropped and counted. Nothing here throws or keeps anybody waiting, and a stop waits only for a moment.
import type { Log } from '../kernel/log/log.ts'
import { createWakeSignal, type SetTimer, setIdleTimer } from '../kernel/wake-signal.ts'
import { createLoop } from '../work/loop.ts'
import type { FinishedSpan } from './span.ts'

export interface SpanExporter {
  add(span: FinishedSpan): void
  figures(): SpanFigures
  /** Sends what is left, within a time limit. */
  close(): Promise<void>
}

export interface SpanFigures {
  sent: number
  dropped: number
}

interface SpanExporterOptions {
  url: string
  headers: Readonly<Record<string, string>>
  timeoutMs: number
  write(spans: readonly FinishedSpan[]): string
  log: Log
  setTimer?: SetTimer
}

const MAX_QUEUED = 4096
const MAX_BATCH = 512
/** A span waits this long for others. */
const GATHER_MS = 2000
const MAX_TRIES = 5
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 30_000
/** A stop waits this long at most. */
const CLOSE_MS = 3000
/** As OTLP says: anything else is wrong with the request, and would be the next time. */
const RETRYABLE = [429, 502, 503, 504]

export function createSpanExporter(options: SpanExporterOptions): SpanExporter {
  const { url, headers, timeoutMs, write, log, setTimer = setIdleTimer } = options
  const loop = createLoop({ name: 'sending spans', work: sendBatch, log, setTimer })
  const pausing = createWakeSignal(setTimer)
  let queue: FinishedSpan[] = []
  let abort = () => {}
  let isClosing = false
  let isTimeUp = false
  let isFailing = false
  let sent = 0
  let dropped = 0

  /** Resolves with how many spans the collector refuses. */
  async function post(body: string): Promise<number> {
    const limit = new AbortController()
    abort = () => limit.abort(new Error('the collector takes too long'))
    const callOff = setTimer(abort, timeoutMs)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        redirect: 'error',
        signal: limit.signal,
      })
      const answer = await response.text()
      if (!response.ok) throw new NotTaken(response.status, Number(response.headers.get('retry-after')) || 0)
      return rejectedIn(answer)
    } finally {
      callOff()
    }
  }

  async function deliver(batch: FinishedSpan[]): Promise<void> {
    const body = write(batch)
    for (let tries = 1; ; tries += 1) {
      try {
        const rejected = Math.min(batch.length, await post(body))
        dropped += rejected
        sent += batch.length - rejected
        if (isFailing) log.info({ url }, 'the collector takes traces again')
        isFailing = false
        return
      } catch (error) {
        noteFailure(error)
        const isHopeless = error instanceof NotTaken && !RETRYABLE.includes(error.status)
        if (isHopeless || tries === MAX_TRIES || isClosing) {
          dropped += batch.length
          return
        }
        const wantedMs = error instanceof NotTaken ? error.retryAfterSeconds * 1000 : 0
        await pausing.wait(Math.min(Math.max(wantedMs, FIRST_PAUSE_MS * 2 ** (tries - 1)), MAX_PAUSE_MS))
      }
    }
  }

  function noteFailure(error: unknown): void {
    if (isFailing) return
    isFailing = true
    log.warn(
      { url, reason: reasonOf(error) },
      'the collector does not take traces; retrying, and dropping what there is no room for',
    )
  }

  async function sendBatch(): Promise<void> {
    const batch = queue.slice(0, MAX_BATCH)
    queue = queue.slice(MAX_BATCH)
    if (isTimeUp) dropped += batch.length
    else if (batch.length > 0) await deliver(batch)
    if (queue.length > 0) loop.wake(queue.length < MAX_BATCH && !isClosing ? GATHER_MS : 0)
  }

  return {
    add(span) {
      if (queue.length >= MAX_QUEUED || isTimeUp) {
        dropped += 1
        return
      }
      queue.push(span)
      loop.wake(queue.length === MAX_BATCH ? 0 : GATHER_MS)
    },
    figures: () => ({ sent, dropped }),
    async close() {
      isClosing = true
      const callOff = setTimer(() => {
        isTimeUp = true
        abort()
      }, CLOSE_MS)
      loop.wake()
      pausing.send()
      await loop.idle()
      callOff()
      await loop.stop()
    },
  }
}

/** The collector has answered, with an error. */
class NotTaken extends Error {
  readonly status: number
  readonly retryAfterSeconds: number

  constructor(status: number, retryAfterSeconds: number) {
    super(`status ${status}`)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** OTLP: a collector may take a part of the spans. */
function rejectedIn(answer: string): number {
  try {
    const { partialSuccess } = JSON.parse(answer) as { partialSuccess?: { rejectedSpans?: number | string } }
    return Number(partialSuccess?.rejectedSpans) || 0
  } catch {
    return 0
  }
}

/** fetch hides what happened in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
