// Whatever is sent, the answer is one that the OpenAPI document promises: never an error of the service itself, always
// a documented status with a body of the documented shape. A failure prints the seed to run it again with.

import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask } from './support/ask.ts'
import { addSomething } from './support/known-ids.ts'
import { isLongRun } from './support/long-run.ts'
import { type ListedOperation, operationsOf, pointer, readDocument } from './support/openapi-document.ts'
import { type KnownIds, type MadeRequest, requestsFor } from './support/request-arbitraries.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

// Few and always the same for every change; many and always others in the long run.
const RUNS = isLongRun ? { numRuns: 60 } : { numRuns: 12, seed: 7 }
const document = await readDocument()
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false })
ajv.addSchema(document, 'document')

const knownIds: KnownIds = {}
let app: TestApp
let address: string

beforeAll(async () => {
  app = await createTestApp({ callbackSigning: { secret: 'secret', path: '/api/gateway/http/callback' } })
  address = await app.http.listen({ host: '127.0.0.1', port: 0 })
})
// Anew for every operation, for the one before may have left no task in a state that allows anything.
beforeEach(async () => {
  Object.assign(knownIds, await addSomething(app))
})
afterAll(() => app.close())

async function expectPromisedAnswer(listed: ListedOperation, request: MadeRequest): Promise<void> {
  const { method, path, operation } = listed
  const headers = { authorization: `Bearer ${TEST_TOKEN}`, ...request.headers }
  const { status, type, text } = await ask(address, { ...request, method, headers })
  expect(status, text.slice(0, 500)).toBeLessThan(500)
  const described = operation.responses[status]
  expect(described, `${status} is not documented: ${text.slice(0, 500)}`).toBeDefined()
  expect(Object.keys(described?.content ?? {})).toContain(type)
  if (type !== 'application/json') return
  const body: unknown = JSON.parse(text)
  expect(body).toMatchObject({ code: status === 200 ? 0 : status, message: expect.stringMatching(/./) })
  const at = pointer(
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    type,
    'schema',
  )
  const validate = ajv.getSchema(at)
  expect(validate, `no schema at ${at}`).toBeDefined()
  expect(validate?.(body), JSON.stringify({ errors: validate?.errors, body })).toBe(true)
}

describe('every answer is a promised one', () => {
  it.each(operationsOf(document))('$id', async (listed) => {
    await fc.assert(
      fc.asyncProperty(requestsFor(document, listed, knownIds), (request) =>
        expectPromisedAnswer(listed, request),
      ),
      { ...RUNS, interruptAfterTimeLimit: 20_000 },
    )
  })
})
