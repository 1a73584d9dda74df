// A draft for the contacts that a stopped or closed task was not done with: what it answers, and what every view of it shows. Whom
// it dials is in dialing-continue.test.ts.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { compareSums, type Difference } from '../src/commands/repair/sums.ts'
import { createLineWatch } from '../src/dialing/dialer/jobs/count-lines.ts'
import { finishStoppedDials } from '../src/dialing/dialer/settle/complete.queries.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { toClientConfig } from '../src/platform/storage/connection.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { silentLog } from './support/silent-log.ts'
import {
  complete,
  contactIdsOf,
  type DialState,
  dial,
  moveTo,
  STATES,
  skip,
} from './support/task-fixtures.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

interface Added {
  id: string
  taskName: string
  status: number
  contactCount: number
}
interface Page {
  total: number
  rows: { id: string; state: string; phoneNumber: string }[]
}
interface Counts {
  states: Record<string, number>
  remaining: number | null
}

let app: TestApp
let dataSourceId: string
let taskId: string
let taskName: string
let contacts: string[]

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  const numbers = Array.from({ length: 10 }, (_, index) => String(13_800_138_000 + index))
  dataSourceId = await app.addDataSource(randomUUID(), numbers)
  contacts = await contactIdsOf(app, dataSourceId)
  taskName = `task ${randomUUID().slice(0, 8)}`
  taskId = await app.addTask(taskName, dataSourceId, { priority: 2, listMode: 'live' })
})
afterAll(() => app.close())

const contactAt = (index: number) => contacts[index] ?? ''
const proceed = (body: object) => app.post<Added>('/api/task/continue', body)
const change = async (operation: string, id: string) =>
  expectSuccess(await app.post(`/api/task/${operation}`, { id }))
const read = async <Data>(path: string) => expectSuccess(await app.get<Data>(path))
const countsOf = (id: string) => read<Counts>(`/api/task/${id}/contacts/counts`)
/** As dialing nodes do, a few tasks at a time. */
async function settle(): Promise<void> {
  const waiting = `select from dial d join task t on t.id = d.task_id where t.status in (3, 6) and d.due_at is not null`
  while ((await app.rows(waiting)).length > 0) await finishStoppedDials(app.db, [new Date(), 1000])
}

/** The last digits of the numbers on a page of the task's contacts, newest first, and the total. */
async function listed(id: string, query = ''): Promise<[number, ...string[]]> {
  const { total, rows } = await read<Page>(`/api/task/${id}/contacts?${query}`)
  return [total, ...rows.map(({ phoneNumber }) => phoneNumber.slice(-1))]
}

async function differences(): Promise<Difference[]> {
  const { db } = app
  const lines = createLineWatch({ db, clock: systemClock, log: silentLog })
  const found: Difference[] = []
  for await (const each of compareSums({ db, clock: systemClock, lines, corrects: false })) found.push(each)
  return found.filter(({ id }) => id !== taskId)
}

/** Contact 0 was reached, 1 failed, 2 may not be called, 3 and 4 wait for another attempt; 5 to 9 were never called. */
async function stopHalfway(): Promise<void> {
  await moveTo(app, taskId, 'RUNNING')
  const states: DialState[] = ['success', 'failed']
  for (const [index, state] of states.entries()) await dial(app, taskId, contactAt(index), state)
  await skip(app, taskId, contactAt(2), 'do_not_call')
  for (const index of [3, 4]) await dial(app, taskId, contactAt(index), 'waiting')
  await app.rows(
    `insert into task_counter as known (task_id, slot, success_contacts, failed_contacts, update_time) values ($1, 0, 1, 1, now())
     on conflict (task_id, slot) do update set success_contacts = 1, failed_contacts = 1`,
    [taskId],
  )
  await app.rows("update dial set cause = 'busy' where task_id = $1 and cause is null", [taskId])
  await app.rows('insert into task_progress (task_id, cursor, started_count) values ($1, 5, 0)', [taskId])
  await change('stop', taskId)
}

async function continued(body: object = {}): Promise<string> {
  return expectSuccess(await proceed({ id: taskId, ...body })).id
}

