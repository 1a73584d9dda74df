// A thousand calls are live on two nodes when the primary database loses its power and the standby is promoted. The nodes go
// on by themselves. What was called comes from the ledgers of the simulated networks, which know nothing of the database.

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  addDataSource,
  finish,
  jsonBody,
  type RunningCommand,
  runCarillon,
  type Service,
  startService,
} from './support/carillon-process.ts'
import {
  BROKEN_SUMS,
  type CallRow,
  disagreements,
  membershipLossesMs,
  mostAtOnce,
  overlaps,
  type PlacedCall,
  readLedger,
  readPlaced,
  shortestGap,
} from './support/placed-calls.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from './support/replicated-postgres.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const LINES = 1000
const CONTACTS = 1200
const MAX_DIAL_COUNT = 2
const INTERVAL_MS = 1000
/** Calls last so long that all lines are in use at once, on a slow machine too. */
const NETWORK = 'ring=1-3, talk=18-22, timeout=18, answered=70, no_answer=30'
const TOKEN = 'token-of-the-failover-test-and-no-other'
/** A claim is placed within this time, or not at all. */
const MAX_CLAIM_AGE_MS = 1000

/** A contact whose addition the service has confirmed. */
interface Acknowledged {
  phoneNumber: string
  atMs: number
}

interface Nodes {
  api: Service
  dialer: RunningCommand
  ledgers: string[]
  env: Record<string, string>
}

async function startNodes({ url }: ReplicatedPostgres): Promise<Nodes> {
  const folder = await temporaryFolder()
  const ledgers = [join(folder, 'ledger-0'), join(folder, 'ledger-1')]
  const env = {
    DATABASE_URL: url,
    ACCESS_TOKEN: TOKEN,
    LINES: String(LINES),
    CALLS_PER_SECOND: '0',
    PORT: '0',
  }
  const envOf = (index: number) => ({
    ...env,
    DATA_DIR: join(folder, String(index)),
    SIMULATOR: `seed=${index}, ${NETWORK}, ledger=${ledgers[index]}`,
  })
  const api = await startService({ dataDir: join(folder, '0'), env: envOf(0) })
  const dialer = runCarillon(['serve', '--role', 'dialer'], { env: envOf(1) })
  return { api, dialer, ledgers, env }
}

async function startTask(api: Service): Promise<string> {
  const dataSourceId = await addDataSource(api, 'callees')
  const numbers = Array.from({ length: CONTACTS }, (_, row) => String(1_380_000_000 + row))
  const form = new FormData()
  form.append('file', new Blob([['phoneNumber', ...numbers].join('\n')], { type: 'text/csv' }), 'numbers.csv')
  await api.call(`/api/dataSource/${dataSourceId}/contact/batchImport`, { method: 'POST', body: form })
  const settings = { maxDialCount: MAX_DIAL_COUNT, callInterval: INTERVAL_MS / 1000 }
  const body = jsonBody({ taskName: 'calls', dataSourceId, ...settings })
  const id = (await api.call<{ id: string }>('/api/task/add', body))?.data.id ?? ''
  expect((await api.call('/api/task/publish', jsonBody({ id })))?.status).toBe(200)
  return id
}

/** Adds contacts one after the other until told to stop, through the failover too. Returns those that were acknowledged. */
function keepWriting(api: Service, dataSourceId: string) {
  const acknowledged: Acknowledged[] = []
  const others: (number | undefined)[] = []
  let isOver = false
  async function write(): Promise<void> {
    for (let number = 1_390_000_000; !isOver; number += 1) {
      const phoneNumber = String(number)
      const answer = await api.call(`/api/dataSource/${dataSourceId}/contact/add`, jsonBody({ phoneNumber }))
      if (answer?.status === 200) acknowledged.push({ phoneNumber, atMs: Date.now() })
      else if (answer?.status !== 503) others.push(answer?.status)
    }
  }
  const writing = write()
  return {
    acknowledged,
    /** Answers but "done" and "try again later". */
    others,
    async stop() {
      isOver = true
      await writing
    },
  }
}

/** Also those of which the records may know less, see `readPlaced`. */
async function countPlaced({ ledgers }: Nodes): Promise<number> {
  return (await Promise.all(ledgers.map((file) => readLedger(file)))).flat().length
}

async function countLive({ primary }: ReplicatedPostgres): Promise<number> {
  const [row] = await primary.query<{ calls: number }>('select count(*)::int as calls from live_call')
  return row?.calls ?? 0
}

interface Outcome {
  all: PlacedCall[]
  /** Those that the records must know. */
  placed: PlacedCall[]
  calls: CallRow[]
  /** Contacts whose addition was acknowledged and that are not there. */
  lostWrites: Acknowledged[]
}

