import { describe, expect, it } from 'vitest'
import { createControlledPhones } from '../../../test/support/controlled-gateway.ts'
import { createManualClock } from '../../../test/support/manual-clock.ts'
import { silentLog } from '../../../test/support/silent-log.ts'
import { standInHost } from '../../../test/support/stand-in-host.ts'
import { routesOf } from '../../../test/support/trunk-routes.ts'
import { trunkWith } from '../../../test/support/trunks.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { CallRequest, GatewayEvent, GatewayHealth } from '../gateway.ts'
import { CallRefused, GatewayFault, NotAsked, TrunkFault, TrunksFull } from '../refusals.ts'
import type { Trunk } from '../trunks/trunk.ts'
import { createRegistry, type Registry } from './registry.ts'
import { createTrunkWatch } from './trunk-watch.ts'

/** A carrier: phones, and what it says to the next calls. */
function createCarrier() {
  const phones = createControlledPhones()
  const carrier = {
    phones,
    /** Thrown at each call while it is set. */
    refusal: undefined as Error | undefined,
    /** Awaited before each call. */
    until: undefined as Promise<unknown> | undefined,
    health: { isUp: true } as GatewayHealth,
    /** Calls that it was asked for, also those that it refused. */
    asked: [] as CallRequest[],
    isClosed: false,
    gateway: () => {
      const inner = phones.gateway()
      return {
        ...inner,
        health: () => carrier.health,
        async originate(request: CallRequest) {
          carrier.asked.push(request)
          await carrier.until
          if (carrier.refusal) throw carrier.refusal
          await inner.originate(request)
        },
        async close() {
          carrier.isClosed = true
          await inner.close()
        },
      }
    },
  }
  return carrier
}

/** What waits for it goes on when it is opened. */
function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

async function openTrunks(...settings: Partial<Trunk>[]) {
  const clock = createManualClock('2026-06-10T08:00:00Z')
  const trunks = settings.map((each, index) =>
    trunkWith({ name: `trunk ${index + 1}`, priority: index + 1, ...each }),
  )
  const carriers = new Map(trunks.map(({ id }) => [id, createCarrier()]))
  const carrierOf = (index: number) => {
    const carrier = carriers.get(trunks[index]?.id ?? '')
    if (!carrier) throw new Error(`there is no trunk ${index}`)
    return carrier
  }
  async function open() {
    let enabled = trunks
    const watch = createTrunkWatch({ read: async () => enabled, log: silentLog })
    const host = standInHost(({ id }) => carriers.get(id)?.gateway() ?? createCarrier().gateway(), {
      needsFlow: false,
      close: (_trunk, on) => void on.close(),
    })
    const gateway = createRegistry({ clock, log: silentLog, real: { trunks: watch, host } })
    /** These are the enabled trunks now. */
    async function apply(list: Trunk[]): Promise<void> {
      enabled = list
      await watch.refresh()
      await expect.poll(() => gateway.trunks()?.map(({ trunk }) => trunk)).toEqual(list)
    }
    await apply(trunks)
    return { gateway, apply }
  }
  const { gateway, apply } = await open()
  const create = async () => (await open()).gateway
  const events: GatewayEvent[] = []
  gateway.listen((event) => events.push(event))
  return {
    ...{ clock, trunks, gateway, apply, events, carrierOf, create },
    async call(attemptId = newId(), trunkIds: string[] = [], phoneNumber = '+4930100') {
      const request = { attemptId, phoneNumber, taskId: 'task', contactId: 'contact' }
      await gateway.originate({ ...request, ...routesOf(gateway, trunkIds) })
      return attemptId
    },
    placed: (index: number) => carrierOf(index).phones.calls.size,
  }
}

const liveCallsOf = (gateway: Registry) =>
  [...gateway.lineStates().values()].reduce((sum, { liveCalls = 0 }) => sum + liveCalls, 0)

const unavailable = new GatewayFault('the trunk refuses calls with SIP 503', { sipStatus: 503 })