describe('POST /api/task/continue', () => {
  it('answers with a draft of the same settings for those that remain', async () => {
    await stopHalfway()
    const answer = await proceed({ id: taskId })
    const draft = expectSuccess(answer)
    expect(draft).toMatchObject({ taskName: `${taskName} (2)`, status: 0, contactCount: 7, dataSourceId })
    const settings = await read<object>(`/api/task/${draft.id}/settings`)
    expect(settings).toMatchObject({ priority: 2, listMode: 'snapshot', continuesTaskId: taskId })
    const [entry] = (await read<{ rows: object[] }>(`/api/task/${draft.id}/audit`)).rows
    expect(entry).toMatchObject({ operation: 'add', reason: `continues "${taskName}"` })
    expect(await differences()).toEqual([])
  })

  it('is the same before and after those who waited are done', async () => {
    await stopHalfway()
    const before = await listed(await continued())
    await settle()
    expect(await listed(await continued())).toEqual(before)
    expect(before).toEqual([7, '9', '8', '7', '6', '5', '4', '3'])
  })

  it('takes a name, which must be free', async () => {
    await stopHalfway()
    expect((await proceed({ id: taskId, taskName: `${taskName} rest` })).body.data).toMatchObject({
      taskName: `${taskName} rest`,
    })
    expectError(await proceed({ id: taskId, taskName }), 409, 'already exists')
  })

  it('says how many remain', async () => {
    expect((await countsOf(taskId)).remaining).toBeNull()
    await stopHalfway()
    expect((await countsOf(taskId)).remaining).toBe(7)
    await settle()
    expect((await countsOf(taskId)).remaining).toBe(7)
    const body = { contactId: contactAt(3) }
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, body))
    expect((await countsOf(taskId)).remaining).toBe(6)
    expect((await listed(await continued()))[0]).toBe(6)
  })

  it('counts contacts once that were cut short by the goal of the task and recalled', async () => {
    await stopHalfway()
    const id = await continued()
    await change('publish', id)
    await app.rows(
      "update dial set calls = 1, cause = 'busy' where task_id = $1 and position = (select min(position) from dial where task_id = $1)",
      [id],
    )
    await complete(app, id)
    await finishStoppedDials(app.db, [new Date(), 1000])
    const recalled = { contactIds: [contactAt(3), contactAt(4)] }
    expectSuccess(await app.post(`/api/task/${id}/recall`, recalled))
    expect((await countsOf(id)).states).toMatchObject({ waiting: 2, notDialed: 5, failed: 0, skipped: 0 })
    await change('stop', id)
    expect((await countsOf(id)).remaining).toBe(7)
    await settle()
    expect((await countsOf(id)).remaining).toBe(7)
    expect((await listed(await continued({ id })))[0]).toBe(7)
  })

  it.each(STATES)('in %s', async (state) => {
    await moveTo(app, taskId, state)
    const answer = await proceed({ id: taskId })
    // Of a task that has met its goal contacts may remain.
    if (['STOPPED', 'COMPLETED', 'CLOSED'].includes(state))
      expect(expectSuccess(answer).contactCount).toBe(10)
    else expectError(answer, 405, `continue is not allowed while the task is ${state}`)
  })

  it('refuses a task with live calls, one that nothing remains of, and one that does not exist', async () => {
    await stopHalfway()
    await app.rows('update task_progress set started_count = 1 where task_id = $1', [taskId])
    const refused = await proceed({ id: taskId })
    expectError(refused, 409, '1 call of the task is still live')
    expect(refused.body.data).toBeNull()
    await app.rows('update task_progress set started_count = 0 where task_id = $1', [taskId])
    const restId = await continued()
    for (const id of contacts.slice(3))
      await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId: id })
    expectError(await proceed({ id: taskId }), 409, 'Nothing to continue: every contact is finished')
    expect((await listed(restId))[0]).toBe(0)
    expectError(await proceed({ id: UNKNOWN_ID }), 404, 'does not exist')
    expect(await app.rows('select from dial where task_id not in (select id from task)')).toEqual([])
  })
})

