// A node with nothing to dial does little until something changes.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createDialer, type Dialer } from '../src/dialing/dialer/dialer.ts'
import { createZoneOffsets } from '../src/platform/kernel/timestamps.ts'
import type { Database } from '../src/platform/storage/database.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import { silentLog } from './support/silent-log.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let clock: ManualClock
let dialer: Dialer
let statements: string[]
beforeAll(async () => {
  clock = createManualClock('2026-03-01T10:00:00Z')
  app = await createTestApp({ clock })
})
afterAll(() => app.close())

beforeEach(() => {
  statements = []
  dialer = createDialer({
    db: noting(app.db),
    clock,
    gateway: createInstantGateway(() => 'answered'),
    offsetAt: createZoneOffsets('UTC'),
    log: silentLog,
    name: 'node',
  })
})

/** Notes the names of the statements outside of transactions. */
function noting(db: Database): Database {
  return {
    ...db,
    query: (statement, ...rest) => {
      statements.push(statement.name?.replace(/_[0-9a-f]{8}$/, '') ?? '')
      return db.query(statement, ...rest)
    },
  }
}

async function stepAfter(ms: number, isWoken = false): Promise<string[]> {
  statements = []
  clock.advance(ms)
  await dialer.step(isWoken)
  return statements
}

it('sends heartbeats, and does the rest of its work every five seconds or when it is woken', async () => {
  await stepAfter(0, true)
  await stepAfter(1000)
  const heartbeat = ['send_heartbeat']
  for (let second = 0; second < 3; second += 1) expect(await stepAfter(1000)).toEqual(heartbeat)
  expect(await stepAfter(1000)).toEqual(expect.arrayContaining([...heartbeat, 'find_tasks_to_end']))
  expect(await stepAfter(1000)).toEqual(heartbeat)
  expect(await stepAfter(1000, true)).toEqual(expect.arrayContaining(['find_tasks_to_end', 'read_recalls']))
})

it('finishes what a stopped task has left without a rest', async () => {
  const taskId = await app.addTask('stopped', await app.addDataSource('stopped', ['+49301234567']))
  await moveTo(app, taskId, 'STOPPED')
  await app.rows(
    `insert into dial (task_id, contact_id, position, phone_number, priority, due_at, calls, update_time)
     select $1, gen_random_uuid(), n, '+4930' || n, 3, $2, 1, $2 from generate_series(2, 2500) n`,
    [taskId, new Date(clock.now().getTime() + 3_600_000)],
  )
  await stepAfter(0, true)
  await stepAfter(1000)
  await stepAfter(1000)
  const left = await app.rows('select 1 from dial where task_id = $1 and due_at is not null', [taskId])
  expect(left).toEqual([])
})
