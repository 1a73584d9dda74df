import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MB } from './corpus/tabular-files.ts'
import { createFilesApp, exportPath, type FilesApp } from './support/files-app.ts'
import { leastOf } from './support/least-of.ts'
import { openSocket, requestHead } from './support/upload-by-hand.ts'

const MANY = 100_000
const WIDE = 300
let app: FilesApp
let many: string
let wide: string

beforeAll(async () => {
  app = await createFilesApp()
  many = await addContacts(MANY, `jsonb_build_object('name', 'customer ' || n)`)
  // 50 kB a contact, and nothing that a workbook could pack.
  wide = await addContacts(
    WIDE,
    `(select jsonb_object_agg('f' || i, (
        select string_agg(md5(concat(n, i, k)), '') from generate_series(1, 31) k
      )) from generate_series(1, 50) i)`,
  )
})
afterAll(() => app.close())

async function addContacts(count: number, fields: string): Promise<string> {
  const id = await app.addDataSource(randomUUID())
  await app.rows(
    `insert into contact (id, data_source_id, position, phone_number, phone_key, fields, create_time, update_time)
     select gen_random_uuid(), $1, n, n + 13800000000, n + 13800000000, ${fields}, now(), now()
     from generate_series(1, $2::int) n`,
    [id, count],
  )
  await app.rows(
    `update data_source set contact_count = $2::int, last_position = $2::int, field_names = (
       select array_agg(name) from (
         select jsonb_object_keys(fields) as name from contact where data_source_id = $1 and position = 1
       ) as names)
     where id = $1`,
    [id, count],
  )
  return id
}

/** A reader that has had a look at the beginning and takes no more. */
async function startAndPause(path: string): Promise<Socket> {
  const socket = await openSocket(app.port)
  onTestFinished(() => {
    socket.destroy()
  })
  socket.write(requestHead('GET', path, {}))
  await once(socket, 'readable')
  expect(socket.read(12)?.toString()).toBe('HTTP/1.1 200')
  return socket
}

async function statusOfExport(format: 'csv' | 'excel'): Promise<number> {
  const response = await app.call(exportPath(wide, format))
  await response.arrayBuffer()
  return response.status
}

async function openTransactions(): Promise<number> {
  const rows = await app.rows(
    `select 1 from pg_stat_activity
     where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
  )
  return rows.length
}

async function expectIdleConnections(): Promise<void> {
  await expect
    .poll(() => {
      const { open, idle, waiting } = app.db.usage()
      return { busy: open - idle, waiting }
    })
    .toEqual({ busy: 0, waiting: 0 })
  await expect.poll(openTransactions).toBe(0)
}

describe.each(['csv', 'excel'] as const)('a reader of an export as %s', (format) => {
  it.each(['many', 'wide'] as const)('that goes away leaves nothing running (%s)', async (kind) => {
    const socket = await startAndPause(exportPath(kind === 'many' ? many : wide, format))
    socket.destroy()
    await expectIdleConnections()
  })

  it('that is gone before the first byte leaves nothing running either', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(app.port)))
    for (const socket of sockets)
      socket.write(requestHead('GET', exportPath(many, format), {}), () => socket.destroy())
    await Promise.all(sockets.map((socket) => once(socket, 'close')))
    await expectIdleConnections()
    // Nor do they count against the exports that a token may have at once.
    await expect.poll(() => statusOfExport(format)).toBe(200)
  })

  it.each(['many', 'wide'] as const)(
    'that stalls holds neither a transaction nor a connection (%s)',
    async (kind) => {
      const socket = await startAndPause(exportPath(kind === 'many' ? many : wide, format))
      await expectIdleConnections()
      let bytes = 0
      socket.on('data', (chunk) => {
        bytes += chunk.length
      })
      await once(socket, 'end')
      expect(bytes).toBeGreaterThan(MB / 4)
      await expectIdleConnections()
    },
  )

  it('gets the first bytes at once, and never makes the service hold much of the rest', async () => {
    const shareBeforeFirst = async () => {
      const before = memoryInUse()
      const started = performance.now()
      const response = await app.call(exportPath(many, format))
      const reader = (response.body as ReadableStream<Uint8Array>).getReader()
      await reader.read()
      const firstMs = performance.now() - started
      let peak = 0
      for (let result = await reader.read(); !result.done; result = await reader.read())
        peak = Math.max(peak, memoryInUse() - before)
      expect(peak).toBeLessThan(100 * MB)
      return firstMs / (performance.now() - started)
    }
    expect(await leastOf(0.8, shareBeforeFirst)).toBeLessThan(0.8)
  })
})

it('an export of long rows is complete and in order', async () => {
  const lines = (await app.exportCsv(exportPath(wide, 'csv'))).trimEnd().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',', 2)[1])).toEqual(
    Array.from({ length: WIDE }, (_, i) => String(13_800_000_001 + i)),
  )
  expect(new Set(lines.slice(1).map((line) => line.length)).size).toBe(1)
})

it('an export that fails in the middle is cut off, so that nobody takes it for whole', async () => {
  const socket = await startAndPause(exportPath(many, 'csv'))
  await expectIdleConnections()
  await app.rows('alter table contact rename column fields to gone')
  try {
    const rest = await text(socket).catch(() => 'broken off')
    expect(rest.endsWith('\r\n0\r\n\r\n')).toBe(false)
  } finally {
    await app.rows('alter table contact rename column gone to fields')
  }
  await expectIdleConnections()
})

function memoryInUse(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
