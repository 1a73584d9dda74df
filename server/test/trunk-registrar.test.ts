// Which node registers a trunk: one of them, as long as it is a member and its switch runs.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../src/platform/kernel/ids.ts'
import { createRegistrar } from '../src/telephony/trunks/registrar.ts'
import { expectSuccess } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'
import { trunkWith } from './support/trunks.ts'

let database: TestDatabase
let app: TestApp
let trunkId: string

beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp({ database, role: 'all', gateway: createInstantGateway() })
})
beforeEach(async () => {
  await app.rows('truncate trunk, dialer_node')
  const trunk = { ...{ name: 'Main', host: '192.0.2.1', username: 'u', password: 'p', registers: true } }
  trunkId = expectSuccess(await app.post<{ id: string }>('/api/trunk/add', trunk)).id
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

async function openNode(name: string) {
  const id = newId()
  await app.rows(
    'insert into dialer_node (id, name, start_time, heartbeat_time) values ($1, $2, now(), now())',
    [id, name],
  )
  const asterisk = { fault: undefined as string | undefined, isGone: false, changes: 0 }
  let trunks = [trunkWith({ id: trunkId, registers: true })]
  const registrar = createRegistrar({ db: database.db, log: silentLog, trunks: { enabled: () => trunks } })
  registrar.attach({
    fault: () => asterisk.fault,
    isGone: () => asterisk.isGone,
    registrationsChanged() {
      asterisk.changes += 1
    },
  })
  return {
    id,
    asterisk,
    keep: () => registrar.keep(id),
    registers: () => registrar.has(trunkId),
    remove: () => app.rows('delete from dialer_node where id = $1', [id]),
    /** As after the loss of its membership. */
    renew: async () => {
      const renewed = newId()
      await app.rows(
        'insert into dialer_node (id, name, start_time, heartbeat_time) values ($1, $2, now(), now())',
        [renewed, name],
      )
      await registrar.keep(renewed)
    },
    disable: () => {
      trunks = []
    },
  }
}

const registrar = async () =>
  (
    await app.rows<{ name: string | null }>(
      'select n.name from trunk t left join dialer_node n on n.id = t.registrar',
    )
  )[0]?.name

it('is the first node, and another when that has left', async () => {
  const [one, two] = [await openNode('one'), await openNode('two')]
  await one.keep()
  await two.keep()
  expect([one.registers(), two.registers(), await registrar()]).toEqual([true, false, 'one'])
  await one.keep()
  expect([one.asterisk.changes, two.asterisk.changes]).toEqual([1, 0])

  await one.remove()
  await two.keep()
  expect([two.registers(), await registrar()]).toEqual([true, 'two'])
  // It was taken for dead, and finds another one registering when it is back.
  await one.renew()
  expect([one.registers(), one.asterisk.changes]).toEqual([false, 2])
  expect(await registrar()).toBe('two')
})

it('is exactly one of many nodes that see a free trunk at the same time', async () => {
  const nodes = await Promise.all(Array.from({ length: 8 }, (_, index) => openNode(`node ${index}`)))
  for (let turn = 0; turn < 10; turn += 1) {
    await app.rows('update trunk set registrar = $1', [newId()])
    await Promise.all(nodes.map(({ keep }) => keep()))
    expect(nodes.filter(({ registers }) => registers())).toHaveLength(1)
  }
})

it('takes nothing before its switch runs, keeps what it has while that starts again, and gives it back when it fails', async () => {
  const [one, two] = [await openNode('one'), await openNode('two')]
  one.asterisk.fault = 'Asterisk is starting'
  await one.keep()
  expect(await registrar()).toBeNull()
  one.asterisk.fault = undefined
  await one.keep()
  one.asterisk.fault = 'Asterisk is starting'
  await one.keep()
  await two.keep()
  expect([one.registers(), two.registers()]).toEqual([true, false])
  one.asterisk.isGone = true
  await one.keep()
  await two.keep()
  expect([one.registers(), two.registers(), await registrar()]).toEqual([false, true, 'two'])
  two.disable()
  await two.keep()
  expect(two.registers()).toBe(false)
})

it('is given up by a node that does not have the trunk any more', async () => {
  const [one, two] = [await openNode('one'), await openNode('two')]
  await one.keep()
  one.disable()
  await one.keep()
  expect([one.registers(), await registrar()]).toEqual([false, null])
  await two.keep()
  expect([two.registers(), await registrar()]).toEqual([true, 'two'])
})

it('is shown by the health of the trunk', async () => {
  const node = await openNode('one')
  await node.keep()
  const seen = { id: trunkId, name: 'Main', facts: {}, roundTripMs: 5, liveCalls: 0, media: null }
  const registered = { ...seen, state: 'registered', code: 'registered', registration: 'registered' }
  const facts = { node: 'one' }
  const other = { ...seen, state: 'reachable', code: 'registered_by', facts, registration: null }
  await openNode('two')
  for (const [name, states] of [
    ['one', [registered]],
    ['two', [other]],
  ] as const)
    await app.rows('update dialer_node set trunk_states = $2 where name = $1', [name, JSON.stringify(states)])
  const { rows } = expectSuccess(await app.get<{ rows: object[] }>('/api/trunk/states'))
  expect(rows).toMatchObject([
    {
      state: 'registered',
      nodes: [
        { node: 'one', state: 'registered', registration: 'registered' },
        { node: 'two', state: 'reachable', message: expect.stringContaining('node one registers') },
      ],
    },
  ])
})
