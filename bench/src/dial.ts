// Finished calls per second with 1000 lines and a phone network that answers immediately, compared with empty jobs per
// second through graphile-worker on the same PostgreSQL, and with the same rows written without a dialer. Then the influence of the
// list size, of an ANALYZE during the run, of a snapshot held open, of a second node, and of all rules of permission
// (`dial-rules` measures only these).

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import pg, { type ClientConfig } from 'pg'
import { createDatabase, type Database } from '../../server/src/platform/storage/database.ts'
import { post } from './support/api-client.ts'
import { type ChildServer, childEnvironment, ROOT, startService } from './support/child-server.ts'
import { endedCalls, holdSnapshot } from './support/dial-measures.ts'
import { keepPublishing } from './support/keep-publishing.ts'
import { alternate, doing, median, report } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { processorSecondsOf } from './support/processor-time.ts'
import { quietLog } from './support/quiet-log.ts'
import { seedContacts } from './support/seed-contacts.ts'

const SECONDS = Number(process.env.DIAL_SECONDS ?? 20)
const ROUNDS = Number(process.env.DIAL_ROUNDS ?? 1)
const SIZES = (process.env.DIAL_SIZES ?? '1000,100000,1000000').split(',').map(Number)
/** What the later comparisons are made with; measured for them if DIAL_SIZES does not name it. */
const COMPARED_SIZE = 100_000
/** Enough concurrent tasks that the next one is published while others are dialed. */
const CONCURRENT_TASKS = { small: 4, large: 1 }
const LARGE = 1_000_000
/** More than the dialer can reach, so that no contact is dialed twice, except in the smallest lists. */
const MAX_CALLS_PER_SECOND = 20_000
const INSTANT_NETWORK = { SIMULATOR: 'answered=1, ring=0-0, talk=0-0', LINES: '1000', CALLS_PER_SECOND: '0' }
const WARM_UP_MS = 2000
/** Of events that a node sends a second, if it is not the default. */
const { WEBHOOK_RATE: rate } = process.env
const WEBHOOK_RATE: Record<string, string> = rate === undefined ? {} : { WEBHOOK_RATE: rate }
/** More than graphile-worker can run. */
const MAX_JOBS_PER_SECOND = 25_000

export async function benchDial(postgres: BenchServer): Promise<void> {
  const rates = await comparePeers(postgres)
  const plain = rates[SIZES.indexOf(COMPARED_SIZE)] ?? (await dialRate(postgres, { size: COMPARED_SIZE }))
  doing('dial: with a snapshot held open')
  const held = await dialRate(postgres, { size: COMPARED_SIZE, holdsSnapshot: true })
  report('dial: with a snapshot held open / without', {
    ratio: held / plain,
    goal: { min: 0.7 },
    details: `${Math.round(held)} calls/s`,
  })
  doing('dial: two nodes')
  const two = await dialRate(postgres, { size: COMPARED_SIZE, nodes: 2 })
  report('dial: two nodes on the same cores / one', {
    ratio: two / plain,
    goal: { min: 0.75 },
    details: `${Math.round(two)} calls/s`,
  })
  await comparePermission(postgres)
  await compareWebhooks(postgres)
}

