// A job that changes hands: a batch counts once, whoever writes it; and what happens to jobs that are canceled, forgotten or old.

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { untilHeldUp, whileLocked } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import {
  contactCount,
  createFilesApp,
  type FilesApp,
  numberedRows,
  storedContacts,
} from './support/files-app.ts'
import { type ImportJobs, importJobsOf, type Job } from './support/import-jobs.ts'

let app: FilesApp
let jobs: ImportJobs
let names = 0
const newDataSource = () => app.addDataSource(`list ${names++}`)

beforeAll(async () => {
  app = await createFilesApp({ imports: { batchRows: 100, pollMs: 50, retryPauseMs: 20 } })
  jobs = importJobsOf(app)
  app.startImports()
})
afterAll(() => app.close())

it('a batch of a node that has lost its lease is rolled back, and the next node does it', async () => {
  const id = await newDataSource()
  const uploaded = expectSuccess(await jobs.upload(id, numberedRows(250)))
  await whileLocked(app.database.db, 'data_source', id, async () => {
    expectSuccess(await app.post(`/api/import/${uploaded.id}/start`, {}))
    await untilHeldUp(app.database.db)
    await app.rows(
      "update import_job set lease_owner = $2, lease_until = clock_timestamp() + interval '1 hour' where id = $1",
      [uploaded.id, newId()],
    )
  })
  await untilIdle()
  expect(await contactCount(app, id)).toBe(0)
  expect(await app.rows('select read_rows, status from import_job where id = $1', [uploaded.id])).toEqual([
    { read_rows: 0, status: 'running' },
  ])

  await app.rows('update import_job set lease_until = clock_timestamp() where id = $1', [uploaded.id])
  expect(await jobs.ended(uploaded.id)).toMatchObject({
    status: 'completed',
    successCount: 250,
    failCount: 0,
  })
  const contacts = await storedContacts(app, id)
  expect(contacts.map(({ position }) => position)).toEqual(Array.from({ length: 250 }, (_, i) => i + 1))
})

it('a job that is started while as many run as may at once is done after them', async () => {
  const id = await newDataSource()
  const uploads: Job[] = []
  for (let file = 0; file < 3; file += 1)
    uploads.push(expectSuccess(await jobs.upload(id, numberedRows(file + 1))))
  const start = async (job: Job | undefined) =>
    expectSuccess(await app.post(`/api/import/${job?.id}/start`, {}))
  await whileLocked(app.database.db, 'data_source', id, async () => {
    await start(uploads[0])
    await start(uploads[1])
    await untilHeldUp(app.database.db, 2)
    await start(uploads[2])
  })
  for (const job of uploads) expect(await jobs.ended(job.id)).toMatchObject({ status: 'completed' })
})

it('a node that has lost its lease does not end the job for the node that has it', async () => {
  const id = await newDataSource()
  // More different fields than a data source may have, which fails a job.
  const titles = Array.from({ length: 520 }, (_, i) => `f${i}`)
  const rows = Array.from({ length: 26 }, (_, i) => [
    String(13_800_000_000 + i),
    ...titles.map((_, k) => (Math.floor(k / 20) === i ? 'x' : '')),
  ])
  const uploaded = expectSuccess(await jobs.upload(id, [['phoneNumber', ...titles], ...rows]))
  const transaction = vi.spyOn(app.db, 'transaction')
  let begun = 0
  await whileLocked(app.database.db, 'data_source', id, async () => {
    expectSuccess(await app.post(`/api/import/${uploaded.id}/start`, {}))
    await untilHeldUp(app.database.db)
    begun = transaction.mock.calls.length
    await app.rows(
      "update import_job set lease_owner = $2, lease_until = clock_timestamp() + interval '1 hour' where id = $1",
      [uploaded.id, newId()],
    )
  })
  // The one that would end it.
  await expect.poll(() => transaction.mock.calls.length).toBeGreaterThan(begun)
  transaction.mockRestore()
  await untilIdle()
  expect(expectSuccess(await app.get<Job>(`/api/import/${uploaded.id}`)).status).toBe('running')
  await app.rows('update import_job set lease_until = clock_timestamp() where id = $1', [uploaded.id])
  expect(await jobs.ended(uploaded.id)).toMatchObject({
    status: 'failed',
    error: { code: 'limit_exceeded', params: { reason: 'too_many_field_names' } },
  })
})

