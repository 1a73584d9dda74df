// Calls whose contacts another transaction has locked, for example a frozen import: they do not wait for it.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createDialer, type Dialer } from '../src/dialing/dialer/dialer.ts'
import { createZoneOffsets } from '../src/platform/kernel/timestamps.ts'
import type { Transaction } from '../src/platform/storage/database.ts'
import { expectSuccess } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import { silentLog } from './support/silent-log.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const LINES = 4
let lists = 0
const CONTACTS = 12

let app: TestApp
let clock: ManualClock
let dialer: Dialer
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.rows('update task set status = 2 where status = 1')
  await app.rows('update dialer set lines = $1, calls_per_second = 0', [LINES])
  clock = createManualClock('2026-03-02T02:00:00Z')
  dialer = startDialer()
})
afterAll(() => app.close())

const startDialer = (cause: 'answered' | 'busy' = 'answered') =>
  createDialer({
    db: app.db,
    clock,
    gateway: createInstantGateway(() => cause),
    offsetAt: createZoneOffsets('UTC'),
    log: silentLog,
    name: 'node',
  })

async function addList(settings: object = {}): Promise<{ taskId: string; dataSourceId: string }> {
  lists += 1
  const start = lists * 1000
  const numbers = Array.from({ length: CONTACTS }, (_, index) => `+49${1e9 + start + index}`)
  const dataSourceId = await app.addDataSource(`list ${start}`, numbers)
  const taskId = await app.addTask(`task ${start}`, dataSourceId, settings)
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

it('a call is settled while an import or a person changes its contact', async () => {
  const { taskId, dataSourceId } = await addList()
  await holdingContacts(dataSourceId, async () => {
    await dialFor(30)
    expect(await taskOf(taskId)).toEqual({ status: 4, callCount: CONTACTS })
  })
  const [changed] = await app.rows(
    `select count(*)::int from contact c cross join lateral contact_calls(c.data_source_id, c.position)
     where data_source_id = $1 and status = 1 and call_count = 1 and fields ? 'changed'`,
    [dataSourceId],
  )
  expect(changed).toEqual({ count: CONTACTS })
})

it('a contact that is being deleted when its call ends gets no further attempt', async () => {
  dialer = startDialer('busy')
  const { taskId, dataSourceId } = await addList({ callInterval: 60, maxDialCount: 2 })
  await app.database.db.transaction(async (tx) => {
    await tx.query({
      text: 'delete from contact where data_source_id = $1 and position = 1',
      values: [dataSourceId],
    })
    await dialFor(30)
    expect(await taskOf(taskId)).toEqual({ status: 1, callCount: CONTACTS })
  })
  clock.advance(60_000)
  await dialFor(30)
  expect(await taskOf(taskId)).toEqual({ status: 4, callCount: 2 * CONTACTS - 1 })
})

it('contacts of a stopped task that somebody holds are done all the same', async () => {
  dialer = startDialer('busy')
  const { taskId, dataSourceId } = await addList({ callInterval: 60, maxDialCount: 2 })
  await dialFor(30)
  await holdingContacts(dataSourceId, async () => {
    expectSuccess(await app.post('/api/task/stop', { id: taskId }))
    await dialFor(3)
    expect(await app.rows('select from dial where task_id = $1 and due_at is not null', [taskId])).toEqual([])
  })
})
