// A database that is there but cannot do its work: callers, load balancers and whoever asks why nothing is dialed hear
// the reason, and nobody gets a 500.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { describeError } from '../src/platform/http/errors.ts'
import { addDialerNode } from './support/call-fixtures.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import { moveTo } from './support/task-fixtures.ts'

const NOW = '2026-03-02T06:00:00Z'
/** After this a problem that was not met again is over. */
const FORGOTTEN_MS = 20_000

let clock: ManualClock
let app: FilesApp
let dataSourceId: string
let taskId: string
beforeAll(async () => {
  clock = createManualClock(NOW)
  app = await createFilesApp({ clock })
  dataSourceId = await app.addDataSource('customers', ['13800138001'])
  taskId = await app.addTask('calls', dataSourceId)
  await moveTo(app, taskId, 'RUNNING')
})
afterAll(() => app.close())
afterEach(() => {
  clock.advance(FORGOTTEN_MS)
})

const ready = () => app.send({ method: 'GET', url: '/readyz', headers: {} })

interface Explained {
  state: string
  message: string
}

/** Everything that tells of it, and that it is over once it is. */
async function expectProblem(reason: string): Promise<void> {
  expectError(await ready(), 503, `the service is not ready: ${reason}`)
  const system = expectSuccess(await app.get<{ problems: { code: string }[] }>('/api/system'))
  expect(system.problems[0]).toMatchObject({ code: 'storage_fault', reason })
  const explained = expectSuccess(await app.get<Explained>(`/api/task/${taskId}/explain`))
  expect(explained).toMatchObject({ state: 'storage_fault', message: expect.stringContaining(reason) })
}

async function expectNoProblem(): Promise<void> {
  clock.advance(FORGOTTEN_MS)
  await addDialerNode(app, { beat: clock.now() })
  expectSuccess(await ready())
  expect(expectSuccess(await app.get<{ problems: object[] }>('/api/system')).problems).toEqual([])
  expect(expectSuccess(await app.get<Explained>(`/api/task/${taskId}/explain`)).state).toBe('dialing')
}

describe('a server that lacks something', () => {
  it.each([
    ['53100', 'the disk of the database is full'],
    ['53200', 'the database is out of memory'],
    ['53400', 'the database has reached a limit of its configuration'],
    ['53000', 'the database lacks resources'],
    ['58030', 'the database cannot read or write its disk'],
  ])('answers an import with 503 and the reason (%s)', async (code, reason) => {
    await app.rows(`create function lack() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`)
    await app.rows('create trigger lack before insert on contact for each row execute function lack()')
    try {
      const rows = [['phoneNumber'], [String(13_900_000_000 + Number(code))]]
      const answer = await app.upload(dataSourceId, rows)
      expectError(answer, 503, reason)
      expect(answer.headers).toMatchObject({ 'retry-after': '10' })
      expectError(
        await app.post(`/api/dataSource/${dataSourceId}/contact/add`, { phoneNumber: '13900139000' }),
        503,
        reason,
      )
      await expectProblem(reason)
    } finally {
      await app.rows('drop function lack cascade')
    }
    await expectNoProblem()
  })

  it('says which disk is full when it is the own one', () => {
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    expect(describeError(error as Parameters<typeof describeError>[0])).toMatchObject({
      status: 503,
      message: 'the disk of this service is full',
    })
  })
})

describe('a server that only reads', () => {
  it('is found out without a write, and writes answer 503', async () => {
    const alter = (value: string) =>
      app.rows(`do $$ begin
        execute format('alter database %I ${value}', current_database());
        perform pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid();
      end $$`)
    await alter('set default_transaction_read_only = on')
    try {
      await expect.poll(async () => (await app.get('/api/task/list')).status).toBe(200)
      clock.advance(FORGOTTEN_MS)
      await expectProblem('the database is read-only')
      const answer = await app.post('/api/dataSource/add', { dataSourceName: 'more' })
      expectError(answer, 503, 'the database is read-only')
    } finally {
      await app.rows(`do $$ begin
        set transaction read write;
        execute format('alter database %I reset default_transaction_read_only', current_database());
      end $$`)
    }
  })
})
