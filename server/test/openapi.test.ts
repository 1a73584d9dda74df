// The OpenAPI document is for people and for generators: everything has a name, a word about it, and its errors.

import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import {
  needsToken,
  operationsOf,
  readDocument,
  readRawDocument,
  resolve,
  type Schema,
} from './support/openapi-document.ts'
import { createTestApp } from './support/test-app.ts'

const document = await readDocument()
const operations = operationsOf(document)
const withBody = operations.filter(({ operation }) => operation.requestBody)
const withJsonBody = withBody.filter(({ operation }) => operation.requestBody?.content['application/json'])

/** The operations of the contract, which has to be served whole. */
const CONTRACT = `
  GET /api/task/list
  GET /api/task/detail/{id}
  POST /api/task/add
  POST /api/task/update
  POST /api/task/publish
  POST /api/task/pause
  POST /api/task/resume
  POST /api/task/stop
  POST /api/task/{id}/recall
  GET /api/task/{id}/export
  GET /api/task/{id}/stat
  GET /api/dataSource/list
  GET /api/dataSource/detail/{id}
  POST /api/dataSource/add
  POST /api/dataSource/update
  GET /api/dataSource/{id}/contacts
  POST /api/dataSource/{id}/contact/add
  POST /api/dataSource/{id}/contact/update
  POST /api/dataSource/{id}/contact/delete
  POST /api/dataSource/{id}/contact/batchImport
  GET /api/dataSource/{id}/contact/batchExport`
  .trim()
  .split(/\n\s*/)

/** Arrays and maps in bodies that have no limit of their own. */
function unlimited(schema: Schema, path: string, seen: readonly Schema[] = []): string[] {
  const found = resolve(document, schema)
  if (seen.includes(found)) return []
  const within = (inner: Schema, at: string) => unlimited(inner, at, [...seen, found])
  const { items, maxItems, properties = {}, additionalProperties: others } = found
  return [
    ...(items && maxItems === undefined ? [path] : []),
    ...(items ? within(items as Schema, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([name, each]) => within(each, `${path}.${name}`)),
    ...(typeof others === 'object' ? within(others as Schema, `${path}.*`) : []),
    ...[found.oneOf ?? [], found.anyOf ?? []].flat().flatMap((each) => within(each, path)),
  ]
}

it('every array in a body has a limit, which is checked before its items; the contract names none for contactIds', () => {
  const paths = withJsonBody.flatMap(({ method, path, operation }) =>
    unlimited(operation.requestBody?.content['application/json']?.schema as Schema, `${method} ${path}`),
  )
  expect(paths).toEqual(['POST /api/task/{id}/recall.contactIds'])
})

describe('the document', () => {
  it('is shown by a page that does not keep the token', async () => {
    const app = await createTestApp()
    const page = await app.http.inject({ method: 'GET', url: '/docs/static/swagger-initializer.js' })
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('tryItOutEnabled')])
    expect(page.body).not.toMatch(/persistAuthorization"?: *true/)
    await app.close()
  })

  it('is served to everybody, as it is generated', async () => {
    // The document has the routes of every gateway; a service has those of its own.
    const callbackSigning = { secret: 'secret', path: '/api/gateway/http/callback' }
    const app = await createTestApp({ callbackSigning, agents: { secret: 'secret', timing: {} } })
    const response = await app.http.inject({ method: 'GET', url: '/openapi.json' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual(await readRawDocument())
    await app.close()
  })

  it('is OpenAPI 3.1 with a title and a version', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Carillon', version: expect.any(String) },
    })
  })

  it('has every operation of the contract', () => {
    const served = operations.map(({ method, path }) => `${method} ${path}`)
    expect(served).toEqual(expect.arrayContaining(CONTRACT))
  })

  it('gives every operation an id of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id ?? ''))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('names its components', () => {
    const names = Object.keys(document.components.schemas)
    expect(names).toEqual(
      expect.arrayContaining(['Error', 'TaskSummary', 'TaskDetail', 'DataSource', 'Contact']),
    )
    expect(names.filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([])
  })

  it('refers only to what is there, and leaves nothing of ours inside', async () => {
    const raw = await readRawDocument()
    const text = JSON.stringify(raw)
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '')
    const { schemas, responses } = raw.components
    const known = Object.entries({ schemas, responses }).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    )
    expect(references.filter((reference) => !known.includes(reference))).toEqual([])
    expect(text).not.toMatch(/"x-(trim|form|example)"|"\$id"/)
  })

  it('has what several operations answer with once', async () => {
    const raw = await readRawDocument()
    const answers = operationsOf(raw).flatMap(({ operation }) => Object.entries(operation.responses))
    const errors = answers
      .filter(([status]) => status >= '400')
      .map(([status, answer]) => ({ status, ...answer }))
    const shared = errors.filter(({ $ref }) => $ref !== undefined)
    expect(shared.length).toBeGreaterThan(operations.length * 5)
    for (const { status, $ref } of shared) expect($ref).toBe(`#/components/responses/Error${status}`)
    const meanings = Object.values(raw.components.responses).map(({ description }) => description)
    expect(new Set(meanings).size).toBe(meanings.length)
    for (const { $ref, description } of errors)
      if ($ref === undefined) expect(meanings).not.toContain(description)
  })

  it('has schemas that are schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const schemas = Object.entries(document.components.schemas)
    expect(schemas.filter(([, schema]) => !ajv.validateSchema(schema)).map(([name]) => name)).toEqual([])
  })
})