describe('the trunk of a call', () => {
  it('is the first by priority that is up', async () => {
    const { call, placed, carrierOf, gateway } = await openTrunks({ priority: 2 }, { priority: 1 })
    await call()
    expect([placed(0), placed(1)]).toEqual([0, 1])
    carrierOf(1).health = { isUp: false, reason: 'the trunk is offline' }
    await call()
    expect([placed(0), placed(1)]).toEqual([1, 1])
    expect(gateway.health()).toEqual({ isUp: true })
  })

  it('is the one of its route, with the caller ID of that', async () => {
    const { gateway, carrierOf, trunks, placed } = await openTrunks({}, {}, {})
    const route = { trunkId: trunks[1]?.id ?? '', callerId: '+4930901820' }
    const request = { attemptId: newId(), phoneNumber: '+4930100', taskId: 'task', contactId: 'contact' }
    await gateway.originate({ ...request, route })
    expect([placed(0), placed(1), placed(2)]).toEqual([0, 1, 0])
    expect(carrierOf(1).asked[0]?.route).toEqual(route)
  })

  it('is the next if it has failed since the call was claimed', async () => {
    const { gateway, carrierOf, trunks, placed } = await openTrunks({}, { callerIds: ['+4930901821'] })
    const routes = routesOf(gateway)
    carrierOf(0).health = { isUp: false, reason: 'the trunk is offline' }
    const request = { attemptId: newId(), phoneNumber: '+4930100', taskId: 'task', contactId: 'contact' }
    await gateway.originate({ ...request, ...routes })
    expect([placed(0), placed(1)]).toEqual([0, 1])
    expect(carrierOf(1).asked[0]?.route).toEqual({ trunkId: trunks[1]?.id, callerId: '+4930901821' })
  })

  it('is none that its task does not name', async () => {
    const { call, carrierOf, trunks, placed } = await openTrunks({ name: 'Berlin' }, {})
    carrierOf(0).refusal = unavailable
    const refused = call(newId(), [trunks[0]?.id ?? ''])
    await expect(refused).rejects.toThrow(
      new TrunkFault('trunk Berlin: the trunk refuses calls with SIP 503', 5000, { sipStatus: 503 }),
    )
    expect(placed(1)).toBe(0)
  })

  it('is none if the next cannot be chosen now; nobody is to blame', async () => {
    const { gateway, carrierOf, placed } = await openTrunks({}, {})
    carrierOf(0).refusal = unavailable
    const request = { attemptId: newId(), phoneNumber: '+4930100', taskId: 'task', contactId: 'contact' }
    const { route } = routesOf(gateway)
    const fails = { ...request, ...(route && { route }), nextRoute: () => Promise.reject(new Error('lost')) }
    await expect(gateway.originate(fails)).rejects.toThrow(TrunksFull)
    expect(placed(1)).toBe(0)
  })

  it('is none if all are down, and each says why', async () => {
    const { call, gateway, carrierOf } = await openTrunks({ name: 'Berlin' }, { name: 'Bonn' })
    carrierOf(0).health = { isUp: false, reason: 'the trunk is offline' }
    carrierOf(1).health = { isUp: false, reason: 'the trunk is silent' }
    const reason = 'trunk Berlin: the trunk is offline; trunk Bonn: the trunk is silent'
    expect(gateway.health()).toEqual({ isUp: false, reason })
    await expect(call()).rejects.toThrow(new TrunkFault(reason, 0))
  })

  it('is none without trunks', async () => {
    const { call, gateway } = await openTrunks()
    expect(gateway.health()).toEqual({ isUp: false, reason: 'no trunk is enabled' })
    await expect(call()).rejects.toThrow(NotAsked)
  })
})

