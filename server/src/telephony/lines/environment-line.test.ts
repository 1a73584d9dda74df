import { describe, expect, it } from 'vitest'
import { createControlledPhones } from '../../../test/support/controlled-gateway.ts'
import { createManualClock } from '../../../test/support/manual-clock.ts'
import { silentLog } from '../../../test/support/silent-log.ts'
import { standInHost } from '../../../test/support/stand-in-host.ts'
import { routesOf } from '../../../test/support/trunk-routes.ts'
import { trunkWith } from '../../../test/support/trunks.ts'
import type { Flow } from '../../conversations/flows/flow.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Gateway, GatewayEvent } from '../gateway.ts'
import { CallRefused, GatewayFault, NotAsked } from '../refusals.ts'
import type { Trunk } from '../trunks/trunk.ts'
import { createRegistry } from './registry.ts'
import { createTrunkWatch } from './trunk-watch.ts'

const FLOW: Flow = { steps: [{ id: 'end', type: 'hangup' }] }
const own = trunkWith({ name: 'default', kind: 'http' })
const berlin = trunkWith({ name: 'Berlin', priority: 2 })

async function open(more: Partial<Gateway> = { sendsFlow: 'always' }) {
  const platform = createControlledPhones()
  const carrier = createControlledPhones()
  const tower = { did: [] as string[] }
  let stored: Trunk[] = [own]
  const trunks = createTrunkWatch({ read: async () => stored, log: silentLog })
  const gateway = createRegistry({
    environment: platform.gateway(more),
    real: {
      trunks,
      host: standInHost(() => carrier.gateway(), {
        async apply(list) {
          tower.did.push(`apply ${list.map(({ name }) => name).join(', ')}`)
        },
        async stop() {
          tower.did.push('stop')
        },
      }),
    },
    clock: createManualClock('2026-06-10T08:00:00Z'),
    log: silentLog,
  })
  const events: GatewayEvent[] = []
  gateway.listen((event) => events.push(event))

  async function change(...list: Trunk[]): Promise<void> {
    stored = list
    trunks.refresh()
    await expect.poll(() => trunks.enabled()).toEqual(list)
    const names = list.map(({ id }) => id)
    await expect.poll(() => gateway.trunks()?.map(({ trunk }) => trunk.id)).toEqual(names)
  }
  await change(own)

  return {
    ...{ platform, carrier, tower, gateway, events, change },
    async call(request: object = {}) {
      const attemptId = newId()
      const keys = { attemptId, phoneNumber: '100', taskId: 'task', contactId: 'contact' }
      await gateway.originate({ ...keys, flow: FLOW, ...routesOf(gateway), ...request })
      return attemptId
    },
  }
}

describe('the gateway of the environment', () => {
  it('gets all calls straight while it is alone, and starts no Asterisk', async () => {
    const { gateway, platform, tower, call, events } = await open()
    const id = await call({ flow: undefined })
    platform.answer(id)
    expect(events).toEqual([{ type: 'answered', attemptId: id }])
    expect(gateway.sendsFlow).toBe('always')
    expect(gateway.control?.has(id)).toBe(false)
    expect(await gateway.reconcile([id], () => own.id)).toEqual(new Map([[id, { state: 'live' }]]))
    expect(tower.did).toEqual([])
  })

  it('is one trunk of several, and knows its calls by their own ids', async () => {
    const { gateway, platform, carrier, call, change, events } = await open()
    const before = await call()
    await change(own, berlin)
    const first = await call()
    await change({ ...own, priority: 3 }, berlin)
    const second = await call()
    expect([...platform.calls.keys()]).toEqual([before, first])
    expect([...carrier.calls.keys()]).toEqual([second])
    expect(gateway.sendsFlow).toBe('sometimes')
    const isHere = (id: string) => gateway.control?.has(id)
    expect([before, first, second].map(isHere)).toEqual([false, false, true])
    for (const id of [before, first]) platform.answer(id)
    carrier.answer(second)
    for (const id of [before, first, second]) await gateway.hangUp(id)
    const heard = events.map(({ type, attemptId }) => `${type} ${attemptId}`)
    for (const id of [before, first, second])
      expect(heard.filter((each) => each.endsWith(id))).toEqual([`answered ${id}`, `ended ${id}`])
  })

  it.each([
    ['passes a call on to a trunk when it is down', new GatewayFault('down'), 1],
    ['keeps a call that may have been placed', new Error('the answer was lost'), 0],
  ])('%s', async (_, fault, passedOn) => {
    const { call, change, carrier } = await open({ originate: () => Promise.reject(fault) })
    await change(own, berlin)
    if (passedOn === 0) await expect(call()).rejects.toThrow('the answer was lost')
    else await call()
    expect(carrier.calls.size).toBe(passedOn)
  })

  it('asks each about the calls that it may have', async () => {
    const { gateway, platform, carrier, change } = await open()
    await change(own, berlin)
    const [direct, routed, unknown] = [newId(), newId(), newId()]
    const keys = { phoneNumber: '100', taskId: 'task', contactId: 'contact' }
    await platform.gateway().originate({ ...keys, attemptId: direct })
    await carrier.gateway().originate({ ...keys, attemptId: routed })
    const trunkOf = (id: string) => (id === routed ? berlin.id : own.id)
    const states = await gateway.reconcile([direct, routed, unknown], trunkOf)
    expect([direct, routed, unknown].map((id) => states.get(id)?.state)).toEqual(['live', 'live', 'unknown'])
    expect(gateway.control?.has(routed)).toBe(true)
  })

  it('gets what only a platform can say', async () => {
    const { call, change, carrier, platform } = await open()
    await change({ ...own, priority: 3 }, berlin)
    const id = await call({ isForPlatform: true })
    expect([...platform.calls.keys()]).toEqual([id])
    await change(berlin)
    await expect(call({ isForPlatform: true })).rejects.toThrow(CallRefused)
    expect(carrier.calls.size).toBe(0)
  })

  it('ends Asterisk after the calls of the last trunk, and dials meanwhile', async () => {
    const { gateway, call, change, carrier, platform, tower } = await open()
    await change({ ...own, priority: 3 }, berlin)
    const id = await call()
    const routes = routesOf(gateway, [berlin.id])
    await change(own)
    await expect(call(routes)).rejects.toThrow(NotAsked)
    await call()
    expect(platform.calls.size).toBe(1)
    expect(tower.did).toEqual(['apply Berlin'])
    carrier.finish(id, { cause: 'answered', talkMs: 1000 })
    await expect.poll(() => tower.did).toEqual(['apply Berlin', 'stop'])
    // A platform cannot be told anything; a call that has ended is not its business.
    await gateway.control?.stopPlaying(id, '1')
  })
})
