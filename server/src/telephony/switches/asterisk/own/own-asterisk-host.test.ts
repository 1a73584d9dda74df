import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../../../test/support/eventually.ts'
import { startFakeAri } from '../../../../../test/support/fake-ari.ts'
import { silentLog } from '../../../../../test/support/silent-log.ts'
import { trunkWith } from '../../../../../test/support/trunks.ts'
import { systemClock } from '../../../../platform/kernel/clock.ts'
import { newId } from '../../../../platform/kernel/ids.ts'
import type { CallRequest, GatewayEvent, InboundCall } from '../../../gateway.ts'
import { GatewayFault } from '../../../refusals.ts'
import type { Trunk } from '../../../trunks/trunk.ts'
import { createAriClient } from '../ari/ari-client.ts'
import type { OwnAsteriskState } from './own-asterisk.ts'
import { createOwnAsteriskHost } from './own-asterisk-host.ts'

const PHONE = {
  ...{ id: newId(), name: 'Desk', username: '0001234567', password: 'secret' },
  ...{ isBrowser: false, expireTime: null, isEnabled: true },
}

async function open(settings: Partial<Trunk> = {}) {
  const trunk = trunkWith(settings)
  const asterisk = await startFakeAri({
    username: 'carillon',
    password: 'secret',
    trunk: `trunk-${trunk.id}`,
  })
  const own = { state: { kind: 'starting' } as OwnAsteriskState, did: [] as string[] }
  const manager = { host: '127.0.0.1', port: 1, username: 'carillon', password: 'secret' }
  const access = { url: `${asterisk.url}/ari`, username: 'carillon', password: 'secret', manager }
  const ari = createAriClient({ settings: access, clock: systemClock, timeoutMs: 5000 })
  const trunkSwitch = createOwnAsteriskHost({
    create: async () => ({
      nat: { externalAddress: undefined, localNetworks: [] },
      ...{ access, ari },
      start: () => own.did.push('start'),
      hasAll: () => true,
      onlineEndpoints: async () => new Set<string>(),
      ready: async () => undefined,
      async apply() {
        own.did.push('apply')
      },
      state: () => own.state,
      trunkStates: async () => [],
      async stop() {
        own.did.push('stop')
      },
    }),
    settings: { ringTimeoutSeconds: 30, maxCallSeconds: 60 },
    country: () => 'DE',
    clock: systemClock,
    log: silentLog,
    timing: { reopenAfterMs: 5, maxReopenAfterMs: 20, eventDelayMs: 20 },
  })
  await trunkSwitch.apply([trunk])
  onTestFinished(() => {
    ari.close()
    return asterisk.close()
  })
  return { trunk, asterisk, own, trunkSwitch }
}

async function openGateway(settings: Partial<Trunk> = {}) {
  const opened = await open(settings)
  const { trunk, trunkSwitch, asterisk } = opened
  let current = trunk
  const gateway = trunkSwitch.open(trunk, () => current)
  const health = () => gateway.health(trunk.id)
  const events: GatewayEvent[] = []
  gateway.listen((event) => events.push(event))
  onTestFinished(() => gateway.close())
  await eventually(() => expect(health()).toEqual({ isUp: true }))
  const dialed = () =>
    asterisk.requests
      .filter(({ line }) => line === 'POST /channels')
      .map(({ body }) => [body.endpoint, body.callerId])
  return {
    ...{ ...opened, gateway, events, dialed, health },
    change(changed: Partial<Trunk>) {
      current = { ...trunk, ...changed }
    },
    async call(phoneNumber: string): Promise<string> {
      const attemptId = newId()
      const flow: CallRequest['flow'] = { steps: [{ id: 'end', type: 'hangup' }] }
      await gateway.originate({ attemptId, phoneNumber, taskId: 'task', contactId: 'contact', flow })
      return attemptId
    },
  }
}

it('is started once, gets changes, and is started anew after it was stopped', async () => {
  const { trunk, trunkSwitch, own } = await open()
  await trunkSwitch.apply([trunk])
  await trunkSwitch.stop()
  await trunkSwitch.stop()
  await trunkSwitch.apply([trunk])
  expect(own.did).toEqual(['start', 'apply', 'stop', 'start'])
})

it('runs for own phones without any trunk, and ends with the last of both', async () => {
  const { trunkSwitch, own } = await open()
  await trunkSwitch.applyPhones([PHONE])
  expect(trunkSwitch.phones()).toBeDefined()
  await trunkSwitch.stop()
  expect(trunkSwitch.asterisk()).toBeDefined()
  await trunkSwitch.applyPhones([])
  expect([trunkSwitch.asterisk(), trunkSwitch.phones()]).toEqual([undefined, undefined])
  await trunkSwitch.applyPhones([PHONE])
  await trunkSwitch.applyPhones([])
  expect(own.did).toEqual(['start', 'apply', 'apply', 'stop', 'start', 'stop'])
})

