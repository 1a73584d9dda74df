// A live call that disappears from the database other than by being settled keeps neither its line nor its contact.

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createDialer, type Dialer } from '../src/dialing/dialer/dialer.ts'
import { createZoneOffsets } from '../src/platform/kernel/timestamps.ts'
import type { Gateway, GatewayEvent } from '../src/telephony/gateway.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import { plainGateway } from './support/plain-gateway.ts'
import { silentLog } from './support/silent-log.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const COMPLETED = 4
const INTERVAL_MS = 5000
const COMPARE_EVERY_MS = 60_000

let app: TestApp
let clock: ManualClock
let dialer: Dialer
let warnings: string[]
/** The call that is up: its number, and how to end it. */
let up: { phoneNumber: string; end(cause: 'answered' | 'no_answer'): void } | undefined
beforeAll(async () => {
  clock = createManualClock('2026-03-01T10:00:00Z')
  app = await createTestApp({ clock })
})
afterAll(() => app.close())

beforeEach(async () => {
  up = undefined
  warnings = []
  await app.rows('update dialer set lines = 1, calls_per_second = 0')
  dialer = createDialer({
    db: app.db,
    clock,
    gateway: createGateway(),
    offsetAt: createZoneOffsets('UTC'),
    log: { ...silentLog, warn: (_, message) => warnings.push(message) },
    name: 'node',
  })
})

/** Calls are up until the test ends them. */
function createGateway(): Gateway {
  let emit: (event: GatewayEvent) => void = () => undefined
  return {
    ...plainGateway,
    async originate({ attemptId, phoneNumber }) {
      up = {
        phoneNumber,
        end: (cause) => emit({ type: 'ended', attemptId, end: { cause, talkMs: 1000 } }),
      }
    },
    async hangUp() {},
    reconcile: async (ids) => new Map([...ids].map((id) => [id, { state: 'live' }])),
    health: () => ({ isUp: true }),
    listen(onEvent) {
      emit = onEvent
    },
    async close() {},
  }
}

async function step(afterMs = 0): Promise<void> {
  clock.advance(afterMs)
  // Its beat has to be fresh when it claims.
  await dialer.step()
  await dialer.settle()
}

async function endCall(cause: 'answered' | 'no_answer'): Promise<string | undefined> {
  const ended = up
  up = undefined
  ended?.end(cause)
  await dialer.settle()
  return ended?.phoneNumber
}

async function addRunningTask(name: string, numbers: string[]): Promise<string> {
  const dataSourceId = await app.addDataSource(name, numbers)
  const taskId = await app.addTask(name, dataSourceId, { callInterval: INTERVAL_MS / 1000, maxDialCount: 3 })
  await moveTo(app, taskId, 'RUNNING')
  return taskId
}

const detailOf = async (taskId: string) =>
  (await app.get<Record<string, number>>(`/api/task/detail/${taskId}`)).body.data
const inUse = async () => {
  const [row] = await app.rows<{ live: number }>('select live::int from dialer_progress')
  return row?.live
}

it.each([
  ['its first call', 0],
  ['a retry', 1],
])('a contact whose live call disappears in %s waits again, and its line is free', async (name, attempts) => {
  const taskId = await addRunningTask(`lost in ${name}`, ['13800138000', '13800138001'])
  await step()
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await endCall('no_answer')
    await step(INTERVAL_MS)
    // The other contact may be first: it is answered, and out of the way.
    while (up?.phoneNumber !== '13800138000') {
      await endCall('answered')
      await step(INTERVAL_MS)
    }
  }
  const lost = up
  expect(lost?.phoneNumber).toBe('13800138000')
  up = undefined
  await app.rows('delete from live_call')
  await step(1000)
  expect(up).toBeUndefined()
  expect(await inUse()).toBe(1)

  await step(COMPARE_EVERY_MS)
  expect(warnings).toEqual([expect.stringContaining('disappeared')])
  expect(await inUse()).toBe((up as typeof lost) ? 1 : 0)
  // What is heard of the lost call is nobody's any more.
  lost?.end('answered')
  await dialer.settle()
  for (let calls = 0; calls < 4; calls += 1) {
    await step(INTERVAL_MS)
    await endCall('answered')
  }
  await step(INTERVAL_MS)

  expect(await detailOf(taskId)).toMatchObject({
    status: COMPLETED,
    contactCount: 2,
    callCount: 2 + attempts,
    successCount: 2,
    noAnswerCount: attempts,
  })
  expect(await inUse()).toBe(0)
  const dials = await app.rows(
    'select outcome, due_at, attempts from dial where task_id = $1 order by position',
    [taskId],
  )
  expect(dials).toEqual([
    { outcome: 1, due_at: null, attempts: 1 + attempts },
    { outcome: 1, due_at: null, attempts: 1 },
  ])
})

it('lines that no task accounts for are free at the start', async () => {
  await app.rows('update dialer set started_total = started_total + 1')
  const taskId = await addRunningTask('leaked before', ['13900139000'])
  await step()
  expect(warnings).toEqual([expect.stringContaining('without a call')])
  expect(up?.phoneNumber).toBe('13900139000')
  await endCall('answered')
  await step()
  expect(await detailOf(taskId)).toMatchObject({ status: COMPLETED, callCount: 1 })
})

it('calls that are up and being settled are no reason to correct anything', async () => {
  const taskId = await addRunningTask('in order', ['13700137000', '13700137001'])
  await step()
  await step(COMPARE_EVERY_MS)
  await endCall('answered')
  await step(COMPARE_EVERY_MS)
  expect(warnings).toEqual([])
  await endCall('answered')
  await step()
  expect(await detailOf(taskId)).toMatchObject({ status: COMPLETED, callCount: 2 })
})
