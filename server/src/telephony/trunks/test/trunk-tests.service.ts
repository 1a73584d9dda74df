// Asks for tests of trunks, and reads how they go. A test is a call without a task: a node that has the trunk runs it.
import { NotAllowed, NotFound } from '../../../platform/kernel/errors.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import { isOfEnvironment } from '../default-trunk.ts'
import type { Trunk } from '../trunk.ts'
import type { StoredStep, TrunkStep } from './test-trunk.ts'

export interface TrunkTest {
  id: string
  trunkId: string
  phoneNumber: string
  steps: readonly TrunkStep[]
  startTime: Date
  endTime: Date | null
}

/** The call of a test, as it is stored. */
export interface StoredTest {
  id: string
  phoneNumber: string
  request: { trunkId?: string | undefined; steps?: readonly StoredStep[] | undefined; reason?: string }
  createTime: Date
  endTime: Date | null
}

export type TrunkTests = ReturnType<typeof createTrunkTests>

/** Part of the transaction that asks for the call. */
type Also = (tx: Queryable) => Promise<void>

interface AskedTest {
  phoneNumber: string
  also: Also
}

interface TrunkTestsOptions {
  trunks: { detail(id: string): Promise<Trunk> }
  /** Throws, for the user, if the number may not be called or has a call. */
  placeCall(request: { phoneNumber: string; trunkId: string }, also: Also): Promise<string>
  /** Throws if there is none. */
  findCall(id: string): Promise<StoredTest>
}

export function createTrunkTests({ trunks, placeCall, findCall }: TrunkTestsOptions) {
  return {
    /** Returns the id of the test, which goes on. */
    async start(trunkId: string, { also, ...asked }: AskedTest): Promise<string> {
      const trunk = await trunks.detail(trunkId)
      if (!trunk.isEnabled) throw new NotAllowed({ fault: 'trunk_off' })
      if (isOfEnvironment(trunk)) throw new NotAllowed({ fault: 'trunk_of_environment' })
      return placeCall({ ...asked, trunkId }, also)
    },

    async find(id: string): Promise<TrunkTest> {
      const { request, phoneNumber, createTime: startTime, endTime } = await findCall(id)
      const { trunkId, steps, reason } = request
      if (trunkId === undefined || !steps) throw new NotFound('trunk test', id)
      const known = steps.map(({ time, ...step }) => ({ ...step, time: new Date(time) }))
      return {
        id,
        trunkId,
        phoneNumber,
        startTime,
        endTime,
        steps: [...known, ...notRun(known, endTime, reason)],
      }
    },
  }
}

/** No node has run it. */
function notRun(steps: readonly TrunkStep[], endTime: Date | null, reason = ''): TrunkStep[] {
  if (steps.length > 0 || !endTime) return []
  return [{ step: 'reach', status: 'failed', code: 'no_asterisk', facts: { why: reason }, time: endTime }]
}
