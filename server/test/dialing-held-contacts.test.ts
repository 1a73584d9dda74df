// Calls whose contacts another transaction has locked, for example a frozen import: only they have to wait.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createDialer, type Dialer } from '../src/dialer/dialer.ts'
import type { DialerTiming } from '../src/dialer/dialer-options.ts'
import { finishStoppedDials } from '../src/dialer/settle/complete.queries.ts'
import { createZoneOffsets } from '../src/kernel/timestamps.ts'
import type { Transaction } from '../src/storage/database.ts'
import { expectSuccess } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import { silentLog } from './support/silent-log.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const LINES = 4
const CONTACTS = 12

let app: TestApp
let clock: ManualClock
let dialer: Dialer
let placed: string[]
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.rows('update task set status = 2 where status = 1')
  await app.rows('update dialer set lines = $1, calls_per_second = 0', [LINES])
  clock = createManualClock('2026-03-02T02:00:00Z')
  placed = []
  dialer = startDialer()
})
afterAll(() => app.close())

const startDialer = (timing: Partial<DialerTiming> = {}) =>
  createDialer({
    db: app.db,
    clock,
    gateway: createInstantGateway(({ taskId }) => {
      placed.push(taskId)
      return 'answered'
    }),
    offsetAt: createZoneOffsets('UTC'),
    log: silentLog,
    name: 'node',
    timing,
  })

async function addList(): Promise<{ taskId: string; dataSourceId: string }> {
  const start = Math.floor(Math.random() * 1e6) * 1000
  const numbers = Array.from({ length: CONTACTS }, (_, index) => `+49${1e9 + start + index}`)
  const dataSourceId = await app.addDataSource(`list ${start}`, numbers)
  const taskId = await app.addTask(`task ${start}`, dataSourceId)
  await moveTo(app, taskId, 'RUNNING')
  return { taskId, dataSourceId }
}

async function holdingContacts(
  dataSourceId: string,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await app.database.db.transaction(async (tx) => {
    await tx.query({
      text: `update contact set fields = '{"changed": "yes"}' where data_source_id = $1`,
      values: [dataSourceId],
    })
    await work(tx)
  })
}

async function dialFor(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    clock.advance(500)
    await dialer.step()
    await dialer.settle()
  }
}

async function taskOf(taskId: string) {
  const { status, callCount } = expectSuccess(
    await app.get<{ status: number; callCount: number }>(`/api/task/detail/${taskId}`),
  )
  return { status, callCount }
}

it.each([
  ['expects it', 60_000],
  ['does not expect it', 0],
])(
  'a node that %s dials another list to its end while calls of one cannot be settled',
  async (_, carefulMs) => {
    dialer = startDialer({ carefulMs })
    const held = await addList()
    const other = await addList()
    await holdingContacts(held.dataSourceId, async () => {
      await dialFor(30)
      expect(await taskOf(other.taskId)).toEqual({ status: 4, callCount: CONTACTS })
      expect(await taskOf(held.taskId)).toEqual({ status: 1, callCount: 0 })
      expect(dialer.hasHeldCalls()).toBe(true)
      // They keep their lines, and no others are given away for them.
      const placedBefore = placed.length
      await dialFor(5)
      expect(placed).toHaveLength(placedBefore)
      expect(placed.filter((taskId) => taskId === held.taskId).length).toBeLessThanOrEqual(LINES)
    })
    await dialFor(30)
    expect(await taskOf(held.taskId)).toEqual({ status: 4, callCount: CONTACTS })
    expect(dialer.hasHeldCalls()).toBe(false)
    const [changed] = await app.rows(
      `select count(*)::int from contact where data_source_id = $1 and status = 1 and call_count = 1 and fields ? 'changed'`,
      [held.dataSourceId],
    )
    expect(changed).toEqual({ count: CONTACTS })
  },
)

it('a contact that is being deleted when its call ends is counted, once it is gone', async () => {
  const { taskId, dataSourceId } = await addList()
  await app.database.db.transaction(async (tx) => {
    await tx.query({
      text: 'delete from contact where data_source_id = $1 and position = 1',
      values: [dataSourceId],
    })
    await dialFor(2)
    expect((await taskOf(taskId)).callCount).toBeLessThan(CONTACTS)
  })
  await dialFor(30)
  expect(await taskOf(taskId)).toEqual({ status: 4, callCount: CONTACTS })
})

it('contacts of a stopped task that somebody holds are done later', async () => {
  const { taskId, dataSourceId } = await addList()
  await app.rows(
    `insert into dial (task_id, contact_id, position, phone_number, attempts, priority, due_at, calls, update_time)
     select $1, id, position, phone_number, 1, 3, now(), 1, now() from contact where data_source_id = $2`,
    [taskId, dataSourceId],
  )
  await app.rows('update contact set status = 4 where data_source_id = $1', [dataSourceId])
  expectSuccess(await app.post('/api/task/stop', { id: taskId }))
  const waiting = async () =>
    (await app.rows('select from dial where task_id = $1 and due_at is not null', [taskId])).length
  await app.database.db.transaction(async (tx) => {
    await tx.query({
      text: 'select from contact where data_source_id = $1 and position <= 3 for update',
      values: [dataSourceId],
    })
    await finishStoppedDials(app.db, [clock.now(), 1000])
    expect(await waiting()).toBe(3)
  })
  await finishStoppedDials(app.db, [clock.now(), 1000])
  expect(await waiting()).toBe(0)
  expect(
    await app.rows('select distinct status from contact where data_source_id = $1', [dataSourceId]),
  ).toEqual([{ status: 2 }])
})
