import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../../test/support/manual-clock.ts'
import { InvalidInput, NotFound } from '../../kernel/errors.ts'
import { createSilentLog } from '../../kernel/log/log.ts'
import type { Trunk } from '../trunk.ts'
import type { ProbedState, TrunkProbe } from './trunk-probe.ts'
import { createTrunkTests } from './trunk-tests.service.ts'

const TRUNK: Trunk = {
  ...{ id: 'a', name: 'Main', isEnabled: true, host: '192.0.2.1', port: null, transport: 'udp' },
  ...{ username: null, password: null, registers: false, fromUser: null, fromDomain: null },
  ...{ sendsIdentity: false, codecs: ['alaw'], numberForm: 'plus', prefixRules: [], callerIds: [] },
  ...{ lines: null, callsPerSecond: null, priority: 1, prices: [], inbound: null },
  ...{ callerIdChoice: 'inTurn', callerIdDailyLimit: null },
}
const KNOWN: ProbedState = {
  ...{ isReachable: true, roundTripMs: 8, registration: undefined, fault: undefined },
}

interface World {
  trunk?: Partial<Trunk>
  hasSwitch?: boolean
  /** The call is never sent, and never refused. */
  hangs?: boolean
}

function createWorld(world: World = {}) {
  const clock = createManualClock('2026-11-17T10:00:00Z')
  const trunk: Trunk = { ...TRUNK, ...world.trunk }
  const probe: TrunkProbe = {
    resolve: async () => [],
    state: async () => KNOWN,
    call: () => (world.hangs ? new Promise(() => undefined) : Promise.reject(new Error('no route'))),
  }
  const tests = createTrunkTests({
    trunks: {
      async detail(id) {
        if (id !== trunk.id) throw new NotFound('trunk', id)
        return trunk
      },
    },
    probe: () => (world.hasSwitch === false ? undefined : probe),
    async requireCallable(phoneNumber) {
      if (phoneNumber === '110')
        throw new InvalidInput({
          ...{ fault: 'number_denied', field: 'phoneNumber', params: { reason: 'emergency_number' } },
        })
    },
    country: () => undefined,
    clock,
    log: createSilentLog(),
    wait: async (ms) => clock.advance(ms),
  })
  return { tests, clock }
}

describe('the test of a trunk', () => {
  it('goes on by itself, and can be read to its end and for an hour after', async () => {
    const { tests, clock } = createWorld()
    const id = await tests.start('a', '+4930123456', 'ann')
    expect(tests.find(id)).toMatchObject({ trunkId: 'a', phoneNumber: '+4930123456', endTime: null })
    await expect.poll(() => tests.find(id).endTime).not.toBeNull()
    expect(tests.find(id).steps.at(-1)).toMatchObject({ step: 'send', code: 'not_sent' })
    clock.advance(3_600_001)
    await tests.start('a', '+4930123456', 'ann')
    expect(() => tests.find(id)).toThrow(NotFound)
  })

  it('is refused for a number that may not be called', async () => {
    await expect(createWorld().tests.start('a', '110', 'ann')).rejects.toThrow(InvalidInput)
  })

  it('is refused for a trunk that does not exist, is off, or is on no switch here', async () => {
    await expect(createWorld().tests.start('b', '123456', 'ann')).rejects.toThrow(NotFound)
    const off = createWorld({ trunk: { isEnabled: false } }).tests
    await expect(off.start('a', '123456', 'ann')).rejects.toThrow(/turn it on/)
    const none = createWorld({ hasSwitch: false }).tests
    await expect(none.start('a', '123456', 'ann')).rejects.toThrow(/runs no Asterisk/)
  })

  it('is refused while three of them run', async () => {
    const { tests } = createWorld({ hangs: true })
    for (const number of ['123451', '123452', '123453']) await tests.start('a', number, 'ann')
    await expect(tests.start('a', '123454', 'ann')).rejects.toThrow(/At most 3 test calls/)
  })
})
