import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { acceptedFields, nullableFields, refusedFields, storedTask } from './support/task-rules.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
let app: TestApp
let dataSourceId: string
let id: string

beforeAll(async () => {
  app = await createTestApp({ clock })
  dataSourceId = await app.addDataSource('customers')
})
beforeEach(async () => {
  await app.rows('truncate task, paused_task, audit')
  clock.set('2026-03-02T01:30:00Z')
  id = await app.addTask('spring', dataSourceId, {
    taskDesc: 'first',
    priority: 2,
    maxDialCount: 4,
    callInterval: 90,
    dailyStartTime: '09:00',
    dailyEndTime: '18:00',
  })
  clock.set('2026-03-02T02:00:05Z')
})
afterAll(() => app.close())

const update = (fields: object) => app.post('/api/task/update', { id, ...fields })

/** The task with this much changed and nothing else. */
async function expectChange(before: Record<string, unknown>, change: object): Promise<void> {
  expect(await storedTask(app, id)).toEqual({
    ...before,
    ...change,
    update_time: expect.not.stringMatching(String(before['update_time'])),
  })
}

describe('the settings of a task', () => {
  it('are read as they were given', async () => {
    const settings = {
      id,
      taskName: 'spring',
      taskDesc: 'first',
      dataSourceId,
      priority: 2,
      maxDialCount: 4,
      callInterval: 90,
      dailyStartTime: '09:00',
      dailyEndTime: '18:00',
      listMode: 'snapshot',
      windowZone: 'service',
      weekdays: null,
      calendarIds: [],
      doNotCallListIds: [],
      trunkIds: [],
      callerIds: [],
      scheduledStartTime: null,
      scheduledEndTime: null,
      retryRules: {},
      ...{ flow: null, successWhen: 'answered', stopWhen: null, maxAgents: null, listenNotice: '' },
      needsRecordingNotice: false,
      ...{ budgets: [], quietDays: null, needsConsent: null, caseField: null, caseQuietDays: null },
    }
    expect(expectSuccess(await app.get(`/api/task/${id}/settings`))).toEqual(settings)
    expectSuccess(await update({ dailyStartTime: null, callInterval: 0, listMode: 'live' }))
    expect(expectSuccess(await app.get(`/api/task/${id}/settings`))).toEqual({
      ...settings,
      dailyStartTime: null,
      callInterval: 0,
      listMode: 'live',
    })
  })

  it.each([UNKNOWN_ID, 'no-id'])('of the unknown task %s are a 404', async (unknown) => {
    expectError(await app.get(`/api/task/${unknown}/settings`), 404, `task "${unknown}" does not exist`)
  })
})

describe('updating a draft', () => {
  it('answers id, the name as it is now, and the time of the update', async () => {
    const data = expectSuccess(await update({ taskName: ' summer ' }))
    expect(data).toEqual({ id, taskName: 'summer', updateTime: '2026-03-02 10:00:05' })
    expect(expectSuccess(await update({ taskDesc: 'second' }))).toMatchObject({ taskName: 'summer' })
  })

  it('changes nothing but the time when no field is supplied', async () => {
    const before = await storedTask(app, id)
    expectSuccess(await update({}))
    await expectChange(before, {})
  })

  it.each(acceptedFields)('sets %s to %j and leaves the rest', async (field, given, kept) => {
    const before = await storedTask(app, id)
    expectSuccess(await update({ [field]: given }))
    await expectChange(before, { [field]: kept })
  })

  it.each(['taskName', ...nullableFields])('leaves %s as it is when it is null', async (field) => {
    const before = await storedTask(app, id)
    expectSuccess(await update({ [field]: null }))
    await expectChange(before, {})
  })

  it.each(refusedFields)('refuses %s %j with 400', async (field, given, message) => {
    const before = await storedTask(app, id)
    const answer = await update({ [field]: given })
    expectError(answer, 400)
    expect(answer.body.message).toBe(message)
    expect(await storedTask(app, id)).toEqual(before)
  })

  it('sets all fields at once', async () => {
    const before = await storedTask(app, id)
    const change = {
      taskName: 'summer',
      taskDesc: '',
      priority: 1,
      maxDialCount: 10,
      callInterval: 0,
      dailyStartTime: '22:00',
      dailyEndTime: '02:00',
      listMode: 'live',
    }
    expectSuccess(await update(change))
    await expectChange(before, change)
  })

  it('does not move a task to another data source', async () => {
    const before = await storedTask(app, id)
    expectSuccess(await update({ dataSourceId: await app.addDataSource('others') }))
    await expectChange(before, {})
  })
})

describe('renaming a draft', () => {
  it('refuses a name that another task has with 409', async () => {
    await app.addTask('summer', dataSourceId)
    const before = await storedTask(app, id)
    expectError(await update({ taskName: 'summer ' }), 409, /^taskName "summer" already exists$/)
    expect(await storedTask(app, id)).toEqual(before)
  })

  it('may keep its own name', async () => {
    const before = await storedTask(app, id)
    expectSuccess(await update({ taskName: 'spring', priority: 5 }))
    await expectChange(before, { priority: 5 })
  })

  it('frees the old name', async () => {
    expectSuccess(await update({ taskName: 'summer' }))
    expect(await app.addTask('spring', dataSourceId)).not.toBe(id)
  })
})

describe('changing the daily window of a draft', () => {
  it('refuses a side that equals the other with 400', async () => {
    const before = await storedTask(app, id)
    const message = /^dailyStartTime and dailyEndTime must differ$/
    expectError(await update({ dailyStartTime: '18:00' }), 400, message)
    expectError(await update({ dailyEndTime: '09:00' }), 400, message)
    expectError(await update({ dailyStartTime: '12:00', dailyEndTime: '12:00' }), 400, message)
    expect(await storedTask(app, id)).toEqual(before)
  })

  it('takes a side away by null', async () => {
    const before = await storedTask(app, id)
    expectSuccess(await update({ dailyEndTime: null }))
    await expectChange(before, { dailyEndTime: null })
  })

  it('swaps both sides at once', async () => {
    const before = await storedTask(app, id)
    expectSuccess(await update({ dailyStartTime: '18:00', dailyEndTime: '09:00' }))
    await expectChange(before, { dailyStartTime: '18:00', dailyEndTime: '09:00' })
  })
})
