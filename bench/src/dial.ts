// Finished calls per second with 1000 lines and a phone network that answers immediately, compared with empty jobs per
// second through graphile-worker on the same PostgreSQL. Then the influence of the list size, of an ANALYZE during the
// run, of a snapshot held open, and of a second node.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, type Database } from '../../server/src/storage/database.ts'
import { TaskStatus } from '../../server/src/tasks/task-state.ts'
import { post } from './support/api-client.ts'
import { type ChildServer, childEnvironment, ROOT, startService } from './support/child-server.ts'
import { endedCalls, holdSnapshot } from './support/dial-measures.ts'
import { median, report } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { quietLog } from './support/quiet-log.ts'
import { seedContacts } from './support/seed-contacts.ts'

const SECONDS = Number(process.env.DIAL_SECONDS ?? 20)
const SIZES = [1_000, 100_000, 1_000_000]
/** Enough concurrent tasks that the next one is published while others are dialed. */
const CONCURRENT_TASKS = { small: 4, large: 1 }
const LARGE = 1_000_000
/** More than the dialer can reach, so that no contact is dialed twice, except in the smallest lists. */
const MAX_CALLS_PER_SECOND = 20_000
const INSTANT_NETWORK = { SIMULATOR: 'answered=1, ring=0-0, talk=0-0', LINES: '1000', CALLS_PER_SECOND: '0' }
const WARM_UP_MS = 2000
/** More than graphile-worker can run. */
const MAX_JOBS_PER_SECOND = 25_000

export async function benchDial(postgres: BenchServer): Promise<void> {
  const rates: number[] = []
  const jobs: number[] = []
  for (const size of SIZES) {
    rates.push(await dialRate(postgres, { size }))
    jobs.push(await jobRate(postgres))
    show(`dial: ${size} contacts a list, one node`, rates.at(-1), jobs.at(-1))
  }
  const calls = median(rates)
  report('dial: calls/s, dialer / graphile-worker', {
    ratio: calls / median(jobs),
    goal: { min: 1 },
    details: `${Math.round(calls)} calls/s and ${Math.round(median(jobs))} jobs/s`,
  })
  report('dial: calls/s / 10,000', {
    ratio: calls / 10_000,
    goal: { min: 1 },
    details: 'on two cores, PostgreSQL included',
  })
  report('dial: slowest / fastest size', {
    ratio: Math.min(...rates) / Math.max(...rates),
    goal: { min: 0.75 },
    details: SIZES.map((size, index) => `${size}: ${Math.round(rates[index] ?? 0)}/s`).join(', '),
  })
  const held = await dialRate(postgres, { size: 100_000, holdsSnapshot: true })
  report('dial: with a snapshot held open / without', {
    ratio: held / (rates[1] ?? 1),
    goal: { min: 0.6 },
    details: `${Math.round(held)} calls/s`,
  })
  const two = await dialRate(postgres, { size: 100_000, nodes: 2 })
  report('dial: two nodes on the same cores / one', {
    ratio: two / (rates[1] ?? 1),
    goal: { min: 0.75 },
    details: `${Math.round(two)} calls/s`,
  })
}

interface Run {
  size: number
  nodes?: number
  holdsSnapshot?: boolean
}

