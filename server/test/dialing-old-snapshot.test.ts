// While somebody holds an old snapshot (a backup, a forgotten session), PostgreSQL keeps every version of every row, and
// ANALYZE finds tables of next to no rows that are full of them. Dialing must not get slower by what is kept.

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDialer, type Dialer } from '../src/dialing/dialer/dialer.ts'
import { createZoneOffsets } from '../src/platform/kernel/timestamps.ts'
import { toClientConfig } from '../src/platform/storage/connection.ts'
import { createDatabase, type Database } from '../src/platform/storage/database.ts'
import type { Gateway } from '../src/telephony/gateway.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { silentLog } from './support/silent-log.ts'
import { watchReads } from './support/table-reads.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const LINES = 6
const ROUNDS = 90
/** By then every kind of call has been seen: first ones, retries, calls taken back. */
const USUAL_ROUNDS = 15
/** Attempts that were due longer ago than a minute are behind us. */
const ROUND_MS = 61_000
let app: TestApp
let holder: pg.Client
let db: Database
beforeAll(async () => {
  app = await createTestApp()
  holder = new pg.Client(toClientConfig(app.database.connection))
  await holder.connect()
  db = createDatabase({
    connection: app.database.connection,
    maxConnections: 4,
    log: silentLog,
    hasSteadyPlans: true,
    pipelines: true,
  })
})
afterAll(async () => {
  await holder.end()
  await db.close()
  await app.close()
})

/** Nobody answers at first; then every third call is not placed, by its own account; then everybody answers. */
function createMoodyGateway(): Gateway {
  const tries = new Map<string, number>()
  return createInstantGateway(
    ({ phoneNumber }) => {
      const tried = (tries.get(phoneNumber) ?? 0) + 1
      tries.set(phoneNumber, tried)
      if (tried === 2 && Number(phoneNumber) % 3 === 0) throw new Error('no answer to the request')
      return tried === 1 ? 'no_answer' : 'answered'
    },
    {
      wantsDetails: true,
      reconcile: async (ids) => new Map([...ids].map((id) => [id, { state: 'not_placed' }])),
    },
  )
}

it('a claim and a settlement read next to no more of the indexes however many versions are kept', async () => {
  // On a fresh installation, as vacuumdb does it: every plan made from now on is made for empty tables.
  await app.rows('vacuum analyze')
  const numbers = Array.from({ length: LINES * ROUNDS }, (_, index) => String(13_800_000_000 + index))
  const dataSourceId = await app.addDataSource('kept', numbers)
  const taskId = await app.addTask('kept', dataSourceId, { callInterval: 0 })
  await moveTo(app, taskId, 'RUNNING')
  await app.rows('update dialer set lines = $1, calls_per_second = 0', [LINES])
  await holder.query('begin isolation level repeatable read')
  await holder.query('select from task')

  let now = new Date('2026-03-01T10:00:00Z')
  const watched = watchReads(db)
  const dialer: Dialer = createDialer({
    db: watched.db,
    // The looks that come every few seconds are not what this is about.
    clock: { now: () => now, elapsedMs: () => 0 },
    gateway: createMoodyGateway(),
    offsetAt: createZoneOffsets('UTC'),
    log: silentLog,
    name: 'node',
    timing: { faultPauseMs: 0 },
  })
  const entriesIn: number[] = []
  const scansIn: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    now = new Date(now.getTime() + ROUND_MS)
    await dialer.step()
    expect(await dialer.settle()).toBe(LINES)
    const { entries, scans } = watched.take()
    entriesIn.push(entries)
    scansIn.push(scans)
    if (round === ROUNDS / 3 || round === (2 * ROUNDS) / 3) await app.rows('vacuum analyze')
  }

  const usual = Math.max(...entriesIn.slice(0, USUAL_ROUNDS))
  expect(usual).toBeGreaterThan(LINES)
  // New versions of a row that fill a page add one index entry; each round looks up about ten such rows.
  expect(Math.max(...entriesIn)).toBeLessThan(usual + ROUNDS / 5)
  // The first step looks for calls without a node, wherever they are.
  expect(scansIn.slice(1).every((scans) => scans === 0)).toBe(true)
})
