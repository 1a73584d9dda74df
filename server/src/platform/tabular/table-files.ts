// Reads files as tables in worker threads. Opening a file returns its format; its rows come in batches, and the next batch is
// read while one is being used. A thread that is done is reused: starting one takes longer than reading most files.

import { InvalidInput } from '../kernel/errors.ts'
import type { TableFacts } from './read-table.ts'
import type { TableOptions } from './table-messages.ts'
import type { TableRow } from './table-rows.ts'
import { startTableThread, type TableThread } from './table-thread.ts'

export interface TableFilesOptions {
  /** Max memory of a thread. A file that needs more is refused. */
  memoryMb?: number
  /** Default for how long a file may keep its thread busy before it is refused. */
  deadlineMs?: number
}

export interface OpenOptions extends TableOptions {
  deadlineMs?: number
  /** Ends the thread at once, whatever it is doing. */
  signal?: AbortSignal
}

export interface OpenTable {
  facts: TableFacts
  titles: TableRow
  /** The rows below the title row. Can be iterated once. */
  batches: AsyncGenerator<TableRow[], undefined>
  /** Must be called at the end, whatever happened. */
  close(): void
}

export interface TableFiles {
  /** Fails with a sentence for the owner of a file that cannot be read. */
  open(path: string, options: OpenOptions): Promise<OpenTable>
  /** Reads the whole file, as `open` would, and says how many data rows it has. */
  count(path: string, options: OpenOptions): Promise<number>
  /** Ends all threads. */
  close(): Promise<void>
}

const MEMORY_MB = 256
const DEADLINE_MS = 30_000
const CLOSING_MS = 5_000
const MAX_IDLE_THREADS = 2

export function createTableFiles(defaults: TableFilesOptions = {}): TableFiles {
  const threads = new Set<TableThread>()
  const idle: TableThread[] = []

  function takeThread(): TableThread {
    for (let resting = idle.pop(); resting; resting = idle.pop()) {
      if (resting.isAlive) return resting
      threads.delete(resting)
    }
    const started = startTableThread(defaults.memoryMb ?? MEMORY_MB)
    threads.add(started)
    return started
  }

  /** Lets the thread finish its request, so that it can be reused. */
  async function giveBack(thread: TableThread): Promise<void> {
    try {
      await thread.ask({ kind: 'close' }, { limitMs: CLOSING_MS, usedMs: 0 })
    } catch {
      // The thread has ended or will end: another one is started when needed.
    }
    if (thread.isAlive && idle.length < MAX_IDLE_THREADS) {
      thread.rest()
      idle.push(thread)
    } else {
      threads.delete(thread)
      await thread.end()
    }
  }

  function lend(signal: AbortSignal | undefined): { thread: TableThread; release: () => void } {
    signal?.throwIfAborted()
    const thread = takeThread()
    const onAbort = () => void thread.end()
    signal?.addEventListener('abort', onAbort, { once: true })
    return {
      thread,
      release() {
        signal?.removeEventListener('abort', onAbort)
        void giveBack(thread)
      },
    }
  }

  return {
    async open(path, { deadlineMs = defaults.deadlineMs ?? DEADLINE_MS, signal, ...options }) {
      const { thread, release } = lend(signal)
      const time = { limitMs: deadlineMs, usedMs: 0 }
      try {
        const opened = await thread.ask({ kind: 'open', path, options }, time)
        if (opened.kind !== 'opened') throw new Error(`unexpected answer ${opened.kind}`)
        const { facts, titles, rows } = opened
        if (titles.fault !== undefined) throw faultyTitles(titles)
        return {
          facts,
          titles,
          batches: batchesOf(rows, async () => {
            const answer = await thread.ask({ kind: 'next' }, time)
            return answer.kind === 'rows' ? answer.rows : undefined
          }),
          close: release,
        }
      } catch (error) {
        release()
        throw error
      }
    },

    async count(path, { deadlineMs = defaults.deadlineMs ?? DEADLINE_MS, signal, ...options }) {
      const { thread, release } = lend(signal)
      try {
        const answer = await thread.ask({ kind: 'count', path, options }, { limitMs: deadlineMs, usedMs: 0 })
        if (answer.kind !== 'counted') throw new Error(`unexpected answer ${answer.kind}`)
        return answer.dataRows
      } finally {
        release()
      }
    },

    async close() {
      await Promise.all([...threads].map((thread) => thread.end()))
    },
  }
}

async function* batchesOf(
  first: TableRow[],
  readNext: () => Promise<TableRow[] | undefined>,
): AsyncGenerator<TableRow[], undefined> {
  let rows: TableRow[] | undefined = first
  while (rows) {
    const next: Promise<TableRow[] | undefined> = readNext()
    next.catch(() => undefined) // reported when the batch is used
    yield rows
    rows = await next
  }
  return undefined
}

function faultyTitles({ row, fault }: TableRow): InvalidInput {
  return new InvalidInput(`title row: ${fault}`, { fault: 'text_after_quote', field: 'file', row })
}
