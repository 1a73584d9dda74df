import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess, ID, TIMESTAMP, UNKNOWN_ID } from './support/expectations.ts'
import { acceptedFields, columnOf, nullableFields, refusedFields } from './support/task-rules.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let dataSourceId: string

beforeAll(async () => {
  app = await createTestApp()
  dataSourceId = await app.addDataSource('customers', ['13800138000', '13800138001'])
})
beforeEach(() => app.rows('truncate task'))
afterAll(() => app.close())

const add = (fields: object) => app.post<{ id: string }>('/api/task/add', { dataSourceId, ...fields })

async function storedTask(id: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await app.rows<{ task: Record<string, unknown> }>(
    'select to_jsonb(t) as task from task t where id = $1',
    [id],
  )
  return row?.task
}

describe('adding a task', () => {
  it('answers with the new draft', async () => {
    const data = expectSuccess(await add({ taskName: 'spring', taskDesc: 'call back' }))
    expect(data).toEqual({
      id: expect.stringMatching(ID),
      taskName: 'spring',
      taskDesc: 'call back',
      status: 0,
      dataSourceId,
      contactCount: 2,
      createTime: expect.stringMatching(TIMESTAMP),
    })
  })

  it('fills in what was left out', async () => {
    const { id } = expectSuccess(await add({ taskName: 'spring' }))
    expect(await storedTask(id)).toMatchObject({
      description: '',
      priority: 3,
      max_dial_count: 3,
      call_interval_seconds: 60,
      daily_start: null,
      daily_end: null,
      list_mode: 'snapshot',
      start_time: null,
      end_time: null,
    })
  })

  it.each(acceptedFields)('accepts %s %j', async (field, given, kept) => {
    const { id } = expectSuccess(await add({ taskName: 'spring', [field]: given }))
    expect(await storedTask(id)).toHaveProperty(columnOf[field] ?? '', kept)
  })

  it.each(refusedFields)('refuses %s %j with 400', async (field, given, message) => {
    const answer = await add({ taskName: 'spring', [field]: given })
    expectError(answer, 400)
    expect(answer.body.message).toBe(message)
    expect(await app.rows('select id from task')).toEqual([])
  })

  it.each(nullableFields)('takes %s null for not given', async (field) => {
    expectSuccess(await add({ taskName: 'spring', [field]: null }))
    const [task] = await app.rows<Record<string, unknown>>('select * from task')
    const defaults: Record<string, unknown> = {
      description: '',
      priority: 3,
      max_dial_count: 3,
      call_interval_seconds: 60,
      list_mode: 'snapshot',
      window_zone: 'service',
      calendar_ids: [],
      do_not_call_list_ids: [],
      retry_rules: {},
    }
    const column = columnOf[field] ?? ''
    expect(task).toHaveProperty(column, defaults[column])
  })

  it.each(['taskName', 'dataSourceId'])('refuses %s null with 400, because it is required', async (field) => {
    expectError(await add({ taskName: 'spring', [field]: null }), 400, `^${field} must be a string$`)
  })

  it.each(['taskName', 'dataSourceId'])('refuses a body without %s with 400', async (field) => {
    expectError(await add({ taskName: 'spring', [field]: undefined }), 400, `^${field} is required$`)
  })

  it.each([UNKNOWN_ID, 'no-id', '', '\u{1f600}'])(
    'refuses the unknown data source %j with 400',
    async (id) => {
      expectError(
        await add({ taskName: 'spring', dataSourceId: id }),
        400,
        /^dataSourceId ".*" does not exist$/,
      )
    },
  )

  it.each([7, null, ['x']])('refuses the data source %j with 400', async (id) => {
    expectError(await add({ taskName: 'spring', dataSourceId: id }), 400, /^dataSourceId must be a string$/)
  })

  it('says which name is taken with 409', async () => {
    expectSuccess(await add({ taskName: 'spring' }))
    expectError(await add({ taskName: 'spring' }), 409, /^taskName "spring" already exists$/)
    expectError(await add({ taskName: '  spring\n' }), 409, /^taskName "spring" already exists$/)
    expect(await app.rows('select id from task')).toHaveLength(1)
  })

  it('takes names apart that differ in case or inside', async () => {
    for (const taskName of ['spring', 'Spring', 'spr ing', 'sprıng']) expectSuccess(await add({ taskName }))
    expect(await app.rows('select id from task')).toHaveLength(4)
  })

  it('frees no name by closing the task', async () => {
    const { id } = expectSuccess(await add({ taskName: 'spring' }))
    expectSuccess(await app.post('/api/task/close', { id }))
    expectError(await add({ taskName: 'spring' }), 409)
  })
})

describe('the daily window of a new task', () => {
  it('may run past midnight', async () => {
    const { id } = expectSuccess(await add({ taskName: 'w', dailyStartTime: '22:00', dailyEndTime: '06:00' }))
    expect(await storedTask(id)).toMatchObject({ daily_start: '22:00:00', daily_end: '06:00:00' })
  })

  it.each([
    [{ dailyStartTime: '09:00' }, { daily_start: '09:00:00', daily_end: null }],
    [{ dailyEndTime: '18:00' }, { daily_start: null, daily_end: '18:00:00' }],
    [
      { dailyStartTime: null, dailyEndTime: null },
      { daily_start: null, daily_end: null },
    ],
  ])('may have one side or none: %j', async (window, kept) => {
    const { id } = expectSuccess(await add({ taskName: 'w', ...window }))
    expect(await storedTask(id)).toMatchObject(kept)
  })

  it('must not be empty', async () => {
    expectError(
      await add({ taskName: 'w', dailyStartTime: '09:00', dailyEndTime: '09:00' }),
      400,
      /^dailyStartTime and dailyEndTime must differ$/,
    )
    expect(await app.rows('select id from task')).toEqual([])
  })
})
