// What programs read of an error: the field, the code and its parameters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { type Answer, createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let sourceId: string
let taskId: string

beforeAll(async () => {
  app = await createTestApp()
  sourceId = expectSuccess(
    await app.post<{ id: string }>('/api/dataSource/add', { dataSourceName: 'one' }),
  ).id
  const task = { taskName: 'one', dataSourceId: sourceId }
  taskId = expectSuccess(await app.post<{ id: string }>('/api/task/add', task)).id
})
afterAll(() => app.close())

const detailOf = (answer: Answer) => (answer.body as unknown as { errors: object[] }).errors
const addTask = (body: object) => app.post('/api/task/add', { dataSourceId: sourceId, ...body })
const addContact = (body: object) => app.post(`/api/dataSource/${sourceId}/contact/add`, body)

describe('an invalid field', () => {
  it.each<[object, object]>([
    [{}, { field: 'taskName', code: 'required', params: {} }],
    [{ taskName: 7 }, { field: 'taskName', code: 'wrong_type', params: { types: ['string'] } }],
    [{ taskName: '' }, { field: 'taskName', code: 'wrong_length', params: { min: 1, max: 100 } }],
    [
      { taskName: '\u200b' },
      { field: 'taskName', code: 'invalid', params: { reason: 'no_visible_character' } },
    ],
    [
      { taskName: 'a', priority: 9 },
      { field: 'priority', code: 'out_of_range', params: { min: 1, max: 5 } },
    ],
    [
      { taskName: 'a', listMode: 'x' },
      { field: 'listMode', code: 'not_one_of', params: { allowed: ['snapshot', 'live'] } },
    ],
    [
      { taskName: 'a', dailyStartTime: '9' },
      { field: 'dailyStartTime', code: 'invalid', params: { reason: 'not_a_time_of_day' } },
    ],
    [
      { taskName: 'a', dailyStartTime: '09:00', dailyEndTime: '09:00' },
      { field: 'dailyEndTime', code: 'conflicting_fields', params: { reason: 'same_time' } },
    ],
    [
      { taskName: 'a', dataSourceId: UNKNOWN_ID },
      { field: 'dataSourceId', code: 'not_found', params: { what: 'data source', id: UNKNOWN_ID } },
    ],
  ])('of %j is named with its code and limits', async (body, detail) => {
    const answer = await addTask(body)
    expectError(answer, 400)
    expect(detailOf(answer)).toEqual([detail])
  })

  it.each<[object, object]>([
    [
      { phoneNumber: 'x' },
      { field: 'phoneNumber', code: 'phone_invalid', params: { reason: 'phone_invalid' } },
    ],
    [
      { phoneNumber: '13800138000.0' },
      { field: 'phoneNumber', code: 'phone_invalid', params: { reason: 'phone_decimal' } },
    ],
    [
      { phoneNumber: '1.38E+10' },
      { field: 'phoneNumber', code: 'phone_invalid', params: { reason: 'phone_shortened' } },
    ],
    [
      { phoneNumber: '13800138000', status: '1' },
      { field: 'status', code: 'field_name_invalid', params: { reason: 'field_reserved' } },
    ],
    [
      { phoneNumber: '13800138000', ' a': '1' },
      { field: ' a', code: 'field_name_invalid', params: { reason: 'field_name_space', name: ' a' } },
    ],
    [
      { phoneNumber: '13800138000', a: 'x'.repeat(1001) },
      { field: 'a', code: 'wrong_length', params: { max: 1000 } },
    ],
  ])('of a contact is named: %j', async (body, detail) => {
    const answer = await addContact(body)
    expectError(answer, 400)
    expect(detailOf(answer)).toEqual([detail])
  })
})

describe('what is taken, missing or not allowed', () => {
  it('names the field of a name that is taken', async () => {
    const answer = await addTask({ taskName: 'one' })
    expectError(answer, 409)
    expect(detailOf(answer)).toEqual([{ field: 'taskName', code: 'name_taken', params: { name: 'one' } }])
  })

  it('names the contact that has a number', async () => {
    const { id: contactId } = expectSuccess(
      (await addContact({ phoneNumber: '13900139000' })) as Answer<{ id: string }>,
    )
    const answer = await addContact({ phoneNumber: '139-0013-9000' })
    expectError(answer, 409)
    expect(detailOf(answer)).toEqual([
      { field: 'phoneNumber', code: 'duplicate', params: { number: '139-0013-9000', contactId } },
    ])
  })

  it('names what does not exist', async () => {
    const answer = await app.get(`/api/task/detail/${UNKNOWN_ID}`)
    expectError(answer, 404)
    expect(detailOf(answer)).toEqual([
      { field: null, code: 'not_found', params: { what: 'task', id: UNKNOWN_ID } },
    ])
  })

  it('names the operation, the state and the states that allow it', async () => {
    const answer = await app.post('/api/task/pause', { id: taskId })
    expectError(answer, 405)
    expect(detailOf(answer)).toEqual([
      {
        field: null,
        code: 'not_allowed',
        params: { operation: 'pause', status: 'DRAFT', allowed: ['RUNNING'] },
      },
    ])
  })
})
