// A service with GATEWAY: its gateway is a trunk named `default`, with limits, caller IDs and a record of its calls.
import { describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../src/platform/kernel/ids.ts'
import { migrate } from '../src/platform/storage/migrate.ts'
import { GatewayFault } from '../src/telephony/refusals.ts'
import { type EnvironmentTrunk, keepDefaultTrunk } from '../src/telephony/trunks/default-trunk.ts'
import { backUp, restore } from './support/backups.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createOldDatabase } from './support/old-database.ts'
import { silentLog } from './support/silent-log.ts'
import { addTrunk, dial, FLOW, openService } from './support/stand-in-carriers.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const PLATFORM: EnvironmentTrunk = {
  kind: 'http',
  host: 'platform.example',
  callerIds: ['+4930901820', '+4930901821'],
}

async function open({
  given = PLATFORM,
  ...options
}: {
  given?: EnvironmentTrunk
  database?: TestDatabase
  nodes?: number
  isPlatform?: boolean
} = {}) {
  const { simulated: carrier, ...service } = await openService({ environment: given, ...options })
  return { carrier, ...service }
}

interface Listed {
  id: string
  name: string
  kind: string
  host: string
  lines: number | null
}

const listed = async (app: TestApp) =>
  expectSuccess(await app.get<{ rows: Listed[] }>('/api/trunk/list')).rows

it('is listed, has its calls on record, and holds its limits', async () => {
  const { app, carrier } = await open()
  const [trunk] = await listed(app)
  expect(trunk).toMatchObject({ name: 'default', kind: 'http', host: 'platform.example', lines: null })
  const id = trunk?.id ?? ''
  carrier.answersFrom = 2
  expectSuccess(await app.post('/api/trunk/update', { id, lines: 2 }))
  const numbers = Array.from({ length: 8 }, (_, index) => `+49301${10 + index}`)
  await dial(app, 'task', numbers, { trunkIds: [id] })
  expect(carrier.maxLive).toBe(2)
  const calls = await app.rows<{ trunk_id: string; caller_id: string }>(
    'select trunk_id, caller_id from call',
  )
  expect(calls).toHaveLength(8)
  for (const { trunk_id, caller_id } of calls) {
    expect(trunk_id).toBe(id)
    expect(PLATFORM.callerIds).toContain(caller_id)
  }
})

it.each([
  ['host', { host: 'other.example' }],
  ['isEnabled', { isEnabled: false }],
  ['callerIds', { callerIds: [] }],
])('is not changed in what the environment says: %s', async (_field, change) => {
  const { app } = await open()
  const [trunk] = await listed(app)
  const refused = await app.post('/api/trunk/update', { id: trunk?.id, ...change })
  expectError(refused, 405, /GATEWAY/)
  expectError(await app.post('/api/trunk/delete', { id: trunk?.id }), 405, /GATEWAY/)
  expectError(await app.post(`/api/trunk/${trunk?.id}/test`, { phoneNumber: '+4930115' }), 405, /GATEWAY/)
})

it('follows the environment at the next start, and keeps its id and its limits', async () => {
  const { app } = await open()
  const [before] = await listed(app)
  expectSuccess(await app.post('/api/trunk/update', { id: before?.id, lines: 7 }))
  const changed: EnvironmentTrunk = { ...PLATFORM, kind: 'asterisk', host: '127.0.0.1' }
  const next = await open({ given: changed, database: app.database })
  expect(await listed(next.app)).toMatchObject([
    { id: before?.id, name: 'default', kind: 'asterisk', host: '127.0.0.1', lines: 7 },
  ])
})

it('has no room for calls once the service has no GATEWAY any more', async () => {
  const { app, carrierOf } = await openService()
  await keepDefaultTrunk(app.db, PLATFORM, new Date())
  carrierOf('Berlin').answersFrom = 2
  await addTrunk(app, 'Berlin', { lines: 1 })
  const list = await app.addDataSource('list', ['+4930110', '+4930111'])
  const id = await app.addTask('task', list, { flow: FLOW })
  expectSuccess(await app.post('/api/task/publish', { id }))
  await eventually(async () => {
    const path = `/api/task/${id}/explain`
    const { reasons } = expectSuccess(await app.get<{ reasons: { code: string }[] }>(path))
    expect(reasons.map(({ code }) => code)).toEqual(['dialing', 'waiting_for_trunk'])
  })
})

it('has another name if a trunk is called default already', async () => {
  const plain = await createTestApp()
  onTestFinished(() => plain.close())
  await addTrunk(plain, 'default', { isEnabled: false })
  const { app, carrier } = await open({ database: plain.database })
  expect((await listed(app)).map(({ name, kind }) => [name, kind])).toEqual([
    ['default', 'sip'],
    ['default (http)', 'http'],
  ])
  await dial(app, 'task', ['+4930110'])
  await eventually(() => expect(carrier.numbers).toEqual(['+4930110']))
})

