// A copy of a task: the same settings, a name of its own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberedName } from '../src/campaigns/tasks/task-copies.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { moveTo, STATES } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let dataSourceId: string

beforeAll(async () => {
  app = await createTestApp()
  dataSourceId = await app.addDataSource('customers', ['13800138000', '13800138001'])
})
afterAll(() => app.close())

interface Added {
  id: string
  taskName: string
  status: number
  contactCount: number
}
const duplicate = (body: object) => app.post<Added>('/api/task/duplicate', body)
const settingsOf = async (id: string) =>
  expectSuccess(await app.get<Record<string, unknown>>(`/api/task/${id}/settings`))

async function addCalendar(name: string): Promise<string> {
  const added = await app.post<{ id: string }>('/api/calendar/add', { name, days: [] })
  return expectSuccess(added).id
}

async function addList(name: string): Promise<string> {
  return expectSuccess(await app.post<{ id: string }>('/api/doNotCall/add', { name })).id
}

describe('a duplicate', () => {
  it('stays bound to trunks that were deleted since: it dials nothing, rather than by any other', async () => {
    const add = async (name: string) =>
      expectSuccess(await app.post<{ id: string }>('/api/trunk/add', { name, host: 'sip.example.com' })).id
    const [gone, left] = [await add('Gone'), await add('Left')]
    const bound = async (trunkIds: string[]) => {
      const id = await app.addTask(`bound to ${trunkIds.length}`, dataSourceId, { trunkIds })
      await moveTo(app, id, 'STOPPED')
      return id
    }
    const [one, both] = [await bound([gone]), await bound([gone, left])]
    expectSuccess(await app.post('/api/trunk/delete', { id: gone }))
    const copy = expectSuccess(await duplicate({ id: one })).id
    expect(await settingsOf(copy)).toMatchObject({ trunkIds: [gone] })
    const continued = expectSuccess(await app.post<Added>('/api/task/continue', { id: one })).id
    expect(await settingsOf(continued)).toMatchObject({ trunkIds: [gone] })
    expect(await settingsOf(expectSuccess(await duplicate({ id: both })).id)).toMatchObject({
      trunkIds: [left],
    })
  })

  it('has every setting of the task, with its flow, rules and lists', async () => {
    const calendarIds = [await addCalendar('holidays')]
    const doNotCallListIds = [await addList('opted out')]
    const given = {
      taskDesc: 'all of it',
      priority: 1,
      maxDialCount: 7,
      callInterval: 3600,
      dailyStartTime: '09:00',
      dailyEndTime: '18:30',
      listMode: 'live',
      windowZone: 'recipient',
      weekdays: [1, 3],
      calendarIds,
      doNotCallListIds,
      scheduledStartTime: '2027-01-01 00:00:00',
      scheduledEndTime: '2027-02-01 00:00:00',
      retryRules: { busy: { delay: 300, count: 2 } },
      flow: { steps: [{ id: 'hello', type: 'say', text: 'Hello.' }] },
      successWhen: 'person',
      maxAgents: 4,
      listenNotice: 'Somebody is listening.',
    }
    const id = await app.addTask('Everything', dataSourceId, given)
    const copy = expectSuccess(await duplicate({ id }))
    expect(copy).toMatchObject({
      taskName: 'Everything (2)',
      status: 0,
      contactCount: 2,
      taskDesc: 'all of it',
    })
    const { id: _, taskName: __, ...settings } = await settingsOf(id)
    expect(await settingsOf(copy.id)).toEqual({ ...settings, id: copy.id, taskName: 'Everything (2)' })
    expect(settings).toMatchObject(given)
    const [entry] = expectSuccess(await app.get<{ rows: object[] }>(`/api/task/${copy.id}/audit`)).rows
    expect(entry).toMatchObject({ operation: 'add', reason: 'copy of "Everything"' })
  })

  it('is numbered on, and takes a name that is given', async () => {
    const id = await app.addTask('Spring', dataSourceId)
    const second = expectSuccess(await duplicate({ id }))
    const third = expectSuccess(await duplicate({ id: second.id }))
    expect([second.taskName, third.taskName]).toEqual(['Spring (2)', 'Spring (3)'])
    expect(expectSuccess(await duplicate({ id, taskName: ' Autumn ' })).taskName).toBe('Autumn')
    expectError(await duplicate({ id, taskName: 'Autumn' }), 409, 'taskName "Autumn" already exists')
    expectError(await duplicate({ id, taskName: ' ' }), 400)
  })

  it('gets names of its own if many are made at once', async () => {
    const id = await app.addTask('Crowd', dataSourceId)
    const copies = await Promise.all([duplicate({ id }), duplicate({ id }), duplicate({ id })])
    const names = copies.map((copy) => expectSuccess(copy).taskName)
    expect(names.toSorted()).toEqual(['Crowd (2)', 'Crowd (3)', 'Crowd (4)'])
  })

  it('keeps its name within 100 characters, and whole characters', () => {
    expect([...numberedName('😀'.repeat(100), 12)]).toHaveLength(100)
    expect(numberedName('😀'.repeat(100), 12)).toBe(`${'😀'.repeat(95)} (12)`)
    expect(numberedName('a (7)', 8)).toBe('a (8)')
  })

  it.each(STATES)('is made of a task that is %s', async (state) => {
    const id = await app.addTask(`in ${state}`, dataSourceId)
    await moveTo(app, id, state)
    expect(expectSuccess(await duplicate({ id }))).toMatchObject({ status: 0 })
  })

  it('leaves out lists and calendars that were deleted since', async () => {
    const [calendarId, listId] = [await addCalendar('old'), await addList('old')]
    const settings = { calendarIds: [calendarId], doNotCallListIds: [listId] }
    const id = await app.addTask('Past', dataSourceId, settings)
    await moveTo(app, id, 'CLOSED')
    expectSuccess(await app.post('/api/calendar/delete', { id: calendarId }))
    expectSuccess(await app.post('/api/doNotCall/delete', { id: listId }))
    const copy = expectSuccess(await duplicate({ id }))
    expect(await settingsOf(copy.id)).toMatchObject({ calendarIds: [], doNotCallListIds: [] })
  })

  it.each([UNKNOWN_ID, 'no-id'])('of the unknown task %j is 404', async (id) => {
    expectError(await duplicate({ id }), 404)
  })
})
