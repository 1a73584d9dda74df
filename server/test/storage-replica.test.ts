// Reads from a real standby: they see what was written just before, and go to the primary while the standby is behind or away.
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDatabase } from '../src/platform/storage/database.ts'
import { migrate } from '../src/platform/storage/migrate.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from './support/replicated-postgres.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

interface State {
  readReplica: { inUse: boolean; lagSeconds: number | null; reason: string | null }
}

async function openApp({ primary, standby }: ReplicatedPostgres): Promise<TestApp> {
  await migrate({ connection: primary.url, log: silentLog })
  const db = createDatabase({ connection: primary.url, maxConnections: 2, log: silentLog })
  const database = { db, connection: primary.url, drop: () => db.close() }
  const app = await createTestApp({ database, readConnection: standby.url })
  onTestFinished(async () => {
    await app.close()
    await db.close()
  })
  await eventually(async () => expect(await stateOf(app)).toMatchObject({ inUse: true }))
  return app
}

const stateOf = async (app: TestApp) => expectSuccess(await app.get<State>('/api/system')).readReplica

/** Adds a contact and exports the list at once, as often. Returns how many rows each export had. */
async function writeAndRead(app: TestApp, times: number): Promise<number[]> {
  const id = await app.addDataSource(`list ${Math.random()}`)
  const counts: number[] = []
  for (let row = 0; row < times; row += 1) {
    const phoneNumber = String(13_800_000_000 + row)
    expectSuccess(await app.post(`/api/dataSource/${id}/contact/add`, { phoneNumber }))
    const headers = { authorization: `Bearer ${TEST_TOKEN}` }
    const { payload } = await app.http.inject({
      url: `/api/dataSource/${id}/contact/batchExport?format=csv`,
      headers,
    })
    counts.push(payload.trim().split('\n').length - 1)
  }
  return counts
}

describe('a standby', () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

  it('answers exports, which have everything that was written before', async () => {
    const database = await startReplicatedPostgres({ isSynchronous: false })
    const app = await openApp(database)
    const read = () =>
      database.standby.query<{ reads: string }>(
        `select sum(seq_scan + coalesce(idx_scan, 0)) as reads from pg_stat_user_tables where relname = 'contact'`,
      )
    expect(await writeAndRead(app, 20)).toEqual(upTo(20))
    expect(await stateOf(app)).toMatchObject({ inUse: true, reason: null })
    await eventually(async () => expect(Number((await read())[0]?.reads)).toBeGreaterThan(0))
  })

  it('that falls behind is left alone, and its lag is shown', async () => {
    const database = await startReplicatedPostgres({ isSynchronous: false })
    const app = await openApp(database)
    await database.cutReplication()
    expect(await writeAndRead(app, 3)).toEqual(upTo(3))
    await eventually(async () =>
      expect(await stateOf(app)).toMatchObject({ inUse: false, reason: 'lagging' }),
    )
    await eventually(async () => expect((await stateOf(app)).lagSeconds).toBeGreaterThan(1))
  })

  it('that is gone leaves its reads to the primary', async () => {
    const database = await startReplicatedPostgres({ isSynchronous: false })
    const app = await openApp(database)
    await database.standby.crash()
    expect(await writeAndRead(app, 3)).toEqual(upTo(3))
    expect(await stateOf(app)).toEqual({ inUse: false, lagSeconds: null, reason: 'unreachable' })
  })
})
