// An upgrade of one node after the other, with calls up: the new node starts on the database of the old one and takes the new
// calls, while the old one finishes its own.

import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { addDataSource, finish, jsonBody, startService } from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { disagreements, membershipLossesMs, overlaps, readPlaced } from './support/placed-calls.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestDatabase } from './support/test-database.ts'

const LINES = 200
const CONTACTS = 800
const MAX_DIAL_COUNT = 2
const NETWORK = 'ring=0.5-1, talk=3-5, timeout=3, answered=60, no_answer=40'
const TOKEN = 'token-of-the-rolling-upgrade-and-no-other'

it('no call is cut off, and nobody is called twice', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const rows = async <Row>(text: string) => (await database.db.query<Row>({ text })).rows
  const folder = await temporaryFolder()
  const env = {
    DATABASE_URL: databaseUrl(database.connection),
    ACCESS_TOKEN: TOKEN,
    LINES: String(LINES),
    CALLS_PER_SECOND: '0',
    STOP_WAIT: '60',
  }
  const [oldLedger, newLedger] = [join(folder, 'old-ledger'), join(folder, 'new-ledger')]
  const start = (ledger: string, seed: number) =>
    startService({ env: { ...env, SIMULATOR: `seed=${seed}, ${NETWORK}, ledger=${ledger}` } })

  const old = await start(oldLedger, 1)
  const dataSourceId = await addDataSource(old, 'callees')
  const numbers = Array.from({ length: CONTACTS }, (_, row) => String(1_380_000_000 + row))
  const form = new FormData()
  form.append('file', new Blob([['phoneNumber', ...numbers].join('\n')], { type: 'text/csv' }), 'numbers.csv')
  await old.call(`/api/dataSource/${dataSourceId}/contact/batchImport`, { method: 'POST', body: form })
  const settings = { taskName: 'calls', dataSourceId, maxDialCount: MAX_DIAL_COUNT, callInterval: 1 }
  const { id } = (await old.call<{ id: string }>('/api/task/add', jsonBody(settings)))?.data ?? {}
  expect((await old.call('/api/task/publish', jsonBody({ id })))?.status).toBe(200)
  const countLive = async () => (await rows<{ count: number }>('select count(*) from live_call'))[0]?.count
  await expect.poll(countLive, { interval: 20 }).toBe(LINES)

  const fresh = await start(newLedger, 2)
  const stoppedMs = Date.now()
  expect((await old.end('SIGTERM')).code).toBe(0)
  const goneMs = Date.now()
  const status = async () => (await fresh.call<{ status: number }>(`/api/task/detail/${id}`))?.data.status
  await expect.poll(status, { interval: 100 }).toBe(4)
  expect((await fresh.end('SIGTERM')).code).toBe(0)

  const [ofOld, ofNew] = [await readPlaced(old, oldLedger), await readPlaced(fresh, newLedger)]
  const calls = await rows<{ id: string; attempt: number; cause: string }>(
    'select id, attempt, cause from call',
  )
  // The old node had calls up when it was told to stop, and stayed until the last one had ended.
  expect(ofOld.filter(({ endMs }) => endMs > stoppedMs).length).toBeGreaterThan(0)
  expect(ofOld.filter(({ endMs }) => endMs > goneMs)).toEqual([])
  // Meanwhile the new one used the lines that became free.
  expect(ofNew.filter(({ startMs }) => startMs < goneMs).length).toBeGreaterThan(0)
  const wasRemoved = membershipLossesMs(old).length > 0
  if (!wasRemoved) expect(disagreements([...ofOld, ...ofNew], calls)).toEqual([])
  expect(overlaps([...ofOld, ...ofNew])).toEqual([])
  for (const { attempt } of calls) expect(attempt).toBeLessThanOrEqual(MAX_DIAL_COUNT)
  expect(await finish(['check'], { env })).toMatchObject({ code: 0 })
})