describe('a call that a trunk refuses before it rings', () => {
  it.each([
    ['401', new CallRefused('refused', { sipStatus: 401 })],
    ['402', new CallRefused('refused', { sipStatus: 402 })],
    ['403', new CallRefused('refused', { sipStatus: 403 })],
    ['407', new GatewayFault('refused', { sipStatus: 407 })],
    ['488', new CallRefused('refused', { sipStatus: 488 })],
    ['503', unavailable],
    ['silence', new CallRefused('the far end is silent')],
    ['a trunk that is down', new GatewayFault('the trunk is offline')],
  ])('with %s goes to the next, under the same id', async (_name, refusal) => {
    const { call, placed, carrierOf, events } = await openTrunks({}, {})
    carrierOf(0).refusal = refusal
    const id = await call()
    expect([placed(0), placed(1)]).toEqual([0, 1])
    expect(carrierOf(0).asked.map(({ attemptId }) => attemptId)).toEqual([id])
    expect(carrierOf(1).asked.map(({ attemptId }) => attemptId)).toEqual([id])
    carrierOf(1).phones.answer(id)
    carrierOf(1).phones.finish(id, { cause: 'answered', talkMs: 1000 })
    expect(events).toEqual([
      { type: 'answered', attemptId: id },
      { type: 'ended', attemptId: id, end: { cause: 'answered', talkMs: 1000 } },
    ])
  })

  it('but not after an answer of the callee', async () => {
    const { call, carrierOf } = await openTrunks({}, {})
    const refusal = new CallRefused('gone', { sipStatus: 410 })
    carrierOf(0).refusal = refusal
    await expect(call()).rejects.toBe(refusal)
    expect(carrierOf(1).asked).toEqual([])
  })

  it('nor if it may have been placed: it stays on its trunk', async () => {
    const { call, carrierOf, gateway } = await openTrunks({}, {})
    carrierOf(0).refusal = new Error('the answer was lost')
    const id = newId()
    await expect(call(id)).rejects.toThrow('the answer was lost')
    expect(carrierOf(1).asked).toEqual([])
    carrierOf(0).refusal = undefined
    carrierOf(0).phones.calls.set(id, {
      ...{ request: carrierOf(0).asked[0] as CallRequest, did: [], isAnswered: false },
      ...{ playing: undefined, end: undefined },
    })
    expect(await gateway.reconcile([id])).toEqual(new Map([[id, { state: 'live' }]]))
  })

  it('nor if its gateway never answers: then that is asked', async () => {
    const { call, carrierOf, clock, gateway } = await openTrunks({}, {})
    carrierOf(0).until = new Promise(() => undefined)
    const id = newId()
    call(id)
    expect(await gateway.reconcile([id])).toEqual(new Map([[id, { state: 'live' }]]))
    clock.advance(10_000)
    expect(await gateway.reconcile([id])).toEqual(new Map([[id, { state: 'unknown' }]]))
    expect(carrierOf(1).asked).toEqual([])
  })

  it('is refused if all trunks refuse it, and says why', async () => {
    const { call, carrierOf, gateway } = await openTrunks({ name: 'Berlin' }, { name: 'Bonn' })
    carrierOf(0).refusal = unavailable
    carrierOf(1).refusal = new CallRefused('the number is not allowed', { sipStatus: 403 })
    const id = newId()
    const error: unknown = await call(id).catch((reason) => reason)
    expect(error).toBeInstanceOf(CallRefused)
    expect(error).toMatchObject({
      message: 'trunk Berlin: the trunk refuses calls with SIP 503; trunk Bonn: the number is not allowed',
      sipStatus: 403,
    })
    expect(await gateway.reconcile([id])).toEqual(new Map([[id, { state: 'not_placed' }]]))
    carrierOf(1).refusal = unavailable
    await expect(call()).rejects.toThrow(TrunkFault)
    expect(gateway.health().isUp).toBe(false)
  })

  it('after a long silence is left to a new claim, which takes the next trunk', async () => {
    const { call, carrierOf, clock, placed } = await openTrunks({}, {})
    const silence = createGate()
    carrierOf(0).until = silence.opened
    carrierOf(0).refusal = new GatewayFault('the trunk is silent')
    const waiting = call()
    clock.advance(30_000)
    silence.open()
    await expect(waiting).rejects.toThrow(TrunksFull)
    expect(placed(1)).toBe(0)
    await call()
    expect(placed(1)).toBe(1)
  })

  it('and that is hung up meanwhile rings nobody', async () => {
    const { call, carrierOf, gateway, events, placed } = await openTrunks({}, {})
    const answer = createGate()
    carrierOf(0).until = answer.opened
    carrierOf(0).refusal = unavailable
    const id = newId()
    const waiting = call(id)
    await gateway.hangUp(id)
    answer.open()
    await waiting
    expect(placed(1)).toBe(0)
    expect(events).toEqual([{ type: 'ended', attemptId: id, end: { cause: 'no_answer', talkMs: 0 } }])
  })
})

