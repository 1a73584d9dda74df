import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess, ID, TIMESTAMP, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { expectNoRuleChange, expectRuleChange } from './support/rule-changes.ts'
import { moveTo, STATES } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

interface Calendar {
  id: string
  name: string
  isGlobal: boolean
  dayCount: number
  days: { date: string; name: string }[]
}

const clock = createManualClock('2026-11-16T02:00:00Z')
let app: TestApp
let dataSourceId: string
beforeAll(async () => {
  app = await createTestApp({ clock })
  dataSourceId = await app.addDataSource('customers')
})
beforeEach(() => app.rows('truncate calendar, task, paused_task'))
afterAll(() => app.close())

const add = (fields: object) => app.post<Calendar>('/api/calendar/add', { name: 'Holidays', ...fields })
const update = (fields: object) => app.post<Calendar>('/api/calendar/update', fields)
const detail = async (id: string) => expectSuccess(await app.get<Calendar>(`/api/calendar/detail/${id}`))
const NEW_YEAR = { date: '2027-01-01', name: 'New Year' }
const CHRISTMAS = { date: '2026-12-25', name: 'Christmas' }

describe('a calendar', () => {
  it('is added with its days in order, each once, and claims read the rules again', async () => {
    const days = [NEW_YEAR, CHRISTMAS, { date: '2027-01-01' }, { date: '2026-12-26' }]
    const answer = await expectRuleChange(app, () => add({ days, isGlobal: true }))
    const expected = {
      id: expect.stringMatching(ID),
      name: 'Holidays',
      isGlobal: true,
      dayCount: 3,
      days: [CHRISTMAS, { date: '2026-12-26', name: '' }, NEW_YEAR],
      createTime: expect.stringMatching(TIMESTAMP),
      updateTime: expect.stringMatching(TIMESTAMP),
    }
    const added = expectSuccess(answer)
    expect(added).toEqual(expected)
    expect(await detail(added.id)).toEqual(expected)
  })

  it('is by default of no task and without days', async () => {
    expect(expectSuccess(await add({}))).toMatchObject({ isGlobal: false, dayCount: 0, days: [] })
  })

  it('is changed field by field', async () => {
    const { id } = expectSuccess(await add({ days: [NEW_YEAR] }))
    const renamed = await expectRuleChange(app, () => update({ id, name: ' Feiertage ' }))
    expect(expectSuccess(renamed)).toMatchObject({ name: 'Feiertage', isGlobal: false, days: [NEW_YEAR] })
    expectSuccess(await update({ id, isGlobal: true, days: null }))
    expectSuccess(await update({ id, days: [CHRISTMAS] }))
    expect(await detail(id)).toMatchObject({ name: 'Feiertage', isGlobal: true, days: [CHRISTMAS] })
    expectSuccess(await update({ id, days: [] }))
    expect(await detail(id)).toMatchObject({ dayCount: 0, days: [] })
  })

  it('has a name that no other has', async () => {
    const { id } = expectSuccess(await add({}))
    const message = /^name "Holidays" already exists$/
    expectError(await expectNoRuleChange(app, () => add({ name: ' Holidays' })), 409, message)
    const other = expectSuccess(await add({ name: 'Others' }))
    expectError(await update({ id: other.id, name: 'Holidays' }), 409, message)
    expectSuccess(await update({ id, name: 'Holidays' }))
  })

  const date = 'must be a date as YYYY-MM-DD, after 1970 and before 3000'
  it.each<[object, string]>([
    [{ name: '' }, 'name must have from 1 to 100 characters'],
    [{ isGlobal: 1 }, 'isGlobal must be true or false'],
    [{ days: {} }, 'days must be an array'],
    [{ days: ['2027-01-01'] }, 'days[0] must be a JSON object'],
    [{ days: [NEW_YEAR, {}] }, 'days[1].date is required'],
    [{ days: [{ date: '2027-02-29' }] }, `days[0].date ${date}`],
    [{ days: [{ date: '01.01.2027' }] }, `days[0].date ${date}`],
    [
      { days: [{ date: '2027-01-01', name: 'n'.repeat(201) }] },
      'days[0].name must have at most 200 characters',
    ],
    [{ days: Array(4001).fill(NEW_YEAR) }, 'days must have at most 4000 items'],
  ])('refuses %j', async (fields, message) => {
    const answer = await add(fields)
    expectError(answer, 400)
    expect(answer.body.message).toBe(message)
    expect(await app.rows('select from calendar')).toEqual([])
  })

  it.each(['no-id', UNKNOWN_ID])('that does not exist (%s) is a 404', async (id) => {
    const message = `^calendar "${id}" does not exist$`
    expectError(await app.get(`/api/calendar/detail/${id}`), 404, message)
    expectError(await expectNoRuleChange(app, () => update({ id, name: 'x' })), 404, message)
    expectError(await app.post('/api/calendar/delete', { id }), 404, message)
  })

  it('is listed, newest first, without its days', async () => {
    for (const name of ['One', 'Two', 'Three']) {
      expectSuccess(await add({ name, days: [NEW_YEAR] }))
      clock.advance(1000)
    }
    const list = async (query: string) =>
      expectSuccess(await app.get<{ total: number; rows: Calendar[] }>(`/api/calendar/list?${query}`))
    const { total, rows } = await list('pageSize=2')
    expect({ total, names: rows.map(({ name }) => name) }).toEqual({ total: 3, names: ['Three', 'Two'] })
    expect(rows[0]).toMatchObject({ dayCount: 1 })
    expect(rows[0]).not.toHaveProperty('days')
    const rest = await list(`afterId=${rows[1]?.id}`)
    expect(rest.rows.map(({ name }) => name)).toEqual(['One'])
    expect(await list('name=tw')).toMatchObject({ total: 1, rows: [{ name: 'Two' }] })
    expectError(await app.get(`/api/calendar/list?afterId=${UNKNOWN_ID}`), 400)
  })
})

describe('deleting a calendar', () => {
  const remove = (id: string) => app.post('/api/calendar/delete', { id })

  it('makes claims read the rules again', async () => {
    const { id } = expectSuccess(await add({ days: [NEW_YEAR] }))
    expect(expectSuccess(await expectRuleChange(app, () => remove(id)))).toBeNull()
    expectError(await app.get(`/api/calendar/detail/${id}`), 404)
  })

  it.each(STATES)('that a %s task names', async (state) => {
    const { id } = expectSuccess(await add({}))
    const taskId = await app.addTask('spring', dataSourceId, { calendarIds: [id] })
    await moveTo(app, taskId, state)
    const answer = await remove(id)
    if (['STOPPED', 'COMPLETED', 'CLOSED'].includes(state)) expectSuccess(answer)
    else {
      expectError(answer, 409, /^calendar "Holidays" is used by tasks that have not ended: "spring"$/)
      expectSuccess(await app.get(`/api/calendar/detail/${id}`))
    }
  })

  it('names a few of many tasks', async () => {
    const { id } = expectSuccess(await add({}))
    for (const name of ['a', 'b', 'c', 'd', 'e']) await app.addTask(name, dataSourceId, { calendarIds: [id] })
    expectError(await remove(id), 409, /: "e", "d", "c" and 2 more$/)
  })

  it('and naming it at the same time: one of the two is refused', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { id } = expectSuccess(await add({ name: `Holidays ${turn}` }))
      const body = { taskName: `task ${turn}`, dataSourceId, calendarIds: [id] }
      const [removed, added] = await Promise.all([remove(id), app.post('/api/task/add', body)])
      expect([removed.status, added.status].sort()).toEqual(removed.status === 200 ? [200, 400] : [200, 409])
    }
  })
})
