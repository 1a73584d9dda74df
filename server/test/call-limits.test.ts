// What a stolen token may cost: a token with a limit asks for so many calls in 24 hours, whatever the operation.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ControlledPhones, createControlledPhones } from './support/controlled-gateway.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { type Answer, createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

const FLOW = { steps: [{ id: 'hello', type: 'say', text: 'Hello.' }] }

let app: TestApp
let phones: ControlledPhones
beforeAll(async () => {
  phones = createControlledPhones()
  app = await createTestApp({ role: 'all', gateway: phones.gateway() })
})
afterAll(() => app.close())

let serial = 0
const next = () => {
  serial += 1
  return serial
}
const fresh = (what: string) => `${what} ${next()}`
const number = () => `1390013${8000 + next()}`

type Post = <Data>(url: string, payload?: object) => Promise<Answer<Data>>

/** Requests with a token of this limit. */
async function limited(maxCallsPerDay: number | undefined, to: TestApp = app): Promise<Post> {
  const input = {
    name: fresh('token'),
    scope: 'write',
    ...(maxCallsPerDay !== undefined && { maxCallsPerDay }),
  }
  const { token } = expectSuccess(await to.post<{ token: string }>('/api/token/create', input))
  return (url, payload = {}) =>
    to.send({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })
}

async function draft(contacts: number, settings: object = {}): Promise<string> {
  const listId = await app.addDataSource(fresh('list'), Array.from({ length: contacts }, number))
  return app.addTask(fresh('task'), listId, { flow: FLOW, ...settings })
}

const call = (post: Post) => post<{ id: string }>('/api/call', { phoneNumber: number() })

function expectUsedUp(answer: Answer, facts: { max: number; used: number; calls: number }): void {
  expectError(
    answer,
    429,
    /^This token may ask for \d+ calls? in 24 hours and has asked for \d+: there is room for \d+ more in 2[45] hours$/,
  )
  const params = { reason: 'calls_used_up', ...facts }
  expect(answer.body).toMatchObject({ errors: [{ code: 'too_many_requests', params }] })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(86_000)
}