describe('a refusal that comes after the trunk has accepted the call', () => {
  const late = { cause: 'congestion', talkMs: 0, sipStatus: 503 } as const

  it('takes the call to the next trunk, and the dialer hears nothing of it', async () => {
    const { call, carrierOf, gateway, events, placed } = await openTrunks({}, {})
    const answer = createGate()
    carrierOf(1).until = answer.opened
    const id = await call()
    carrierOf(0).phones.finish(id, late)
    expect(await gateway.reconcile([id])).toEqual(new Map([[id, { state: 'live' }]]))
    answer.open()
    await expect.poll(() => placed(1)).toBe(1)
    expect(events).toEqual([])
    carrierOf(1).phones.tell({ type: 'ringing', attemptId: id })
    expect(events).toEqual([{ type: 'ringing', attemptId: id }])
  })

  it('is the end of the call if no other trunk takes it', async () => {
    const { call, carrierOf, events } = await openTrunks({}, {})
    carrierOf(1).refusal = unavailable
    const id = await call()
    carrierOf(0).phones.finish(id, late)
    await expect.poll(() => events).toEqual([{ type: 'ended', attemptId: id, end: late }])
  })

  it.each(['ringing', 'answered'] as const)('is the end of a call that was %s', async (type) => {
    const { call, carrierOf, events } = await openTrunks({}, {})
    const id = await call()
    carrierOf(0).phones.tell({ type, attemptId: id })
    carrierOf(0).phones.finish(id, late)
    expect(events.at(-1)).toEqual({ type: 'ended', attemptId: id, end: late })
    expect(carrierOf(1).asked).toEqual([])
  })

  it('is the end of a call whose phone may have rung, also if that was not heard', async () => {
    const { call, carrierOf, events } = await openTrunks({}, {})
    const id = await call()
    const end = { ...late, mayHaveRung: true }
    carrierOf(0).phones.finish(id, end)
    expect(events).toEqual([{ type: 'ended', attemptId: id, end }])
    expect(carrierOf(1).asked).toEqual([])
  })

  it('is the end of a call that is too old to be placed', async () => {
    const { call, carrierOf, clock, events } = await openTrunks({}, {})
    const id = await call()
    clock.advance(3001)
    carrierOf(0).phones.finish(id, late)
    expect(events).toEqual([{ type: 'ended', attemptId: id, end: late }])
    expect(carrierOf(1).asked).toEqual([])
  })

  it('which the callee gives is the end of the call', async () => {
    const { call, carrierOf, events } = await openTrunks({}, {})
    const id = await call()
    const end = { cause: 'busy', talkMs: 0, sipStatus: 486 } as const
    carrierOf(0).phones.finish(id, end)
    expect(events).toEqual([{ type: 'ended', attemptId: id, end }])
    expect(carrierOf(1).asked).toEqual([])
  })

  it('cannot be told from a fault after the answer, which is the end of the call', async () => {
    const { call, carrierOf } = await openTrunks({}, {})
    const id = await call()
    carrierOf(0).phones.finish(id, {
      cause: 'gateway_error',
      talkMs: 0,
      fault: 'hung up',
      sipStatus: 503,
    })
    expect(carrierOf(1).asked).toEqual([])
  })
})

