// Uploads 10,000 rows, compared with the fastest way to get the same rows into the same table and indexes: COPY into a
// temporary table, then one INSERT that skips duplicates. The upload also validates every row, updates the search index
// and reports each failed row. Each round uses a new data source.

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { newId } from '../../server/src/platform/kernel/ids.ts'
import { createXlsxStream } from '../../server/src/platform/tabular/xlsx/write-xlsx.ts'
import { post } from './support/api-client.ts'
import { startService } from './support/child-server.ts'
import { alternate, report, timeMs } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { FIELD_NAMES, fieldsAt, mobileNumber } from './support/seed-contacts.ts'

const ROWS = 10_000
const ROUNDS = 9

export async function benchImport(postgres: BenchServer): Promise<void> {
  const connection = await postgres.createDatabase()
  const service = await startService(connection)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const rows = Array.from({ length: ROWS }, (_, index) => rowAt(index + 1))
    const csv = rows.map((cells) => `${cells.join(',')}\n`).join('')
    const titles = ['phoneNumber', ...FIELD_NAMES]
    const xlsx = await buffer(createXlsxStream({ titles, rows: Readable.from([rows]) }))
    const files = { CSV: Buffer.from(`${titles.join(',')}\n${csv}`), XLSX: xlsx }

    for (const [format, goal] of [
      ['CSV', 2],
      ['XLSX', 4],
    ] as const) {
      const upload = () => importFile(service.address, files[format])
      const copy = () => copyRows(client, Readable.from([csv]), ROWS)
      await alternate(2, { ours: upload, theirs: copy })
      const { ours, theirs } = await alternate(ROUNDS, { ours: upload, theirs: copy })
      report(`import: time, ${format} upload / COPY and INSERT`, {
        ratio: ours / theirs,
        goal: { max: goal },
        details: `${Math.round(ours)} ms and ${Math.round(theirs)} ms`,
      })
    }
  } finally {
    await client.end()
    await service.stop()
  }
}

export function rowAt(position: number): string[] {
  return [mobileNumber(position), ...Object.values(fieldsAt(position))]
}

async function importFile(address: string, file: Buffer): Promise<number> {
  const { id } = await post(`${address}/api/dataSource/add`, { dataSourceName: newId() })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), 'contacts')
  return timeMs(async () => {
    const url = `${address}/api/dataSource/${id}/contact/batchImport`
    const { successCount } = await post<{ successCount: number }>(url, form)
    if (successCount !== ROWS) throw new Error(`${successCount} rows were imported instead of ${ROWS}`)
  })
}

export async function copyRows(client: pg.Client, csv: Readable, rows: number): Promise<number> {
  const dataSourceId = newId()
  return timeMs(async () => {
    await client.query('begin')
    await client.query(
      `create temporary table given (n bigint generated always as identity, phone_number text, customer_name text,
         address text, order_amount text) on commit drop`,
    )
    const copy = copyFrom(
      'copy given (phone_number, customer_name, address, order_amount) from stdin with (format csv)',
    )
    await pipeline(csv, client.query(copy))
    const { rowCount } = await client.query(
      `insert into contact (id, data_source_id, position, phone_number, phone_key, fields, create_time, update_time)
       select uuidv7(), $1, n, phone_number, phone_number,
         jsonb_build_object('customerName', customer_name, 'address', address, 'orderAmount', order_amount),
         now(), now()
       from given
       on conflict do nothing`,
      [dataSourceId],
    )
    await client.query('commit')
    if (rowCount !== rows) throw new Error(`${rowCount} rows were copied instead of ${rows}`)
  })
}
