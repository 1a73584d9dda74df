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
const addText = (json: string) => sendText('add', json)
const sendText = (operation: 'add' | 'update', json: string) =>
  app.send<Fields & { id: string }>({
    method: 'POST',
    url: `/api/dataSource/${dataSourceId}/contact/${operation}`,
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

  it.each([
    '99.50',
    '0.10',
    '-0',
    '0',
    '1e5',
    '1E+5',
    '1.0',
    '100000.000',
    '0.12345678901234567890123',
    '1e-400',
    '9007199254740991',
  ])('keeps the number %s digit for digit, on add and on update', async (number) => {
    const answer = await addText(`{"phoneNumber": "101", "orderAmount": ${number}, "more": [1] }`)
    expectError(answer, 400, /^more must be/)
    const { id } = expectSuccess(
      await addText(`{"phoneNumber":"101","quoted\\"\\u007b":${number} , "orderAmount": ${number}}`),
    )
    expect(await listed()).toMatchObject({ orderAmount: number, 'quoted"{': number })
    const changed = await sendText(
      'update',
      `{"contactId": "${id}", "orderAmount": 1, "orderAmount":\n${number}\n}`,
    )
    expect(expectSuccess(changed)).toMatchObject({ orderAmount: number })
  })

  it('that comes twice is the last one, whatever the first was', async () => {
    expect(
      expectSuccess(await addText('{"phoneNumber":"101","a":1.50,"a":"x","b":"x","b":2.50}')),
    ).toMatchObject({
      a: 'x',
      b: '2.50',
    })
  })

  it('is taken away by null', async () => {
    const { id } = expectSuccess(await add({ customerName: 'Ann', level: 'gold' }))
    const now = expectSuccess(await update(id, { level: null, customerName: null, never: null }))
    const times = ['callTime', 'callUntil', 'withdrawTime']
    expect(Object.keys(now).sort()).toEqual(
      [...times, 'dataSourceId', 'id', 'phoneNumber', 'updateTime'].sort(),
    )
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
    [{ ' x': 'x' }, /^a field name must not begin or end with white space/],
    [{ '\u200b': 'x' }, /is no field name: it has no visible character$/],
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
    expectError(await addText(json), 400, /^(__proto__ is set by|(constructor|nested) must be a string)/)
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

describe('the size of custom fields', () => {
  const LIMIT = 16 * 1024
  const refused = /^the custom fields of a contact have at most 16 KiB together$/
  /** Fields that as JSON have exactly so many bytes. */
  function fieldsOf(bytes: number, character = 'x'): Record<string, string> {
    const each = Buffer.byteLength(JSON.stringify(character)) - 2
    const fields: Record<string, string> = {}
    const size = () => Buffer.byteLength(JSON.stringify(fields))
    for (let index = 10; size() < bytes; index += 1) {
      const frame = size() + (index > 10 ? 1 : 0) + '"10":""'.length
      const room = Math.min(Math.floor((bytes - frame) / each), 1000)
      if (room < 1) break
      fields[String(index)] = character.repeat(room)
    }
    const last = Object.keys(fields).at(-1) ?? ''
    const missing = bytes - size()
    if (missing > 0) fields[last] = (fields[last] ?? '').slice(0, 1000 - missing) + 'y'.repeat(missing)
    return fields
  }

  it('is at most 16 KiB as JSON, on add and on update', async () => {
    const most = fieldsOf(LIMIT)
    expect(Buffer.byteLength(JSON.stringify(most))).toBe(LIMIT)
    const { id } = expectSuccess(await add(most))
    expectError(await update(id, { a: '' }), 400, refused)
    expectSuccess(await update(id, { a: '', '10': 'short' }))
    expectError(await add({ phoneNumber: '102', ...most, a: '' }), 400, refused)
  })

  it.each([
    ['Chinese text', '\u738b'],
    ['text that JSON escapes', '\u0001'],
  ])('is counted in bytes of the answer: %s', async (_name, character) => {
    const tooMuch = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`f${index}`, character.repeat(200)]),
    )
    expectError(await add(tooMuch), 400, refused)
    expectSuccess(await add(Object.fromEntries(Object.entries(tooMuch).slice(0, 10))))
  })
})
