// The progress of a job as server-sent events: the whole job after each change, until it ends. A client that reconnects
// needs none of the events that it missed.
import { Readable } from 'node:stream'
import { createWakeSignal, type WakeSignal } from '../../platform/kernel/wake-signal.ts'
import type { ImportJobRow } from './imports.queries.ts'

export interface ProgressStreams {
  open(
    read: () => Promise<ImportJobRow>,
    describe: (job: ImportJobRow) => object,
  ): { readable: Readable; ending: AbortSignal; end(): void }
  /** A job has changed. */
  wake(): void
  /** Ends all streams. */
  close(): void
}

/** Notifications can get lost. */
const POLL_MS = 2000
const HEARTBEAT_MS = 15_000

export function createProgressStreams(): ProgressStreams {
  const signals = new Set<WakeSignal>()
  const ends = new Set<() => void>()

  return {
    wake() {
      for (const signal of signals) signal.send()
    },
    close() {
      for (const end of [...ends]) end()
    },
    open(read, describe) {
      const ending = new AbortController()
      const changed = createWakeSignal()
      const end = () => {
        ending.abort()
        changed.send()
      }
      signals.add(changed)
      ends.add(end)
      const readable = Readable.from(writeProgress(read, describe, changed, ending.signal), {
        objectMode: false,
      })
      readable.once('close', () => {
        end()
        signals.delete(changed)
        ends.delete(end)
      })
      return { readable, ending: ending.signal, end }
    },
  }
}

async function* writeProgress(
  read: () => Promise<ImportJobRow>,
  describe: (job: ImportJobRow) => object,
  changed: WakeSignal,
  ending: AbortSignal,
): AsyncGenerator<string> {
  yield 'retry: 1000\n\n'
  let lastText = ''
  let lastMs = performance.now()
  while (!ending.aborted) {
    const job = await read()
    const text = JSON.stringify(describe(job))
    const isNew = text !== lastText
    if (isNew || performance.now() - lastMs >= HEARTBEAT_MS) {
      yield isNew ? `event: import\ndata: ${text}\n\n` : ': heartbeat\n\n'
      lastText = text
      lastMs = performance.now()
    }
    if (job.end_time && job.status !== 'undoing') return
    await changed.wait(POLL_MS)
  }
}