describe('a trunk that fails', () => {
  it('is held back for pauses that double, and then gets one call at a time until one gets through', async () => {
    const { call, carrierOf, clock } = await openTrunks({}, {})
    const [first] = [carrierOf(0)]
    first.refusal = unavailable
    let asked = 0
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      asked += 1
      await call()
      await call()
      expect(first.asked.length).toBe(asked)
      clock.advance(seconds * 1000 - 1)
      await call()
      expect(first.asked.length).toBe(asked)
      clock.advance(1)
    }
    first.refusal = undefined
    const probe = await call()
    await call()
    expect(first.asked.length).toBe(asked + 1)
    first.phones.tell({ type: 'ringing', attemptId: probe })
    await call()
    expect(first.asked.length).toBe(asked + 2)
  })

  it('holds back no other trunk, and the node only if there is none', async () => {
    const { call, carrierOf, gateway, clock, trunks, apply } = await openTrunks({}, {})
    carrierOf(0).refusal = unavailable
    await call()
    expect(gateway.health()).toEqual({ isUp: true })
    await apply(trunks.slice(0, 1))
    expect(gateway.health().isUp).toBe(false)
    clock.advance(5000)
    expect(gateway.health()).toEqual({ isUp: true })
    expect(gateway.trunks()).toMatchObject([{ isUp: true, room: 1 }])
  })

  it('by silence is the last choice before its first call is given up', async () => {
    const { call, carrierOf, clock, placed } = await openTrunks({}, {})
    carrierOf(0).until = new Promise(() => undefined)
    call()
    await Promise.resolve()
    clock.advance(5001)
    await call()
    expect([carrierOf(0).asked.length, placed(1)]).toEqual([1, 1])
  })

  it('most of its calls with 5xx is held back, though some get through', async () => {
    const { call, carrierOf, clock, gateway, trunks } = await openTrunks({}, {})
    const first = carrierOf(0)
    const heldBack = () => gateway.lineStates().get(trunks[0]?.id ?? '')?.heldBack
    for (const isThrough of [true, false, false, true, false, false]) {
      expect(heldBack()).toBeUndefined()
      first.refusal = isThrough ? undefined : new CallRefused('SIP 500', { sipStatus: 500 })
      const id = await call()
      if (isThrough) first.phones.tell({ type: 'answered', attemptId: id })
    }
    expect(heldBack()).toBe('SIP 500')
    const asked = first.asked.length
    await call()
    expect(first.asked.length).toBe(asked)
    clock.advance(5000)
    await call()
    expect(first.asked.length).toBe(asked + 1)
  })

  it('its calls with 503 after they have rung is held back until one is answered or ends by the callee', async () => {
    const { call, carrierOf, clock, placed } = await openTrunks({}, {})
    const { phones } = carrierOf(0)
    const ring = (id: string) => phones.tell({ type: 'ringing', attemptId: id })
    for (let times = 0; times < 4; times += 1) {
      const id = await call()
      ring(id)
      phones.finish(id, { cause: 'congestion', talkMs: 0, sipStatus: 503, mayHaveRung: true })
    }
    expect(placed(0)).toBe(4)
    await call()
    expect([placed(0), placed(1)]).toEqual([4, 1])
    clock.advance(5000)
    const probe = await call()
    ring(probe)
    await call()
    expect([placed(0), placed(1)]).toEqual([5, 2])
    phones.finish(probe, { cause: 'busy', talkMs: 0, sipStatus: 486 })
    await call()
    expect(placed(0)).toBe(6)
  })

  it('some calls with 403, which concern their numbers, is not held back', async () => {
    const { call, carrierOf } = await openTrunks({}, {})
    carrierOf(0).refusal = new CallRefused('not this number', { sipStatus: 403 })
    for (let times = 0; times < 12; times += 1) await call()
    expect(carrierOf(0).asked.length).toBe(12)
  })

  it('only for one number goes on with the others', async () => {
    const { call, carrierOf, placed } = await openTrunks({}, {})
    carrierOf(0).refusal = new CallRefused('not this number', { sipStatus: 403 })
    await call()
    carrierOf(0).refusal = undefined
    await call()
    expect([placed(0), placed(1)]).toEqual([1, 1])
  })
})

