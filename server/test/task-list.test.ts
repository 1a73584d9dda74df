import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectSuccess, TIMESTAMP } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { count, moveTo, STATES } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const names = [
  '50% off',
  '50 off',
  'a_b',
  'axb',
  'back\\slash',
  'backslash',
  'Ärger ÜBER Öl',
  'ПРИВЕТ',
  '春天',
  'plain',
]
/** Several tasks share a moment, so that ties have to be broken. */
const TASKS_A_MOMENT = 3

const clock = createManualClock('2026-03-02T01:30:00Z')
let app: TestApp
let dataSourceId: string
/** As they have to be listed. */
let newestFirst: string[]

beforeAll(async () => {
  app = await createTestApp({ clock })
  dataSourceId = await app.addDataSource('customers', ['13800138000'])
  const ids: string[] = []
  for (const [index, name] of names.entries()) {
    if (index % TASKS_A_MOMENT === 0) clock.advance(1000)
    ids.push(await app.addTask(name, dataSourceId))
  }
  newestFirst = ids.toReversed()
})
afterAll(() => app.close())

interface TaskPage {
  total: number
  rows: { id: string; taskName: string; status: number }[]
}

async function list(query: Record<string, string | number> = {}): Promise<TaskPage> {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) search.set(key, String(value))
  return expectSuccess(await app.get<TaskPage>(`/api/task/list?${search}`))
}

const namesMatching = async (taskName: string) => {
  const { total, rows } = await list({ taskName })
  expect(total).toBe(rows.length)
  return rows.map((row) => row.taskName).toReversed()
}

describe('the task list', () => {
  it('shows how many contacts are done, if asked for', async () => {
    const taskId = newestFirst[1] ?? ''
    for (const slot of [5, 6])
      await app.rows(
        `insert into task_counter (task_id, slot, success_contacts, failed_contacts, skipped_contacts, update_time)
         values ($1, $2::int, 2, $2::int, 3, now())`,
        [taskId, slot],
      )
    const { rows } = await list({ include: 'progress' })
    expect(rows.find(({ id }) => id === taskId)).toMatchObject({
      progress: { done: 21, success: 4, failed: 11, skipped: 6 },
    })
    expect(rows[0]).toMatchObject({ progress: { done: 0, success: 0, failed: 0, skipped: 0 } })
    expectError(await app.get('/api/task/list?include=all'), 400, 'include must be one of progress')
  })

  it('shows only the tasks of a data source, if asked for', async () => {
    const other = await app.addDataSource('others')
    expect(await list({ dataSourceId: other })).toEqual({ total: 0, rows: [] })
    expect((await list({ dataSourceId })).total).toBe(names.length)
    expect(await list({ dataSourceId: 'no-id' })).toEqual({ total: 0, rows: [] })
  })

  it('shows the summary fields and no others', async () => {
    const taskId = newestFirst[0] ?? ''
    const { rows } = await list({ pageSize: 1 })
    expect(rows).toEqual([
      {
        id: taskId,
        taskName: 'plain',
        taskDesc: '',
        status: 0,
        dataSourceId,
        contactCount: 1,
        callCount: 0,
        successCount: 0,
        createTime: expect.stringMatching(TIMESTAMP),
        startTime: null,
        endTime: null,
      },
    ])
  })

  it('shows the newest first, and ties by id', async () => {
    const { total, rows } = await list()
    expect(total).toBe(names.length)
    expect(rows.map((row) => row.id)).toEqual(newestFirst)
  })

  it.each([1, 2, 3, 7, 10, 1000])('pages of %i neither skip nor repeat a task', async (pageSize) => {
    const seen: string[] = []
    for (let pageNum = 1; seen.length < names.length; pageNum += 1) {
      const { total, rows } = await list({ pageNum, pageSize })
      expect(total).toBe(names.length)
      expect(rows.length).toBe(Math.min(pageSize, names.length - seen.length))
      seen.push(...rows.map((row) => row.id))
    }
    expect(seen).toEqual(newestFirst)
  })

  it.each([2, 3, 1_000_000_000, Number.MAX_SAFE_INTEGER])(
    'page %i is empty past the end, with the true total',
    async (pageNum) => {
      expect(await list({ pageNum, pageSize: 10 })).toEqual({ total: names.length, rows: [] })
    },
  )

  it.each([
    'pageNum=0',
    'pageNum=-1',
    'pageNum=abc',
    'pageNum=',
    'pageNum=1.0',
    'pageNum=1e1',
    'pageNum=%201',
    'pageNum=1&pageNum=2',
    'pageSize=0',
    'pageSize=-5',
    'pageSize=1001',
    'pageSize=99999999999999999999',
    'pageNum=-99999999999999999999',
    'pageSize=ten',
    'status=7',
    'status=-1',
    'status=RUNNING',
    'status=1.5',
    'status=',
    'taskName=a&taskName=b',
    'taskName=%00',
  ])('refuses ?%s with 400 naming the parameter', async (query) => {
    const name = query.split('=', 1)[0]
    expectError(await app.get(`/api/task/list?${query}`), 400, `^${name} must`)
  })
})

describe('the filter by name', () => {
  it.each([
    ['%', ['50% off']],
    ['_', ['a_b']],
    ['\\', ['back\\slash']],
    ['50%', ['50% off']],
    ['a_', ['a_b']],
    ['%off', []],
    ['\\%', []],
    ['OFF', ['50% off', '50 off']],
    ['BACK', ['back\\slash', 'backslash']],
    ['ärger', ['Ärger ÜBER Öl']],
    ['über ö', ['Ärger ÜBER Öl']],
    ['привет', ['ПРИВЕТ']],
    ['天', ['春天']],
    ["'", []],
    ['nothing like it', []],
  ])('%j finds %j', async (needle, found) => {
    expect(await namesMatching(needle)).toEqual(found)
  })

  it('finds everything when it is empty', async () => {
    expect((await list({ taskName: '' })).total).toBe(names.length)
  })
})

describe('the filter by status', () => {
  it.each(STATES.map((state, code) => ({ state, code })))(
    'finds the tasks in $state',
    async ({ state, code }) => {
      const id = await app.addTask(`only ${state}`, dataSourceId)
      await moveTo(app, id, state)
      const found = await list({ status: code, taskName: 'ONLY' })
      expect(found).toMatchObject({ total: 1, rows: [{ id, status: code }] })
      await app.rows('delete from task where id = $1', [id])
    },
  )

  it('shows calls and times of a task that ran', async () => {
    const id = await app.addTask('ran', dataSourceId)
    clock.set('2026-03-03T00:00:00Z')
    await moveTo(app, id, 'RUNNING')
    await count(app, id, { success: 2, fail: 1, slot: 0 })
    await count(app, id, { success: 1, noAnswer: 4, slot: 1 })
    clock.set('2026-03-03T16:00:00Z')
    expectSuccess(await app.post('/api/task/stop', { id }))
    expect((await list({ taskName: 'ran' })).rows).toEqual([
      expect.objectContaining({
        callCount: 8,
        successCount: 3,
        startTime: '2026-03-03 08:00:00',
        endTime: '2026-03-04 00:00:00',
      }),
    ])
    await app.rows('delete from task where id = $1', [id])
  })
})
