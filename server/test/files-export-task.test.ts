import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCells } from './corpus/tabular-files.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf, type DialState, dial, moveTo, skip } from './support/task-fixtures.ts'

const clock = createManualClock('2026-03-01T17:04:05Z')
let app: FilesApp
let dataSourceId: string
let taskId: string
let contacts: string[]

const NUMBERS = ['13800138000', '13800138001', '13800138002', '13800138003', '13800138004']
const TITLES = [
  'id',
  'phoneNumber',
  'name',
  'status',
  'callCount',
  'callDuration',
  'lastCallTime',
  'lastCallCause',
  'waitReason',
  'nextCallTime',
]

beforeAll(async () => {
  app = await createFilesApp({ clock })
})
beforeEach(async () => {
  dataSourceId = await app.addDataSource(randomUUID())
  await app.upload(dataSourceId, [['phoneNumber', 'name'], ...NUMBERS.map((number, i) => [number, `n${i}`])])
  contacts = await contactIdsOf(app, dataSourceId)
  taskId = await app.addTask(randomUUID(), dataSourceId)
})
afterAll(() => app.close())

async function exported(query = 'format=csv'): Promise<string[][]> {
  return readCells(await app.exportBytes(`/api/task/${taskId}/export?${query}`))
}

/** Number and status of each exported contact. */
async function states(query = 'format=csv'): Promise<string[][]> {
  return (await exported(query)).slice(1).map((cells) => [cells[1] ?? '', cells[3] ?? ''])
}

const contactAt = (index: number) => contacts[index] ?? ''
const dialed = (index: number, state: DialState) => dial(app, taskId, contactAt(index), state)

async function ring(index: number): Promise<void> {
  await app.rows(
    `insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number,
       round, attempt, priority, start_time)
     select phone_key, gen_random_uuid(), gen_random_uuid(), $1, id, data_source_id, position, phone_number,
       1, 1, 3, now()
     from contact where id = $2`,
    [taskId, contactAt(index)],
  )
}

const remove = (index: number) =>
  app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId: contactAt(index) })

