import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { type Counters, count } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
let app: TestApp
let dataSourceId: string
let id: string

beforeAll(async () => {
  app = await createTestApp({ clock })
  dataSourceId = await app.addDataSource('customers', ['101', '102', '103', '104', '105', '106', '107'])
})
beforeEach(async () => {
  await app.rows('truncate task, paused_task, task_counter')
  clock.set('2026-03-02T01:30:00Z')
  id = await app.addTask('spring', dataSourceId, {
    taskDesc: 'call back',
    priority: 2,
    maxDialCount: 4,
    callInterval: 90,
    dailyStartTime: '09:00',
    dailyEndTime: '18:00',
  })
})
afterAll(() => app.close())

type Figures = Record<string, unknown>
const detail = async () => expectSuccess(await app.get<Figures>(`/api/task/detail/${id}`))
const stat = async () => expectSuccess(await app.get<Figures>(`/api/task/${id}/stat`))

/** Publishing and some calls: 3 answered, 2 failed, 4 not answered, in two slots. */
async function run(): Promise<void> {
  clock.set('2026-03-02T02:00:00Z')
  expectSuccess(await app.post('/api/task/publish', { id }))
  await count(app, id, { success: 1, fail: 2, talkMs: 30_250, at: '2026-03-02T02:10:00Z', slot: 0 })
  await count(app, id, { success: 2, noAnswer: 4, talkMs: 70_250, at: '2026-03-02T02:12:30Z', slot: 3 })
}

describe('the detail of a task', () => {
  it('of a draft shows its settings and no calls', async () => {
    expect(await detail()).toEqual({
      id,
      taskName: 'spring',
      taskDesc: 'call back',
      status: 0,
      dataSourceId,
      contactCount: 7,
      callCount: 0,
      successCount: 0,
      failCount: 0,
      noAnswerCount: 0,
      dialRate: 0,
      successRate: 0,
      callDuration: 0,
      avgCallDuration: 0,
      priority: 2,
      maxDialCount: 4,
      createTime: '2026-03-02 09:30:00',
      startTime: null,
      updateTime: '2026-03-02 09:30:00',
      // Beyond the contract.
      endTime: null,
      listMode: 'snapshot',
      stopReason: null,
      failReason: null,
      pauseReason: null,
      isSimulated: null,
      isConfirmation: false,
    })
  })

  it('never shows callInterval, dailyStartTime and dailyEndTime', async () => {
    const fields = Object.keys(await detail())
    expect(fields).not.toEqual(expect.arrayContaining(['callInterval']))
    expect(fields.filter((field) => /interval|daily/i.test(field))).toEqual([])
  })

  it('sums what was counted', async () => {
    await run()
    expect(await detail()).toMatchObject({
      status: 1,
      contactCount: 7,
      callCount: 9,
      successCount: 3,
      failCount: 2,
      noAnswerCount: 4,
      dialRate: 1.2857,
      successRate: 0.3333,
      callDuration: 100.5,
      avgCallDuration: 33.5,
      startTime: '2026-03-02 10:00:00',
      updateTime: '2026-03-02 10:00:00',
    })
  })

  it.each([UNKNOWN_ID, 'no-id'])('answers 404 for the unknown task %s', async (unknown) => {
    expectError(await app.get(`/api/task/detail/${unknown}`), 404, `^task "${unknown}" does not exist$`)
    expectError(await app.get(`/api/task/${unknown}/stat`), 404, `^task "${unknown}" does not exist$`)
  })
})

describe('the statistics of a task', () => {
  it('show exactly the fields of the contract', async () => {
    await run()
    expect(await stat()).toEqual({
      taskId: id,
      taskName: 'spring',
      status: 1,
      totalContacts: 7,
      callCount: 9,
      successCount: 3,
      failCount: 2,
      noAnswerCount: 4,
      dialRate: 1.2857,
      successRate: 0.3333,
      totalDuration: 100.5,
      avgDuration: 33.5,
      lastUpdateTime: '2026-03-02 10:12:30',
      skippedCount: 0,
      endings: expect.any(Object),
    })
  })

  it('were last updated by a change of the task if that is later than any call', async () => {
    await run()
    clock.set('2026-03-02T03:00:00Z')
    expectSuccess(await app.post('/api/task/pause', { id }))
    expect(await stat()).toMatchObject({ status: 2, lastUpdateTime: '2026-03-02 11:00:00' })
  })

  it('are all zero for a task without contacts', async () => {
    id = await app.addTask('empty', await app.addDataSource(`empty ${Math.random()}`))
    expectSuccess(await app.post('/api/task/publish', { id }))
    expect(await stat()).toMatchObject({ totalContacts: 0, dialRate: 0, successRate: 0, avgDuration: 0 })
  })
})

describe('rates', () => {
  const cases: [Counters, dialRate: number, successRate: number][] = [
    [{}, 0, 0],
    [{ noAnswer: 1 }, 0.1429, 0],
    [{ success: 1, fail: 2 }, 0.4286, 0.3333],
    [{ success: 2, fail: 1 }, 0.4286, 0.6667],
    [{ success: 7 }, 1, 1],
    [{ success: 1, noAnswer: 9999 }, 1428.5714, 0.0001],
    [{ success: 1, noAnswer: 19_999 }, 2857.1429, 0.0001],
    [{ success: 1, noAnswer: 29_999 }, 4285.7143, 0],
    [{ success: 29_999, noAnswer: 1 }, 4285.7143, 1],
  ]
  it.each(cases)('of %j over 7 contacts are %d and %d', async (counters, dialRate, successRate) => {
    expectSuccess(await app.post('/api/task/publish', { id }))
    await count(app, id, counters)
    expect(await detail()).toMatchObject({ dialRate, successRate })
    expect(await stat()).toMatchObject({ dialRate, successRate })
  })
})