describe('after a restart', () => {
  it('every trunk is asked, and the one that knows the call has it', async () => {
    const { call, carrierOf, create } = await openTrunks({}, {})
    carrierOf(0).refusal = unavailable
    const id = await call()
    const lost = newId()
    const again = await create()
    const events: GatewayEvent[] = []
    again.listen((event) => events.push(event))
    expect(await again.reconcile([id, lost])).toEqual(
      new Map([
        [id, { state: 'live' }],
        [lost, { state: 'unknown' }],
      ]),
    )
    expect(liveCallsOf(again)).toBe(1)
    carrierOf(1).phones.answer(id)
    await again.control?.play(id, '1', [])
    expect(carrierOf(1).phones.calls.get(id)?.did).toEqual(['play 1'])
    await again.hangUp(id)
    expect(events.map(({ type }) => type)).toEqual(['answered', 'ended'])
    expect(liveCallsOf(again)).toBe(0)
  })

  it('only the trunk on record is asked, whatever others know', async () => {
    const { call, carrierOf, create, trunks } = await openTrunks({}, {})
    const id = await call()
    carrierOf(0).phones.finish(id, { cause: 'congestion', talkMs: 0, sipStatus: 503 })
    await expect.poll(() => carrierOf(1).asked).toHaveLength(1)
    const end = { cause: 'busy', talkMs: 0 } as const
    carrierOf(1).phones.finish(id, end)
    expect(await (await create()).reconcile([id], () => trunks[1]?.id)).toEqual(
      new Map([[id, { state: 'ended', end }]]),
    )
  })

  it('a call that ended meanwhile is told as it ended', async () => {
    const { call, carrierOf, create } = await openTrunks({}, {})
    const id = await call()
    const end = { cause: 'answered', talkMs: 5000 } as const
    carrierOf(0).phones.finish(id, end)
    expect(await (await create()).reconcile([id])).toEqual(new Map([[id, { state: 'ended', end }]]))
  })

  it('a call never goes to another trunk', async () => {
    const { call, carrierOf, create, gateway } = await openTrunks({}, {})
    const id = await call()
    await gateway.close()
    const again = await create()
    const events: GatewayEvent[] = []
    again.listen((event) => events.push(event))
    await again.reconcile([id])
    const end = { cause: 'congestion', talkMs: 0, sipStatus: 503 } as const
    carrierOf(0).phones.finish(id, end)
    expect(events).toEqual([{ type: 'ended', attemptId: id, end }])
    expect(carrierOf(1).asked).toEqual([])
  })
})

describe('trunks that change', () => {
  it('are used from the next call on', async () => {
    const { call, trunks, placed, apply } = await openTrunks({}, {})
    const [first, second] = trunks as [Trunk, Trunk]
    await apply([first])
    await apply([{ ...first, priority: 9 }, second])
    await call()
    expect([placed(0), placed(1)]).toEqual([0, 1])
  })

  it('and are removed keep their gateway until their last call has ended', async () => {
    const { call, carrierOf, gateway, trunks, events, apply } = await openTrunks({}, {})
    const id = await call()
    await apply(trunks.slice(1))
    expect(carrierOf(0).isClosed).toBe(false)
    await call()
    expect(carrierOf(0).asked).toHaveLength(1)
    await gateway.control?.play(id, '1', [])
    carrierOf(0).phones.answer(id)
    await gateway.hangUp(id)
    expect(events.map(({ attemptId, type }) => [attemptId, type])).toEqual([
      [id, 'answered'],
      [id, 'ended'],
    ])
    expect(carrierOf(0).isClosed).toBe(true)
  })

  it('and come back before that go on', async () => {
    const { call, carrierOf, trunks, apply } = await openTrunks({}, {})
    await call()
    await apply(trunks.slice(1))
    await apply(trunks)
    await call()
    expect(carrierOf(0).asked).toHaveLength(2)
    expect(carrierOf(0).isClosed).toBe(false)
  })
})

it('has nothing to listen to in a call whose gateway gives no audio', async () => {
  const { call, gateway } = await openTrunks({})
  expect(await gateway.control?.listen(await call())).toBeUndefined()
})

describe('a recording', () => {
  it('is read from the trunk that made it, and after a restart from the one that has it', async () => {
    const { call, carrierOf, gateway, create } = await openTrunks({}, {})
    carrierOf(0).refusal = unavailable
    const id = await call()
    const recording = { id: 'r', what: 'call', maxSeconds: 60, silenceSeconds: 3, hasTone: false } as const
    await gateway.control?.record(id, recording)
    carrierOf(1).phones.recordings.set('r', new Uint8Array([1]))
    expect(await gateway.control?.readRecording('r')).toEqual(new Uint8Array([1]))
    const again = await create()
    expect(await again.control?.readRecording('r')).toEqual(new Uint8Array([1]))
    await again.control?.removeRecording('r')
    expect(await again.control?.readRecording('r')).toBeUndefined()
  })
})
