// With many tasks a claim reads what it decides on, not all of them; whoever gets something to dial is found at once all the
// same, and everybody gets a turn. No time passes here: nothing is found by the looks that come every few seconds.

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, storedSettings } from '../src/campaigns/tasks/task-settings.ts'
import { createDialer, type Dialer } from '../src/dialing/dialer/dialer.ts'
import type { DialerOptions } from '../src/dialing/dialer/dialer-options.ts'
import { createZoneOffsets } from '../src/platform/kernel/timestamps.ts'
import { createDatabase, type Database } from '../src/platform/storage/database.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { silentLog } from './support/silent-log.ts'
import { watchReads } from './support/table-reads.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const LINES = 4
/** So many tasks are looked at in a claim beside those that get lines. */
const ROUNDS_TO_KNOW_ALL = 10
const NOW = new Date('2026-03-01T10:00:00Z')
const TOMORROW = new Date('2026-03-02T10:00:00Z')
const clock = { now: () => NOW, elapsedMs: () => 0 }

let app: TestApp
let db: Database
let rung: string[]
beforeAll(async () => {
  app = await createTestApp({ clock })
  db = createDatabase({
    connection: app.database.connection,
    maxConnections: 4,
    log: silentLog,
    hasSteadyPlans: true,
    pipelines: true,
  })
})
afterAll(async () => {
  await db.close()
  await app.close()
})
beforeEach(async () => {
  rung = []
  await app.rows('update dialer set lines = $1, calls_per_second = 0', [LINES])
})
afterEach(async () => {
  await app.rows('update task set status = 2 where status = 1')
})

function createNode(options: Partial<DialerOptions> = {}): Dialer {
  return createDialer({
    db,
    clock,
    gateway: createInstantGateway(({ phoneNumber }) => {
      rung.push(phoneNumber)
      return 'answered'
    }),
    offsetAt: createZoneOffsets('UTC'),
    log: silentLog,
    name: 'node',
    ...options,
  })
}

async function dial(dialer: Dialer): Promise<number> {
  await dialer.step()
  return dialer.settle()
}

let lists = 0
/** A running task with a list of its own; its numbers begin with the list's. */
async function addRunningTask(contacts: number, settings: object = {}): Promise<string> {
  lists += 1
  const first = 13_000_000_000 + lists * 1000
  const numbers = Array.from({ length: contacts }, (_, index) => String(first + index))
  const dataSourceId = await app.addDataSource(`list ${lists}`, numbers)
  const taskId = await app.addTask(`task ${lists}`, dataSourceId, settings)
  await moveTo(app, taskId, 'RUNNING')
  return taskId
}

/** Tasks by the hundred, whose list is read; those that run have a contact that is due tomorrow. */
async function addIdleTasks(count: number, status: 'running' | 'stopped'): Promise<void> {
  await app.rows(
    `with added as (
       insert into task (id, name, description, status, data_source_id, settings, contact_count, list_end, create_time, update_time, start_time, end_time, is_drained)
       select gen_random_uuid(), 'idle ' || $2::text || each, '', case $2::text when 'running' then 1 else 3 end,
         (select id from data_source limit 1), $4::jsonb, 1, 0, now(), now(), now(),
         case $2::text when 'stopped' then now() end, $2::text = 'stopped'
       from generate_series(1, $1::int) each
       returning id, status
     ), audited as (
       insert into audit (task_id, at, actor, operation, status)
       select id, now(), 'test', 'publish', status from added
     )
     insert into dial (task_id, contact_id, position, phone_number, priority, due_at, update_time)
     select id, gen_random_uuid(), 1, '123', 1, $3, now() from added where status = 1`,
    [count, status, TOMORROW, storedSettings({ ...DEFAULT_SETTINGS, priority: 1 })],
  )
}

/** So that it goes on running: somebody waits, and nobody is due. */
async function keepIdle(taskId: string): Promise<void> {
  await app.rows(
    `insert into dial (task_id, contact_id, position, phone_number, priority, due_at, update_time)
     values ($1, gen_random_uuid(), 99, '1', 3, $2, now())`,
    [taskId, TOMORROW],
  )
}