describe('a token with a limit of calls', () => {
  it('asks for so many in 24 hours, and then not before there is room', async () => {
    const post = await limited(2)
    expectSuccess(await call(post))
    await app.rows("update token_use set minute = minute - interval '20 hours' where minute > '-infinity'")
    expectSuccess(await call(post))
    const refused = await call(post)
    expectError(refused, 429, / there is room for 1 more in (4|5) hours$/)
    expect(refused.body).toMatchObject({ errors: [{ params: { max: 2, used: 2, calls: 1 } }] })
    await app.rows(
      "update token_use set minute = minute - interval '4 hours 2 minutes' where minute > '-infinity'",
    )
    expectSuccess(await call(post))
    expectError(await call(post), 429)
    // What is older than a day is forgotten.
    expect(
      await app.rows(
        "select minute from token_use where minute < now() - interval '25 hours' and minute > '-infinity'",
      ),
    ).toEqual([])
  })

  it('counts each test call, test of a trunk and audio recorded by phone', async () => {
    const taskId = await draft(1)
    const asked: [string, object][] = [
      [`/api/task/${taskId}/testCall`, { phoneNumber: number() }],
      ['/api/audio/record', { name: fresh('audio'), phoneNumber: number() }],
    ]
    for (const [url, body] of asked) {
      const post = await limited(1)
      expectSuccess(await post(url, body))
      expectUsedUp(await call(post), { max: 1, used: 1, calls: 1 })
      const full = await limited(1)
      expectSuccess(await call(full))
      const before = await app.rows('select from single_call')
      expectUsedUp(
        await full(url, { ...body, phoneNumber: number(), ...('name' in body && { name: fresh('audio') }) }),
        { max: 1, used: 1, calls: 1 },
      )
      expect(await app.rows('select from single_call')).toHaveLength(before.length)
    }
  })

  it('counts the test of a trunk', async () => {
    const other = await createTestApp()
    onTestFinished(() => other.close())
    const { id } = expectSuccess(
      await other.post<{ id: string }>('/api/trunk/add', { name: 'carrier', host: '127.0.0.1' }),
    )
    const post = await limited(1, other)
    expectSuccess(await post(`/api/trunk/${id}/test`, { phoneNumber: number() }))
    expectUsedUp(await post(`/api/trunk/${id}/test`, { phoneNumber: number() }), {
      max: 1,
      used: 1,
      calls: 1,
    })
  })

  it('counts nothing that is refused for another reason', async () => {
    const post = await limited(1)
    expectError(await post('/api/call', { phoneNumber: '112' }), 400)
    expectError(
      await post('/api/task/publish', { id: await draft(1, { scheduledEndTime: '2020-01-01 00:00:00' }) }),
      400,
    )
    expectSuccess(await call(post))
  })

  it('counts the contacts of a task that it publishes, and not its resume', async () => {
    const post = await limited(5)
    const id = await draft(3)
    expectSuccess(await post('/api/task/publish', { id }))
    expectSuccess(await post('/api/task/pause', { id }))
    expectSuccess(await post('/api/task/resume', { id }))
    const more = await draft(3)
    expectUsedUp(await post('/api/task/publish', { id: more }), { max: 5, used: 3, calls: 3 })
    expect((await app.get(`/api/task/detail/${more}`)).body.data).toMatchObject({ status: 0 })
    expectSuccess(
      await post('/api/task/publish', { id: await draft(2, { scheduledStartTime: '2030-01-01 09:00:00' }) }),
    )
    expectUsedUp(await call(post), { max: 5, used: 5, calls: 1 })
  })

  it('never publishes a task with more contacts than its limit, nor one whose list grows', async () => {
    const post = await limited(2)
    expectError(
      await post('/api/task/publish', { id: await draft(3) }),
      403,
      /may ask for 2 calls in 24 hours, and these would be 3/,
    )
    expectError(
      await post('/api/task/publish', { id: await draft(1, { listMode: 'live' }) }),
      403,
      /live list mode/,
    )
    const free = await limited(undefined)
    expectSuccess(await free('/api/task/publish', { id: await draft(1, { listMode: 'live' }) }))
  })

  it('counts contacts that it adds to the list of live tasks, for each of them', async () => {
    const listId = await app.addDataSource(fresh('list'), [number()])
    const publish = async (settings: object) => {
      const id = await app.addTask(fresh('task'), listId, { flow: FLOW, ...settings })
      expectSuccess(await app.post('/api/task/publish', { id }))
      return id
    }
    await publish({ listMode: 'snapshot' })
    const ids = [await publish({ listMode: 'live' }), await publish({ listMode: 'live' })]
    const post = await limited(5)
    const add = () => post(`/api/dataSource/${listId}/contact/add`, { phoneNumber: number() })
    const contacts = () => app.rows('select from contact where data_source_id = $1', [listId])
    expectSuccess(await add())
    expectSuccess(await add())
    expectUsedUp(await add(), { max: 5, used: 4, calls: 2 })
    expect(await contacts()).toHaveLength(3)

    const authorization = `Bearer ${(await app.tokens.create({ name: fresh('token'), scope: 'write', maxCallsPerDay: 3 })).token}`
    const file = (count: number) => ({
      payload: `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nphoneNumber\n${Array.from({ length: count }, number).join('\n')}\r\n--x--\r\n`,
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
    })
    const upload = (path: string, count: number) =>
      app.http.inject({ method: 'POST', url: `/api/dataSource/${listId}/${path}`, ...file(count) })
    expect((await upload('contact/batchImport', 2)).statusCode).toBe(403)
    expect(await contacts()).toHaveLength(3)
    expect((await upload('contact/batchImport', 1)).statusCode).toBe(200)
    const job = (await upload('import', 1)).json<{ data: { id: string } }>().data.id
    const start = () =>
      app.send({ method: 'POST', url: `/api/import/${job}/start`, payload: {}, headers: { authorization } })
    expectError(await start(), 403, /live list mode/)

    for (const id of ids) expectSuccess(await app.post('/api/task/stop', { id }))
    expectSuccess(await start())
    expectSuccess(await add())
  })

  it('counts the contacts of a recall', async () => {
    const id = await draft(3)
    expectSuccess(await app.post('/api/task/publish', { id }))
    await app.rows(
      `insert into dial (task_id, contact_id, position, phone_number, attempts, priority, outcome, calls, update_time, cause)
       select $1, c.id, c.position, c.phone_number, 1, 3, 2, 1, now(), 'no_answer' from contact c join task t on t.data_source_id = c.data_source_id
       where t.id = $1`,
      [id],
    )
    expectUsedUpByRecall(await (await limited(2))(`/api/task/${id}/recall`))
    const post = await limited(4)
    expectSuccess(await call(post))
    const recalled = await post<{ recallCount: number }>(`/api/task/${id}/recall`)
    expect(expectSuccess(recalled).recallCount).toBe(3)
    expectUsedUp(await call(post), { max: 4, used: 4, calls: 1 })
  })

  it('counts the remaining contacts of a task that is continued', async () => {
    const id = await draft(3)
    expectSuccess(await app.post('/api/task/publish', { id }))
    expectSuccess(await app.post('/api/task/stop', { id }))
    const post = await limited(4)
    const { id: rest } = expectSuccess(await post<{ id: string }>('/api/task/continue', { id }))
    expectSuccess(await call(post))
    expectSuccess(await post('/api/task/publish', { id: rest }))
    expectUsedUp(await call(post), { max: 4, used: 4, calls: 1 })
  })

  it('holds for requests at the same moment', async () => {
    const post = await limited(3)
    const answers = await Promise.all(Array.from({ length: 12 }, () => call(post)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(9).fill(429)])
  })

  it('shows its limit, and has no other than a positive number', async () => {
    await limited(7)
    const name = `token ${serial}`
    const { rows } = expectSuccess(
      await app.get<{ rows: { name: string; maxCallsPerDay: number | null }[] }>('/api/token/list'),
    )
    expect(rows.find((row) => row.name === name)).toMatchObject({ maxCallsPerDay: 7 })
    const input = { name: fresh('token'), scope: 'write', maxCallsPerDay: 0 }
    expectError(await app.post('/api/token/create', input), 400, /maxCallsPerDay/)
  })
})

function expectUsedUpByRecall(answer: Answer): void {
  expectError(answer, 403, /these would be 3/)
}

describe('the limit of the service', () => {
  it('holds for tokens without a limit of their own, and for that of the environment', async () => {
    const other = await createTestApp({
      ...{ database: app.database, role: 'all', gateway: phones.gateway() },
      maxCallsPerTokenPerDay: 1,
    })
    onTestFinished(() => other.close())
    const preset: Post = (url, payload) =>
      other.send({ method: 'POST', url, payload, headers: { authorization: `Bearer ${TEST_TOKEN}` } })
    for (const post of [await limited(undefined, other), preset]) {
      expectSuccess(await call(post))
      expectUsedUp(await call(post), { max: 1, used: 1, calls: 1 })
    }
    const own = await limited(2, other)
    expectSuccess(await call(own))
    expectSuccess(await call(own))
    expectUsedUp(await call(own), { max: 2, used: 2, calls: 1 })
  })
})