/** Returns the calls a second of each size. */
export async function comparePeers(postgres: BenchServer): Promise<number[]> {
  const rates: number[] = []
  const jobs: number[] = []
  const rows: number[] = []
  for (const size of SIZES) {
    doing(`dial: lists of ${size} contacts, ${SECONDS} s, then graphile-worker and the bare rows`)
    const cost = await dialCost(postgres, { size })
    rates.push(cost.rate)
    jobs.push(await jobRate(postgres))
    const bare = await bareCost(postgres)
    rows.push(bare.rate)
    show(`dial: ${size} contacts a list, one node`, cost.rate, jobs.at(-1))
    showCost('a call', cost)
    showCost('its bare rows', bare)
  }
  const calls = median(rates)
  report('dial: calls/s, dialer / graphile-worker', {
    ratio: calls / median(jobs),
    goal: { min: 0.85 },
    details: `${Math.round(calls)} calls/s and ${Math.round(median(jobs))} jobs/s`,
  })
  report('dial: calls/s, dialer / bare rows', {
    ratio: calls / median(rows),
    goal: { min: 0.7 },
    details: `${Math.round(calls)} calls/s and the rows of ${Math.round(median(rows))} calls/s`,
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
  return rates
}

/** Also alone: `npm run bench -- dial-rules`. */
export async function comparePermission(postgres: BenchServer): Promise<void> {
  doing(`dial: with and without all rules of permission, ${ROUNDS} times`)
  const { ours: ruled, theirs: free } = await alternate(ROUNDS, {
    ours: () => dialRate(postgres, { size: COMPARED_SIZE, hasRules: true }),
    theirs: () => dialRate(postgres, { size: COMPARED_SIZE }),
  })
  report('dial: with all rules of permission / without', {
    ratio: ruled / free,
    goal: { min: 0.85 },
    details: `${Math.round(ruled)} and ${Math.round(free)} calls/s; ${DO_NOT_CALL_ENTRIES} entries to leave out, consents, a quiet period`,
  })
}

/** In turns, so that a machine that slows down does so for both. */
export async function compareWebhooks(postgres: BenchServer): Promise<void> {
  const [without, withThem]: [Cost[], Cost[]] = [[], []]
  for (let run = 0; run < 3; run += 1) {
    doing(`dial: without and with webhooks, ${run + 1} of 3`)
    without.push(await dialCost(postgres, { size: 100_000 }))
    withThem.push(await dialCost(postgres, { size: 100_000, hasWebhooks: true }))
  }
  const [rate, freeRate] = [withThem, without].map((costs) => median(costs.map((cost) => cost.rate)))
  // What they take of two processors says the same on a machine that is busy.
  const [spent, freeSpent] = [withThem, without].map((costs) =>
    median(costs.map(({ postgres: database, node, api }) => database + node + api)),
  )
  report('dial: with ten endpoints, one of them dead / without', {
    ratio: (rate ?? 0) / (freeRate ?? 0),
    goal: { min: 0.95 },
    details: `${Math.round(rate ?? 0)} and ${Math.round(freeRate ?? 0)} calls/s, ${Math.round(spent ?? 0)} and ${Math.round(freeSpent ?? 0)} µs of processor time a call; each endpoint gets every call that ends`,
  })
}

interface Run {
  size: number
  nodes?: number
  holdsSnapshot?: boolean
  /** A do-not-call list, budgets, a quiet period, consents, and hours, weekdays and holidays of the called person. */
  hasRules?: boolean
  /** Ten of them, one of which never answers. */
  hasWebhooks?: boolean
}

const DO_NOT_CALL_ENTRIES = 5_000_000
const RULES = {
  windowZone: 'recipient',
  dailyStartTime: '00:00',
  dailyEndTime: '23:59',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  needsConsent: 'offers',
}

/** The numbers on the list are between those that are called, so that every look reads other pages of the index. */
async function addRules(db: Database): Promise<void> {
  const listId = randomUUID()
  await db.query({
    text: `insert into do_not_call_list (id, name, description, is_global, entry_count, last_position, create_time, update_time)
           values ($1, 'opt-outs', '', true, $2::int, $2::int, now(), now())`,
    values: [listId, DO_NOT_CALL_ENTRIES],
  })
  await db.query({
    text: `insert into do_not_call_entry (phone_key, list_id, position, phone_number, note, actor, create_time)
           select number, $1, n, number, '', 'bench', now()
           from generate_series(1, $2::int) n cross join lateral (select '+86' || 13000000000 + n * 100 || '0' as number) key`,
    values: [listId, DO_NOT_CALL_ENTRIES],
  })
  await db.query({
    text: 'update service set attempts_per_day = 10, attempts_per_month = 100, quiet_days = 7, version = version + 1',
  })
  await db.query({
    text: `insert into calendar (id, name, is_global, days, create_time, update_time)
           values ($1, 'holidays', true, '[{"date": "2000-01-01", "name": "Long ago"}]', now(), now())`,
    values: [randomUUID()],
  })
  await db.query({
    text: `insert into consent (id, phone_key, phone_number, purpose, wording, given_time, source, proof, actor, create_time)
           select gen_random_uuid(), phone_key, phone_number, 'offers', 'I agree to calls.', now() - interval '1 day', '', '', 'bench', now()
           from contact`,
  })
  // Otherwise the database would do this during the measurement.
  await db.query({ text: 'vacuum analyze do_not_call_entry, consent' })
  await db.query({ text: 'checkpoint' })
}

/** What calls took, each. */
interface Cost {
  /** Calls a second. */
  rate: number
  /** Processor time in microseconds. */
  postgres: number
  /** Of the nodes that dial, and of the one that answers requests and sends webhooks. */
  node: number
  api: number
  /** Bytes of PostgreSQL's write-ahead log. */
  log: number
}

const dialRate = async (postgres: BenchServer, run: Run) => (await dialCost(postgres, run)).rate

/** Keeps tasks with lists of this size running, and measures until the calls have ended by the counters. */
async function dialCost(
  postgres: BenchServer,
  { size, nodes = 1, holdsSnapshot = false, hasRules = false, hasWebhooks = false }: Run,
): Promise<Cost> {
  const connection = await postgres.createDatabase()
  const db = createDatabase({ connection, maxConnections: 4, log: quietLog })
  const api = await startService(connection, { env: { WEBHOOK_ALLOW: '127.0.0.0/8', ...WEBHOOK_RATE } })
  const receivers = hasWebhooks ? await addWebhooks(api) : undefined
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
      const numberAt = (position: number) => `+86${13_000_000_000 + offset + position}`
      sources.push(await seedContacts(db, { count: size, numberAt, name: `list ${each}` }))
    }
    if (hasRules) await addRules(db)
    for (let node = 0; node < nodes; node += 1)
      dialers.push(await startService(connection, { role: 'dialer', env: INSTANT_NETWORK }))
    let published = 0
    const nextSource = () => sources[published++ % sources.length] ?? ''
    const keepingBusy = Promise.all(
      Array.from({ length: concurrentTasks }, () =>
        keepPublishing(
          api,
          { db, changed },
          () => ({ dataSourceId: nextSource(), ...(hasRules && RULES) }),
          publishing.signal,
        ),
      ),
    )
    await wait(WARM_UP_MS)
    const snapshot = holdsSnapshot ? await holdSnapshot(connection) : undefined

    const spentByNodes = () => dialers.reduce((sum, dialer) => sum + dialer.processorSeconds(), 0)
    const spentBefore = {
      postgres: postgres.processorSeconds(),
      node: spentByNodes(),
      api: api.processorSeconds(),
    }
    const logBefore = await writtenLog(db)
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
    const calls = after - before
    const cost = {
      rate: (calls * 1000) / (end - start),
      postgres: ((postgres.processorSeconds() - spentBefore.postgres) * 1e6) / calls,
      node: ((spentByNodes() - spentBefore.node) * 1e6) / calls,
      api: ((api.processorSeconds() - spentBefore.api) * 1e6) / calls,
      log: ((await writtenLog(db)) - logBefore) / calls,
    }
    await snapshot?.end()
    publishing.abort()
    await keepingBusy
    return cost
  } finally {
    for (const server of [...dialers, api]) await server.stop()
    receivers?.close()
    await listener.end()
    await db.close()
    await postgres.dropDatabase(connection)
  }
}