describe('a draft that continues a task', () => {
  it('keeps its contacts when it is published, and none is added', async () => {
    await stopHalfway()
    const id = await continued()
    expectSuccess(
      await app.post(`/api/dataSource/${dataSourceId}/contact/add`, { phoneNumber: '13900139000' }),
    )
    await change('publish', id)
    expect(await read(`/api/task/detail/${id}`)).toMatchObject({ contactCount: 7, listMode: 'snapshot' })
    expect((await listed(id))[0]).toBe(7)
    expect(await differences()).toEqual([])
  })

  it('cannot become live', async () => {
    await stopHalfway()
    const id = await continued()
    expectError(
      await app.post('/api/task/update', { id, listMode: 'live' }),
      409,
      'The task dials the contacts that remained of another task, so it cannot dial contacts that are added later',
    )
  })

  it('writes a row for each contact that the old task had read, and for no other', async () => {
    await stopHalfway()
    const id = await continued()
    expect(await app.rows('select position from dial where task_id = $1 order by position', [id])).toEqual([
      { position: 4 },
      { position: 5 },
    ])
  })

  it('takes its contacts along when its priority is changed', async () => {
    await stopHalfway()
    const id = await continued()
    expectSuccess(await app.post('/api/task/update', { id, priority: 4 }))
    expect(await app.rows('select distinct priority from dial where task_id = $1', [id])).toEqual([
      { priority: 4 },
    ])
  })

  it('finds its contacts by state, number and page', async () => {
    await stopHalfway()
    const id = await continued()
    const { states } = await countsOf(id)
    expect(states).toEqual({ notDialed: 5, dialing: 0, waiting: 2, success: 0, failed: 0, skipped: 0 })
    expect(await listed(id, 'pageSize=3&pageNum=3')).toEqual([7, '3'])
    expect(await listed(id, 'state=waiting&pageSize=1&pageNum=2')).toEqual([2, '3'])
    expect(await listed(id, 'state=notDialed&pageSize=2&pageNum=3')).toEqual([5, '5'])
    expect(await listed(id, 'phoneNumber=8004')).toEqual([1, '4'])
    expect(await listed(id, 'phoneNumber=13800138001')).toEqual([0])
    expect(await listed(id, `afterId=${contactAt(5)}`)).toEqual([7, '4', '3'])
  })

  it('exports its contacts and no others', async () => {
    await stopHalfway()
    const id = await continued()
    const linesOf = async (status: number) => {
      const url = `/api/task/${id}/export?format=csv&status=${status}`
      const headers = { authorization: `Bearer ${TEST_TOKEN}` }
      const file = await app.http.inject({ method: 'GET', url, headers })
      return file.body.trim().split('\n').slice(1)
    }
    expect(await linesOf(0)).toHaveLength(7)
    expect(await linesOf(4)).toHaveLength(2)
    expect(await linesOf(3)).toHaveLength(5)
  })

  it('is previewed with its own contacts', async () => {
    await stopHalfway()
    const preview = await read(`/api/task/${await continued()}/preview`)
    expect(preview).toMatchObject({ contacts: { total: 7, done: 0, rung: 7 }, checkedContacts: 7 })
  })

  it('explains who is in it and who is not', async () => {
    await stopHalfway()
    const id = await continued()
    const stateOf = async (task: string, index: number) =>
      (await read<{ state: string }>(`/api/task/${task}/contact/${contactAt(index)}`)).state
    expect(await stateOf(id, 0)).toBe('not_remaining')
    expect(await stateOf(id, 3)).toBe('task_draft')
    await settle()
    expect(await stateOf(taskId, 3)).toBe('cut_short')
    await change('publish', id)
    await change('stop', id)
    await settle()
    expect(await stateOf(id, 3)).toBe('task_stopped')
  })

  it('loses a contact that is deleted', async () => {
    await stopHalfway()
    const id = await continued()
    for (const index of [0, 3, 9]) {
      const body = { contactId: contactAt(index) }
      expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, body))
    }
    expect(await read(`/api/task/detail/${id}`)).toMatchObject({ contactCount: 5 })
    expect(await listed(id)).toEqual([5, '8', '7', '6', '5', '4'])
    expect(await differences()).toEqual([])
  })

  it('recalls none but its own contacts', async () => {
    await stopHalfway()
    const id = await continued()
    await change('publish', id)
    const recall = (index: number) => app.post(`/api/task/${id}/recall`, { contactIds: [contactAt(index)] })
    expectError(await recall(0), 400, 'Not contacts of this task')
    expect((await recall(3)).status).toBe(200)
  })

  it('keeps its contacts through a stop, as not dialed, and is continued with them', async () => {
    await stopHalfway()
    const id = await continued()
    await change('publish', id)
    await change('stop', id)
    const waiting = await countsOf(id)
    expect(waiting).toMatchObject({ states: { waiting: 2, notDialed: 5 }, remaining: 7 })
    await settle()
    const stopped = await countsOf(id)
    expect(stopped).toMatchObject({ states: { waiting: 0, notDialed: 7, skipped: 0 }, remaining: 7 })
    expect(await listed(id, 'state=notDialed&pageSize=2')).toEqual([7, '9', '8'])
    expect(await listed(id, 'state=notDialed&pageSize=2&pageNum=4')).toEqual([7, '3'])
    expect(await listed(id, 'state=skipped')).toEqual([0])
    expect(await listed(id, 'state=notDialed&phoneNumber=8004')).toEqual([1, '4'])
    expect(await differences()).toEqual([])
    const again = expectSuccess(await proceed({ id }))
    expect(again).toMatchObject({ taskName: `${taskName} (3)`, contactCount: 7 })
    const body = { contactId: contactAt(9) }
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, body))
    expect((await countsOf(id)).states).toMatchObject({ notDialed: 6, skipped: 0 })
    expect((await listed(again.id))[0]).toBe(6)
    expect(await differences()).toEqual([])
  })

  it('of an earlier version, which has a row for each contact, goes on as it was', async () => {
    await stopHalfway()
    const id = await continued()
    await app.rows(
      `insert into dial (task_id, contact_id, position, phone_number, priority, due_at, update_time)
       select $1, id, position, phone_number, 2, now(), now() from contact where data_source_id = $2 and position > 5`,
      [id, dataSourceId],
    )
    await app.rows('update task set list_start = list_end where id = $1', [id])
    await app.rows('update task_progress set cursor = 10 where task_id = $1', [id])
    expect((await countsOf(id)).states).toMatchObject({ notDialed: 0, waiting: 7 })
    await change('publish', id)
    await change('stop', id)
    await settle()
    expect(await countsOf(id)).toMatchObject({ states: { waiting: 0, notDialed: 7 }, remaining: 7 })
    expect(await listed(id, 'state=notDialed')).toEqual([7, '9', '8', '7', '6', '5', '4', '3'])
    expect(await listed(expectSuccess(await proceed({ id })).id)).toEqual(await listed(id))
    expect(await differences()).toEqual([])
  })

  it('is duplicated for the whole list', async () => {
    await stopHalfway()
    const copy = await app.post<Added>('/api/task/duplicate', { id: await continued() })
    expect(expectSuccess(copy).contactCount).toBe(10)
    const settings = await read<object>(`/api/task/${copy.body.data.id}/settings`)
    expect(settings).not.toHaveProperty('continuesTaskId')
  })
})

it('is made also if it and a deletion of contacts wait for each other', async () => {
  await moveTo(app, taskId, 'STOPPED')
  const other = new pg.Client(toClientConfig(app.database.connection))
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin')
  await other.query('select from data_source where id = $1 for update', [dataSourceId])
  const continued = proceed({ id: taskId })
  await eventually(async () => {
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    expect(await app.rows(waiting)).not.toEqual([])
  })
  // PostgreSQL ends the one that has waited longer: the continuation.
  await other.query('select from task where id = $1 for no key update', [taskId]).catch(() => undefined)
  await other.query('rollback')
  expectSuccess(await continued)
})
