// Custom fields: any name and any text, within bounds.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

let app: TestApp
let dataSourceId: string

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  dataSourceId = await app.addDataSource(`customers ${Math.random()}`)
})
afterAll(() => app.close())

type Fields = Record<string, unknown>
const add = (fields: object) =>
  app.post<Fields & { id: string }>(`/api/dataSource/${dataSourceId}/contact/add`, {
    phoneNumber: '13800138000',
    ...fields,
  })
const update = (contactId: string, fields: object) =>
  app.post<Fields>(`/api/dataSource/${dataSourceId}/contact/update`, { contactId, ...fields })
const listed = async () => {
  const { rows } = expectSuccess(
    await app.get<{ rows: Fields[] }>(`/api/dataSource/${dataSourceId}/contacts`),
  )
  return rows[0] ?? {}
}
/** JSON as it is written, which an object cannot always express. */
const addText = (json: string) =>
  app.send<Fields>({
    method: 'POST',
    url: `/api/dataSource/${dataSourceId}/contact/add`,
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
    payload: json,
  })

describe('a custom field', () => {
  it.each([
    ['unknown', 'kept'],
    ['客户等级', '黄金'],
    ['with space', ' outer space is kept '],
    ['😀'.repeat(64), 'a name of 64 characters'],
    ['n'.repeat(64), 'v'.repeat(1000)],
    ['emoji', '😀'.repeat(1000)],
    ['empty', ''],
    ['dot.ted', 'x'],
    ['"quoted"', '\\'],
    ['=1+1', '=1+1'],
    ['constructor', 'x'],
    ['prototype', 'x'],
    ['toString', 'x'],
    ['hasOwnProperty', 'x'],
    ['toJSON', 'x'],
    ['valueOf', 'x'],
    ['length', 'x'],
    ['0', 'x'],
    ['phone_number', 'x'],
    ['Status', 'x'],
  ])('%j keeps %j', async (name, value) => {
    const contact = expectSuccess(await add({ [name]: value }))
    expect(contact).toHaveProperty([name], value)
    expect(await listed()).toHaveProperty([name], value)
    expect(expectSuccess(await update(contact.id, { more: 'y' }))).toMatchObject({ [name]: value, more: 'y' })
  })

  it.each([
    [7, '7'],
    [-1.5, '-1.5'],
    [0, '0'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [true, 'true'],
    [false, 'false'],
  ])('keeps %j as the text %j', async (given, text) => {
    expect(expectSuccess(await add({ orderAmount: given }))).toMatchObject({ orderAmount: text })
    expect(await listed()).toMatchObject({ orderAmount: text })
  })

  it('is taken away by null', async () => {
    const { id } = expectSuccess(await add({ customerName: 'Ann', level: 'gold' }))
    const now = expectSuccess(await update(id, { level: null, customerName: null, never: null }))
    expect(Object.keys(now).sort()).toEqual(['dataSourceId', 'id', 'phoneNumber', 'updateTime'])
    expect(await listed()).toMatchObject({ customerName: '' })
    expect(await listed()).not.toHaveProperty('level')
  })

  it('that is null when a contact is added is not there', async () => {
    expect(expectSuccess(await add({ level: null }))).not.toHaveProperty('level')
  })
})

describe('a refused custom field', () => {
  const cases: [fields: object, message: string | RegExp][] = [
    [{ level: { a: 1 } }, /^level must be a string, a number, true, false or null$/],
    [{ level: [] }, /^level must be a string, a number, true, false or null$/],
    [{ level: 'v'.repeat(1001) }, /^level must have at most 1000 characters$/],
    [{ level: '😀'.repeat(1001) }, /^level must have at most 1000 characters$/],
    [{ ['n'.repeat(65)]: 'x' }, /^a field name must have 1 to 64 characters: "n+"$/],
    [{ ['😀'.repeat(65)]: 'x' }, /^a field name must have 1 to 64 characters/],
    [{ '': 'x' }, /^a field name must have 1 to 64 characters: ""$/],
    ...['id', 'dataSourceId', 'status', 'callCount', 'createTime', 'updateTime'].map(
      (name): [object, RegExp] => [{ [name]: 'x' }, new RegExp(`^${name} is set by the service`)],
    ),
  ]

  it.each(cases)('%j is answered with 400 on add', async (fields, message) => {
    expectError(await add(fields), 400, message)
    expect(await listed()).toEqual({})
  })

  it.each(cases)('%j is answered with 400 on update, and nothing changes', async (fields, message) => {
    const { id } = expectSuccess(await add({ customerName: 'Ann' }))
    expectError(await update(id, { customerName: 'Ben', ...fields }), 400, message)
    expect(await listed()).toMatchObject({ customerName: 'Ann' })
  })

  it('contactId is answered with 400 on add', async () => {
    expectError(await add({ contactId: 'x' }), 400, /^contactId is set by the service/)
  })

  it.each(['12345678901234567890', '-12345678901234567890', '9007199254740993', '1e30', '1e400', '-1e400'])(
    'the number %s, whose digits would be lost, is answered with 400',
    async (number) => {
      const answer = await addText(`{"phoneNumber": "101", "orderAmount": ${number}}`)
      expectError(answer, 400, /^orderAmount has too many digits for a number: send it as a string$/)
    },
  )

  it.each([
    '{"phoneNumber": "101", "__proto__": "x"}',
    '{"phoneNumber": "101", "__proto__": {"admin": true}}',
    '{"phoneNumber": "101", "\\u005f_proto__": {"admin": true}}',
    '{"phoneNumber": "101", "constructor": {"prototype": {"admin": true}}}',
    '{"phoneNumber": "101", "nested": {"__proto__": {}}}',
  ])('%s reaches no prototype', async (json) => {
    expectError(await addText(json), 400, /__proto__|prototype/)
    expect(({} as Fields)['admin']).toBeUndefined()
    expect(await listed()).toEqual({})
  })

  it('constructor that is null is harmless', async () => {
    expectSuccess(await addText('{"phoneNumber": "101", "constructor": null}'))
  })
})

describe('the number of custom fields', () => {
  const fields = (count: number, prefix = 'f') =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'x']))

  it('is at most 50 a contact', async () => {
    expectError(await add(fields(51)), 400, /^a contact has at most 50 custom fields$/)
    const { id } = expectSuccess(await add(fields(50)))
    expectError(await update(id, { one: 'more' }), 400, /^a contact has at most 50 custom fields$/)
    expectSuccess(await update(id, { one: 'more', f0: null }))
    expect(Object.keys(await listed())).toEqual(expect.arrayContaining(['one', 'f1', 'f49']))
  })

  it('is at most 500 over all contacts of a data source', async () => {
    for (let index = 0; index < 10; index += 1)
      expectSuccess(await add({ phoneNumber: `10${index}`, ...fields(50, `${index}-`) }))
    expectError(await add({ one: 'more' }), 400, /at most 500 different custom fields$/)
    expectSuccess(await add(fields(50, '3-')))
  })
})