it('of a FreeSWITCH, stored by an earlier version or in a backup of it, becomes a disabled SIP trunk', async () => {
  const old = await createOldDatabase('0091')
  const settings = {
    ...{ kind: 'freeswitch', host: '127.0.0.1', callerIds: ['+4930901820'], isEnabled: true, lines: 7 },
    ...{ prices: [{ prefix: '49', price: 0.01 }], currency: 'EUR' },
  }
  const id = newId()
  await old.rows(
    `insert into trunk (id, name, settings, create_time, update_time) values ($1, 'default', $2, now(), now())`,
    [id, settings],
  )
  const restored = await createTestDatabase({ isEmpty: true })
  onTestFinished(() => restored.drop())
  await restore(await backUp(old.db), restored.db)
  for (const database of [old, restored]) {
    await migrate({ connection: database.connection, log: silentLog })
    const app = await createTestApp({ database })
    onTestFinished(() => app.close())
    const [trunk, ...others] = await listed(app)
    expect(trunk).toMatchObject({ ...settings, id, name: 'default', kind: 'sip', isEnabled: false })
    expect(others).toEqual([])
    const account = { host: 'pbx.example', username: 'carillon', password: 'secret', isEnabled: true }
    expectSuccess(await app.post('/api/trunk/update', { id, ...account }))
  }
})

describe('with trunks of the console', () => {
  const numbers = Array.from({ length: 12 }, (_, index) => `+49301${10 + index}`)
  const trunksOf = async (app: TestApp) => {
    const rows = await app.rows<{ trunk_id: string; attempt: number; cause: string }>(
      'select trunk_id, attempt, cause from call',
    )
    expect(rows).toHaveLength(numbers.length)
    for (const { attempt, cause } of rows) expect([attempt, cause]).toEqual([1, 'answered'])
    return new Set(rows.map(({ trunk_id }) => trunk_id))
  }
  it('is one of several: the first by priority gets the calls, and the lines of each hold over two nodes', async () => {
    const { app, carrier, carrierOf, untilAllHave } = await open({ nodes: 2 })
    const [own] = await listed(app)
    expectSuccess(await app.post('/api/trunk/update', { id: own?.id, priority: 2, lines: 3 }))
    const berlin = await addTrunk(app, 'Berlin', { lines: 2 })
    await untilAllHave('Berlin')
    carrierOf('Berlin').answersFrom = 2
    await dial(app, 'task', numbers)
    expect(await trunksOf(app)).toContain(berlin)
    expect(carrierOf('Berlin').maxLive).toBe(2)
    expect(carrier.maxLive).toBeLessThanOrEqual(3)
    expect([...carrier.numbers, ...carrierOf('Berlin').numbers].sort()).toEqual(numbers)
  })

  it.each([
    ['from the gateway to a trunk', 1],
    ['from a trunk to the gateway', 3],
  ])('fails over %s, and costs no attempt', async (_, priority) => {
    const { app, carrier, carrierOf, untilAllHave } = await open()
    const [own] = await listed(app)
    const id = own?.id ?? ''
    expectSuccess(await app.post('/api/trunk/update', { id, priority }))
    const berlin = await addTrunk(app, 'Berlin', { priority: 2 })
    await untilAllHave('Berlin')
    const isDown = priority === 1
    const [failing, working] = isDown ? [carrier, carrierOf('Berlin')] : [carrierOf('Berlin'), carrier]
    failing.refusal = new GatewayFault('no line', { sipStatus: 503 })
    await dial(app, 'task', numbers)
    expect(await trunksOf(app)).toEqual(new Set([isDown ? berlin : id]))
    expect([...working.numbers].sort()).toEqual(numbers)
    expect(failing.numbers).toEqual([])
  })

  it('gives calls without a flow to the gateway, which answers without one', async () => {
    const { app, carrier, carrierOf, untilAllHave } = await open({ given: { ...PLATFORM, kind: 'asterisk' } })
    const [own] = await listed(app)
    expectSuccess(await app.post('/api/trunk/update', { id: own?.id, priority: 2 }))
    await addTrunk(app, 'Berlin')
    await untilAllHave('Berlin')
    const id = await app.addTask('task', await app.addDataSource('list', numbers))
    expectSuccess(await app.post('/api/task/publish', { id }))
    await eventually(() => expect([...carrier.numbers].sort()).toEqual(numbers))
    expect(carrierOf('Berlin').numbers).toEqual([])
  })

  it('runs the flows of calls on trunks, and leaves those of a platform to it', async () => {
    const { app, carrier, untilAllHave } = await open({ isPlatform: true })
    const [own] = await listed(app)
    expectSuccess(await app.post('/api/trunk/update', { id: own?.id, lines: 1 }))
    const berlin = await addTrunk(app, 'Berlin', { priority: 2 })
    await untilAllHave('Berlin')
    const id = await app.addTask('task', await app.addDataSource('list', numbers), { flow: FLOW })
    expectSuccess(await app.post('/api/task/publish', { id }))
    await eventually(async () => {
      const ended = await app.rows(
        'select distinct trunk_id, cause, count(*)::int as calls from call group by 1, 2',
      )
      expect(ended).toEqual([{ trunk_id: berlin, cause: 'answered', calls: numbers.length - 1 }])
    })
    // The platform was told to say it, and its call goes on.
    expect(carrier.flows).toEqual([FLOW])
    expect(await app.rows('select trunk_id, flow_state from live_call')).toEqual([
      { trunk_id: own?.id, flow_state: null },
    ])
  })

  it('goes on alone when the last trunk is gone', async () => {
    const { app, carrier, untilAllHave } = await open()
    const id = await addTrunk(app, 'Berlin')
    await untilAllHave('Berlin')
    expectSuccess(await app.post('/api/trunk/delete', { id }))
    await dial(app, 'task', numbers)
    expect([...carrier.numbers].sort()).toEqual(numbers)
  })
})
