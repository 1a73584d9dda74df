// Three dialing processes on one PostgreSQL, killed or stopped for a while at random under load, with the database cutting
// everyone off now and then. Each process has a phone network of its own, which dies with it, and writes what it rang to a ledger.
// CHAOS_SECONDS goes on for longer.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { jsonBody, type RunningCommand, runCarillon, startService } from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import {
  BROKEN_SUMS,
  membershipLossesMs,
  mostAtOnce,
  overlaps,
  type PlacedCall,
  readLedger,
  shortestGap,
} from './support/placed-calls.ts'
import { CHAOS_SEED, createSeededRandom } from './support/seeded-random.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const CHAOS_MS = Number(process.env['CHAOS_SECONDS'] ?? 12) * 1000
const LINES = 25
const CALLS_PER_SECOND = 60
const MAX_DIAL_COUNT = 3
const INTERVAL_MS = 1000
const CALLS_BETWEEN_STRIKES = 30
const MIN_STRIKES = 4
/** Of a process that is alive, for the processor. */
const LONGEST_WAIT_MS = 30_000
const NETWORK = 'ring=0.05-0.3, talk=0.1-0.5, timeout=0.4, answered=30, no_answer=40, busy=25, rejected=5'
const TOKEN = 'token-of-the-dialers-of-this-test-only'

interface Ring extends PlacedCall {
  life: Life
}

interface Life {
  process: RunningCommand
  ledger: string
  killedMs: number | undefined
  /** When it was stopped for so long that the others took it for dead, and went on. */
  frozenMs: { fromMs: number; toMs: number }[]
}

interface CallRow {
  id: string
  task_id: string
  contact_id: string
  round: number
  attempt: number
  cause: string
  start_time: Date
  end_time: Date
}

it(
  `lose nothing and ring nobody twice, however they are killed (seed ${CHAOS_SEED})`,
  async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const folder = await temporaryFolder()
    const random = createSeededRandom(CHAOS_SEED)
    const lives: Life[] = []
    const env = {
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl(database.connection),
      ACCESS_TOKEN: TOKEN,
      LINES: String(LINES),
      CALLS_PER_SECOND: String(CALLS_PER_SECOND),
      STOP_WAIT: '10',
    }

    function start(): Life {
      const ledger = join(folder, `ledger-${lives.length}`)
      const role = random.pick(['all', 'dialer'])
      const process = runCarillon(['serve', '--role', role], {
        env: { ...env, SIMULATOR: `seed=${lives.length}, ${NETWORK}, ledger=${ledger}` },
      })
      const life: Life = { process, ledger, killedMs: undefined, frozenMs: [] }
      lives.push(life)
      return life
    }

    const api = await startService({ dataDir: folder, args: ['--role', 'api'], env })
    const taskIds = await setUp(api)
    let running = [start(), start(), start()]

    const untilMs = performance.now() + CHAOS_MS
    let strikes = 0
    while (performance.now() < untilMs || strikes < MIN_STRIKES) {
      if (!(await untilCalled(database, CALLS_BETWEEN_STRIKES))) {
        if (strikes >= MIN_STRIKES) break
        // On a busy machine a node may be frozen for longer than the work lasts.
        taskIds.push(...(await setUp(api)))
        continue
      }
      strikes += 1
      const kind = strikes === 2 ? 0 : random.below(6)
      if (kind === 0) await freeze(database, random.pick(running))
      else if (kind === 1) await cutEveryoneOff(database)
      else {
        const victim = random.pick(running)
        victim.killedMs = Date.now()
        await victim.process.end('SIGKILL')
        running = running.map((each) => (each === victim ? start() : each))
      }
    }
    expect(strikes).toBeGreaterThanOrEqual(MIN_STRIKES)
    await untilCompleted(database, taskIds)
    for (const { process } of running) expect((await process.end('SIGTERM')).code).toBe(0)

    for (const life of running.filter(({ frozenMs }) => frozenMs.length > 0))
      expect(membershipLossesMs(life.process).length).toBeGreaterThan(0)
    const rings = (await Promise.all(lives.map(readRings))).flat()
    const calls = await rows<CallRow>(
      database,
      'select id, task_id, contact_id, round, attempt, cause, start_time, end_time from call order by start_time',
    )
    expect(calls.length).toBeGreaterThan(CALLS_BETWEEN_STRIKES * MIN_STRIKES)
    expect(disagreements(rings, calls)).toEqual([])
    expect(overlaps(rings)).toEqual([])
    expect(mostAtOnce(rings)).toBeLessThanOrEqual(LINES)
    expect(mostInASecond(calls.map((call) => call.start_time.getTime()))).toBeLessThanOrEqual(
      CALLS_PER_SECOND,
    )
    expect(shortestGap(rings)).toBeGreaterThanOrEqual(INTERVAL_MS)
    for (const { attempt } of calls) expect(attempt).toBeLessThanOrEqual(MAX_DIAL_COUNT)
    expect(await rows(database, BROKEN_SUMS)).toEqual([])
  },
  CHAOS_MS + 180_000,
)

