// A large recall is one decision, carried out in steps: nobody waits for it, and nothing is half done in the end.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TaskStatus } from '../src/campaigns/tasks/task-state.ts'
import { createTasks, type Tasks, taskLists } from '../src/campaigns/tasks/tasks.service.ts'
import { waitingContacts } from '../src/dialing/dialer/claim/list-changes.ts'
import { finishRecalls } from '../src/dialing/dialer/jobs/finish-recalls.ts'
import { completeTask } from '../src/dialing/dialer/settle/complete.queries.ts'
import { createImportWriter } from '../src/lists/contacts/import-writer.ts'
import { recordAddedContacts } from '../src/lists/data-sources/data-sources.queries.ts'
import { lockDataSource } from '../src/lists/data-sources/data-sources.service.ts'
import { expectSuccess } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { silentLog } from './support/silent-log.ts'
import { complete, idsOf, moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const STEP = 500
const SOME = 1200

const clock = createManualClock('2026-03-02T02:00:00Z')
let app: TestApp
let tasks: Tasks
beforeAll(async () => {
  app = await createTestApp({ clock })
  tasks = createTasks({ db: app.db, exportDb: app.db, clock, sleep: async (ms) => clock.advance(ms) })
})
afterAll(() => app.close())

/** A list whose contacts have all failed in a task that is over. */
async function failedList(contacts: number): Promise<{ taskId: string; dataSourceId: string }> {
  const dataSourceId = await app.addDataSource(`list ${Math.random()}`)
  await app.db.transaction(async (tx) => {
    const source = await lockDataSource(tx, dataSourceId)
    const writer = createImportWriter(tx, {
      source,
      now: clock.now(),
      onDuplicate: 'fail',
      failed: [],
      columns: { phoneNumber: 0, fields: [] },
      listObserver: { ...taskLists, ...waitingContacts(() => 0) },
    })
    const numbers = Array.from({ length: contacts }, (_, index) => `+${1_000_000 + index}`)
    for (let start = 0; start < contacts; start += 1000) {
      const some = numbers.slice(start, start + 1000)
      await writer.write(some.map((text, row) => ({ row, phone: { text, key: text }, fields: {} })))
    }
    const { added } = await writer.finish()
    await recordAddedContacts(tx, [dataSourceId, added, [], null])
  })
  return { taskId: await failedTask(dataSourceId), dataSourceId }
}

async function failedTask(dataSourceId: string): Promise<string> {
  const taskId = await app.addTask(`task ${Math.random()}`, dataSourceId)
  await moveTo(app, taskId, 'RUNNING')
  await app.rows(
    `with dialed as (
       insert into dial (task_id, contact_id, position, phone_number, attempts, priority, outcome, calls, update_time)
       select $1, id, position, phone_number, 3, 3, 2, 3, timestamptz '2026-03-01' from contact where data_source_id = $2
       returning 1
     ), read as (
       insert into task_progress (task_id, cursor, started_count) select $1, count(*), 0 from dialed
     )
     insert into task_counter (task_id, slot, failed_contacts, update_time)
     select $1, 0, count(*), now() from dialed`,
    [taskId, dataSourceId],
  )
  await complete(app, taskId)
  return taskId
}

const recall = (taskId: string) => tasks.recall({ taskId, contactIds: [], priority: 2 })

interface Sums {
  waiting: number
  failed: number
  counted_failed: number
}

async function sums(taskId: string): Promise<Sums | undefined> {
  const [row] = await app.rows<Sums>(
    `select count(*) filter (where d.outcome is null and d.due_at is not null and d.round = 2)::int as waiting,
       count(*) filter (where d.outcome = 2)::int as failed,
       (select sum(failed_contacts)::int from task_counter where task_id = $1) as counted_failed
     from dial d where d.task_id = $1`,
    [taskId],
  )
  return row
}

const statusOf = async (taskId: string) => (await tasks.detail(taskId)).status
const leftovers = () => app.rows('select id from recall')

describe('a large recall', () => {
  const MANY = 20_000
  let taskId: string
  let dataSourceId: string
  let other: string
  let answer: { recallCount: number; recallIds: string[] }
  let ids: string[]

  beforeAll(async () => {
    ;({ taskId, dataSourceId } = await failedList(MANY))
    other = await failedTask(dataSourceId)
    answer = expectSuccess(await app.post<typeof answer>(`/api/task/${taskId}/recall`, { priority: 2 }))
    const rows = await app.rows<{ id: string }>(
      'select id from contact where data_source_id = $1 order by position',
      [dataSourceId],
    )
    ids = rows.map(({ id }) => id)
  })

  it('names everyone, in the order of the list', () => {
    expect(answer.recallCount).toBe(MANY)
    expect(answer.recallIds).toEqual(ids)
  })

  it('makes everyone due, and the task runs again', async () => {
    expect(await sums(taskId)).toEqual({ waiting: MANY, failed: 0, counted_failed: 0 })
    expect(await statusOf(taskId)).toBe(1)
    expect(await leftovers()).toEqual([])
  })

  it('holds no more than some hundred contacts in one transaction', async () => {
    const largest = (rows: string) =>
      app.rows(
        `select max(count)::int as contacts from (select count(*) from ${rows} group by xmin::text) one`,
      )
    expect(await largest(`dial where task_id = '${taskId}'`)).toEqual([{ contacts: STEP }])
  })

  it('leaves another task on the same list alone', async () => {
    expect(await sums(other)).toMatchObject({ waiting: 0, failed: MANY, counted_failed: MANY })
  })
})

describe('in the middle of a recall', () => {
  let taskId: string
  let dataSourceId: string
  let contactIds: AsyncGenerator<string[]>
  beforeEach(async () => {
    ;({ taskId, dataSourceId } = await failedList(SOME))
    const recalled = await recall(taskId)
    expect(recalled.count).toBe(SOME)
    contactIds = recalled.contactIds
    expect((await contactIds.next()).value).toHaveLength(STEP)
  })
  afterEach(async () => {
    await app.rows('delete from recall')
  })

  it('the numbers add up, and no transaction is open', async () => {
    expect(await sums(taskId)).toEqual({
      waiting: STEP,
      failed: SOME - STEP,
      counted_failed: SOME - STEP,
    })
    expect(
      await app.rows(
        `select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      ),
    ).toEqual([])
  })

  it('the task can be paused, and is not completed', async () => {
    await app.rows('update dial set due_at = null, outcome = 2 where task_id = $1 and due_at is not null', [
      taskId,
    ])
    expect(await completeTask(app.db, [taskId, clock.now(), TaskStatus.RUNNING, null])).toEqual([])
    expectSuccess(await app.post('/api/task/pause', { id: taskId }))
    await idsOf({ count: SOME, contactIds })
    expect(await statusOf(taskId)).toBe(2)
    expect(await sums(taskId)).toMatchObject({ waiting: SOME - STEP })
  })

  it('a dialing node carries on if nobody else does', async () => {
    await contactIds.return(undefined)
    const watch = finishRecalls({ db: app.db, clock, log: silentLog, offsetAt: () => 0 })
    expect(await watch.run()).toBe('done')
    clock.advance(4000)
    expect(await watch.run()).toBe('done')
    clock.advance(2000)
    expect(await watch.run()).toBe('unfinished')
    expect(await sums(taskId)).toEqual({ waiting: SOME, failed: 0, counted_failed: 0 })
    expect(await watch.run()).toBe('done')
  })

  it('a reader that is slower than the dialing nodes still gets every id', async () => {
    const watch = finishRecalls({ db: app.db, clock, log: silentLog, offsetAt: () => 0 })
    await watch.run()
    clock.advance(6000)
    await watch.run()
    expect(await app.rows('select id from recall where task_id = $1', [taskId])).toEqual([])
    expect(await idsOf({ count: SOME, contactIds })).toHaveLength(SOME - STEP)
  })

  it('another recall waits for it and finds nobody left', async () => {
    expect(await idsOf(await recall(taskId))).toEqual([])
    expect(await sums(taskId)).toMatchObject({ waiting: SOME, failed: 0 })
  })

  it('a contact that is deleted is not recalled', async () => {
    const [last] = await app.rows<{ id: string }>(
      'select id from contact where data_source_id = $1 order by position desc limit 1',
      [dataSourceId],
    )
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId: last?.id }))
    await idsOf({ count: SOME, contactIds })
    expect(await sums(taskId)).toEqual({
      waiting: SOME - 1,
      failed: 1,
      counted_failed: 1,
    })
  })

  it('a task that is stopped recalls nobody else', async () => {
    expectSuccess(await app.post('/api/task/stop', { id: taskId }))
    await idsOf({ count: SOME, contactIds })
    expect(await sums(taskId)).toMatchObject({
      waiting: STEP,
      failed: SOME - STEP,
      counted_failed: SOME - STEP,
    })
  })
})

it('contacts that somebody else holds are recalled all the same', async () => {
  const { taskId, dataSourceId } = await failedList(SOME)
  await app.database.db.transaction(async (tx) => {
    await tx.query({
      text: 'select from contact where data_source_id = $1 and position in (7, 8, 700) for update',
      values: [dataSourceId],
    })
    expect(await idsOf(await recall(taskId))).toHaveLength(SOME)
    expect(await sums(taskId)).toEqual({ waiting: SOME, failed: 0, counted_failed: 0 })
  })
})

it('of many recalls at once, each contact is in one answer', async () => {
  const { taskId } = await failedList(SOME)
  const answers = await Promise.all(Array.from({ length: 5 }, async () => idsOf(await recall(taskId))))
  expect(answers.map((ids) => ids.length).sort()).toEqual([0, 0, 0, 0, SOME].sort())
  expect(await sums(taskId)).toMatchObject({ waiting: SOME, failed: 0, counted_failed: 0 })
})