describe('the export of a task', () => {
  it.each([
    ['csv', 'csv', 'text/csv; charset=utf-8'],
    ['excel', 'xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ])('is a file named after the task (%s)', async (format, extension, type) => {
    const response = await app.call(`/api/task/${taskId}/export?format=${format}`)
    await response.arrayBuffer()
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="task_contacts_${taskId}_20260302010405.${extension}"`,
    )
    expect(response.headers.get('content-type')).toBe(type)
  })

  it.each(['csv', 'excel'])(
    'tells what became of each contact in this task, in list order (%s)',
    async (format) => {
      await moveTo(app, taskId, 'RUNNING')
      await dialed(1, 'success')
      await app.rows(
        "update dial set calls = 3, talk_ms = 61250, call_times = '{2026-02-28T02:00:00Z, 2026-03-01T02:00:00Z}' where task_id = $1",
        [taskId],
      )
      await app.rows("update dial set cause = 'answered' where task_id = $1", [taskId])
      await dialed(3, 'failed')
      await app.rows("update dial set cause = 'gateway_error' where task_id = $1 and cause is null", [taskId])
      const rows = await exported(`format=${format}`)
      expect(rows).toEqual([
        TITLES,
        [contactAt(0), NUMBERS[0], 'n0', '3', '0', '0.0', '', '', '', ''],
        [contactAt(1), NUMBERS[1], 'n1', '1', '3', '61.3', '2026-03-01 10:00:00', 'answered', '', ''],
        [contactAt(2), NUMBERS[2], 'n2', '3', '0', '0.0', '', '', '', ''],
        [contactAt(3), NUMBERS[3], 'n3', '2', '1', '0.0', '', 'gateway_error', '', ''],
        [contactAt(4), NUMBERS[4], 'n4', '3', '0', '0.0', '', '', '', ''],
      ])
    },
  )

  it('tells who may never be called, and who waits for permission until when', async () => {
    await moveTo(app, taskId, 'RUNNING')
    await dialed(0, 'waiting')
    await app.rows(
      "update dial set wait_reason = 'daily_budget', due_at = '2026-03-02T02:00:00Z' where task_id = $1",
      [taskId],
    )
    await skip(app, taskId, contactAt(1), 'do_not_call')
    const rows = await exported()
    expect(rows[1]?.slice(3)).toEqual(['4', '1', '0.0', '', '', 'daily_budget', '2026-03-02 10:00:00'])
    expect(rows[2]?.slice(3)).toEqual(['3', '0', '0.0', '', 'do_not_call', '', ''])
    expect((await states('format=csv&status=3')).map(([number]) => number)).toEqual(NUMBERS.slice(1))
  })

  it('filters by outcome: 0 all, 1 success, 2 failed, 3 not dialed, 4 in progress', async () => {
    await moveTo(app, taskId, 'RUNNING')
    await dialed(0, 'success')
    await dialed(1, 'failed')
    await dialed(2, 'waiting')
    await dialed(3, 'in flight')
    const all = NUMBERS.map((number, i) => [number, String([1, 2, 4, 4, 3][i])])
    expect(await states()).toEqual(all)
    expect(await states('format=csv&status=0')).toEqual(all)
    for (const status of ['1', '2', '3', '4']) {
      const expected = all.filter(([, state]) => state === status)
      expect(await states(`format=csv&status=${status}`)).toEqual(expected)
      expect(await states(`format=excel&status=${status}`)).toEqual(expected)
    }
  })

  it('knows a contact whose first call is up as in progress', async () => {
    await moveTo(app, taskId, 'RUNNING')
    await ring(2)
    expect((await states())[2]).toEqual([NUMBERS[2], '4'])
    expect(await states('format=csv&status=4')).toEqual([[NUMBERS[2], '4']])
    await dialed(2, 'in flight')
    expect(await states('format=csv&status=4')).toEqual([[NUMBERS[2], '4']])
  })

  it('keeps contacts that were dialed before they were deleted, and drops the others', async () => {
    await moveTo(app, taskId, 'RUNNING')
    await dialed(0, 'success')
    await ring(3)
    await remove(0)
    await remove(1)
    await remove(3)
    const rows = await exported()
    expect(rows.slice(1).map((cells) => cells.slice(0, 4))).toEqual([
      [contactAt(0), NUMBERS[0], '', '1'],
      [contactAt(2), NUMBERS[2], 'n2', '3'],
      [contactAt(3), NUMBERS[3], '', '4'],
      [contactAt(4), NUMBERS[4], 'n4', '3'],
    ])
    expect(await states('format=csv&status=1')).toEqual([[NUMBERS[0], '1']])
    const detail = await app.get<{ contactCount: number }>(`/api/task/detail/${taskId}`)
    expect(detail.body.data.contactCount).toBe(rows.length - 1)
  })

  it('does not mix up tasks that share contacts', async () => {
    await moveTo(app, taskId, 'RUNNING')
    const other = await app.addTask(randomUUID(), dataSourceId)
    await moveTo(app, other, 'RUNNING')
    await dial(app, other, contactAt(0), 'failed')
    expect((await states())[0]).toEqual([NUMBERS[0], '3'])
  })

  it('lists the data source while it is a draft, and the list as published from then on', async () => {
    const add = (phoneNumber: string) =>
      app.post(`/api/dataSource/${dataSourceId}/contact/add`, { phoneNumber })
    await add('13900139000')
    expect((await states()).map(([number]) => number)).toEqual([...NUMBERS, '13900139000'])
    await moveTo(app, taskId, 'RUNNING')
    await add('13900139001')
    expect((await states()).map(([number]) => number)).toEqual([...NUMBERS, '13900139000'])
  })

  it('of a live list has contacts that came later', async () => {
    taskId = await app.addTask(randomUUID(), dataSourceId, { listMode: 'live' })
    await moveTo(app, taskId, 'RUNNING')
    await app.post(`/api/dataSource/${dataSourceId}/contact/add`, { phoneNumber: '13900139000' })
    expect(await states()).toHaveLength(6)
  })

  it('shows the number a contact has now', async () => {
    await moveTo(app, taskId, 'RUNNING')
    await dialed(0, 'waiting')
    await app.post(`/api/dataSource/${dataSourceId}/contact/update`, {
      contactId: contactAt(0),
      phoneNumber: '110',
    })
    expect((await states())[0]).toEqual(['110', '4'])
  })

  it('has only its titles when nothing matches', async () => {
    expect(await exported('format=csv&status=1')).toEqual([TITLES])
  })
})
