// The leading figures of the console: one count, that of the period before, and its course.

import { describe, expect, it } from 'vitest'
import { endCall, startCall } from './support/call-fixtures.ts'
import { addList } from './support/do-not-call.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { contactIdsOf } from './support/task-fixtures.ts'
import { createTestApp } from './support/test-app.ts'

interface Trend {
  from: string
  to: string
  total: number
  previousTotal: number
  steps: { time: string; count: number }[]
}

const NUMBER = '13800138000'
// 14:07 in Shanghai; the quarter of an hour in progress ends at 14:15.
const NOW = '2026-03-31T06:07:00Z'
const clock = createManualClock(NOW)
const HOUR = 3600
const DAY = 24 * HOUR
const ago = (seconds: number) => new Date(Date.parse(NOW) - seconds * 1000)

const app = await openForFile(createTestApp({ clock }))

const trend = async (path: string) => expectSuccess(await app.get<Trend>(`/api/trend/${path}`))
const countsOf = ({ steps }: Trend) => steps.map(({ count }) => count)

async function addCalls(name: string, secondsAgo: number[], outcome: 1 | 2 | 3 = 1) {
  const dataSourceId = await app.addDataSource(name, [NUMBER])
  const [contactId = ''] = await contactIdsOf(app, dataSourceId)
  const taskId = await app.addTask(name, dataSourceId)
  for (const seconds of secondsAgo) {
    const end = ago(seconds).toISOString()
    await endCall(app, { taskId, contactId, dataSourceId, outcome, start: end, end, phoneNumber: NUMBER })
  }
  return { dataSourceId, contactId, taskId }
}

describe('answered calls', () => {
  it('of a day are counted by the hour, with those of the day before', async () => {
    await addCalls('answered', [60, 10 * HOUR, 23 * HOUR, 25 * HOUR, 49 * HOUR])
    await addCalls('not answered', [60, 25 * HOUR], 3)
    const found = await trend('answered?period=day')
    expect(found).toMatchObject({
      from: '2026-03-30 14:15:00',
      to: '2026-03-31 14:15:00',
      total: 3,
      previousTotal: 1,
    })
    expect(found.steps).toHaveLength(24)
    expect(found.steps.filter(({ count }) => count > 0)).toEqual([
      { time: '2026-03-30 14:15:00', count: 1 },
      { time: '2026-03-31 03:15:00', count: 1 },
      { time: '2026-03-31 13:15:00', count: 1 },
    ])
  })

  it('of a data source are those of all its tasks, and of no other', async () => {
    const { dataSourceId, contactId } = await addCalls('own list', [HOUR, 3 * DAY, 8 * DAY, 9 * DAY])
    const taskId = await app.addTask('second task of the list', dataSourceId)
    const end = ago(2 * HOUR).toISOString()
    await endCall(app, { taskId, contactId, dataSourceId, start: end, end })
    const found = await trend(`answered?dataSourceId=${dataSourceId}`)
    expect(found).toMatchObject({ total: 3, previousTotal: 2 })
    expect(countsOf(found)).toEqual([0, 0, 0, 1, 0, 0, 2])
    expect(await trend(`answered?period=month&dataSourceId=${dataSourceId}`)).toMatchObject({
      total: 5,
      previousTotal: 0,
    })
  })
})

it('imported contacts are counted without those that were undone', async () => {
  const dataSourceId = await app.addDataSource('imports', [])
  const before = await trend('imported?period=week')
  for (const [index, { days, added, undone }] of [
    { days: 0, added: 500, undone: 0 },
    { days: 3, added: 40, undone: 10 },
    { days: 10, added: 7, undone: 0 },
    { days: 20, added: 1000, undone: 0 },
  ].entries()) {
    await app.rows(
      `insert into import_job (id, data_source_id, status, actor, file_name, file_size, file_digest, reading, read_rows, added_count,
         undone_count, create_time, end_time)
       values (gen_random_uuid(), $1, 'completed', 'test', $2, 1, '', '{}', $3, $3, $4, $5, $5)`,
      [dataSourceId, `${index}.csv`, added, undone, ago(days * DAY)],
    )
  }
  const own = await trend(`imported?period=week&dataSourceId=${dataSourceId}`)
  expect(own).toMatchObject({ total: 530, previousTotal: 7 })
  expect(countsOf(own)).toEqual([0, 0, 0, 30, 0, 0, 500])
  expect((await trend('imported?period=week')).total).toBe(before.total + 530)
})

it('numbers on do-not-call lists are counted once, also if their entry is replaced', async () => {
  const before = await trend('doNotCall')
  const listId = await addList(app, ['13800138001', '13800138002'])
  const again = { phoneNumbers: ['13800138002', '13800138003'], note: 'asked twice' }
  expectSuccess(await app.post(`/api/doNotCall/${listId}/entry/add`, again))
  expect(await trend(`doNotCall?listId=${listId}`)).toMatchObject({ total: 3, previousTotal: 0 })
  await app.rows(
    "update do_not_call_entry set create_time = create_time - interval '8 days' where list_id = $1",
    [listId],
  )
  expect(await trend(`doNotCall?listId=${listId}`)).toMatchObject({ total: 0, previousTotal: 3 })
  expect(await trend('doNotCall')).toMatchObject({
    total: before.total,
    previousTotal: before.previousTotal + 3,
  })
})

it('attempts to a number are those of all tasks, with a live call', async () => {
  const before = await trend(`number/${NUMBER}?period=month`)
  const { taskId, contactId } = await addCalls('attempts', [DAY, 31 * DAY], 2)
  await startCall(app, taskId, contactId, ago(5))
  expect(await trend(`number/${NUMBER}?period=month`)).toMatchObject({
    total: before.total + 2,
    previousTotal: before.previousTotal + 1,
  })
})

it('what does not exist has no trend', async () => {
  expectError(await app.get(`/api/trend/answered?dataSourceId=${UNKNOWN_ID}`), 404, 'data source')
  expectError(await app.get('/api/trend/imported?dataSourceId=7'), 404, 'data source')
  expectError(await app.get(`/api/trend/doNotCall?listId=${UNKNOWN_ID}`), 404, 'do-not-call list')
  expectError(await app.get('/api/trend/number/nobody'), 400, 'phoneNumber')
  expectError(await app.get('/api/trend/answered?period=year'), 400, 'period')
  // Imports are not kept for two months.
  expectError(await app.get('/api/trend/imported?period=month'), 400, 'period')
})
