// The trunks do as one gateway what every gateway must do, with a simulated carrier behind each.

import { expect } from 'vitest'
import { type ControlUnderTest, testCallControl } from '../../../test/support/control-conformance.ts'
import { type GatewayUnderTest, testGateway } from '../../../test/support/gateway-conformance.ts'
import { silentLog } from '../../../test/support/silent-log.ts'
import { openSimulator } from '../../../test/support/simulator-in-time.ts'
import { standInHost } from '../../../test/support/stand-in-host.ts'
import { routesOf } from '../../../test/support/trunk-routes.ts'
import { trunkWith } from '../../../test/support/trunks.ts'
import type { CallRequest } from '../gateway.ts'
import { CallRefused, GatewayBusy } from '../refusals.ts'
import type { Trunk } from '../trunks/trunk.ts'
import { createRegistry } from './registry.ts'
import { createTrunkWatch } from './trunk-watch.ts'

const SOUND = { url: 'http://127.0.0.1:3000/media/signature/hello.wav', durationMs: 1500 }

/** The carrier of the first trunk refuses all calls, so that each call is on its second trunk. */
async function openTrunks(words: string) {
  const { simulator, ledger, pass, clock } = openSimulator(words)
  const first = trunkWith({ name: 'first', priority: 1 })
  const second = trunkWith({ name: 'second', priority: 2 })
  let next: Error | undefined
  const refusing = {
    ...simulator,
    originate: () => Promise.reject(new CallRefused('refused', { sipStatus: 503 })),
    listen: () => undefined,
  }
  const placing = {
    ...simulator,
    async originate(request: CallRequest) {
      const error = next
      next = undefined
      if (error) throw error
      await simulator.originate(request)
    },
  }
  const trunks = createTrunkWatch({ read: async () => [first, second], log: silentLog })
  const open = ({ id }: Trunk) => (id === first.id ? refusing : placing)
  const host = standInHost(open, { needsFlow: false })
  const gateway = createRegistry({ ...{ clock, log: silentLog }, real: { trunks, host } })
  await trunks.refresh()
  await expect.poll(() => gateway.trunks()?.length).toBe(2)
  const { originate } = gateway
  gateway.originate = (request) => originate({ ...request, ...routesOf(gateway) })
  const refuseNext = (error: Error) => {
    next = error
  }
  return { simulator, ledger, pass, gateway, refuseNext }
}

testGateway(
  'two trunks',
  async (): Promise<GatewayUnderTest> => {
    const opened = await openTrunks('last-digit, ring=1-2, talk=3-5, timeout=6')
    const { simulator, ledger, pass, gateway, refuseNext } = opened
    return {
      ...{ gateway, pass },
      numbers: { talks: '100', rings: '103', busy: '101' },
      answerMs: 2500,
      talkMs: 6000,
      setDown: (isDown) => simulator.setDown(isDown ? 'the trunk is gone' : null),
      placed: (id) => ledger.filter((entry) => entry.event === 'rang' && entry.attemptId === id).length,
      refuseNext: () => refuseNext(new CallRefused('not this number')),
      beBusyNext: () => refuseNext(new GatewayBusy('later', 100)),
    }
  },
  { refuses: true, asksForPatience: true },
)

testCallControl(
  'two trunks',
  async (): Promise<ControlUnderTest> => {
    const { gateway, pass } = await openTrunks('last-digit, ring=1-1, timeout=60, press.none=1')
    const numbers = { stays: '100', rings: '103' }
    return { gateway, pass, numbers, answerMs: 1000, sound: SOUND, toneMs: 300 }
  },
  { addsUpSounds: true },
)
