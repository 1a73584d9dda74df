// Filters, searches and pages of a task with thousands of contacts: each gives what looking at every contact gives.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { finishStoppedDials } from '../src/dialing/dialer/settle/complete.queries.ts'
import { expectSuccess } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { createSeededRandom } from './support/seeded-random.ts'
import { moveTo } from './support/task-fixtures.ts'

const COUNT = 7000
/** Nothing was called behind this position. */
const CURSOR = 6500
const random = createSeededRandom(5)

interface Known {
  phoneNumber: string
  /** Null once the contact was deleted. */
  name: string | null
  state: string
  cause: string | null
  attempts: number
}

let app: FilesApp
let dataSourceId: string
let taskId: string
/** Newest first. */
let known: Known[]

beforeAll(async () => {
  app = await createFilesApp()
  dataSourceId = await app.addDataSource(randomUUID())
  const rows = Array.from({ length: COUNT }, (_, index) => [
    String(13_800_000_000 + index * 7),
    `${['Anna', 'Li', '王'][index % 3]} ${index % 50}`,
  ])
  expectSuccess(await app.upload(dataSourceId, [['phoneNumber', 'name'], ...rows]))
  taskId = await app.addTask(randomUUID(), dataSourceId)
  await moveTo(app, taskId, 'RUNNING')
  await dialMany()
  for (const position of [3, 300, 6200, 6800]) await remove(position)
  await readKnown()
})
afterAll(() => app.close())

async function readKnown(): Promise<void> {
  known = await app.rows<Known>(
    `select coalesce(c.phone_number, d.phone_number, l.phone_number) as "phoneNumber", c.fields ->> 'name' as name,
       case when l.position is not null then 'dialing' when d.position is null or d.outcome = 3 and d.cause is null then 'notDialed'
         when d.due_at is not null then 'waiting' else (array['success', 'failed', 'skipped'])[d.outcome] end as state,
       d.cause, coalesce(d.attempts, 0) as attempts
     from task t cross join generate_series(1, $3::int) as place (position)
     left join contact c on c.data_source_id = $2 and c.position = place.position
     left join dial d on d.task_id = $1 and d.position = place.position
     left join live_call l on l.task_id = $1 and l.position = place.position
     where t.id = $1 and coalesce(c.id, d.contact_id, l.contact_id) is not null
       and (place.position > t.list_start or d.position is not null)
     order by place.position desc`,
    [taskId, dataSourceId, COUNT],
  )
}

/** Of every ten contacts three succeeded, four failed and two wait; a few are in a call or skipped, and rare causes are far down the list. */
async function dialMany(): Promise<void> {
  await app.rows(
    `insert into dial (task_id, contact_id, position, phone_number, attempts, priority, due_at, outcome, calls, update_time, cause)
     select $1, id, position, phone_number, 1 + position % 4, 3,
       case when position % 10 in (7, 8) then now() end,
       case when position % 10 in (7, 8) or position % 500 = 9 then null when position % 1000 = 5 then 3
         when position % 10 < 3 then 1 else 2 end,
       1, now(),
       case when position in (40, 900) then 'rejected' when position % 1000 = 5 then 'do_not_call'
         when position % 10 < 3 then 'answered' when position % 2 = 0 then 'busy' else 'no_answer' end
     from contact where data_source_id = $2 and position <= $3 and position <> 1000`,
    [taskId, dataSourceId, CURSOR],
  )
  await app.rows(
    `insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round, attempt,
       priority, start_time)
     select phone_key, gen_random_uuid(), gen_random_uuid(), $1, id, data_source_id, position, phone_number, 1, 1, 3, now()
     from contact where data_source_id = $2 and position <= $3 and (position % 500 = 9 or position = 1000)`,
    [taskId, dataSourceId, CURSOR],
  )
  await app.rows('insert into task_progress (task_id, cursor, started_count) values ($1, $2, 0)', [
    taskId,
    CURSOR,
  ])
  await countDials()
}

async function countDials(): Promise<void> {
  await app.rows(
    `insert into task_counter (task_id, slot, success_contacts, failed_contacts, skipped_contacts, update_time)
     select $1, 0, count(*) filter (where outcome = 1), count(*) filter (where outcome = 2),
       count(*) filter (where outcome = 3), now()
     from dial where task_id = $1`,
    [taskId],
  )
}

async function remove(position: number): Promise<void> {
  const [contact] = await app.rows<{ id: string }>(
    'select id from contact where data_source_id = $1 and position = $2',
    [dataSourceId, position],
  )
  const path = `/api/dataSource/${dataSourceId}/contact/delete`
  expectSuccess(await app.post(path, { contactId: contact?.id }))
}

const STATES = [undefined, 'notDialed', 'dialing', 'waiting', 'success', 'failed', 'skipped']
const CAUSES = [undefined, 'answered', 'busy', 'rejected', 'do_not_call', 'voicemail']
const ATTEMPTS = [undefined, '2', '4', '5']
const NUMBERS = [undefined, '1', '138000', '13800000007', '99999999', '-']
const NAMES = [undefined, 'a', 'ANNA', '王 7', 'nobody']

