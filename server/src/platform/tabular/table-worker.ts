// The entry point of a thread that reads files. A hostile file cannot block the main thread, and with it requests and the
// dialer: the main thread ends this thread if it takes too long or too much memory. It reads a batch of rows on request, so
// a slow receiver slows it down.

import { type FileHandle, open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { describeFailure } from '../kernel/threads/thread-failure.ts'
import { readTable, type TableFacts } from './read-table.ts'
import type { Answer, Question, TableOptions } from './table-messages.ts'
import type { TableRow } from './table-rows.ts'

let file: FileHandle | undefined
let batches: AsyncGenerator<TableRow[]> | undefined
let answering = Promise.resolve()

parentPort?.on('message', (question: Question) => {
  answering = answering
    .then(() => answer(question))
    .catch((error): Answer => ({ kind: 'failed', failure: describeFailure(error) }))
    .then((given) => parentPort?.postMessage(given))
})

async function answer(question: Question): Promise<Answer> {
  if (question.kind === 'close') {
    await close()
    return { kind: 'end' }
  }
  if (question.kind === 'next') {
    const rows = await nextRows()
    return rows ? { kind: 'rows', rows } : { kind: 'end' }
  }
  if (question.kind === 'count') return { kind: 'counted', dataRows: await count(question) }
  let facts: TableFacts | undefined
  file = await open(question.path)
  batches = readTable(file, {
    ...question.options,
    onFacts: (found) => {
      facts = found
    },
  })
  const [titles, ...rows] = (await nextRows()) ?? []
  if (!titles || !facts) throw new Error('a table without rows was not refused')
  return { kind: 'opened', facts, titles, rows }
}

async function count({ path, options }: { path: string; options: TableOptions }): Promise<number> {
  let dataRows = 0
  file = await open(path)
  batches = readTable(file, {
    ...options,
    skipRows: Number.POSITIVE_INFINITY,
    onEnd: (found) => {
      dataRows = found
    },
  })
  while (await nextRows());
  await close()
  return dataRows
}

async function nextRows(): Promise<TableRow[] | undefined> {
  const { value, done } = (await batches?.next()) ?? { value: undefined, done: true }
  return done ? undefined : value
}

async function close(): Promise<void> {
  await batches?.return(undefined)
  await file?.close()
  batches = undefined
  file = undefined
}
