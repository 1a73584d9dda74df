// A name that an operation does not have is never ignored in silence: refused where the operation is ours, listed in a header where it is of
// the contract. Asked of every operation of the document.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedHeaders } from '../src/platform/kernel/secrets/signature.ts'
import { expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { type ListedOperation, needsToken, operationsOf, readDocument } from './support/openapi-document.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const HEADER = 'x-ignored-fields'
const SIGNING = { secret: 'secret', path: '/api/gateway/http/callback' }
/** As the specification of the contract lists them. */
const CONTRACT = `GET /api/task/list
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
GET /api/dataSource/{id}/contact/batchExport`.split('\n')

const document = await readDocument()
const all = operationsOf(document)
const nameOf = ({ method, path }: ListedOperation) => `${method} ${path}`
const api = all.filter(({ path }) => path.startsWith('/api/'))
const ours = api.filter((each) => !CONTRACT.includes(nameOf(each)))
const ofContract = api.filter((each) => CONTRACT.includes(nameOf(each)))
const takesForm = ({ operation }: ListedOperation) =>
  operation.requestBody?.content['multipart/form-data'] !== undefined

let app: TestApp
let token: string
let dataSourceId: string
/** What an upload goes to has to exist: otherwise it is answered before anything else is looked at. */
let ids: Record<string, string>
beforeAll(async () => {
  app = await createTestApp({ callbackSigning: SIGNING, agents: { secret: SIGNING.secret, timing: {} } })
  token = (await app.tokens.create({ name: 'all', scope: 'admin', mayListen: true })).token
  dataSourceId = await app.addDataSource('people', ['13800138000'])
  const add = async (what: string) =>
    expectSuccess(await app.post<{ id: string }>(`/api/${what}/add`, { name: 'any' })).id
  ids = { dataSource: dataSourceId, doNotCall: await add('doNotCall'), calendar: await add('calendar') }
})
afterAll(() => app.close())

async function send(
  { method, path, operation }: Pick<ListedOperation, 'method' | 'path' | 'operation'>,
  { query = '', payload, type = 'application/json' }: { query?: string; payload?: string; type?: string },
) {
  const id = path.endsWith('mport') ? ids[path.split('/')[2] ?? ''] : undefined
  const url = path.replace(/\{\w+\}/g, id ?? UNKNOWN_ID) + query
  const message = { direction: 'callback', method, path: url, body: payload ?? '' } as const
  const proof = needsToken(operation)
    ? { authorization: `Bearer ${token}` }
    : signedHeaders(SIGNING.secret, new Date(), message)
  const headers = { ...proof, ...(payload !== undefined && { 'content-type': type }) }
  const answer = await app.http.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body }
}

const form = (...parts: string[]) => ({
  type: 'multipart/form-data; boundary=x',
  payload: `${parts.map((part) => `--x\r\ncontent-disposition: form-data; ${part}\r\n`).join('')}--x--\r\n`,
})
const FILE = 'name="file"; filename="a.csv"\r\n\r\nphoneNumber\n13800138001\n'

it('the document says which operations ignore what they do not know', () => {
  const withHeader = all.filter(({ operation }) =>
    Object.hasOwn((operation.responses['200'] as { headers?: object }).headers ?? {}, 'X-Ignored-Fields'),
  )
  expect(withHeader.map(nameOf).sort()).toEqual([...CONTRACT].sort())
  const open = ours.filter(({ operation }) =>
    Object.values(operation.requestBody?.content ?? {}).some(({ schema = {} }) => {
      const name = schema.$ref?.split('/').at(-1)
      return (name === undefined ? schema : document.components.schemas[name])?.additionalProperties !== false
    }),
  )
  expect(open.map(nameOf)).toEqual([])
})