async function expectExact(filter: Record<string, string>, pageSize: number): Promise<void> {
  const expected = known.filter(
    ({ phoneNumber, name, state, cause, attempts }) =>
      (filter.state ?? state) === state &&
      (filter.cause ?? cause) === cause &&
      (filter.minAttempts === undefined || attempts >= Number(filter.minAttempts)) &&
      phoneNumber.includes(filter.phoneNumber ?? '') &&
      (filter.name === undefined || (name ?? '').toLowerCase().includes(filter.name.toLowerCase())),
  )
  const pages = Math.ceil(expected.length / pageSize)
  for (const pageNum of new Set([1, 1 + random.below(pages + 1), Math.max(pages, 1)])) {
    const query = new URLSearchParams({ ...filter, pageNum: String(pageNum), pageSize: String(pageSize) })
    const { total, rows } = expectSuccess(
      await app.get<{ total: number; rows: { id: string; phoneNumber: string }[] }>(
        `/api/task/${taskId}/contacts?${query}`,
      ),
    )
    const start = (pageNum - 1) * pageSize
    const numbers = expected.map(({ phoneNumber }) => phoneNumber)
    expect({ query: `${query}`, total, found: rows.map(({ phoneNumber }) => phoneNumber) }).toEqual({
      query: `${query}`,
      total: expected.length,
      found: numbers.slice(start, start + pageSize),
    })
    const last = rows.at(-1)
    if (!last) continue
    query.delete('pageNum')
    query.set('afterId', last.id)
    const next = expectSuccess(
      await app.get<{ total: number; rows: { phoneNumber: string }[] }>(
        `/api/task/${taskId}/contacts?${query}`,
      ),
    )
    expect([next.total, ...next.rows.map(({ phoneNumber }) => phoneNumber)]).toEqual([
      expected.length,
      ...numbers.slice(start + rows.length, start + rows.length + pageSize),
    ])
  }
}

const given = (filter: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >

it('each filter alone', async () => {
  for (const state of STATES) await expectExact(given({ state }), 20)
  for (const cause of CAUSES) await expectExact(given({ cause }), 20)
  for (const minAttempts of ATTEMPTS) await expectExact(given({ minAttempts }), 20)
  for (const phoneNumber of NUMBERS) await expectExact(given({ phoneNumber }), 20)
  for (const name of NAMES) await expectExact(given({ name }), 20)
})

it('filters and searches together', async () => {
  for (const state of STATES)
    for (const phoneNumber of ['1', '138000']) await expectExact(given({ state, phoneNumber }), 30)
  for (let round = 0; round < 60; round += 1) {
    const filter = given({
      state: random.pick(STATES),
      cause: random.pick(CAUSES),
      minAttempts: random.pick(ATTEMPTS),
      phoneNumber: random.pick(NUMBERS),
      name: random.pick(NAMES),
    })
    await expectExact(filter, 1 + random.below(100))
  }
})

it('after a stop, when contacts anywhere in the list were never called', async () => {
  expectSuccess(await app.post('/api/task/stop', { id: taskId }))
  await app.rows('delete from dial where task_id = $1 and due_at is not null', [taskId])
  await app.rows('update task set is_drained = true where id = $1', [taskId])
  await readKnown()
  for (const phoneNumber of [undefined, '1', '13800000', '99999'])
    for (const state of ['notDialed', 'waiting', 'failed'])
      await expectExact(given({ state, phoneNumber }), 40)
})

it('of a task that continues it, as a draft, while it runs and after a stop', async () => {
  const everyFilter = async () => {
    await readKnown()
    for (const phoneNumber of [undefined, '1', '13800000', '99999'])
      for (const state of STATES) await expectExact(given({ state, phoneNumber }), 40)
    for (const name of NAMES) await expectExact(given({ name }), 40)
  }
  taskId = expectSuccess(await app.post<{ id: string }>('/api/task/continue', { id: taskId })).id
  await everyFilter()

  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  await app.rows(
    `update dial set due_at = null, calls = 1, outcome = 1 + position % 2, cause = 'answered'
     where task_id = $1 and position % 3 = 0`,
    [taskId],
  )
  await app.rows(
    `insert into dial (task_id, contact_id, position, phone_number, priority, outcome, calls, update_time, cause)
     select $1, id, position, phone_number, 3, 2, 1, now(), 'busy' from contact
     where data_source_id = $2 and position > $3 and position <= $3 + 200`,
    [taskId, dataSourceId, CURSOR],
  )
  await app.rows('update task_progress set cursor = $2 where task_id = $1', [taskId, CURSOR + 200])
  await countDials()
  for (const position of [30, 6600, 6900]) await remove(position)
  await everyFilter()

  expectSuccess(await app.post('/api/task/stop', { id: taskId }))
  const isWaiting = 'select from task where id = $1 and not is_drained'
  while ((await app.rows(isWaiting, [taskId])).length > 0)
    await finishStoppedDials(app.db, [new Date(), 1000])
  await everyFilter()
})