/** Keeps tasks with lists of this size running; returns the calls ended per second, read from the counters. */
async function dialRate(
  postgres: BenchServer,
  { size, nodes = 1, holdsSnapshot = false }: Run,
): Promise<number> {
  const connection = await postgres.createDatabase()
  const db = createDatabase({ connection, maxConnections: 4, log: quietLog })
  const api = await startService(connection)
  // Waits for notifications, because polling for the end of a task would add load that the other side does not have.
  const changed = new EventEmitter()
  const listener = new pg.Client(connection)
  listener.on('notification', ({ payload = '' }) => changed.emit(payload))
  await listener.connect()
  await listener.query('listen task_changed')
  const dialers: ChildServer[] = []
  const publishing = new AbortController()
  try {
    const sources: string[] = []
    const concurrentTasks = size < LARGE ? CONCURRENT_TASKS.small : CONCURRENT_TASKS.large
    const contactsNeeded = MAX_CALLS_PER_SECOND * (SECONDS + WARM_UP_MS / 1000)
    const lists =
      size === SIZES[0] ? concurrentTasks : Math.max(concurrentTasks, Math.ceil(contactsNeeded / size))
    for (let each = 0; each < lists; each += 1) {
      const offset = each * 10_000_000
      const numberAt = (position: number) => String(13_000_000_000 + offset + position)
      sources.push(await seedContacts(db, { count: size, numberAt, name: `list ${each}` }))
    }
    for (let node = 0; node < nodes; node += 1)
      dialers.push(await startService(connection, { role: 'dialer', env: INSTANT_NETWORK }))
    let published = 0
    const nextSource = () => sources[published++ % sources.length] ?? ''
    const keepingBusy = Promise.all(
      Array.from({ length: concurrentTasks }, () =>
        keepPublishing(api, { db, changed }, nextSource, publishing.signal),
      ),
    )
    await wait(WARM_UP_MS)
    const snapshot = holdsSnapshot ? await holdSnapshot(connection) : undefined

    const before = await endedCalls(db)
    const start = performance.now()
    await wait((SECONDS * 1000) / 2)
    const middle = await endedCalls(db)
    const halfTime = performance.now()
    await db.query({ text: 'analyze' })
    await wait((SECONDS * 1000) / 2)
    const after = await endedCalls(db)
    const end = performance.now()
    if (holdsSnapshot)
      report('dial: with a snapshot held open, second half / first', {
        ratio: (after - middle) / (end - halfTime) / ((middle - before) / (halfTime - start)),
        goal: { min: 0.9 },
        details: 'an ANALYZE in between',
      })
    await snapshot?.end()
    publishing.abort()
    await keepingBusy
    return ((after - before) * 1000) / (end - start)
  } finally {
    for (const server of [...dialers, api]) await server.stop()
    await listener.end()
    await db.close()
    await postgres.dropDatabase(connection)
  }
}

/** Publishes tasks one after the other: the next one as soon as one is done. */
async function keepPublishing(
  api: ChildServer,
  { db, changed }: { db: Database; changed: EventEmitter },
  nextSource: () => string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { id } = await post(`${api.address}/api/task/add`, {
      taskName: randomUUID(),
      dataSourceId: nextSource(),
    })
    await post(`${api.address}/api/task/publish`, { id })
    while (!signal.aborted && (await statusOf(db, id)) === TaskStatus.RUNNING) {
      const waited = new AbortController()
      const change = once(changed, id, { signal: AbortSignal.any([signal, waited.signal]) })
      await Promise.race([change, wait(1000)]).catch(() => undefined)
      waited.abort()
      await change.catch(() => undefined)
    }
  }
}

async function statusOf(db: Database, taskId: string): Promise<number | undefined> {
  const { rows } = await db.query<{ status: number }>({
    text: 'select status from task where id = $1',
    values: [taskId],
  })
  return rows[0]?.status
}

async function jobRate(postgres: BenchServer): Promise<number> {
  const connection = await postgres.createDatabase()
  const { runMigrations } = await import('graphile-worker')
  const pool = new pg.Pool({ ...connection, max: 2 })
  await runMigrations({ pgPool: pool })
  for (let added = 0; added < MAX_JOBS_PER_SECOND * SECONDS; added += MAX_JOBS_PER_SECOND) {
    await pool.query(
      `select count(*) from graphile_worker.add_jobs(
         (select array_agg(('empty', '{}', null, null, null, null, null, null)::graphile_worker.job_spec)
          from generate_series(1, $1)))`,
      [MAX_JOBS_PER_SECOND],
    )
  }
  await pool.query('vacuum analyze')
  await pool.end()
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/src/support/graphile-worker.ts'], {
    cwd: ROOT,
    env: childEnvironment(connection),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  await lines.next()
  await wait(SECONDS * 1000)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const rate = Number.parseFloat((await lines.next()).value ?? '0')
  await exited
  await postgres.dropDatabase(connection)
  return rate
}

function show(name: string, calls = 0, jobs = 0): void {
  console.log(
    `${name.padEnd(44)} ${(calls / jobs).toFixed(2).padStart(7)}  ${Math.round(calls)} calls/s, ${Math.round(jobs)} jobs/s`,
  )
}
