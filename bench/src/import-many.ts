// Imports a million rows by an import job, compared with COPY and one INSERT of the same rows, and compares the growth of the
// service's memory with that for a tenth of the rows. BENCH_IMPORT_ROWS sets another number of rows.

import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { newId } from '../../server/src/platform/kernel/ids.ts'
import { createXlsxStream } from '../../server/src/platform/tabular/xlsx/write-xlsx.ts'
import { copyRows, rowAt } from './import.ts'
import { get, post } from './support/api-client.ts'
import { type ChildServer, startService } from './support/child-server.ts'
import { report, timeMs } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { FIELD_NAMES } from './support/seed-contacts.ts'

const ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 1_000_000)
const CHUNK_ROWS = 10_000
const SAMPLE_MS = 100
const TITLES = ['phoneNumber', ...FIELD_NAMES]

interface Job {
  id: string
  status: string
  successCount: number
}

export async function benchImportMany(postgres: BenchServer): Promise<void> {
  const connection = await postgres.createDatabase()
  const client = new pg.Client(connection)
  await client.connect()
  const folder = await mkdtemp(join(tmpdir(), 'carillon-bench-'))
  try {
    for (const format of ['CSV', 'XLSX'] as const) {
      const small = await writeFile(folder, format, ROWS / 10)
      const large = await writeFile(folder, format, ROWS)
      // A new process for each, so that the memory of one does not count for the next.
      const { growth: smallGrowth } = await measure(connection, small, ROWS / 10)
      const theirs = await copyRows(client, Readable.from(csvLines(ROWS)), ROWS)
      const { ms: ours, growth } = await measure(connection, large, ROWS)
      report(`import-many: time, ${format} of ${ROWS} rows / COPY and INSERT`, {
        ratio: ours / theirs,
        goal: { max: format === 'CSV' ? 3 : 5 },
        details: `${Math.round((ROWS / ours) * 1000)} and ${Math.round((ROWS / theirs) * 1000)} rows a second`,
      })
      report(`import-many: memory growth, ${format} of ${ROWS} rows / a tenth of them`, {
        ratio: growth / Math.max(1, smallGrowth),
        goal: { max: 2 },
        details: `${megabytes(growth)} and ${megabytes(smallGrowth)} MB`,
      })
    }
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(connection: pg.ClientConfig, path: string, rows: number) {
  const service = await startService(connection)
  try {
    return await importFile(service, path, rows)
  } finally {
    await service.stop()
  }
}

async function importFile({ address, memory }: ChildServer, path: string, rows: number) {
  const { id } = await post(`${address}/api/dataSource/add`, { dataSourceName: newId() })
  const form = new FormData()
  form.append('file', await openAsBlob(path), 'contacts')
  const before = memory()
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, memory())
  }, SAMPLE_MS)
  const ms = await timeMs(async () => {
    let job = await post<Job>(`${address}/api/dataSource/${id}/import`, form)
    job = await post<Job>(`${address}/api/import/${job.id}/start`, {})
    while (job.status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
      job = await get<Job>(`${address}/api/import/${job.id}`)
    }
    if (job.successCount !== rows)
      throw new Error(`${job.successCount} rows were imported instead of ${rows}`)
  }).finally(() => clearInterval(sampling))
  return { ms, growth: peak - before }
}

async function writeFile(folder: string, format: 'CSV' | 'XLSX', rows: number): Promise<string> {
  const path = join(folder, `${rows}.${format}`)
  const content =
    format === 'CSV'
      ? Readable.from(withTitles(rows))
      : createXlsxStream({ titles: TITLES, rows: Readable.from(chunksOf(rows)) })
  await pipeline(content, createWriteStream(path))
  return path
}

function* chunksOf(rows: number): Generator<string[][]> {
  for (let first = 0; first < rows; first += CHUNK_ROWS) {
    yield Array.from({ length: Math.min(CHUNK_ROWS, rows - first) }, (_, index) => rowAt(first + index + 1))
  }
}

function* csvLines(rows: number): Generator<string> {
  for (const chunk of chunksOf(rows)) yield chunk.map((cells) => `${cells.join(',')}\n`).join('')
}

function* withTitles(rows: number): Generator<string> {
  yield `${TITLES.join(',')}\n`
  yield* csvLines(rows)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