it('says why it does not run, and that it has no calls then', async () => {
  const { trunkSwitch, own } = await open()
  expect([trunkSwitch.fault(), trunkSwitch.isGone()]).toEqual(['Asterisk is starting', false])
  own.state = { kind: 'running', version: '22', origin: 'here' }
  expect([trunkSwitch.fault(), trunkSwitch.isGone()]).toEqual([undefined, false])
  own.state = { kind: 'waiting', reason: 'no Asterisk is installed' }
  expect([trunkSwitch.fault(), trunkSwitch.isGone()]).toEqual(['no Asterisk is installed', true])
})

it('dials numbers as the trunk wants them, with its caller IDs in turn, as they are now', async () => {
  const { call, dialed, trunk, change } = await openGateway({
    numberForm: 'doubleZero',
    callerIds: ['+49301', '+49302'],
  })
  const endpoint = (number: string) => `PJSIP/${number}@trunk-${trunk.id}`
  await call('+4930105')
  await call('030 115')
  change({ numberForm: 'digits', callerIds: ['+49303'] })
  await call('+4930105')
  change({ numberForm: 'plus', prefixRules: [{ match: '+49', strip: 3, add: '0' }], callerIds: [] })
  await call('+4930105')
  expect(dialed()).toEqual([
    [endpoint('004930105'), '+49301'],
    [endpoint('004930115'), '+49302'],
    [endpoint('4930105'), '+49303'],
    [endpoint('030105'), undefined],
  ])
})

it('transfers to numbers as the trunk wants them', async () => {
  const { call, asterisk, gateway, dialed, trunk, events } = await openGateway({ numberForm: 'digits' })
  const id = await call('+4930105')
  await asterisk.pass(1000)
  await eventually(() => expect(events.map(({ type }) => type)).toContain('answered'))
  await gateway.control?.transfer(id, { to: 'tel:+4930115', timeoutSeconds: 5 })
  expect(dialed().at(-1)?.[0]).toBe(`PJSIP/4930115@trunk-${trunk.id}`)
})

it('takes no notice of the calls of other trunks', async () => {
  const { asterisk, gateway, events } = await openGateway()
  const other = newId()
  const peer = { id: other, name: 'PJSIP/trunk-other-00000000', state: 'Ringing' }
  await asterisk.send({ type: 'Dial', dialstatus: 'RINGING', peer })
  expect(events).toEqual([])
  expect(await gateway.reconcile([other])).toEqual(new Map([[other, { state: 'unknown' }]]))
})

/** The events of a call that the carrier ends with this answer. */
function answering(before: readonly string[], status: number, cause: number) {
  const peer = { id: '{id}', state: 'Down' }
  return [
    ...[...before, 'CHANUNAVAIL'].map((dialstatus) => ({ type: 'Dial', dialstatus, peer })),
    { type: 'ChannelDestroyed', cause, tech_cause: status, channel: peer },
  ]
}

it.each([
  [302, 127],
  [402, 127],
  [500, 38],
  [502, 27],
  [503, 34],
  [504, 102],
  [606, 58],
])(
  'does not place a call that is refused with %i before any sound: the trunk is at fault',
  async (status, cause) => {
    const { asterisk, call, events } = await openGateway()
    asterisk.script('+4930201', answering([], status, cause))
    const error: unknown = await call('+4930201').catch((reason) => reason)
    expect(error).toBeInstanceOf(GatewayFault)
    expect(error).toMatchObject({ sipStatus: status })
    expect(events).toEqual([])
  },
)

it.each([
  [403, 21, 'network_error'],
  [500, 38, 'network_error'],
  [502, 27, 'network_error'],
  [503, 34, 'congestion'],
])(
  'has placed a call that is refused with %i after early media: a phone may have rung',
  async (status, cause, recorded) => {
    const { asterisk, call, events, health } = await openGateway()
    asterisk.script('+4930201', answering(['PROGRESS'], status, cause))
    const attemptId = await call('+4930201')
    const end = { cause: recorded, talkMs: 0, mayHaveRung: true, sipStatus: status }
    await eventually(() =>
      expect(events).toEqual([
        { type: 'ringing', attemptId },
        { type: 'ended', attemptId, end },
      ]),
    )
    expect(health()).toEqual({ isUp: true })
  },
)

it.each([
  [487, 127],
  [480, 19],
  [undefined, 0],
])('says that nobody answered if early media goes on until our timeout (SIP %s)', async (status, cause) => {
  const { asterisk, call, events } = await openGateway()
  const peer = { id: '{id}', state: 'Down' }
  asterisk.script('+4930201', [
    { type: 'Dial', dialstatus: 'PROGRESS', peer },
    { type: 'ChannelDestroyed', cause, tech_cause: status, channel: peer },
  ])
  await call('+4930201')
  await eventually(() => expect(events.at(-1)).toMatchObject({ type: 'ended', end: { cause: 'no_answer' } }))
})

