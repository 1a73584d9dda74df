import { once } from 'node:events'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findEmbeddedPostgres } from '../src/platform/storage/embedded/embedded-postgres.ts'
import {
  addDataSource,
  expectPostgresGone,
  postgresPid,
  type Service,
  startService,
} from './support/carillon-process.ts'
import { importPath, numberedRows } from './support/files-app.ts'
import { holdCommits } from './support/held-commits.ts'
import { filePart, formOf, openSocket, parseAnswer, uploadHead } from './support/upload-by-hand.ts'

const ROWS = 10_000

/** The database of a running service, past the service. */
async function lookInside(service: Service): Promise<pg.Client> {
  const client = new pg.Client(await findEmbeddedPostgres(service.dataDir))
  client.on('error', () => undefined) // it goes when the service goes
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

async function startUpload(
  service: Service,
  dataSourceId: string,
  form: Buffer,
  bytes: number,
): Promise<Socket> {
  const socket = await openSocket(Number(new URL(service.address).port))
  socket.on('error', () => undefined) // the service may be killed
  socket.write(uploadHead(importPath(dataSourceId), form.length, service.token))
  socket.write(form.subarray(0, bytes))
  return socket
}

const form = formOf(filePart(numberedRows(ROWS).join('\n')))

/** Counted, listed and numbered alike: all rows of the file, or none. */
async function expectAllOrNothing(service: Service, dataSourceId: string): Promise<number> {
  const client = await lookInside(service)
  const { rows } = await client.query<{ counted: number; last: number; there: number; highest: number }>(
    `select contact_count as counted, last_position::int as last, count(c.id)::int as there,
       coalesce(max(c.position), 0)::int as highest
     from data_source d left join contact c on c.data_source_id = d.id
     where d.id = $1 group by d.id`,
    [dataSourceId],
  )
  const there = rows[0]?.there ?? -1
  expect([0, ROWS]).toContain(there)
  expect(rows).toEqual([{ counted: there, last: there, there, highest: there }])
  const search = await service.call<{ total: number }>(
    `/api/dataSource/${dataSourceId}/contacts?phoneNumber=138`,
  )
  expect(search?.data.total).toBe(there)
  return there
}

describe('kill -9', () => {
  it('keeps what was answered, and of an import under way all of the file or nothing; then a stop is orderly', async () => {
    const first = await startService()
    const { dataDir } = first
    const answered = await addDataSource(first, 'answered')
    await once(await startUpload(first, answered, form, form.length), 'data')
    const written = await addDataSource(first, 'being written')
    const held = await holdCommits(await lookInside(first), written)
    await startUpload(first, written, form, form.length)
    await held.reached()
    // Everything at once, as when the power fails.
    process.kill(postgresPid(dataDir) ?? 0, 'SIGKILL')
    await first.end('SIGKILL')

    const second = await startService({ dataDir })
    expect(await expectAllOrNothing(second, answered)).toBe(ROWS)
    expect(await expectAllOrNothing(second, written)).toBe(0)
    const received = await addDataSource(second, 'just received')
    const upload = await startUpload(second, received, form, form.length)
    await expect.poll(() => upload.writableLength, { interval: 1 }).toBe(0)
    // The service alone: its database is still running when the next one starts.
    await second.end('SIGKILL')

    const third = await startService({ dataDir, env: { LOG_LEVEL: 'info' } })
    await expectAllOrNothing(third, received)
    expect(await expectAllOrNothing(third, answered)).toBe(ROWS)
    await expectStopToFinishUpload(third)
  })
})

/** A stop that finds an upload being imported waits for it. */
async function expectStopToFinishUpload(service: Service): Promise<void> {
  const dataSourceId = await addDataSource(service, 'in time')
  const release = await holdUpImport(service, dataSourceId)
  const answer = text(await startUpload(service, dataSourceId, form, form.length))
  await waitForHeldImport(service)
  service.child.kill('SIGTERM')
  await expect.poll(service.stderr).toContain('"msg":"stopping"')
  await release()
  expect(JSON.parse(parseAnswer(await answer).body)).toMatchObject({ code: 0, data: { successCount: ROWS } })
  expect(await service.exited).toEqual({ code: 0, signal: null })
  expect(postgresPid(service.dataDir)).toBeUndefined()
}

/** Locks the data source, which an import into it waits for until it is released. */
async function holdUpImport(service: Service, dataSourceId: string): Promise<() => Promise<void>> {
  const client = await lookInside(service)
  await client.query('begin')
  await client.query('select from data_source where id = $1 for update', [dataSourceId])
  return () => client.end()
}

async function waitForHeldImport(service: Service): Promise<void> {
  const client = await lookInside(service)
  const held = `select 1 from pg_stat_activity where application_name = 'carillon' and wait_event_type = 'Lock'`
  await expect.poll(async () => (await client.query(held)).rowCount, { interval: 20 }).toBeGreaterThan(0)
  await client.end()
}

describe('a stop', () => {
  it('waits for no upload when asked again', async () => {
    const service = await startService()
    const dataSourceId = await addDataSource(service, 'never')
    await holdUpImport(service, dataSourceId)
    const socket = await startUpload(service, dataSourceId, form, form.length)
    const closed = once(socket, 'close')
    await waitForHeldImport(service)
    let isOver = false
    service.exited.then(() => {
      isOver = true
    })
    await expect
      .poll(
        () => {
          service.child.kill('SIGTERM')
          return isOver
        },
        { interval: 100 },
      )
      .toBe(true)
    expect(await service.exited).toEqual({ code: 1, signal: null })
    socket.destroy()
    await closed
    await expectPostgresGone(service.dataDir)
  })
})
