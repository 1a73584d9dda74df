// Tokens that may call some countries alone, or be used from some addresses alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createControlledPhones } from './support/controlled-gateway.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { multipart } from './support/multipart.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const GERMAN = '+4930901820'
const FRENCH = '+33142685300'
const FLOW = { steps: [{ id: 'hello', type: 'say', text: 'Hello.' }] }

let app: TestApp
beforeAll(async () => {
  const gateway = createControlledPhones().gateway()
  app = await createTestApp({ role: 'all', gateway, http: { trustProxy: ['10.0.0.1'] } })
})
afterAll(() => app.close())

let serial = 0
const fresh = (what: string) => {
  serial += 1
  return `${what} ${serial}`
}

async function tokenWith(limits: object): Promise<string> {
  const body = { name: fresh('token'), scope: 'write', ...limits }
  return expectSuccess(await app.post<{ token: string }>('/api/token/create', body)).token
}

const NOT_ALLOWED = { reason: 'country_not_allowed', country: 'FR', allowed: ['AT', 'DE'] }

describe('a token for some countries', () => {
  let authorization: string
  beforeAll(async () => {
    authorization = `Bearer ${await tokenWith({ countries: ['DE', 'AT'] })}`
  })
  const post = <Data>(url: string, payload: object) =>
    app.send<Data>({ method: 'POST', url, payload, headers: { authorization } })

  async function expectRefused(
    url: string,
    body: object,
    field = 'phoneNumber',
    params: object = NOT_ALLOWED,
  ) {
    const refused = await post(url, body)
    expectError(refused, 403)
    expect(refused.body).toMatchObject({ errors: [{ field, code: 'forbidden', params }] })
  }

  it('asks for no call to another country, nor to a number of none that is known', async () => {
    const unknown = { ...NOT_ALLOWED, country: '' }
    expectSuccess(await post('/api/call', { phoneNumber: GERMAN, flow: FLOW }))
    await expectRefused('/api/call', { phoneNumber: FRENCH, flow: FLOW })
    await expectRefused('/api/call', { phoneNumber: '13800138000', flow: FLOW }, 'phoneNumber', unknown)
    const task = await app.addTask(fresh('task'), await app.addDataSource(fresh('list')), { flow: FLOW })
    await expectRefused(`/api/task/${task}/testCall`, { phoneNumber: FRENCH })
    await expectRefused('/api/audio/record', { name: fresh('audio'), phoneNumber: FRENCH })
    expectSuccess(await post(`/api/task/${task}/testCall`, { phoneNumber: '+4930901821' }))
    expect(await app.rows("select from single_call where phone_key like '+33%'")).toEqual([])
  })

  it('adds, changes and imports no contact of another country', async () => {
    const list = await app.addDataSource(fresh('list'))
    const path = `/api/dataSource/${list}/contact`
    const { id } = expectSuccess(await post<{ id: string }>(`${path}/add`, { phoneNumber: GERMAN }))
    await expectRefused(`${path}/add`, { phoneNumber: FRENCH })
    await expectRefused(`${path}/update`, { contactId: id, phoneNumber: FRENCH })
    expectSuccess(await post(`${path}/update`, { contactId: id, city: 'Bonn' }))
    const upload = (url: string, numbers: string[]) => {
      const form = multipart('list.csv', ['phoneNumber', ...numbers, ''].join('\n'), authorization)
      return app.send<{ id: string }>({ method: 'POST', url, ...form })
    }
    expectError(await upload(`${path}/batchImport`, ['+4930901822', FRENCH]), 403)
    expect(await app.rows('select from contact where data_source_id = $1', [list])).toHaveLength(1)
    expectSuccess(await upload(`${path}/batchImport`, ['+4930901822', '+4315881234']))
    const job = expectSuccess(await upload(`/api/dataSource/${list}/import`, ['+4930901823']))
    expectError(await post(`/api/import/${job.id}/start`, {}), 403, /batchImport/)
  })

  it('publishes no task with a contact of another country, nor one whose list grows', async () => {
    const draft = async (numbers: string[], settings: object = {}) =>
      app.addTask(fresh('task'), await app.addDataSource(fresh('list'), numbers), { flow: FLOW, ...settings })
    expectSuccess(await post('/api/task/publish', { id: await draft([GERMAN, '+4315881234']) }))
    const id = await draft([GERMAN, FRENCH])
    await expectRefused('/api/task/publish', { id }, 'id')
    expect(expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${id}`)).status).toBe(0)
    expectError(await post('/api/task/publish', { id: await draft([GERMAN], { listMode: 'live' }) }), 403)
    expectSuccess(await app.post('/api/task/publish', { id }))
  })

  it('resumes and recalls no task with a contact of another country, whoever began it', async () => {
    const begun = async (numbers: string[], settings: object = {}) => {
      const list = await app.addDataSource(fresh('list'), numbers)
      const id = await app.addTask(fresh('task'), list, { flow: FLOW, ...settings })
      expectSuccess(await app.post('/api/task/publish', { id }))
      return id
    }
    const foreign = await begun([GERMAN, FRENCH])
    await expectRefused(`/api/task/${foreign}/recall`, {}, 'taskId')
    expectSuccess(await app.post('/api/task/pause', { id: foreign }))
    await expectRefused('/api/task/resume', { id: foreign }, 'id')
    expect(expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${foreign}`)).status).toBe(2)
    const growing = await begun([GERMAN], { listMode: 'live' })
    expectSuccess(await app.post('/api/task/pause', { id: growing }))
    expectError(await post('/api/task/resume', { id: growing }), 403)
    const own = await begun([GERMAN])
    expectSuccess(await app.post('/api/task/pause', { id: own }))
    expectSuccess(await post('/api/task/resume', { id: own }))
    expectSuccess(await post(`/api/task/${own}/recall`, {}))
    expectSuccess(await app.post('/api/task/resume', { id: foreign }))
  })

  it('is told what is wrong with its countries', async () => {
    const create = (body: object) =>
      app.post('/api/token/create', { name: fresh('x'), scope: 'write', ...body })
    for (const countries of [[], ['XX'], ['de'], 'DE', [1]])
      expectError(await create({ countries }), 400, /countries/)
    expectError(await create({ scope: 'admin', countries: ['DE'] }), 400)
    const { rows } = expectSuccess(await app.get<{ rows: object[] }>('/api/token/list'))
    expect(rows).toContainEqual(expect.objectContaining({ countries: ['AT', 'DE'], addresses: null }))
  })
})

