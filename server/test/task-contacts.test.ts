// The contacts of a task as the task knows them: states, filters and pages. That the counts of the states agree with the rows
// at every moment is checked in the simulated worlds, see simulation/check-database.ts.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { contactIdsOf, type DialState, dial, moveTo, skip } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

interface Listed {
  id: string
  phoneNumber: string
  state: string
  attempts: number
  cause: string | null
  nextAttemptTime: string | null
}
interface Page {
  total: number
  rows: Listed[]
}

let app: TestApp
let dataSourceId: string
let taskId: string
let contacts: string[]

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  const numbers = Array.from({ length: 12 }, (_, index) => String(13_800_138_000 + index))
  dataSourceId = await app.addDataSource(randomUUID(), numbers)
  contacts = await contactIdsOf(app, dataSourceId)
  taskId = await app.addTask(randomUUID(), dataSourceId)
})
afterAll(() => app.close())

const contactAt = (index: number) => contacts[index] ?? ''
const list = async (query = '') => expectSuccess(await app.get<Page>(`/api/task/${taskId}/contacts?${query}`))
/** The last two digits of the numbers listed, and the total. */
async function found(query = ''): Promise<[number, ...string[]]> {
  const { total, rows } = await list(query)
  return [total, ...rows.map(({ phoneNumber }) => phoneNumber.slice(-2))]
}

async function dialed(index: number, state: DialState, cause: string, attempts = 2): Promise<void> {
  await dial(app, taskId, contactAt(index), state)
  await app.rows('update dial set cause = $3, attempts = $4 where task_id = $1 and contact_id = $2', [
    taskId,
    contactAt(index),
    cause,
    attempts,
  ])
}

async function ring(index: number): Promise<void> {
  await app.rows(
    `insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round, attempt,
       priority, start_time)
     select $1 || phone_key, gen_random_uuid(), gen_random_uuid(), $1::uuid, id, data_source_id, position, phone_number, 1, 1, 3,
       now()
     from contact where id = $2`,
    [taskId, contactAt(index)],
  )
}

/** What a dialer has counted when the list was read up to a position. */
async function count(cursor: number): Promise<void> {
  await app.rows('insert into task_progress (task_id, cursor, started_count) values ($1, $2, 0)', [
    taskId,
    cursor,
  ])
  await app.rows(
    `insert into task_counter as known (task_id, slot, success_contacts, failed_contacts, update_time)
     select $1, 0, count(*) filter (where outcome = 1), count(*) filter (where outcome = 2), now() from dial where task_id = $1
     on conflict (task_id, slot) do update
     set success_contacts = excluded.success_contacts, failed_contacts = excluded.failed_contacts`,
    [taskId],
  )
}

/** Contacts 0 to 6 in each of the states; 7 to 11 are not dialed. */
async function halfDialed(): Promise<void> {
  await moveTo(app, taskId, 'RUNNING')
  await dialed(0, 'success', 'answered', 1)
  await dialed(1, 'failed', 'busy', 3)
  await dialed(2, 'failed', 'no_answer', 3)
  await dialed(3, 'waiting', 'no_answer', 1)
  await skip(app, taskId, contactAt(4), 'do_not_call')
  await dialed(5, 'in flight', 'busy', 2)
  await ring(5)
  await ring(6)
  await count(7)
}

it('lists what this task knows, not what other tasks know', async () => {
  await halfDialed()
  const other = await app.addTask(randomUUID(), dataSourceId)
  const { rows, total } = expectSuccess(await app.get<Page>(`/api/task/${other}/contacts`))
  expect(total).toBe(12)
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['notDialed']))
  const own = await list()
  expect(own.rows.map(({ state }) => state).reverse()).toEqual([
    ...['success', 'failed', 'failed', 'waiting', 'skipped', 'dialing', 'dialing'],
    ...Array.from({ length: 5 }, () => 'notDialed'),
  ])
  expect(own.rows.at(-4)).toMatchObject({ attempts: 1, cause: 'no_answer', state: 'waiting' })
  expect(own.rows.at(-4)?.nextAttemptTime).toMatch(/^\d{4}-\d\d-\d\d/)
})

it('filters by state, with totals that add up to contactCount', async () => {
  await halfDialed()
  expect(await found('state=notDialed')).toEqual([5, '11', '10', '09', '08', '07'])
  expect(await found('state=dialing')).toEqual([2, '06', '05'])
  expect(await found('state=waiting')).toEqual([1, '03'])
  expect(await found('state=success')).toEqual([1, '00'])
  expect(await found('state=failed')).toEqual([2, '02', '01'])
  expect(await found('state=skipped')).toEqual([1, '04'])
  const results = expectSuccess(
    await app.get<{ states: object; causes: object[] }>(`/api/task/${taskId}/contacts/counts`),
  )
  expect(results.states).toEqual({ notDialed: 5, dialing: 2, waiting: 1, success: 1, failed: 2, skipped: 1 })
  expect(results.causes).toContainEqual({ state: 'failed', cause: 'busy', ending: 'failed', contacts: 1 })
  expect(results.causes).toContainEqual({
    state: 'waiting',
    cause: 'no_answer',
    ending: 'notAnswered',
    contacts: 1,
  })
  expect(results.causes).toContainEqual({ state: 'dialing', cause: 'busy', ending: 'failed', contacts: 1 })
})

