// Bodies of every kind: what is no JSON, no object, too long, too deep or cannot be stored.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

let app: TestApp
let dataSourceId: string

beforeAll(async () => {
  app = await createTestApp()
  dataSourceId = await app.addDataSource('customers')
})
afterAll(() => app.close())

const authorization = `Bearer ${TEST_TOKEN}`

function send(
  payload: string | Buffer,
  url = '/api/dataSource/add',
  type: string | null = 'application/json',
) {
  return app.send({
    method: 'POST',
    url,
    headers: { authorization, ...(type !== null && { 'content-type': type }) },
    payload,
  })
}
const addContact = (payload: string) => send(payload, `/api/dataSource/${dataSourceId}/contact/add`)

describe('a body that is not JSON', () => {
  it.each([
    '{',
    '{"dataSourceName": }',
    "{'a': 1}",
    'hello',
    '{"a":1}{"b":2}',
    '\u0000',
    '[1,',
    'NaN',
    '{"a": 01}',
  ])('%j is 400', async (payload) => {
    expectError(await send(payload), 400, /^the request body is not valid JSON: .+/)
  })

  it.each(['[]', '[{"dataSourceName": "x"}]', '"text"', '7', 'true', 'null', '', '  \n'])(
    '%j is no object: 400',
    async (payload) => {
      expectError(await send(payload), 400, /^the request body must be a JSON object$/)
    },
  )

  it('of invalid UTF-8 is 400', async () => {
    const bad = Buffer.concat([
      Buffer.from('{"dataSourceName": "'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ])
    expectError(await send(bad), 400, /^The request is not valid UTF-8$/)
    const halfSurrogate = Buffer.concat([
      Buffer.from('{"dataSourceName": "'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ])
    expectError(await send(halfSurrogate), 400, /^The request is not valid UTF-8$/)
  })

  it('that is missing altogether is 400', async () => {
    expectError(await app.post('/api/dataSource/add'), 400, /^the request body must be a JSON object$/)
    expectError(await app.post('/api/task/publish'), 400, /^the request body must be a JSON object$/)
  })

  it('may begin with a byte order mark', async () => {
    expectSuccess(await send(Buffer.from('\ufeff{"dataSourceName": "marked"}')))
  })
})

describe('a content type', () => {
  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'json',
    '',
  ])('%j is 415', async (type) => {
    expectError(await send('{"dataSourceName": "typed"}', undefined, type), 415, /application\/json/)
  })

  it('that is missing is 415', async () => {
    expectError(await send(Buffer.from('{"dataSourceName": "typed"}'), undefined, null), 415)
  })

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    '%s is fine',
    async (type) => {
      expectSuccess(await send(JSON.stringify({ dataSourceName: type }), undefined, type))
    },
  )
})

describe('text that cannot be stored', () => {
  const refused = /must not contain (a NUL character|half of a surrogate pair)$/

  it.each(['\\u0000', 'a\\u0000b', '\\ud83d', '\\ude00', '\\ude00\\ud83d', 'x\\uD83Dx'])(
    '"%s" is 400 naming the field',
    async (text) => {
      const answer = await send(`{"dataSourceName": "${text}"}`)
      expectError(answer, 400, refused)
      expect(answer.body.message).toMatch(/^dataSourceName /)
    },
  )

  it.each(['a\\u0000', '\\ud800'])('"%s" as a field name is 400', async (name) => {
    expectError(
      await addContact(`{"phoneNumber": "101", "${name}": "x"}`),
      400,
      /^a field name must not .*(contain a NUL character: "a\\u0000"|contain half of a surrogate pair)$/,
    )
  })

  it('is named by its place', async () => {
    const answer = await send('{"contactIds": ["x", "\\ud800"]}', `/api/task/x/recall`)
    expectError(answer, 400, /^contactIds\[1\] must not contain/)
    expectError(await addContact('{"phoneNumber": "101", "note": "\\u0000"}'), 400, /^note must not contain/)
    expectError(await send('"\\ud800"'), 400, /^the request body must not contain/)
  })

  it('is ignored, if it is a NUL, where the field is', async () => {
    expectSuccess(
      await send(
        '{"dataSourceName": "known", "unknown": {"a\\u0000": ["\\u0000"], "__proto__": {"admin": true}}}',
      ),
    )
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('is not mistaken for an escaped backslash or a whole pair', async () => {
    expect(expectSuccess(await send('{"dataSourceName": "\\\\u0000 \\ud83d\\ude00 \\u00e4"}'))).toMatchObject(
      {
        dataSourceName: '\\u0000 😀 ä',
      },
    )
  })
})

describe('a deep body', () => {
  const DEPTH = 100_000
  const arrays = '['.repeat(DEPTH) + ']'.repeat(DEPTH)
  const objects = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`
  const poisoned = `${'{"a":'.repeat(DEPTH)}"\\ud800"${'}'.repeat(DEPTH)}`

  it.each([
    ['arrays', arrays],
    ['objects', objects],
    ['objects around half of a surrogate pair', poisoned],
  ])('of %s is 400', async (_name, deep) => {
    for (const answer of [
      await send(deep),
      await send(`{"dataSourceName": ${deep}}`),
      await addContact(`{"phoneNumber": "101", "note": ${deep}}`),
      await send(`{"contactIds": ${deep}}`, '/api/task/x/recall'),
    ]) {
      expectError(answer, 400)
      expect(answer.body.message.length).toBeLessThan(500)
    }
  })
})

describe('a large body', () => {
  const MEBIBYTE = 1024 * 1024
  const bodyOf = (size: number) => {
    const frame = JSON.stringify({ dataSourceName: 'x', padding: '' })
    return JSON.stringify({ dataSourceName: 'x', padding: 'p'.repeat(size - frame.length) })
  }

  it('of 1 MiB is read', async () => {
    expectSuccess(await send(bodyOf(MEBIBYTE)))
  })

  it('of one byte more is 413', async () => {
    expectError(await send(bodyOf(MEBIBYTE + 1)), 413, /^the request body is larger than 1 MiB$/)
  })

  it('with a hundred thousand fields is 400', async () => {
    const fields = Array.from({ length: 80_000 }, (_, index) => `"${index}":1`).join(',')
    expectError(await addContact(`{"phoneNumber": "101", ${fields}}`), 400, /at most 50 custom fields$/)
  })
})