/** `beforeCrash`: with a thousand live calls. */
async function failOver(
  database: ReplicatedPostgres,
  beforeCrash: (nodes: Nodes) => Promise<void>,
): Promise<Outcome> {
  const nodes = await startNodes(database)
  const { api, dialer, ledgers, env } = nodes
  const writer = keepWriting(api, await addDataSource(api, 'written during the failover'))
  const taskId = await startTask(api)
  await expect.poll(() => countLive(database), { interval: 50 }).toBeGreaterThan(LINES * 0.9)
  await beforeCrash(nodes)
  const atCrash = writer.acknowledged.length
  await database.primary.crash()
  await database.standby.promote()

  const { query } = database.standby
  await expect.poll(() => writer.acknowledged.length, { interval: 50 }).toBeGreaterThan(atCrash + 10)
  await writer.stop()
  expect(writer.others).toEqual([])
  await expect
    .poll(() => query(`select status from task where id = '${taskId}'`), { interval: 200, timeout: 200_000 })
    .toEqual([{ status: 4 }])
  for (const node of [api, dialer]) expect((await node.end('SIGTERM')).code).toBe(0)
  expect(await finish(['check'], { env })).toMatchObject({ code: 0 })
  expect(await query(BROKEN_SUMS)).toEqual([])
  const contacts = await query<{ phone_number: string }>('select phone_number from contact')
  const known = new Set(contacts.map(({ phone_number }) => phone_number))
  const all = (await Promise.all(ledgers.map((file) => readLedger(file)))).flat()
  const [ofApi = '', ofDialer = ''] = ledgers
  const placed = [...(await readPlaced(api, ofApi)), ...(await readPlaced(dialer, ofDialer))]
  const certain = new Set(placed.map(({ attemptId }) => attemptId))
  const uncertain = new Set(all.map(({ attemptId }) => attemptId).filter((id) => !certain.has(id)))
  const calls = await query<CallRow>('select id, attempt, cause from call')
  const wasRemoved = [api, dialer].some((node) => membershipLossesMs(node).length > 0)
  return {
    all,
    placed,
    calls: calls.filter(({ id, cause }) => !uncertain.has(id) && !(wasRemoved && cause === 'lost')),
    lostWrites: writer.acknowledged.filter(({ phoneNumber }) => !known.has(phoneNumber)),
  }
}

describe('a failover of the database with a thousand live calls', () => {
  it('loses nothing and calls nobody twice if replication is synchronous', async () => {
    const database = await startReplicatedPostgres({ isSynchronous: true })
    const { all, placed, calls, lostWrites } = await failOver(database, async () => undefined)
    // More are live in the database: a slow machine is still placing some of them.
    expect(mostAtOnce(all)).toBeGreaterThan(LINES * 0.7)
    expect(mostAtOnce(placed)).toBeLessThanOrEqual(LINES)
    expect(disagreements(placed, calls)).toEqual([])
    expect(overlaps(placed)).toEqual([])
    expect(shortestGap(placed)).toBeGreaterThanOrEqual(INTERVAL_MS)
    for (const { attempt } of calls) expect(attempt).toBeLessThanOrEqual(MAX_DIAL_COUNT)
    expect(lostWrites).toEqual([])
  })

  it('loses only what the standby had not received if replication is asynchronous, and goes on', async () => {
    const database = await startReplicatedPostgres({ isSynchronous: false })
    let cutMs = 0
    const { placed, calls, lostWrites } = await failOver(database, async (nodes) => {
      const before = await countPlaced(nodes)
      await database.cutReplication()
      cutMs = Date.now()
      await expect.poll(() => countPlaced(nodes)).toBeGreaterThan(before + 50)
    })
    const recorded = new Set(calls.map(({ id }) => id))
    const unrecorded = placed.filter(({ attemptId }) => !recorded.has(attemptId))
    for (const { startMs } of unrecorded) expect(startMs).toBeGreaterThan(cutMs - MAX_CLAIM_AGE_MS)
    const unknownNumbers = new Set(unrecorded.map(({ phoneNumber }) => phoneNumber))
    const known = placed.filter(({ phoneNumber }) => !unknownNumbers.has(phoneNumber))
    expect(
      disagreements(
        known,
        calls.filter(({ id }) => known.some(({ attemptId }) => attemptId === id)),
      ),
    ).toEqual([])
    expect(overlaps(known)).toEqual([])
    expect(lostWrites.length).toBeGreaterThan(0)
    for (const { atMs } of lostWrites) expect(atMs).toBeGreaterThan(cutMs)
  })
})
