import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess, ID, TIMESTAMP, UNKNOWN_ID } from './support/expectations.ts'
import { acceptedFields, nullableFields, refusedFields, storedTask } from './support/task-rules.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let dataSourceId: string

beforeAll(async () => {
  app = await createTestApp()
  dataSourceId = await app.addDataSource('customers', ['13800138000', '13800138001'])
})
beforeEach(() => app.rows('truncate task, paused_task'))
afterAll(() => app.close())

const add = (fields: object) => app.post<{ id: string }>('/api/task/add', { dataSourceId, ...fields })

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
    expect(await storedTask(app, id)).toMatchObject({
      taskDesc: '',
      priority: 3,
      maxDialCount: 3,
      callInterval: 60,
      dailyStartTime: null,
      dailyEndTime: null,
      listMode: 'snapshot',
      start_time: null,
      end_time: null,
    })
  })

  it.each(acceptedFields)('accepts %s %j', async (field, given, kept) => {
    const { id } = expectSuccess(await add({ taskName: 'spring', [field]: given }))
    expect(await storedTask(app, id)).toHaveProperty(field, kept)
  })

  it.each(refusedFields)('refuses %s %j with 400', async (field, given, message) => {
    const answer = await add({ taskName: 'spring', [field]: given })
    expectError(answer, 400)
    expect(answer.body.message).toBe(message)
    expect(await app.rows('select id from task')).toEqual([])
  })

  it.each(nullableFields)('takes %s null for not given', async (field) => {
    const { id } = expectSuccess(await add({ taskName: 'spring', [field]: null }))
    const defaults: Record<string, unknown> = {
      taskDesc: '',
      priority: 3,
      maxDialCount: 3,
      callInterval: 60,
      listMode: 'snapshot',
      windowZone: 'service',
      calendarIds: [],
      doNotCallListIds: [],
      trunkIds: [],
      callerIds: [],
      retryRules: {},
      budgets: [],
    }
    expect(await storedTask(app, id)).toHaveProperty(field, defaults[field])
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
    expect(await storedTask(app, id)).toMatchObject({ dailyStartTime: '22:00', dailyEndTime: '06:00' })
  })

  it.each([
    [{ dailyStartTime: '09:00' }, { dailyStartTime: '09:00', dailyEndTime: null }],
    [{ dailyEndTime: '18:00' }, { dailyStartTime: null, dailyEndTime: '18:00' }],
    [
      { dailyStartTime: null, dailyEndTime: null },
      { dailyStartTime: null, dailyEndTime: null },
    ],
  ])('may have one side or none: %j', async (window, kept) => {
    const { id } = expectSuccess(await add({ taskName: 'w', ...window }))
    expect(await storedTask(app, id)).toMatchObject(kept)
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
