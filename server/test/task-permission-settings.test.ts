// The settings of a task that decide when it may ring whom. What each field may hold is in task-add.test.ts and
// task-update.test.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { complete } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
let app: TestApp
let dataSourceId: string
let calendarIds: string[]
let doNotCallListIds: string[]

beforeAll(async () => {
  app = await createTestApp({ clock })
  dataSourceId = await app.addDataSource('customers', ['13800138000'])
  const calendars = await app.rows<{ id: string }>(
    `insert into calendar (id, name, is_global, days, create_time, update_time)
     select gen_random_uuid(), name, false, '[]', now(), now() from unnest('{a,b}'::text[]) as given (name) returning id`,
  )
  const lists = await app.rows<{ id: string }>(
    `insert into do_not_call_list (id, name, description, is_global, create_time, update_time)
     select gen_random_uuid(), name, '', false, now(), now() from unnest('{a,b}'::text[]) as given (name) returning id`,
  )
  calendarIds = calendars.map(({ id }) => id)
  doNotCallListIds = lists.map(({ id }) => id)
})
beforeEach(async () => {
  await app.rows('truncate task, paused_task, audit')
  clock.set('2026-03-02T01:30:00Z')
})
afterAll(() => app.close())

const add = (fields: object) =>
  app.post<{ id: string }>('/api/task/add', { taskName: 'spring', dataSourceId, ...fields })
const settingsOf = async (id: string) =>
  expectSuccess(await app.get<Record<string, unknown>>(`/api/task/${id}/settings`))

async function addRestricted() {
  const settings = {
    windowZone: 'recipient',
    weekdays: [1, 2, 3, 4, 5],
    calendarIds,
    doNotCallListIds,
    scheduledStartTime: '2026-03-02 09:00:00',
    scheduledEndTime: '2026-03-06 18:00:00',
    retryRules: { busy: { delay: 300, count: 2 }, rejected: { count: 1 }, no_answer: { delay: 0 } },
  }
  return { settings, id: expectSuccess(await add(settings)).id }
}

describe('the permission settings of a task', () => {
  it('are read as they were given', async () => {
    const { id, settings } = await addRestricted()
    expect(await settingsOf(id)).toMatchObject(settings)
  })

  it('are changed one by one, and by null taken away where nothing is a value', async () => {
    const { id, settings } = await addRestricted()
    const update = (fields: object) => app.post('/api/task/update', { id, ...fields })
    expectSuccess(await update({ weekdays: [6, 7] }))
    expect(await settingsOf(id)).toMatchObject({ ...settings, weekdays: [6, 7] })
    expectSuccess(await update({ weekdays: null, scheduledStartTime: null, scheduledEndTime: null }))
    expectSuccess(await update({ calendarIds: [], retryRules: { lost: { count: 0 } } }))
    expect(await settingsOf(id)).toMatchObject({
      windowZone: 'recipient',
      weekdays: null,
      calendarIds: [],
      doNotCallListIds,
      scheduledStartTime: null,
      scheduledEndTime: null,
      retryRules: { lost: { count: 0 } },
    })
  })

  it('name a calendar or a list once', async () => {
    const twice = {
      calendarIds: [...calendarIds, ...calendarIds],
      doNotCallListIds: [...doNotCallListIds, ...doNotCallListIds],
    }
    const { id } = expectSuccess(await add(twice))
    expect(await settingsOf(id)).toMatchObject({ calendarIds, doNotCallListIds })
  })

  it('are not in the answers of the contract', async () => {
    const { id } = await addRestricted()
    const detail = expectSuccess(await app.get<object>(`/api/task/detail/${id}`))
    expect(Object.keys(detail)).not.toContain('windowZone')
  })

  it.each([
    ['calendarIds', 'calendar'],
    ['doNotCallListIds', 'do-not-call list'],
  ])('refuse %s that do not exist, and say which', async (field, what) => {
    const known = field === 'calendarIds' ? calendarIds : doNotCallListIds
    const message = `^${field} names the ${what} "${UNKNOWN_ID}", which does not exist$`
    expectError(await add({ [field]: [...known, UNKNOWN_ID] }), 400, message)
    expect(await app.rows('select from task')).toEqual([])
    const { id, settings } = await addRestricted()
    expectError(await app.post('/api/task/update', { id, [field]: [UNKNOWN_ID] }), 400, message)
    expect(await settingsOf(id)).toMatchObject(settings)
  })

  it('refuse an end that is not after the start, also when only one of them is changed', async () => {
    const message = /^scheduledEndTime must be later than scheduledStartTime$/
    const at = '2026-03-02 09:00:00'
    expectError(await add({ scheduledStartTime: at, scheduledEndTime: at }), 400, message)
    const { id } = await addRestricted()
    const update = (fields: object) => app.post('/api/task/update', { id, ...fields })
    expectError(await update({ scheduledEndTime: '2026-03-02 08:59:59' }), 400, message)
    expectError(await update({ scheduledStartTime: '2026-03-06 18:00:00' }), 400, message)
    expectSuccess(await update({ scheduledStartTime: '2026-03-06 17:59:59' }))
  })
})

describe('a time that the wall clock shows twice', () => {
  it('is the first as a start and the second as an end', async () => {
    const berlin = await createTestApp({ clock, database: app.database, timeZone: 'Europe/Berlin' })
    onTestFinished(() => berlin.close())
    const twice = '2026-10-25 02:30:00'
    await berlin.addTask('autumn', dataSourceId, { scheduledStartTime: twice, scheduledEndTime: twice })
    const [task] = await app.rows('select settings, end_at from task')
    expect(task).toMatchObject({
      settings: {
        scheduledStartTime: '2026-10-25T00:30:00.000Z',
        scheduledEndTime: '2026-10-25T01:30:00.000Z',
      },
      end_at: new Date('2026-10-25T01:30:00Z'),
    })
  })
})

describe('a task whose scheduled end has passed', () => {
  const scheduledEndTime = '2026-03-06 18:00:00'
  const AT_END = '2026-03-06T10:00:00Z'
  const message = /^The scheduled end of the task has passed, so it starts no more calls$/

  it('is not published, and stays a draft that can be changed', async () => {
    const { id } = expectSuccess(await add({ scheduledEndTime }))
    clock.set(AT_END)
    expectError(await app.post('/api/task/publish', { id }), 400, message)
    expect(expectSuccess(await app.get(`/api/task/detail/${id}`))).toMatchObject({
      status: 0,
      startTime: null,
    })
    expectSuccess(await app.post('/api/task/update', { id, scheduledEndTime: '2026-03-06 18:00:01' }))
    expectSuccess(await app.post('/api/task/publish', { id }))
  })

  it('is not resumed', async () => {
    const { id } = expectSuccess(await add({ scheduledEndTime }))
    expectSuccess(await app.post('/api/task/publish', { id }))
    expectSuccess(await app.post('/api/task/pause', { id }))
    clock.set(AT_END)
    expectError(await app.post('/api/task/resume', { id }), 400, message)
    expectError(await app.post('/api/task/publish', { id }), 405)
    expectSuccess(await app.post('/api/task/stop', { id }))
  })

  it('is not recalled', async () => {
    const { id } = expectSuccess(await add({ scheduledEndTime }))
    expectSuccess(await app.post('/api/task/publish', { id }))
    await complete(app, id)
    clock.set(AT_END)
    expectError(await app.post(`/api/task/${id}/recall`, {}), 400, message)
    expect(expectSuccess(await app.get(`/api/task/detail/${id}`))).toMatchObject({ status: 4 })
  })
})