describe('an operation of ours refuses', () => {
  it.each(ours)('an unknown query parameter: $method $path', async (operation) => {
    const query = '?pagenum=2&other=1'
    const { status, body } = await send(
      operation,
      takesForm(operation) ? { query, ...form(FILE) } : { query },
    )
    expect(status).toBe(400)
    const { message, errors } = JSON.parse(body)
    expect(message).toMatch(/^this operation has no query parameter "pagenum", "other"; it has /)
    expect(errors).toMatchObject([
      { field: 'pagenum', code: 'field_unknown', params: { names: ['pagenum', 'other'] } },
    ])
  })

  it.each(ours.filter((each) => each.method === 'POST' && !takesForm(each)))(
    'an unknown field: $method $path',
    async (operation) => {
      const { status, body } = await send(operation, { payload: '{"taskNam":"x","__proto__":1}' })
      expect([status, JSON.parse(body).message]).toEqual([
        400,
        expect.stringMatching(/^this operation has no field "taskNam", "__proto__"; it has /),
      ])
    },
  )

  it('an unknown field inside of another one', async () => {
    const operation = ours.find(({ path }) => path === '/api/calendar/add') as ListedOperation
    const days = [{ date: '2026-12-24' }, { date: '2026-12-25', nam: 'Christmas' }]
    const { status, body } = await send(operation, { payload: JSON.stringify({ name: 'Holidays', days }) })
    expect([status, JSON.parse(body).message]).toEqual([
      400,
      expect.stringContaining('no field "days[1].nam"; it has name'),
    ])
  })

  it('names only the first of many', async () => {
    const operation = ours.find(({ path }) => path === '/api/doNotCall/add') as ListedOperation
    const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, 1]))
    const { status, body } = await send(operation, { payload: JSON.stringify(fields) })
    expect([status, JSON.parse(body).message]).toEqual([400, expect.stringContaining(' and 4980 more; ')])
  })

  it('a part of a form that is not the file', async () => {
    const operation = ours.find(({ path }) => path === '/api/dataSource/{id}/import') as ListedOperation
    const path = `/api/dataSource/${dataSourceId}/import`
    const given = form('name="encodin"\r\n\r\nbig5', FILE)
    const { status, body } = await send({ ...operation, path }, given)
    expect([status, JSON.parse(body).message]).toEqual([
      400,
      'this operation has no field "encodin"; it has file',
    ])
  })
})

describe('an operation of the contract', () => {
  it.each(ofContract)('lists what it ignores: $method $path', async (operation) => {
    const payload = operation.method === 'POST' && !takesForm(operation) ? '{"a b":1,"名":2}' : undefined
    const body = takesForm(operation) ? form(FILE) : payload === undefined ? {} : { payload }
    const { headers } = await send(operation, { query: '?pagenum=2', ...body })
    const isContact = /contact\/(add|update)$/.test(operation.path)
    const fields = payload === undefined || isContact ? '' : ', a%20b, %E5%90%8D'
    expect(headers[HEADER]).toBe(`pagenum${fields}`)
  })

  it('is carried out, and says nothing where it knows everything', async () => {
    const named = await app.http.inject({
      method: 'POST',
      url: '/api/task/add',
      headers: { authorization: `Bearer ${token}` },
      payload: { taskName: 'spring', dataSourceId, taskDescription: 'x' },
    })
    expect([named.statusCode, named.headers[HEADER]]).toEqual([200, 'taskDescription'])
    const { rows } = expectSuccess(await app.get<{ rows: object[] }>('/api/task/list?pageSize=1'))
    expect(rows).toHaveLength(1)
    const list = ofContract.find(({ path }) => path === '/api/task/list') as ListedOperation
    expect((await send(list, { query: '?pageSize=1' })).headers).not.toHaveProperty(HEADER)
  })

  it('lists the parts of a form that it ignores', async () => {
    const operation = ofContract.find(takesForm) as ListedOperation
    const path = `/api/dataSource/${dataSourceId}/contact/batchImport`
    const { status, headers, body } = await send(
      { ...operation, path },
      { ...form('name="note"\r\n\r\nx', 'name="who"\r\n\r\ny', FILE), query: '?dry=1&onDuplicate=update' },
    )
    expect([status, headers[HEADER]]).toEqual([200, 'dry, note, who'])
    expect(JSON.parse(body).data).toMatchObject({ successCount: 1 })
  })
})

it('a probe may have any parameter', async () => {
  for (const url of ['/healthz?now=1', '/readyz?verbose'])
    expect((await app.http.inject({ url })).statusCode).toBe(200)
})