describe('a token for some addresses', () => {
  const use = async (token: string, remoteAddress: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${token}`
    const answer = await app.send({
      ...{ method: 'GET', url: '/api/task/list', remoteAddress },
      headers: { authorization, ...headers },
    })
    if (answer.status !== 200)
      expect(answer.body).toMatchObject({ errors: [{ params: { reason: 'address_not_allowed' } }] })
    return answer.status
  }

  it('is used from these alone, of both kinds of addresses', async () => {
    const token = await tokenWith({ addresses: ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'] })
    for (const address of ['203.0.113.9', '198.51.100.7', '::ffff:203.0.113.9', '2001:db8:1::5'])
      expect([address, await use(token, address)]).toEqual([address, 200])
    for (const address of ['203.0.114.9', '198.51.100.8', '127.0.0.1', '2001:db9::1'])
      expect([address, await use(token, address)]).toEqual([address, 403])
  })

  it('behind a trusted proxy by the address that it names, and by no other header', async () => {
    const token = await tokenWith({ addresses: ['203.0.113.9'] })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    expect(await use(token, '10.0.0.1', from('203.0.113.9'))).toBe(200)
    expect(await use(token, '10.0.0.1', from('203.0.113.8'))).toBe(403)
    expect(await use(token, '192.0.2.1', from('203.0.113.9'))).toBe(403)
  })

  it('has the tools of assistants from there', async () => {
    const token = await tokenWith({ addresses: ['203.0.113.9'] })
    const call = (remoteAddress: string) =>
      app.http.inject({
        ...{ method: 'POST', url: '/mcp', remoteAddress },
        headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
        payload: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'list_tasks', arguments: {} },
        },
      })
    expect((await call('192.0.2.1')).statusCode).toBe(403)
    expect((await call('203.0.113.9')).json().result.isError ?? false).toBe(false)
  })

  it('is told what is no network', async () => {
    for (const bad of ['10.0.0.0/33', 'example.com', '1.2.3', '::1/129', 'loopback', '10.0.0.1,10.0.0.2']) {
      const body = { name: fresh('x'), scope: 'read', addresses: [bad] }
      expectError(await app.post('/api/token/create', body), 400, /network/)
    }
  })
})