/** Two lists that have most of their numbers in common, and a task for each. */
async function setUp(api: Awaited<ReturnType<typeof startService>>): Promise<string[]> {
  // Enough to go on for as long as that: of the calls a second, half are first ones, and half of those in each list.
  const size = Math.round((CHAOS_MS / 1000) * (CALLS_PER_SECOND / 4))
  const taskIds: string[] = []
  for (const [index, first] of [0, Math.round(size / 3)].entries()) {
    const source = await api.call<{ id: string }>(
      '/api/dataSource/add',
      jsonBody({ dataSourceName: `list ${index} ${randomUUID()}` }),
    )
    const numbers = Array.from({ length: size }, (_, row) => String(1_380_000_000 + first + row))
    const form = new FormData()
    form.append(
      'file',
      new Blob([['phoneNumber', ...numbers].join('\n')], { type: 'text/csv' }),
      'numbers.csv',
    )
    const dataSourceId = source?.data.id ?? ''
    await api.call(`/api/dataSource/${dataSourceId}/contact/batchImport`, { method: 'POST', body: form })
    const settings = {
      taskName: `task ${index} ${randomUUID()}`,
      dataSourceId,
      maxDialCount: MAX_DIAL_COUNT,
      callInterval: INTERVAL_MS / 1000,
    }
    const task = await api.call<{ id: string }>('/api/task/add', jsonBody(settings))
    taskIds.push(task?.data.id ?? '')
    const published = await api.call('/api/task/publish', jsonBody({ id: task?.data.id }))
    expect(published?.status).toBe(200)
  }
  return taskIds
}

async function rows<Row>(database: TestDatabase, text: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.db.query<Row>({ text, values })).rows
}

/** Until so many more calls have ended; false if nothing is left to call. */
async function untilCalled(database: TestDatabase, more: number): Promise<boolean> {
  const look = async () => {
    const [row] = await rows<{ calls: number; running: number }>(
      database,
      `select (select count(*) from call) as calls, (select count(*) from task where status = 1) as running`,
    )
    return row ?? { calls: 0, running: 0 }
  }
  const { calls } = await look()
  let now = await look()
  await expect
    .poll(
      async () => {
        now = await look()
        return now.running === 0 || now.calls >= calls + more
      },
      { interval: 20 },
    )
    .toBe(true)
  return now.running > 0
}

async function untilCompleted(database: TestDatabase, taskIds: string[]): Promise<void> {
  await expect
    .poll(() => rows(database, 'select status from task where id = any($1)', [taskIds]), {
      interval: 50,
    })
    .toEqual(taskIds.map(() => ({ status: 4 })))
}

/** As when the database restarts: every connection but ours is gone. */
async function cutEveryoneOff(database: TestDatabase): Promise<void> {
  const cut = await rows(
    database,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  expect(cut.length).toBeGreaterThan(0)
}

/** Stops a process until the others have taken it for dead; then it goes on as if nothing had been. */
async function freeze(database: TestDatabase, { process: { pid }, frozenMs }: Life): Promise<void> {
  const isMember = async () => {
    const nodes = await rows<{ name: string }>(database, 'select name from dialer_node')
    return nodes.some(({ name }) => name.endsWith(` ${pid}`))
  }
  await expect.poll(isMember, { interval: 20 }).toBe(true)
  const fromMs = Date.now()
  process.kill(pid, 'SIGSTOP')
  try {
    await expect.poll(isMember, { interval: 50 }).toBe(false)
  } finally {
    frozenMs.push({ fromMs, toMs: Date.now() })
    process.kill(pid, 'SIGCONT')
  }
}

async function readRings(life: Life): Promise<Ring[]> {
  const placed = await readLedger(life.ledger, life.killedMs)
  const rings = placed.map((call): Ring => ({ ...call, life }))
  // Its network stood still with it. What rang then was over for everybody else, who took the calls over.
  for (const ring of rings) {
    const frozen = life.frozenMs.find(({ toMs }) => ring.startMs < toMs && ring.endMs >= toMs)
    if (frozen) ring.endMs = Math.max(ring.startMs, frozen.fromMs)
  }
  return rings
}

/** What rang and what is recorded, call by call. Only what a killed or frozen process had not recorded may be lost. */
function disagreements(rings: Ring[], calls: CallRow[]): string[] {
  const recorded = new Map(calls.map((call) => [call.id, call]))
  const rung = new Map(rings.map((ring) => [ring.attemptId, ring]))
  return [
    ...rings
      .filter(({ attemptId }) => !recorded.has(attemptId))
      .map((ring) => `not recorded: ${ring.attemptId}`),
    ...calls.flatMap((call) => {
      const { id, cause } = call
      const ring = rung.get(id)
      if (cause === 'lost') return !ring || mayBeLost(ring, call) ? [] : [`lost without need: ${id}`]
      return ring?.cause === cause ? [] : [`recorded as ${cause}, was ${ring?.cause ?? 'never rung'}: ${id}`]
    }),
  ]
}

/**
 * The process was killed; or it was frozen, and the others recorded the call meanwhile. Such a call may have ended just before:
 * the process froze before the end was written. A process that a busy machine kept waiting for seconds says so itself.
 */
function mayBeLost({ life, startMs }: Ring, { end_time }: CallRow): boolean {
  if (life.killedMs !== undefined) return true
  const lostMs = end_time.getTime()
  return (
    life.frozenMs.some(({ fromMs, toMs }) => startMs < toMs && lostMs >= fromMs) ||
    membershipLossesMs(life.process).some((atMs) => startMs < atMs && lostMs >= atMs - LONGEST_WAIT_MS)
  )
}

function mostInASecond(starts: number[]): number {
  return starts.reduce(
    (most, start, index) => Math.max(most, starts.slice(index).filter((each) => each < start + 1000).length),
    0,
  )
}
