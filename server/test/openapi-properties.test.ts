// Whatever is sent, the answer is one that the OpenAPI document promises: never an error of the service itself, always
// a documented status with a body of the documented shape. A failure prints the seed to run it again with.

import { randomUUID } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask } from './support/ask.ts'
import { type ListedOperation, operationsOf, readDocument } from './support/openapi-document.ts'
import { type KnownIds, type MadeRequest, requestsFor } from './support/request-arbitraries.ts'
import { contactIdsOf, dial, moveTo, STATES } from './support/task-fixtures.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

const RUNS_AN_OPERATION = 60
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
  const name = randomUUID()
  const dataSourceId = await app.addDataSource(name, ['101', '102', '103', '104', '105', '106'])
  const contactIds = await contactIdsOf(app, dataSourceId)
  const taskIds: string[] = []
  for (const [index, state] of STATES.entries()) {
    const id = await app.addTask(`${state} ${name}`, dataSourceId, {
      listMode: index % 2 ? 'live' : 'snapshot',
    })
    await moveTo(app, id, state)
    for (const contactId of contactIds.slice(0, 3)) await dial(app, id, contactId, 'failed')
    taskIds.push(id)
  }
  const { details } = await app.tokens.create({ name, scope: 'read' })
  Object.assign(knownIds, {
    taskId: taskIds,
    dataSourceId: [dataSourceId, await app.addDataSource(`empty ${name}`)],
    contactId: contactIds,
    tokenId: [details.id],
  })
})
afterAll(() => app.close())

function pointer(...parts: string[]): string {
  return `document#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
}

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
      { numRuns: RUNS_AN_OPERATION, interruptAfterTimeLimit: 20_000 },
    )
  })
})