describe.each(operations)('$method $path', ({ operation }) => {
  it('has a summary and a known tag', () => {
    expect(operation.summary).toMatch(/^[A-Z].{5,}[^.]$/)
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags ?? ['none']))
  })

  it('describes its answers, and its errors in the one shape', () => {
    const isSigned = !needsToken(operation)
    const expected = isSigned ? ['200'] : ['200', '400', '401', '403', '429', '500', '503']
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(expected))
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(response.description).toMatch(/./)
      if (status === '200') continue
      expect(response.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Error' })
    }
  })

  it('names the scope that its token needs', () => {
    if (!needsToken(operation)) return
    const [[scope] = []] = (operation.security ?? []).map((scheme) => scheme['accessToken'] ?? [])
    expect(['read', 'write', 'admin']).toContain(scope)
    expect(operation.description).toContain(`Needs a token with scope \`${scope}\`.`)
  })

  it('describes its parameters', () => {
    for (const parameter of operation.parameters ?? []) {
      expect(parameter.schema).toMatchObject({ type: expect.any(String) })
      if (parameter.in === 'path') expect(parameter.required).toBe(true)
    }
  })
})

describe('bodies', () => {
  it('are required, but for those of a recall, of the start of an import, of cancelling a call and of sending what waits', () => {
    const optional = withBody.filter(({ operation }) => operation.requestBody?.required !== true)
    expect(optional.map(({ operation }) => operation.operationId)).toEqual([
      'recallContacts',
      'startImport',
      'cancelCall',
      'sendWebhookNow',
    ])
  })
})

describe.each(withBody)('the body of $method $path', ({ operation }) => {
  it('can be too large or of another type', () => {
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['413', '415']))
  })
})

describe.each(withJsonBody)('the JSON body of $method $path', ({ operation }) => {
  const media = operation.requestBody?.content['application/json'] ?? {}
  const schema = resolve(document, media.schema ?? {})
  const examples = schema.examples ?? (media.example === undefined ? [] : [media.example])

  it('has an example that is a valid one', () => {
    expect(examples).not.toEqual([])
    const { components } = document
    const validate = new Ajv2020({ strict: false }).compile({ ...schema, components })
    for (const example of examples) expect(validate(example), JSON.stringify(validate.errors)).toBe(true)
  })

  it('says of each field what it is', () => {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const { type, description, examples }: Schema = field
      expect({ name, type, isExplained: Boolean(description ?? examples) }).toEqual({
        name,
        type: expect.anything(),
        isExplained: true,
      })
    }
  })
})