it('filters by cause and attempts, alone and together with a state', async () => {
  await halfDialed()
  expect(await found('cause=no_answer')).toEqual([2, '03', '02'])
  expect(await found('cause=no_answer&state=failed')).toEqual([1, '02'])
  expect(await found('cause=busy&state=dialing')).toEqual([1, '05'])
  expect(await found('cause=do_not_call')).toEqual([1, '04'])
  expect(await found('minAttempts=2')).toEqual([3, '05', '02', '01'])
  expect(await found('minAttempts=3&cause=busy')).toEqual([1, '01'])
  expect(await found('minAttempts=0')).toHaveLength(13)
  expect(await found('cause=busy&state=notDialed')).toEqual([0])
})

it('finds numbers, alone and together with a filter', async () => {
  await halfDialed()
  expect(await found('phoneNumber=138-01')).toEqual([2, '11', '10'])
  expect(await found('phoneNumber=38002&state=failed')).toEqual([1, '02'])
  expect(await found('phoneNumber=138&state=notDialed')).toEqual([5, '11', '10', '09', '08', '07'])
  expect(await found('phoneNumber=138&minAttempts=3')).toEqual([2, '02', '01'])
  expect(await found('phoneNumber=nobody')).toEqual([0])
  expect(await found('phoneNumber=138&pageSize=2&pageNum=2')).toEqual([12, '09', '08'])
})

it('keeps contacts that were deleted after they were dialed', async () => {
  await halfDialed()
  for (const index of [2, 5, 8])
    expectSuccess(
      await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId: contactAt(index) }),
    )
  expect(await found()).toEqual([11, '11', '10', '09', '07', '06', '05', '04', '03', '02', '01', '00'])
  expect(await found('state=notDialed')).toEqual([4, '11', '10', '09', '07'])
  expect(await found('state=failed')).toEqual([2, '02', '01'])
  expect(await found('state=dialing')).toEqual([2, '06', '05'])
  expect(await found('phoneNumber=138001380')).toEqual([
    11,
    '11',
    '10',
    '09',
    '07',
    '06',
    '05',
    '04',
    '03',
    '02',
    '01',
    '00',
  ])
  expect(await found('phoneNumber=38002&state=failed')).toEqual([1, '02'])
  expect(await found(`afterId=${contactAt(8)}&pageSize=2`)).toEqual([11, '07', '06'])
})

it('has the contacts of the data source in a draft, and those of its list once published', async () => {
  expect(await found('state=notDialed')).toHaveLength(13)
  await moveTo(app, taskId, 'RUNNING')
  await app.post(`/api/dataSource/${dataSourceId}/contact/add`, { phoneNumber: '13800138099' })
  expect((await found())[0]).toBe(12)
  expect((await found()).slice(1)).not.toContain('99')
  expect(await found('phoneNumber=099')).toEqual([0])
})

it('lists those that a stopped task has never called, wherever it was', async () => {
  await halfDialed()
  await app.rows('delete from live_call where task_id = $1', [taskId])
  await app.rows('delete from dial where task_id = $1 and outcome is null', [taskId])
  expectSuccess(await app.post('/api/task/stop', { id: taskId }))
  expect(await found('state=notDialed')).toEqual([8, '11', '10', '09', '08', '07', '06', '05', '03'])
  expect(await found('state=notDialed&pageSize=3&pageNum=3')).toEqual([8, '05', '03'])
  expect(await found('state=waiting')).toEqual([0])
})

describe('pages', () => {
  it.each(['', 'state=failed&', 'state=notDialed&', 'phoneNumber=1380&', 'cause=busy&'])(
    'by number and by row give every row of "%s" once',
    async (filter) => {
      await moveTo(app, taskId, 'RUNNING')
      for (let index = 0; index < 7; index += 1) await dialed(index, 'failed', 'busy')
      await count(7)
      const all = (await found(filter)).slice(1)
      const byNumber: string[] = []
      for (let page = 1; byNumber.length < all.length; page += 1) {
        const some = (await found(`${filter}pageSize=2&pageNum=${page}`)).slice(1) as string[]
        expect(some.length).toBeGreaterThan(0)
        byNumber.push(...some)
      }
      expect(byNumber).toEqual(all)
      const byRow: string[] = []
      for (let after = ''; ; ) {
        const { rows } = await list(`${filter}pageSize=3${after}`)
        byRow.push(...rows.map(({ phoneNumber }) => phoneNumber.slice(-2)))
        const last = rows.at(-1)
        if (!last) break
        after = `&afterId=${last.id}`
      }
      expect(byRow).toEqual(all)
      expect(await found(`${filter}pageNum=99`)).toEqual([all.length])
    },
  )
})

it('names what is wrong with a request', async () => {
  const ask = (query: string) => app.get(`/api/task/${taskId}/contacts?${query}`)
  expectError(await ask('state=done'), 400, /state/)
  expectError(await ask('cause=bad_luck'), 400, /cause/)
  expectError(await ask('minAttempts=11'), 400, /minAttempts/)
  expectError(await ask(`afterId=${randomUUID()}`), 400, /afterId/)
  expectError(await app.get(`/api/task/${randomUUID()}/contacts`), 404, /task/)
})
