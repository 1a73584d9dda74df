// Tokens that are bound to data sources, against every operation of the API: what belongs to another data source does not exist for them.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endCall, startCall } from './support/call-fixtures.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { openForFile } from './support/open-for-file.ts'
import { operationsOf, readDocument } from './support/openapi-document.ts'
import { contactIdsOf, moveTo } from './support/task-fixtures.ts'
import { createTestApp } from './support/test-app.ts'

const app = await openForFile(createTestApp())

/** In every name and number of the other data source, and in no request. */
const CANARY = /canary|1398765/
const OWNED = ['dataSource', 'task', 'call', 'liveCall', 'recording', 'import'] as const
type Owned = (typeof OWNED)[number]

async function addThings(name: string, numbers: [string, string]): Promise<Record<Owned, string>> {
  const dataSourceId = await app.addDataSource(name, numbers)
  const [contactId = '', livingId = ''] = await contactIdsOf(app, dataSourceId)
  const taskId = await app.addTask(`task of ${name}`, dataSourceId)
  await moveTo(app, taskId, 'RUNNING')
  const call = await endCall(app, { taskId, contactId, dataSourceId, phoneNumber: numbers[0] })
  const liveCall = await startCall(app, taskId, livingId, new Date())
  const [recording] = await app.rows<{ id: string }>(
    `insert into recording (id, call_id, task_id, contact_id, phone_number, phone_key, what, status, file, is_on_switch, create_time, attempts)
     values (gen_random_uuid(), $1, $2, $3, $4, $4, 'call', 'pending', $5, false, now(), 0) returning id`,
    [call, taskId, contactId, numbers[0], `${name}.wav`],
  )
  const [job] = await app.rows<{ id: string }>(
    `insert into import_job (id, data_source_id, status, actor, file_name, file_size, file_digest, reading, total_rows, read_rows,
       added_count, create_time, start_time, end_time)
     values (gen_random_uuid(), $1, 'completed', 'crm', $2, 1, '', '{}', 1, 1, 1, now(), now(), now()) returning id`,
    [dataSourceId, `${name}.csv`],
  )
  if (!recording || !job) throw new Error('they were not added')
  return { dataSource: dataSourceId, task: taskId, call, liveCall, recording: recording.id, import: job.id }
}

const own = await addThings('mine', ['13812340001', '13812340002'])
const foreign = await addThings('canary', ['13987650001', '13987650002'])

async function createToken(scope: 'read' | 'write'): Promise<string> {
  const body = {
    name: `bound ${randomUUID()}`,
    scope,
    dataSourceIds: [own.dataSource],
    mayListen: scope === 'write',
  }
  return expectSuccess(await app.post<{ token: string }>('/api/token/create', body)).token
}
const headers = { authorization: `Bearer ${await createToken('write')}` }
const get = <Data>(url: string) => app.send<Data>({ method: 'GET', url, headers })
const post = <Data>(url: string, payload: object) => app.send<Data>({ method: 'POST', url, headers, payload })

const operations = operationsOf(await readDocument()).flatMap(({ method, path, operation }) => {
  const { 'x-bound': bound, 'x-needs': needs } = operation as { 'x-bound'?: string; 'x-needs'?: string }
  return bound ? [{ name: `${method} ${path}`, method, path, operation, bound, needs }] : []
})
type Listed = (typeof operations)[number]

/** What a body must have beside the id. */
const BODIES: Record<string, object> = {
  '/api/task/changeFlow': { flow: { steps: [{ id: 'bye', type: 'say', text: 'Goodbye.' }] } },
  '/api/task/reschedule': { priority: 1 },
  '/api/task/update': { taskDesc: 'other' },
  '/api/dataSource/{id}/contact/add': { phoneNumber: '13812340009' },
  '/api/dataSource/{id}/contact/update': { contactId: UNKNOWN_ID, name: 'Ann' },
  '/api/dataSource/{id}/contact/withdraw': { contactId: UNKNOWN_ID },
  '/api/dataSource/{id}/contact/restore': { contactId: UNKNOWN_ID },
  '/api/dataSource/{id}/contact/delete': { contactId: UNKNOWN_ID },
  '/api/call/{id}/transfer': { to: 'tel:+8613812340001' },
}
const QUERIES: Record<string, string> = { '/api/import/{id}/numbers': '?column=0' }
const FORM = [
  '--x',
  'content-disposition: form-data; name="file"; filename="list.csv"',
  'content-type: text/csv',
  '',
  'phoneNumber',
  '13812340009',
  '--x--',
  '',
].join('\r\n')

async function ask({ method, path, operation }: Listed, id: string) {
  const isForm = 'multipart/form-data' in (operation.requestBody?.content ?? {})
  const json = { ...BODIES[path], ...(!path.includes('{id}') && { id }) }
  const url = `${path}${QUERIES[path] ?? ''}`.replace('{id}', id).replaceAll(/\{\w+\}/g, UNKNOWN_ID)
  const response = await app.http.inject({
    ...{ method: method, url },
    headers: { ...headers, ...(isForm && { 'content-type': 'multipart/form-data; boundary=x' }) },
    ...(operation.requestBody && { payload: isForm ? FORM : json }),
  })
  return { status: response.statusCode, text: response.body.replaceAll(id, 'ID') }
}

