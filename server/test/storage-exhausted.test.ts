// A server that has really run out of something. Each has a server of its own: a small disk that is filled, and a role
// that may have few connections. Where the system does not permit to mount a disk, the errors of storage-faults.test.ts
// stand for it.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '../src/platform/storage/database.ts'
import {
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../src/platform/storage/embedded/embedded-postgres.ts'
import { SERVICE_ROLE } from '../src/platform/storage/embedded/postgres-access.ts'
import { migrate } from '../src/platform/storage/migrate.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import { silentLog } from './support/silent-log.ts'
import { mountSmallDisk } from './support/small-disk.ts'
import { moveTo } from './support/task-fixtures.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const FORGOTTEN_MS = 20_000

async function startApp(
  options: Omit<EmbeddedPostgresOptions, 'log'>,
): Promise<{ app: FilesApp; clock: ManualClock; dataSourceId: string; taskId: string }> {
  const server = await startEmbeddedPostgres({ log: silentLog, ...options })
  onTestFinished(() => server.stop())
  const { connection } = server
  await migrate({ connection, log: silentLog })
  const clock = createManualClock('2026-03-02T06:00:00Z')
  const db = createDatabase({ connection, maxConnections: 1, log: silentLog })
  onTestFinished(() => db.close())
  const app = await createFilesApp({ clock, database: { db, connection, drop: () => db.close() } })
  onTestFinished(() => app.close())
  const dataSourceId = await app.addDataSource('customers', ['13900139000'])
  const taskId = await app.addTask('calls', dataSourceId)
  await moveTo(app, taskId, 'RUNNING')
  return { app, clock, dataSourceId, taskId }
}

const ready = (app: FilesApp) => app.send({ method: 'GET', url: '/readyz', headers: {} })

async function expectProblem(app: FilesApp, taskId: string, reason: string): Promise<void> {
  expectError(await ready(app), 503, `the service is not ready: ${reason}`)
  const { problems } = expectSuccess(await app.get<{ problems: object[] }>('/api/system'))
  expect(problems[0]).toMatchObject({ code: 'storage_fault', reason })
  const explained = expectSuccess(await app.get(`/api/task/${taskId}/explain`))
  expect(explained).toMatchObject({ state: 'storage_fault', message: expect.stringContaining(reason) })
}

it('a full disk is told everywhere, and work goes on when there is room again', async () => {
  const disk = await mountSmallDisk(await temporaryFolder(), 300)
  if (typeof disk === 'string') {
    expect(disk).toMatch(/permi|superuser|denied|ENOENT/i)
    return
  }
  const reason = 'the disk of the database is full'
  const settings = { fsync: 'off', max_wal_size: '64MB', min_wal_size: '32MB' }
  const { app, clock, dataSourceId, taskId } = await startApp({
    dataDir: join(disk.folder, 'data'),
    settings,
  })
  expectSuccess(await ready(app))
  await disk.fill()
  clock.advance(FORGOTTEN_MS)
  // Nobody has written anything yet.
  await expectProblem(app, taskId, reason)

  const rows = [['phoneNumber'], ...Array.from({ length: 10_000 }, (_, i) => [String(13_800_000_000 + i)])]
  const answer = await app.upload(dataSourceId, rows)
  expectError(answer, 503, reason)
  expect(answer.headers).toMatchObject({ 'retry-after': '10' })

  await rm(join(disk.folder, 'ballast'))
  clock.advance(FORGOTTEN_MS)
  await eventually(async () => expectSuccess(await ready(app)))
  expect(expectSuccess(await app.upload(dataSourceId, rows))).toMatchObject({ successCount: 10_000 })
})

it('too few connections are told everywhere, and no request fails for another reason', async () => {
  const reason = 'the database accepts no more connections'
  const { app, clock, taskId } = await startApp({
    dataDir: await temporaryFolder(),
    settings: { fsync: 'off' },
    // One that owns the folder, one that listens, one of this test; the rest is for requests.
    superuserStatements: [`alter role ${SERVICE_ROLE} connection limit 6`],
  })
  const answers = await Promise.all(Array.from({ length: 12 }, () => app.get('/api/task/list')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  for (const answer of answers.filter(({ status }) => status === 503)) expectError(answer, 503, reason)
  await expectProblem(app, taskId, reason)
  clock.advance(FORGOTTEN_MS)
  expectSuccess(await ready(app))
})
