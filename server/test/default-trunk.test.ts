// A service with GATEWAY: its gateway is a trunk named `default`, with limits, caller IDs and a record of its calls.
import { expect, it, onTestFinished } from 'vitest'
import { asDefaultTrunk } from '../src/gateways/default-trunk-gateway.ts'
import type { EnvironmentTrunk } from '../src/trunks/default-trunk.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { addTrunk, createCarrier, dial } from './support/stand-in-carriers.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import type { TestDatabase } from './support/test-database.ts'

const PLATFORM: EnvironmentTrunk = {
  kind: 'http',
  host: 'platform.example',
  callerIds: ['+4930901820', '+4930901821'],
}

async function open({
  given = PLATFORM,
  database,
}: {
  given?: EnvironmentTrunk
  database?: TestDatabase
} = {}) {
  const { carrier, gateway } = createCarrier()
  const app = await createTestApp({
    ...{ role: 'all', gatewayKind: given.kind, environmentTrunk: given },
    ...(database && { database }),
    gateway: ({ trunks }) => asDefaultTrunk(gateway(), trunks),
  })
  onTestFinished(() => app.close())
  app.startDialing()
  return { app, carrier }
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
  const changed: EnvironmentTrunk = { ...PLATFORM, kind: 'freeswitch', host: '127.0.0.1' }
  const next = await open({ given: changed, database: app.database })
  expect(await listed(next.app)).toMatchObject([
    { id: before?.id, name: 'default', kind: 'freeswitch', host: '127.0.0.1', lines: 7 },
  ])
})

it('has another name if a trunk is called default already, which gets no calls', async () => {
  const plain = await createTestApp()
  onTestFinished(() => plain.close())
  await addTrunk(plain, 'default')
  const { app, carrier } = await open({ database: plain.database })
  expect((await listed(app)).map(({ name, kind }) => [name, kind])).toEqual([
    ['default', 'sip'],
    ['default (http)', 'http'],
  ])
  await dial(app, 'task', ['+4930110'])
  await eventually(() => expect(carrier.numbers).toEqual(['+4930110']))
})
