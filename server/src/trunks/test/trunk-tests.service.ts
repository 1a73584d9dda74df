// The tests of trunks that this node runs or has run. A test is kept in memory for a while after its end: it is for
// the user who watches it, and the node that has the switch is the one that can run it.
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import { NotAllowed, NotFound } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log/log.ts'
import type { Country } from '../../kernel/phone/phone-key.ts'
import { isOfEnvironment } from '../default-trunk.ts'
import type { Trunk } from '../trunk.ts'
import type { Wait } from './call-signs.ts'
import { type TrunkStep, testTrunk } from './test-trunk.ts'
import type { TrunkProbe } from './trunk-probe.ts'

export interface TrunkTest {
  id: string
  trunkId: string
  phoneNumber: string
  steps: readonly TrunkStep[]
  startTime: Date
  endTime: Date | null
}

export type TrunkTests = ReturnType<typeof createTrunkTests>

interface TrunkTestsOptions {
  trunks: { detail(id: string): Promise<Trunk> }
  /** Undefined while this node has no switch of its own. */
  probe(): TrunkProbe | undefined
  /** Throws, for the user, if the number may not be called or has a call. */
  requireCallable(phoneNumber: string): Promise<unknown>
  country(): Country | undefined
  clock: Clock
  log: Log
  wait?: Wait
}

const MAX_RUNNING = 3
const MAX_KEPT = 50
const KEPT_MS = 3_600_000

export function createTrunkTests(options: TrunkTestsOptions) {
  const { trunks, clock, log, wait = waitUntil } = options
  const tests = new Map<string, TrunkTest>()

  /** Also of those that are over, the oldest first. */
  function forgetOld(): void {
    for (const { id, endTime } of [...tests.values()])
      if (endTime && (tests.size > MAX_KEPT || clock.now().getTime() - endTime.getTime() > KEPT_MS))
        tests.delete(id)
  }

  function requireRoom(): void {
    const running = [...tests.values()].filter(({ endTime }) => endTime === null)
    if (running.length >= MAX_RUNNING)
      throw new NotAllowed({ fault: 'too_many_test_calls', params: { max: MAX_RUNNING } })
  }

  return {
    /** Returns the id of the test, which goes on. */
    async start(trunkId: string, phoneNumber: string, actor: string): Promise<string> {
      const trunk = await trunks.detail(trunkId)
      const probe = options.probe()
      if (!trunk.isEnabled) throw new NotAllowed({ fault: 'trunk_off' })
      if (isOfEnvironment(trunk)) throw new NotAllowed({ fault: 'trunk_of_environment' })
      if (!probe) throw new NotAllowed({ fault: 'trunk_elsewhere' })
      await options.requireCallable(phoneNumber)
      forgetOld()
      requireRoom()
      const id = newId()
      const steps: TrunkStep[] = []
      const test = { id, trunkId, phoneNumber, steps, startTime: clock.now(), endTime: null }
      tests.set(id, test)
      log.info({ test: id, trunk: trunk.name, actor }, 'testing a trunk with a call')
      testTrunk({
        ...{ trunk, phoneNumber, probe, clock, wait, country: options.country() },
        onStep: (step) => steps.push(step),
      })
        .catch((error: unknown) => log.error({ err: error, test: id }, 'the test of a trunk has failed'))
        .finally(() => tests.set(id, { ...test, endTime: clock.now() }))
      return id
    },

    find(id: string): TrunkTest {
      const test = tests.get(id)
      if (!test) throw new NotFound('trunk test', id)
      return test
    },
  }
}

const waitUntil: Wait = async (ms, signal) => {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