const WEBHOOKS = 10

/** Their receivers are in this process, which does little else. */
async function addWebhooks(api: ChildServer): Promise<{ close(): void }> {
  const taking = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(204).end())
  })
  const dead = createServer(() => undefined)
  for (const server of [taking, dead]) await once(server.listen(0, '127.0.0.1'), 'listening')
  const urlOf = ({ port }: AddressInfo) => `http://127.0.0.1:${port}/`
  for (let each = 0; each < WEBHOOKS; each += 1) {
    const server = each === 0 ? dead : taking
    await post(`${api.address}/api/webhook/add`, {
      url: urlOf(server.address() as AddressInfo),
      events: ['call.ended'],
    })
  }
  return {
    close() {
      for (const server of [taking, dead]) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
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
  const { rate } = await runPeer('graphile-worker', connection)
  await postgres.dropDatabase(connection)
  return rate
}

/** What the rows of a call cost alone. */
async function bareCost(postgres: BenchServer): Promise<Cost> {
  const connection = await postgres.createDatabase()
  const db = createDatabase({ connection, maxConnections: 1, log: quietLog })
  const before = { postgres: postgres.processorSeconds(), log: await writtenLog(db) }
  const { rate, node } = await runPeer('bare-rows', connection)
  const calls = await endedCalls(db)
  const cost = {
    rate,
    postgres: ((postgres.processorSeconds() - before.postgres) * 1e6) / calls,
    node: (node * 1e6) / calls,
    api: 0,
    log: ((await writtenLog(db)) - before.log) / calls,
  }
  await db.close()
  await postgres.dropDatabase(connection)
  return cost
}

/** Runs a program that works until it is stopped, and then prints how much a second; also the processor seconds that it used. */
async function runPeer(program: string, connection: ClientConfig): Promise<{ rate: number; node: number }> {
  const child = spawn(process.execPath, ['--import', 'tsx', `bench/src/support/${program}.ts`], {
    cwd: ROOT,
    env: childEnvironment(connection),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  await lines.next()
  const before = processorSecondsOf(child.pid ?? 0)
  await wait(SECONDS * 1000)
  const node = processorSecondsOf(child.pid ?? 0) - before
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const rate = Number.parseFloat((await lines.next()).value ?? '0')
  await exited
  return { rate, node }
}

async function writtenLog(db: Database): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>({
    text: "select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes",
  })
  return rows[0]?.bytes ?? 0
}

function showCost(what: string, { postgres, node, log }: Cost): void {
  const [inPostgres, inNode, sum] = [postgres, node, postgres + node].map(Math.round)
  console.log(
    `  ${what}: ${inPostgres} µs of PostgreSQL and ${inNode} of Node.js, together ${sum}; ${Math.round(log)} bytes of log`,
  )
}

function show(name: string, calls = 0, jobs = 0): void {
  console.log(
    `${name.padEnd(44)} ${(calls / jobs).toFixed(2).padStart(7)}  ${Math.round(calls)} calls/s, ${Math.round(jobs)} jobs/s`,
  )
}
