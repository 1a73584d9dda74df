import { describe, expect, it } from 'vitest'
import { createControlledPhones } from '../../../test/support/controlled-gateway.ts'
import { createManualClock } from '../../../test/support/manual-clock.ts'
import { silentLog } from '../../../test/support/silent-log.ts'
import { standInHost } from '../../../test/support/stand-in-host.ts'
import { routesOf } from '../../../test/support/trunk-routes.ts'
import { trunkWith } from '../../../test/support/trunks.ts'
import type { Flow } from '../../conversations/flows/flow.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { GatewayEvent } from '../gateway.ts'
import { CallRefused, GatewayFault, NotAsked } from '../refusals.ts'
import type { Trunk } from '../trunks/trunk.ts'
import { createRegistry } from './registry.ts'
import { createTrunkWatch } from './trunk-watch.ts'

const FLOW: Flow = { steps: [{ id: 'end', type: 'hangup' }] }
const trunk = trunkWith({ name: 'Berlin' })

function open() {
  const stored: { trunks: Trunk[]; failure?: Error | undefined } = { trunks: [] }
  const simulated = createControlledPhones()
  const real = createControlledPhones()
  const tower = {
    did: [] as string[],
    fault: undefined as string | undefined,
    isGone: false,
  }
  const timers: (() => void)[] = []
  const trunks = createTrunkWatch({
    async read() {
      if (stored.failure) throw stored.failure
      return [...stored.trunks]
    },
    log: silentLog,
    setTimer(run) {
      timers.push(run)
      return () => undefined
    },
  })
  const gateway = createRegistry({
    simulator: simulated.gateway(),
    real: {
      trunks,
      host: standInHost(() => real.gateway(), {
        async apply(list) {
          tower.did.push(`apply ${list.map(({ name }) => name).join(', ')}`)
        },
        fault: () => tower.fault,
        isGone: () => tower.isGone,
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

  /** What the database has now, told to all nodes. */
  async function change(...list: Trunk[]): Promise<void> {
    const before = tower.did.length
    stored.trunks = list
    trunks.refresh()
    const enabled = list.filter(({ isEnabled }) => isEnabled)
    await expect.poll(() => trunks.enabled()).toEqual(enabled)
    if (enabled.length > 0) await expect.poll(() => tower.did.length).toBeGreaterThan(before)
    await new Promise(setImmediate)
  }
  return {
    ...{ stored, simulated, real, tower, trunks, gateway, events, change, timers },
    /** For a trunk if there is one, otherwise for the simulator. */
    async call(flow: Flow | undefined = FLOW) {
      const attemptId = newId()
      const request = { attemptId, phoneNumber: '100', taskId: 'task', contactId: 'contact' }
      const routes = gateway.trunks()?.length ? routesOf(gateway) : { isSimulated: true }
      await gateway.originate({ ...request, ...(flow && { flow }), ...routes })
      return attemptId
    },
    finish: (id: string) => real.finish(id, { cause: 'answered', talkMs: 1000 }),
  }
}

describe('a service without GATEWAY', () => {
  it('dials nothing before the trunks were read', async () => {
    const { gateway, call, simulated, real } = open()
    expect(gateway.health()).toEqual({ isUp: false, reason: 'the trunks have not been read yet' })
    expect(gateway.trunks()).toBeUndefined()
    await expect(call()).rejects.toThrow(GatewayFault)
    await expect(gateway.reconcile([newId()])).rejects.toThrow('not been read')
    expect(simulated.calls.size + real.calls.size).toBe(0)
  })

  it('reads them again if that fails', async () => {
    const { stored, trunks, timers, gateway } = open()
    stored.failure = new Error('the database is away')
    trunks.refresh()
    await expect.poll(() => timers.length).toBe(1)
    stored.failure = undefined
    timers[0]?.()
    await expect.poll(() => gateway.health()).toEqual({ isUp: true })
  })

  it('uses the simulator while no trunk is enabled', async () => {
    const { call, change, simulated, gateway, tower } = open()
    await change(trunkWith({ isEnabled: false }))
    expect(gateway.wantsDetails).toBe(false)
    expect(gateway.trunks()).toEqual([])
    await call(undefined)
    expect(simulated.calls.size).toBe(1)
    expect(tower.did).toEqual([])
  })

  it('uses the trunks as soon as there is one, and leaves simulated calls where they are', async () => {
    const { call, change, simulated, real, gateway, events } = open()
    await change()
    const before = await call()
    await change(trunk)
    expect(gateway.wantsDetails).toBe(true)
    await call()
    expect([simulated.calls.size, real.calls.size]).toEqual([1, 1])
    await gateway.control?.play(before, '1', [])
    expect(simulated.calls.get(before)?.did).toEqual(['play 1'])
    expect(await gateway.reconcile([before])).toEqual(new Map([[before, { state: 'live' }]]))
    await gateway.hangUp(before)
    expect(events.map(({ attemptId, type }) => [attemptId, type])).toEqual([[before, 'ended']])
  })

  it('places no call that was claimed for the other place', async () => {
    const { change, simulated, real, gateway } = open()
    await change()
    const request = {
      attemptId: newId(),
      phoneNumber: '100',
      taskId: 'task',
      contactId: 'contact',
      flow: FLOW,
    }
    await expect(gateway.originate(request)).rejects.toThrow(NotAsked)
    await change(trunk)
    await expect(gateway.originate(request)).rejects.toThrow(NotAsked)
    const routes = routesOf(gateway)
    await change()
    await expect(gateway.originate({ ...request, ...routes })).rejects.toThrow(NotAsked)
    expect([simulated.calls.size, real.calls.size]).toEqual([0, 0])
  })

  it('gives calls that are bound to the simulator to it, whatever trunks there are', async () => {
    const { change, simulated, real, gateway } = open()
    await change(trunk)
    const keys = { attemptId: newId(), phoneNumber: '100', taskId: 'task', contactId: 'contact', flow: FLOW }
    await gateway.originate({ ...keys, isSimulated: true })
    expect([simulated.calls.size, real.calls.size]).toEqual([1, 0])
  })

  it('goes back to the simulator only after the calls of the last trunk have ended', async () => {
    const { call, change, simulated, gateway, finish, tower } = open()
    await change(trunk)
    const id = await call()
    await change()
    expect(gateway.health()).toMatchObject({ isUp: false, reason: expect.stringContaining('have ended') })
    await expect(call()).rejects.toThrow(GatewayFault)
    expect(await gateway.reconcile([id])).toEqual(new Map([[id, { state: 'live' }]]))
    expect(tower.did).toEqual(['apply Berlin'])
    finish(id)
    expect(gateway.health()).toEqual({ isUp: true })
    await expect.poll(() => tower.did).toEqual(['apply Berlin', 'stop'])
    await call()
    expect(simulated.calls.size).toBe(1)
    await change(trunk)
    expect(tower.did.at(-1)).toBe('apply Berlin')
  })

  it('says why there is no Asterisk, and gives no call to the simulator instead', async () => {
    const { call, change, simulated, gateway, tower } = open()
    await change()
    tower.fault = 'Asterisk is needed for the trunks: run carillon asterisk install'
    await change(trunk)
    expect(gateway.health()).toEqual({ isUp: false, reason: tower.fault })
    await expect(call()).rejects.toThrow(new GatewayFault(tower.fault))
    expect(simulated.calls.size).toBe(0)
    tower.fault = undefined
    expect(gateway.health()).toEqual({ isUp: true })
  })

  it('rings no real phone without anything to say', async () => {
    const { gateway, change, real } = open()
    await change(trunk)
    const keys = { attemptId: newId(), phoneNumber: '100', taskId: 'task', contactId: 'contact' }
    const request = { ...keys, ...routesOf(gateway) }
    await expect(gateway.originate(request)).rejects.toThrow(CallRefused)
    await expect(gateway.originate(request)).rejects.toThrow('the task has no call flow')
    expect(real.calls.size).toBe(0)
  })

  it('knows that calls of a process before it are gone with their Asterisk', async () => {
    const { change, gateway, tower, call } = open()
    tower.isGone = true
    await change(trunk)
    const old = newId()
    expect(await gateway.reconcile([old])).toEqual(new Map([[old, { state: 'unknown' }]]))
    const own = await call()
    expect(await gateway.reconcile([own])).toEqual(new Map([[own, { state: 'live' }]]))
  })

  it('gives up the calls of an Asterisk that is gone, if its last trunk was removed', async () => {
    const { change, gateway, tower, call, events } = open()
    await change(trunk)
    const id = await call()
    await change()
    tower.isGone = true
    const end = { cause: 'lost', talkMs: 0 }
    expect(await gateway.reconcile([id])).toEqual(new Map([[id, { state: 'ended', end }]]))
    expect(events).toEqual([{ type: 'ended', attemptId: id, end }])
    expect(gateway.health()).toEqual({ isUp: true })
  })

  it('ends its Asterisk when it stops', async () => {
    const { change, gateway, tower } = open()
    await change(trunk)
    await gateway.close()
    expect(tower.did).toEqual(['apply Berlin', 'stop'])
  })
})