describe('what belongs to another data source', () => {
  const owned = operations.filter(({ bound }) => OWNED.includes(bound as Owned))

  it('is what many operations are about', () => {
    for (const kind of OWNED) expect(owned.map(({ bound }) => bound)).toContain(kind)
    expect(owned.length).toBeGreaterThan(50)
  })

  it.each(owned)('does not exist for $name', async (each) => {
    const answer = await ask(each, foreign[each.bound as Owned])
    expect(answer.status).toBe(404)
    expect(answer.text).not.toMatch(CANARY)
    // It is answered as what nobody has, so nobody learns that it exists.
    expect(answer).toEqual(await ask(each, UNKNOWN_ID))
  })

  it.each(owned.filter(({ method, path }) => method === 'GET' && !path.includes('{contactId}')))(
    'is not confused with what belongs to the own one: $name',
    async (each) => {
      const { status, text } = await ask(each, own[each.bound as Owned])
      expect([200, 405, 409]).toContain(status)
      expect(text).not.toMatch(CANARY)
    },
  )
})

it.each(operations.filter(({ bound }) => bound === 'all'))('$name is about everything', async (each) => {
  const { status, text } = await ask(each, UNKNOWN_ID)
  const { errors } = JSON.parse(text)
  expect([status, errors[0].params.reason]).toEqual([
    403,
    each.needs === 'administer' ? 'scope_missing' : 'bound_to_data_sources',
  ])
})

it.each(operations.filter(({ bound, method }) => bound === 'none' && method === 'GET'))(
  '$name has nothing of a data source',
  async (each) => {
    expect((await ask(each, UNKNOWN_ID)).text).not.toMatch(CANARY)
  },
)

describe('lists', () => {
  interface Rows {
    total: number
    rows: { id: string }[]
    groups?: { active: number }
  }
  it('have only what belongs to the own data sources', async () => {
    const sources = expectSuccess(await get<Rows>('/api/dataSource/list'))
    expect([sources.total, sources.rows.map(({ id }) => id)]).toEqual([1, [own.dataSource]])
    for (const rest of [
      '',
      '&sort=progress',
      '&sort=taskName&order=asc',
      `&dataSourceId=${own.dataSource}`,
    ]) {
      const tasks = expectSuccess(await get<Rows>(`/api/task/list?include=progress${rest}`))
      expect([tasks.total, tasks.rows.map(({ id }) => id), tasks.groups?.active]).toEqual([1, [own.task], 1])
    }
    const none = expectSuccess(await get<Rows>(`/api/task/list?dataSourceId=${foreign.dataSource}`))
    expect(none).toEqual(expectSuccess(await get<Rows>(`/api/task/list?dataSourceId=${UNKNOWN_ID}`)))
    expect(none.total).toBe(0)
  })

  it('do not go on from a row that does not exist for the token', async () => {
    for (const [path, id] of [
      ['/api/task/list', foreign.task],
      ['/api/dataSource/list', foreign.dataSource],
    ]) {
      const answer = await get(`${path}?afterId=${id}`)
      expectError(answer, 400, /afterId/)
      expect(answer.body).toEqual((await get(`${path}?afterId=${UNKNOWN_ID}`)).body)
    }
    expectSuccess(await get(`/api/task/list?afterId=${own.task}`))
    expectSuccess(await get(`/api/dataSource/list?afterId=${own.dataSource}`))
  })
})

it('makes no task of another data source, and learns nothing of its fields', async () => {
  const task = (dataSourceId: string) => ({ taskName: `new ${randomUUID()}`, dataSourceId })
  expectSuccess(await post('/api/task/add', task(own.dataSource)))
  for (const path of ['/api/task/add', '/api/flow/check']) {
    const flow = { steps: [{ id: 'bye', type: 'say', text: 'Goodbye {{name}}.' }] }
    const body = (id: string) => (path.endsWith('add') ? task(id) : { flow, dataSourceId: id })
    const [answer, unknown] = [await post(path, body(foreign.dataSource)), await post(path, body(UNKNOWN_ID))]
    expect(JSON.stringify(answer.body).replaceAll(foreign.dataSource, UNKNOWN_ID)).toBe(
      JSON.stringify(unknown.body),
    )
  }
})

it('holds for assistants with such a token', async () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_tasks', arguments: {} } }
  const answer = await app.http.inject({
    ...{ method: 'POST', url: '/mcp', payload: call },
    headers: { ...headers, accept: 'application/json, text/event-stream' },
  })
  expect(answer.body).toContain('task of mine')
  expect(answer.body).not.toMatch(CANARY)
})

it('cannot be given to an administrator, nor for what does not exist', async () => {
  const create = (body: object) =>
    app.post('/api/token/create', { name: randomUUID(), scope: 'write', ...body })
  expectError(
    await create({ scope: 'admin', dataSourceIds: [own.dataSource] }),
    400,
    /administrator sees everything/,
  )
  expectError(await create({ dataSourceIds: [own.dataSource, UNKNOWN_ID] }), 400, new RegExp(UNKNOWN_ID))
  expectError(await create({ dataSourceIds: ['mine'] }), 400, /mine/)
  expectError(await create({ dataSourceIds: [] }), 400, /dataSourceIds/)
})
