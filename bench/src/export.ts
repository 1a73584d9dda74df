// Exports a data source over HTTP. CSV is compared with a PostgreSQL COPY of the same rows that are discarded, XLSX with the
// writer alone on the same rows in memory. The memory of the service's process is measured as well: it must not grow with
// the size of the export.

import { Readable } from 'node:stream'
import pg, { type ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { newId } from '../../server/src/platform/kernel/ids.ts'
import { createDatabase } from '../../server/src/platform/storage/database.ts'
import { createXlsxStream } from '../../server/src/platform/tabular/xlsx/write-xlsx.ts'
import { download } from './support/api-client.ts'
import { startService } from './support/child-server.ts'
import { alternate, report, timeMs } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { quietLog } from './support/quiet-log.ts'
import { FIELD_NAMES, fieldsAt, mobileNumber, seedContacts } from './support/seed-contacts.ts'

const MEMORY_SIZES = [100_000, 1_000_000]
const SPEED_SIZE = 1_000_000
const ROUNDS = 3
const MEGABYTE = 1024 * 1024

export async function benchExport(postgres: BenchServer): Promise<void> {
  const connection = await postgres.createDatabase()
  const db = createDatabase({ connection, maxConnections: 2, log: quietLog })
  try {
    for (const count of MEMORY_SIZES) {
      const dataSourceId = await seedContacts(db, { count })
      await measureMemory(connection, dataSourceId, 'csv', count)
      await measureMemory(connection, dataSourceId, 'excel', count)
      if (count === SPEED_SIZE) await measureSpeed(connection, dataSourceId)
    }
  } finally {
    await db.close()
  }
}

async function measureSpeed(connection: ClientConfig, dataSourceId: string): Promise<void> {
  const service = await startService(connection)
  const url = `${service.address}${exportPath(dataSourceId)}`
  try {
    const csv = await alternate(ROUNDS, {
      ours: () => timeMs(() => download(`${url}?format=csv`)),
      theirs: () => timeMs(() => readCopy(connection, dataSourceId)),
    })
    reportSpeed('export: speed, CSV / COPY alone', csv, 0.5)
    const rows = Array.from({ length: SPEED_SIZE }, (_, index) => exportedRow(index + 1))
    const xlsx = await alternate(ROUNDS, {
      ours: () => timeMs(() => download(`${url}?format=excel`)),
      theirs: () => timeMs(() => writeWorkbook(rows)),
    })
    reportSpeed('export: speed, XLSX / writer alone', xlsx, 0.8)
  } finally {
    await service.stop()
  }
}

function reportSpeed(name: string, { ours, theirs }: { ours: number; theirs: number }, goal: number): void {
  const perSecond = (ms: number) => `${Math.round(SPEED_SIZE / ms)}k rows/s`
  report(name, {
    ratio: theirs / ours,
    goal: { min: goal },
    details: `${perSecond(ours)} and ${perSecond(theirs)}`,
  })
}

/** Reads the same columns as the export with one COPY. */
async function readCopy(connection: ClientConfig, dataSourceId: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const fields = FIELD_NAMES.map((name) => `fields ->> '${name}'`).join(', ')
  const statement = `copy (
    select id, phone_number, ${fields}, 3 as status, 0 as call_count, create_time
    from contact where data_source_id = '${dataSourceId}' order by position
  ) to stdout with (format csv)`
  for await (const _ of client.query(copyTo(statement)));
  await client.end()
}

async function writeWorkbook(rows: string[][]): Promise<void> {
  const titles = ['id', 'phoneNumber', ...FIELD_NAMES, 'status', 'callCount', 'createTime']
  for await (const _ of createXlsxStream({ titles, rows: Readable.from(batches(rows)) }));
}

function* batches(rows: string[][]): Generator<string[][]> {
  for (let start = 0; start < rows.length; start += 1000) yield rows.slice(start, start + 1000)
}

function exportedRow(position: number): string[] {
  return [
    newId(),
    mobileNumber(position),
    ...Object.values(fieldsAt(position)),
    '3',
    '0',
    '2026-11-15 08:00:00',
  ]
}

/** Uses a new process for each export: memory left over from an earlier export would hide growth. */
async function measureMemory(
  connection: ClientConfig,
  dataSourceId: string,
  format: string,
  count: number,
): Promise<void> {
  const service = await startService(connection)
  try {
    const before = service.memory()
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, service.memory())
    }, 20)
    await download(`${service.address}${exportPath(dataSourceId)}?format=${format}`)
    clearInterval(watch)
    report(`export: memory growth in MB, ${format}, ${count / 1000}k rows`, {
      ratio: (peak - before) / MEGABYTE,
      goal: { max: 100 },
      details: `from ${Math.round(before / MEGABYTE)} MB to ${Math.round(peak / MEGABYTE)} MB`,
    })
  } finally {
    await service.stop()
  }
}

function exportPath(dataSourceId: string): string {
  return `/api/dataSource/${dataSourceId}/contact/batchExport`
}
