// The list of tasks in other orders, by time of creation and by group.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { moveTo, type StateName } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const clock = createManualClock('2026-03-02T01:00:00Z')
let app: TestApp
/** Created in this order, an hour after one another. Contacts that are done, of 4. */
const tasks: { name: string; state: StateName; priority: number; done: number }[] = [
  { name: 'delta', state: 'RUNNING', priority: 3, done: 3 },
  { name: 'Alpha', state: 'DRAFT', priority: 1, done: 0 },
  { name: 'charlie', state: 'STOPPED', priority: 5, done: 1 },
  { name: 'bravo', state: 'PAUSED', priority: 2, done: 4 },
  { name: 'echo', state: 'FAILED', priority: 4, done: 2 },
]

beforeAll(async () => {
  app = await createTestApp({ clock })
  const dataSourceId = await app.addDataSource('customers', ['101', '102', '103', '104'])
  for (const { name, state, priority, done } of tasks) {
    const id = await app.addTask(name, dataSourceId, { priority })
    await moveTo(app, id, state)
    for (const slot of [0, 1])
      await app.rows(
        `insert into task_counter (task_id, slot, success_contacts, failed_contacts, update_time)
         values ($1, $2, $3, $4, now())`,
        [id, slot, slot === 0 ? done : 0, 0],
      )
    clock.advance(3_600_000)
  }
})
afterAll(() => app.close())

interface TaskPage {
  total: number
  rows: { id: string; taskName: string; priority?: number; dataSourceName?: string }[]
  groups?: object
}
const list = async (query: string) => expectSuccess(await app.get<TaskPage>(`/api/task/list?${query}`))
const names = async (query: string) => (await list(query)).rows.map(({ taskName }) => taskName)

const byName = ['Alpha', 'bravo', 'charlie', 'delta', 'echo']
const byTime = ['delta', 'Alpha', 'charlie', 'bravo', 'echo']

describe('the order of the task list', () => {
  it.each([
    ['sort=taskName', byName],
    ['sort=taskName&order=asc', byName],
    ['sort=taskName&order=desc', byName.toReversed()],
    ['sort=createTime', byTime.toReversed()],
    ['sort=createTime&order=asc', byTime],
    ['order=asc', byTime],
    ['sort=priority', ['Alpha', 'bravo', 'delta', 'echo', 'charlie']],
    ['sort=priority&order=desc', ['charlie', 'echo', 'delta', 'bravo', 'Alpha']],
    ['sort=progress', ['Alpha', 'charlie', 'echo', 'delta', 'bravo']],
    ['sort=progress&order=desc', ['bravo', 'delta', 'echo', 'charlie', 'Alpha']],
    ['sort=status', ['Alpha', 'delta', 'bravo', 'charlie', 'echo']],
    ['sort=startTime', ['delta', 'charlie', 'bravo', 'echo', 'Alpha']],
    ['sort=startTime&order=desc', ['echo', 'bravo', 'charlie', 'delta', 'Alpha']],
  ])('?%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
    const pages = [1, 2, 3].map((pageNum) => names(`${query}&pageSize=2&pageNum=${pageNum}`))
    expect((await Promise.all(pages)).flat()).toEqual(expected)
  })

  it('is the default one with afterId', async () => {
    const [first] = (await list('pageSize=1')).rows
    expect(await names(`afterId=${first?.id}&sort=createTime&order=desc`)).toEqual(
      byTime.toReversed().slice(1),
    )
    expectError(
      await app.get(`/api/task/list?afterId=${first?.id}&sort=taskName`),
      400,
      'afterId and sort cannot',
    )
    expectError(
      await app.get(`/api/task/list?afterId=${first?.id}&order=asc`),
      400,
      'afterId and order cannot',
    )
  })

  it.each(['sort=id', 'order=up', 'group=all', 'createdFrom=2026-03-02', 'createdTo=yesterday'])(
    'refuses ?%s with 400 naming the parameter',
    async (query) => {
      expectError(await app.get(`/api/task/list?${query}`), 400, `^${query.split('=', 1)[0]} must`)
    },
  )
})

describe('filters of the task list', () => {
  // The service is in Shanghai, so the tasks were created from 09:00 on.
  it.each([
    ['createdFrom=2026-03-02 11:00:00', ['echo', 'bravo', 'charlie']],
    ['createdTo=2026-03-02 11:00:00', ['Alpha', 'delta']],
    ['createdFrom=2026-03-02 10:00:00&createdTo=2026-03-02 11:00:01', ['charlie', 'Alpha']],
    ['group=active', ['echo', 'bravo', 'delta']],
    ['group=drafts', ['Alpha']],
    ['group=ended', ['charlie']],
    ['group=active&sort=taskName', ['bravo', 'delta', 'echo']],
    ['group=active&status=2', ['bravo']],
    ['group=ended&status=2', []],
  ])('?%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
    expect((await list(query)).total).toBe(expected.length)
  })

  it('refuse a time that ends before it begins', async () => {
    const query = 'createdFrom=2026-03-02 11:00:00&createdTo=2026-03-02 11:00:00'
    expectError(await app.get(`/api/task/list?${query}`), 400, 'createdTo must be later than createdFrom')
  })

  it('leave the counts of the groups as they are by the others', async () => {
    const { rows, groups } = await list('include=progress&group=drafts')
    expect(groups).toEqual({ active: 3, drafts: 1, ended: 1 })
    expect(rows[0]).toMatchObject({ priority: 1, dataSourceName: 'customers' })
    const some = await list('include=progress&taskName=a&createdTo=2026-03-02 12:00:00')
    expect(some.groups).toEqual({ active: 1, drafts: 1, ended: 1 })
    expect(await list('pageSize=1')).not.toHaveProperty('groups')
  })
})
