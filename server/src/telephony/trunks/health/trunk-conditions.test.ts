import { expect, it } from 'vitest'
import { createManualClock } from '../../../../test/support/manual-clock.ts'
import { createSilentLog } from '../../../platform/kernel/log/log.ts'
import type { ProbedState, TrunkDetails, TrunkProbe } from '../test/trunk-probe.ts'
import type { Trunk } from '../trunk.ts'
import { DEFAULT_TRUNK_SETTINGS } from '../trunk-settings.ts'
import { createTrunkConditions, type NodeReport } from './trunk-conditions.ts'

const TRUNK: Trunk = {
  ...{ ...DEFAULT_TRUNK_SETTINGS, id: 'a', name: 'Main', host: '192.0.2.1', password: null },
}
const KNOWN: ProbedState = {
  ...{ isReachable: true, roundTripMs: 8, registration: undefined, fault: undefined },
}

interface World {
  trunk?: Partial<Trunk>
  state?: ProbedState | Error | undefined
  details?: TrunkDetails
  hasSwitch?: boolean
  reports?: NodeReport[]
}

function createWorld(world: World = {}) {
  const clock = createManualClock('2026-11-17T10:00:00Z')
  let looks = 0
  const probe: TrunkProbe = {
    resolve: async () => [],
    async state() {
      looks += 1
      if (world.state instanceof Error) throw world.state
      return 'state' in world ? world.state : KNOWN
    },
    details: async () => new Map(world.details && [['a', world.details]]),
    call: () => Promise.reject(new Error('no route')),
  }
  const conditions = createTrunkConditions({
    trunks: { list: async () => [{ ...TRUNK, ...world.trunk }] },
    probe: () => (world.hasSwitch === false ? undefined : probe),
    node: 'one',
    host: 'host-1',
    readReports: async () => world.reports ?? [],
    clock,
    log: createSilentLog(),
  })
  return { ...conditions, clock, looks: () => looks }
}

it.each<[string, World, string, string | null]>([
  ['off', { trunk: { isEnabled: false } }, 'off', null],
  ['on no switch here', { hasSwitch: false }, 'unknown', null],
  ['not asked yet', { state: { ...KNOWN, isReachable: undefined } }, 'unknown', null],
  ['reachable', {}, 'reachable', 'reachable'],
  ['of this machine', { trunk: { nodes: ['Host-1'] } }, 'reachable', 'reachable'],
  ['of a machine where no node runs', { trunk: { nodes: ['host-2'] } }, 'down', 'no_node'],
  [
    'of a machine where no node runs, but others',
    { trunk: { nodes: ['host-2'] }, reports: [{ node: 'three', host: 'host-3', trunks: [] }] },
    'down',
    'no_node',
  ],
  [
    'of a machine whose node has not looked at it yet',
    { trunk: { nodes: ['Host-2'] }, reports: [{ node: 'two', host: 'host-2', trunks: [] }] },
    'unknown',
    null,
  ],
  [
    'registered',
    { trunk: { registers: true }, state: { ...KNOWN, registration: 'registered' } },
    'registered',
    'registered',
  ],
  [
    'registered by another node',
    { trunk: { registers: true, registrar: 'two' } },
    'reachable',
    'registered_by',
  ],
  [
    'about to register',
    { trunk: { registers: true }, state: { ...KNOWN, registration: 'waiting' } },
    'unknown',
    null,
  ],
  [
    'rejected',
    { trunk: { registers: true }, state: { ...KNOWN, registration: 'rejected' } },
    'down',
    'registration_rejected',
  ],
  ['silent', { state: { ...KNOWN, isReachable: false } }, 'down', 'not_reachable'],
  ['held back', { details: { heldBack: 'SIP 403' } }, 'heldBack', 'held_back'],
  [
    'silent and held back',
    { state: { ...KNOWN, isReachable: false }, details: { heldBack: 'SIP 403' } },
    'down',
    'not_reachable',
  ],
  ['not usable', { state: { ...KNOWN, fault: 'its host' } }, 'down', 'not_usable'],
  ['on an Asterisk that does not run', { state: new Error('no program') }, 'down', 'no_asterisk'],
])('a trunk that is %s is %s', async (_, world, state, code) => {
  expect(await createWorld(world).all()).toMatchObject([{ id: 'a', state, code }])
})

const seen = (state: 'down' | 'registered') => ({
  ...{ id: 'a', name: 'Main', state, code: null, facts: {} },
  ...{ roundTripMs: 30, registration: null, liveCalls: 0, media: null },
})

it('says how each node sees it, and the worst of that first', async () => {
  const reports = [
    { node: 'one', host: 'host-1', trunks: [seen('down')] },
    { node: 'two', host: 'host-2', trunks: [seen('down')] },
  ]
  const details = { liveCalls: 4, media: { calls: 2, loss: 0.01, jitterMs: 3, mes: 90 } }
  const [trunk] = await createWorld({ reports, details }).all()
  // What this node wrote some seconds ago is older than what it sees now.
  expect(trunk).toMatchObject({
    state: 'down',
    nodes: [
      { node: 'one', state: 'reachable', roundTripMs: 8, ...details },
      { node: 'two', state: 'down', roundTripMs: 30 },
    ],
  })
})

it('knows on a node without a switch what the others see', async () => {
  const reports = [{ node: 'two', host: 'host-2', trunks: [seen('registered')] }]
  expect(await createWorld({ hasSwitch: false, reports }).all()).toMatchObject([{ state: 'registered' }])
})

it('looks at its trunks every few seconds, and reports what it saw last', async () => {
  const { report, clock, looks } = createWorld()
  expect(report()).toEqual([])
  await expect.poll(report).toMatchObject([{ id: 'a', name: 'Main', state: 'reachable' }])
  report()
  expect(looks()).toBe(1)
  clock.advance(5000)
  report()
  await expect.poll(looks).toBe(2)
})