it('a claim reads no more for tasks that have nothing due, or were stopped', async () => {
  await addRunningTask((ROUNDS_TO_KNOW_ALL + 5) * LINES, { priority: 5 })
  const watched = watchReads(db)
  const dialer = createNode({ db: watched.db })
  for (let round = 0; round < 3; round += 1) expect(await dial(dialer)).toBe(LINES)
  watched.take()
  expect(await dial(dialer)).toBe(LINES)
  const alone = watched.take()

  await addIdleTasks(300, 'running')
  await addIdleTasks(300, 'stopped')
  for (let round = 0; round < ROUNDS_TO_KNOW_ALL; round += 1) expect(await dial(dialer)).toBe(LINES)
  watched.take()
  expect(await dial(dialer)).toBe(LINES)
  const amongMany = watched.take()
  expect(amongMany.scans).toBe(0)
  expect(amongMany.entries).toBeLessThan(alone.entries + 50)
})

it('a claim looks at no more tasks than its lines need, and the highest priority is found among all', async () => {
  for (let task = 0; task < 8; task += 1) await addRunningTask(6, { priority: 4 })
  const watched = watchReads(db)
  const dialer = createNode({ db: watched.db, maxTasksPerClaim: 2 })
  await dial(dialer)
  await addRunningTask(LINES, { priority: 1 })
  const urgent = String(13_000_000_000 + lists * 1000).slice(0, -3)
  rung = []
  await dial(dialer)
  expect(rung.map((number) => number.slice(0, -3))).toEqual(Array(LINES).fill(urgent))
})

it('tasks of which a claim can serve only some take turns', async () => {
  const tasks = 9
  for (let task = 0; task < tasks; task += 1) await addRunningTask(12)
  const dialer = createNode({ maxTasksPerClaim: 2 })
  // Two tasks share the lines of a claim, so all have had a turn after five, whoever comes first.
  for (let claim = 0; claim < 9; claim += 1) expect(await dial(dialer)).toBe(LINES)
  const calls = new Map<string, number>()
  for (const number of rung) calls.set(number.slice(0, -3), (calls.get(number.slice(0, -3)) ?? 0) + 1)
  expect(calls.size).toBe(tasks)
  expect(Math.max(...calls.values()) - Math.min(...calls.values())).toBeLessThanOrEqual(LINES / 2)
})

it('an idle task is dialed at the next claim after a recall', async () => {
  await addRunningTask(5 * LINES, { priority: 5 })
  const taskId = await addRunningTask(1, { callInterval: 0 })
  await keepIdle(taskId)
  const dialer = createNode()
  for (let round = 0; round < 3; round += 1) await dial(dialer)
  const number = String(13_000_000_000 + lists * 1000)
  expect(rung).toContain(number)

  const contactIds = (
    await app.rows<{ contact_id: string }>('select contact_id from dial where task_id = $1 and outcome = 1', [
      taskId,
    ])
  ).map(({ contact_id }) => contact_id)
  const recalled = await app.post(`/api/task/${taskId}/recall`, { priority: 1, contactIds })
  expect(recalled.body.data).toMatchObject({ recallCount: 1 })
  rung = []
  await dial(dialer)
  expect(rung).toContain(number)
})

it('an idle task is dialed at the next claim after its open list has grown', async () => {
  const taskId = await addRunningTask(1, { listMode: 'live' })
  await keepIdle(taskId)
  const dialer = createNode()
  for (let round = 0; round < 3; round += 1) await dial(dialer)
  const [task] = await app.rows<{ data_source_id: string }>('select data_source_id from task where id = $1', [
    taskId,
  ])
  await app.post(`/api/dataSource/${task?.data_source_id}/contact/add`, { phoneNumber: '16000000000' })
  rung = []
  await dial(dialer)
  expect(rung).toEqual(['16000000000'])
})

it('a node that has nothing to dial claims again only when something has changed, or after a while', async () => {
  let elapsedMs = 0
  let claims = 0
  const counted: Database = {
    ...db,
    transaction: (work, options) => {
      claims += 1
      return db.transaction(work, options)
    },
  }
  const node = createNode({ db: counted, clock: { now: () => NOW, elapsedMs: () => elapsedMs } })
  expect(await node.step()).toBe('later')
  const claimsOf = async (isWoken: boolean) => {
    const before = claims
    expect(await node.step(isWoken)).toBe('later')
    return claims - before
  }
  const whenWoken = await claimsOf(true)
  expect(whenWoken).toBeGreaterThan(0)
  expect(await claimsOf(false)).toBe(0)
  elapsedMs = 6000
  expect(await claimsOf(false)).toBeGreaterThan(0)
})