it.each([607, 608])('says that a call was rejected if it ends with %i', async (status) => {
  const { asterisk, call, events } = await openGateway()
  asterisk.script('+4930201', answering([], status, 127))
  await call('+4930201')
  const end = { cause: 'rejected', talkMs: 0, sipStatus: status }
  await eventually(() => expect(events.at(-1)).toMatchObject({ type: 'ended', end }))
})

it('tests trunks while Asterisk is wanted, and says why it does not run', async () => {
  const { own, trunk, trunkSwitch } = await open()
  const state = () => trunkSwitch.probe()?.state(trunk.id)
  expect(await state()).toBeUndefined()
  own.state = { kind: 'waiting', reason: 'no program' }
  await expect(state()).rejects.toThrow('no program')
  await trunkSwitch.stop()
  expect(trunkSwitch.probe()).toBeUndefined()
})

it('offers calls from outside before they are answered, and controls them afterwards', async () => {
  const { asterisk, gateway, events } = await openGateway()
  const offered: InboundCall[] = []
  gateway.listenInbound((call) => offered.push(call))
  await asterisk.callIn('1700000000.1', { from: '+49151', dialed: 'account', to: '+4930901820' })
  await eventually(() => expect(offered).toHaveLength(1))
  const [call] = offered
  expect(call).toMatchObject({ callerNumber: '+49151', dialed: ['account', '+4930901820'] })
  expect(events).toEqual([])
  expect(call?.take()).toBe(true)
  await call?.answer()
  await asterisk.settle()
  const attemptId = call?.id ?? ''
  expect(events).toEqual([{ type: 'answered', attemptId }])
  await gateway.control?.play(attemptId, '1', [{ url: 'http://sound', durationMs: 1 }])
  await gateway.control?.transfer(attemptId, { to: 'tel:+4930115', timeoutSeconds: 5 })
  await asterisk.pass(2000)
  expect(events).toContainEqual({ type: 'played', attemptId, playId: '1', result: 'done' })
  expect(events).toContainEqual({ type: 'transferred', attemptId, result: 'answered' })
  await asterisk.hangUpAtFarEnd('1700000000.1')
  const end = { cause: 'answered', talkMs: expect.any(Number) }
  expect(events).toContainEqual({ type: 'ended', attemptId, end })
  await eventually(() => expect(asterisk.channels()).toEqual([]))
})

it.each([
  ['no_such_number', '1'],
  ['busy', '17'],
  ['unavailable', '34'],
] as const)('refuses a call from outside: %s', async (why, cause) => {
  const { asterisk, gateway, events } = await openGateway()
  gateway.listenInbound((call) => call.refuse(why))
  await asterisk.callIn('1700000000.1', { from: '', dialed: '+4930901820' })
  await eventually(() => expect(asterisk.reasons.get('1700000000.1')).toBe(cause))
  expect(events).toEqual([])
})

it('reports a caller who hangs up before the answer, and blames nobody', async () => {
  const { asterisk, gateway, events, health } = await openGateway()
  const offered: InboundCall[] = []
  gateway.listenInbound((call) => offered.push(call))
  await asterisk.callIn('1.1', { from: '', dialed: '+4930901820' })
  await eventually(() => expect(offered).toHaveLength(1))
  offered[0]?.take()
  await asterisk.hangUpAtFarEnd('1.1')
  expect(events).toEqual([
    { type: 'ended', attemptId: offered[0]?.id, end: { cause: 'no_answer', talkMs: 0 } },
  ])
  expect(offered[0]?.callerNumber).toBeUndefined()
  await expect(offered[0]?.answer()).rejects.toThrow('the caller has hung up')
  expect(offered[0]?.take()).toBe(false)
  expect(health()).toEqual({ isUp: true })
})

it('is called again after its connection was lost', async () => {
  const { asterisk, gateway, health } = await openGateway()
  gateway.listenInbound((call) => call.refuse('busy'))
  asterisk.closeEvents()
  await eventually(() => expect(health().isUp).toBe(false))
  // Nobody is there: the dialplan refuses the call.
  await asterisk.callIn('1.1', { from: '', dialed: '+4930901820' })
  expect(asterisk.channels()).toEqual([])
  asterisk.openEvents()
  await eventually(() => expect(health()).toEqual({ isUp: true }))
  await asterisk.callIn('1.2', { from: '', dialed: '+4930901820' })
  await eventually(() => expect(asterisk.reasons.get('1.2')).toBe('17'))
})