it('a full disk fails no import, however long it lasts', async () => {
  const id = await newDataSource()
  await app.rows(`create sequence disk_full;
    create function fill_disk() returns trigger language plpgsql as
      $$ begin perform nextval('disk_full'); raise 'no space left' using errcode = 'disk_full'; end $$;
    create trigger fill_disk before insert on contact execute function fill_disk()`)
  const { id: jobId } = await jobs.begin(id, numberedRows(3))
  await expect
    .poll(
      async () => (await app.rows<{ last_value: number }>('select last_value from disk_full'))[0]?.last_value,
    )
    .toBeGreaterThan(10)
  await app.rows('drop trigger fill_disk on contact')
  expect(await jobs.ended(jobId)).toMatchObject({ status: 'completed', successCount: 3 })
})

it('a canceled import stops, keeps what it has imported and removes the file', async () => {
  const id = await newDataSource()
  const uploaded = expectSuccess(await jobs.upload(id, numberedRows(250)))
  await whileLocked(app.database.db, 'data_source', id, async () => {
    expectSuccess(await app.post(`/api/import/${uploaded.id}/start`, {}))
    await untilHeldUp(app.database.db)
    const canceled = expectSuccess(await app.post<Job>(`/api/import/${uploaded.id}/cancel`))
    expect(canceled).toMatchObject({ status: 'canceled', importCount: 0, preview: null })
  })
  await untilIdle()
  expect(await contactCount(app, id)).toBe(0)
  expect(await app.rows('select from import_piece where job_id = $1', [uploaded.id])).toEqual([])
  expectError(await app.post(`/api/import/${uploaded.id}/cancel`), 405, 'is canceled: cancel is not allowed')
  expectError(await app.post(`/api/import/${uploaded.id}/start`, {}), 405, 'start is not allowed')
  expectError(await app.post(`/api/import/${UNKNOWN_ID}/cancel`), 404, UNKNOWN_ID)
})

it('an import that nobody starts within a day fails, and one that ended is kept for 30 days', async () => {
  const id = await newDataSource()
  const [forgotten, fresh] = [
    expectSuccess(await jobs.upload(id, numberedRows(1))),
    expectSuccess(await jobs.upload(id, numberedRows(2))),
  ]
  const { id: old } = await jobs.begin(id, numberedRows(3))
  await jobs.ended(old)
  const daysAgo = (days: number) => new Date(systemClock.now().getTime() - days * 24 * 60 * 60_000)
  await app.rows('update import_job set create_time = $2 where id = $1', [forgotten.id, daysAgo(1.01)])
  await app.rows('update import_job set end_time = $2 where id = $1', [old, daysAgo(30.01)])

  const cleaner = await createFilesApp({ database: app.database, imports: { pollMs: 10 } })
  cleaner.startImports()
  await expect.poll(async () => (await app.get(`/api/import/${old}`)).status).toBe(404)
  await cleaner.close()
  const { status, error } = expectSuccess(await app.get<Job>(`/api/import/${forgotten.id}`))
  expect([status, error?.code]).toEqual(['failed', 'import_not_started'])
  expect(await app.rows('select job_id from import_piece')).toEqual([{ job_id: fresh.id }])
})

it('a node that stops gives its imports back at once', async () => {
  const node = await createFilesApp({ database: app.database, imports: { batchRows: 10 } })
  const id = await newDataSource()
  const { id: jobId } = await importJobsOf(node).begin(id, numberedRows(2000))
  await node.close()
  // The lease would last for seconds more; the other node polls every 50 ms.
  expect(await jobs.ended(jobId)).toMatchObject({ status: 'completed', successCount: 2000, failCount: 0 })
})

/** No import of this node has a transaction open. */
async function untilIdle(): Promise<void> {
  await expect.poll(() => app.db.usage()).toMatchObject({ waiting: 0 })
  await expect
    .poll(() => {
      const { open, idle } = app.db.usage()
      return open - idle
    })
    .toBe(0)
}
