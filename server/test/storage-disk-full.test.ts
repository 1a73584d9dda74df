// The disk of the database is really full: a small one is mounted and filled. Where the system does not permit that, the
// errors of storage-faults.test.ts stand for it.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDatabase } from '../src/storage/database.ts'
import { startEmbeddedPostgres } from '../src/storage/embedded-postgres.ts'
import { migrate } from '../src/storage/migrate.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createFilesApp } from './support/files-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { silentLog } from './support/silent-log.ts'
import { mountSmallDisk } from './support/small-disk.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const REASON = 'the disk of the database is full'
const FORGOTTEN_MS = 20_000

it('says so everywhere, and goes on when there is room again', async () => {
  const disk = await mountSmallDisk(await temporaryFolder(), 300)
  if (typeof disk === 'string') {
    expect(disk).toMatch(/permi|superuser|denied|ENOENT/i)
    return
  }
  const { folder } = disk
  const settings = { fsync: 'off', max_wal_size: '64MB', min_wal_size: '32MB' }
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: silentLog, settings })
  const { connection } = server
  await migrate({ connection, log: silentLog })
  const clock = createManualClock('2026-03-02T06:00:00Z')
  const db = createDatabase({ connection, maxConnections: 2, log: silentLog })
  const app = await createFilesApp({ clock, database: { db, connection, drop: () => db.close() } })
  const ready = () => app.send({ method: 'GET', url: '/readyz', headers: {} })
  try {
    const dataSourceId = await app.addDataSource('customers')
    expectSuccess(await ready())
    await disk.fill()
    clock.advance(FORGOTTEN_MS)
    // Nobody has written anything yet.
    expectError(await ready(), 503, `the service is not ready: ${REASON}`)

    const rows = [['phoneNumber'], ...Array.from({ length: 10_000 }, (_, i) => [String(13_800_000_000 + i)])]
    const answer = await app.upload(dataSourceId, rows)
    expectError(answer, 503, REASON)
    expect(answer.headers).toMatchObject({ 'retry-after': '10' })
    const system = expectSuccess(await app.get<{ problems: object[] }>('/api/system'))
    expect(system.problems[0]).toMatchObject({ code: 'storage_fault', reason: REASON })

    await rm(join(folder, 'ballast'))
    clock.advance(FORGOTTEN_MS)
    await eventually(async () => expectSuccess(await ready()))
    expect(expectSuccess(await app.upload(dataSourceId, rows))).toMatchObject({ successCount: 10_000 })
  } finally {
    await app.close()
    await db.close()
    await server.stop()
  }
})
