// Tasks and data sources are deleted with all that belongs to them, in steps, and reports stay as they are.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDeletions } from '../src/insight/retention/deletions.service.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { eventually } from './support/eventually.ts'
import { expectError } from './support/expectations.ts'
import { silentLog } from './support/silent-log.ts'
import { differencesIn } from './support/sums.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const NUMBERS = Array.from({ length: 20 }, (_, n) => String(13_800_000_000 + n))
let app: TestApp
let dataSourceId: string
let taskId: string
let otherId: string

beforeAll(async () => {
  const settings = parseSimulatorSettings('seed=7, answered=50, no_answer=50, ring=0-0, talk=0-0, timeout=0')
  app = await createTestApp({ role: 'all', gateway: createSimulator({ settings, clock: systemClock }) })
  await app.limits.change({ lines: 5, callsPerSecond: 0 })
  dataSourceId = await app.addDataSource('customers', NUMBERS)
  taskId = await app.addTask('spring', dataSourceId, { callInterval: 3600, maxDialCount: 1 })
  otherId = await app.addTask('summer', dataSourceId, { callInterval: 3600, maxDialCount: 1 })
  app.startDialing()
  for (const id of [taskId, otherId]) {
    await moveTo(app, id, 'RUNNING')
    await eventually(async () => expect(await callCount(id)).toBe(NUMBERS.length))
  }
  await app.stopDialing(5000)
})
afterAll(() => app.close())

const callCount = async (id: string) =>
  (await app.get<{ callCount: number }>(`/api/task/detail/${id}`)).body.data.callCount

const deletions = (db = app.db) =>
  createDeletions({ db, clock: systemClock, log: silentLog, contactsDeleted: async () => undefined })

async function finish(): Promise<void> {
  while ((await deletions().job.run()) === 'unfinished');
}

const rowsOf = async (table: string, column: string, id: string) =>
  (await app.rows<{ n: number }>(`select count(*)::int as n from ${table} where ${column} = $1`, [id]))[0]?.n

it('a task that is not closed is not deleted: 409 says so', async () => {
  const refused = await app.post('/api/task/delete', { id: taskId })
  expectError(refused, 409, 'The task is COMPLETED: close it first, then delete it')
  expect(refused.body).toMatchObject({ errors: [{ code: 'in_use', params: { status: 'COMPLETED' } }] })
  expectError(await app.post('/api/dataSource/delete', { id: dataSourceId }), 409, /spring/)
  expectError(await app.post('/api/task/delete', { id: newId() }), 404, /^task .* does not exist$/)
  expect(await callCount(taskId)).toBe(NUMBERS.length)
})

it('a task is gone at once, the rest in steps; a step that dies changes nothing', async () => {
  const sums = async () => {
    const { causes, attempts, hours } = (await app.get<Record<string, unknown>>('/api/report')).body.data
    return { causes, attempts, hours }
  }
  const report = await sums()
  expect(report.attempts).toMatchObject([{ attempt: 1, calls: 40 }])
  const [call] = await app.rows<{ id: string }>('select id from call where task_id = $1 limit 1', [taskId])
  await app.rows(
    `insert into recording (id, call_id, task_id, contact_id, phone_number, phone_key, what, status, file, is_on_switch, create_time, attempts)
     values ($1, $2, $3, $1, '1', '1', 'call', 'missing', 'x', false, now(), 0)`,
    [newId(), call?.id, taskId],
  )
  expect((await app.get(`/api/task/${taskId}/deletion`)).body.data).toEqual({ contacts: 20, calls: 20 })
  expect((await app.post('/api/task/close', { id: taskId })).status).toBe(200)
  expect((await app.post('/api/task/delete', { id: taskId })).status).toBe(200)
  expect((await app.get(`/api/task/detail/${taskId}`)).status).toBe(404)
  expect((await app.get(`/api/task/${taskId}/calls`)).status).toBe(404)
  expect((await app.get(`/api/call/${call?.id}`)).status).toBe(404)

  const dies: typeof app.db = {
    ...app.db,
    transaction: (work, options) =>
      app.db.transaction(async (tx) => {
        await work(tx)
        throw new Error('killed')
      }, options),
  }
  await expect(deletions(dies).job.run()).rejects.toThrow('killed')
  expect(await rowsOf('call', 'task_id', taskId)).toBe(20)
  await finish()
  for (const table of [
    'call',
    'dial',
    'task_counter',
    'task_progress',
    'flow_sum',
    'forgotten_call',
    'conversation',
  ])
    expect([table, await rowsOf(table, 'task_id', taskId)]).toEqual([table, 0])
  expect(await app.rows('select status from recording')).toEqual([{ status: 'erased' }])
  expect(await app.rows('select from deletion')).toEqual([])
  expect(await callCount(otherId)).toBe(NUMBERS.length)
  expect(await differencesIn(app)).toEqual([])
  expect(await sums()).toEqual(report)
})

it('a data source goes with its closed tasks, its contacts and its imports', async () => {
  const draft = await app.addTask('draft', dataSourceId)
  expectError(await app.post('/api/dataSource/delete', { id: dataSourceId }), 409, /summer/)
  await app.post('/api/task/close', { id: otherId })
  expect((await app.get(`/api/dataSource/${dataSourceId}/deletion`)).body.data).toEqual({
    ...{ contacts: 20, tasks: 2, calls: 20 },
  })
  expect((await app.post('/api/dataSource/delete', { id: dataSourceId })).status).toBe(200)
  for (const path of [`dataSource/detail/${dataSourceId}`, `task/detail/${otherId}`, `task/detail/${draft}`])
    expect((await app.get(`/api/${path}`)).status).toBe(404)
  await finish()
  for (const table of ['contact', 'contact_block', 'name_block', 'deleted_contact', 'import_job'])
    expect([table, await rowsOf(table, 'data_source_id', dataSourceId)]).toEqual([table, 0])
  expect(await app.rows('select from call')).toEqual([])
  const { body } = await app.get<{ rows: { operation: string; subjectName: string }[] }>('/api/audit/list')
  expect(body.data.rows.slice(0, 3)).toMatchObject([
    { operation: 'dataSource.delete', subjectName: 'customers' },
    { operation: 'task.delete', subjectName: 'draft' },
    { operation: 'task.delete', subjectName: 'summer' },
  ])
  expect(await differencesIn(app)).toEqual([])
  // The name is free again.
  expect(await app.addDataSource('customers')).not.toBe(dataSourceId)
})
