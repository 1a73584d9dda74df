// The carriers behind the trunks of a world: what each does with a call before a phone rings, and how many calls it has.

import type { AttemptState, CallEnd } from '../../src/telephony/gateway.ts'
import { CallRefused, GatewayFault } from '../../src/telephony/refusals.ts'
import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import type { Actor } from './actor.ts'
import type { CarrierFate } from './trunk-scenario.ts'
import type { VirtualTime } from './virtual-time.ts'

export interface CarrierHabits {
  fate(trunk: Trunk): { fate: CarrierFate; delayMs: number }
  downReason(trunk: Trunk): string | null
}

/** A call that a carrier has not decided about yet, or has refused. It has rung nobody. */
interface UndecidedCall {
  attemptId: string
  trunkId: string
  /** Null: it is undecided, so the switch says that it is live. */
  state: AttemptState | null
}

interface CarriersOptions {
  time: VirtualTime
  habits: CarrierHabits
  /** Calls of the trunk that ring or talk. */
  liveOn(trunkId: string): number
  onTrace(who: string, what: string): void
  /** The trunk has this many calls now. */
  onUse(trunk: Trunk, calls: number): void
  tellEnd(actor: Actor, trunkId: string, attemptId: string, end: CallEnd): void
}

const LATE_REFUSAL: CallEnd = { cause: 'congestion', talkMs: 0, sipStatus: 503 }

export type Carriers = ReturnType<typeof createCarriers>

export function createCarriers({ time, habits, liveOn, onTrace, onUse, tellEnd }: CarriersOptions) {
  const undecided: UndecidedCall[] = []
  const find = (attemptId: string, trunkId: string) =>
    undecided.findLast((call) => call.attemptId === attemptId && call.trunkId === trunkId)

  return {
    /** `rings`: it goes on to the phone; `ringsInBandMs`: for this long, then it is refused. Otherwise the answer of the switch, which comes when this resolves. */
    async meet(
      actor: Actor,
      attemptId: string,
      trunk: Trunk,
    ): Promise<'rings' | { ringsInBandMs: number } | { error: Error | null }> {
      const { fate, delayMs } = habits.fate(trunk)
      const openCalls = undecided.filter(({ trunkId, state }) => trunkId === trunk.id && !state).length
      onUse(trunk, liveOn(trunk.id) + openCalls + 1)
      if (fate === 'takes it') return 'rings'
      onTrace(trunk.name, `${fate}: ${attemptId}`)
      if (fate === 'rings in band, then refuses') return { ringsInBandMs: delayMs }
      if (fate === 'refuses with 403')
        return { error: new CallRefused('the carrier refuses the call', { sipStatus: 403 }) }
      if (fate === 'refuses with 503')
        return { error: new GatewayFault('the carrier refuses calls', { sipStatus: 503 }) }
      const call: UndecidedCall = { attemptId, trunkId: trunk.id, state: null }
      undecided.push(call)
      if (fate === 'is silent') {
        await time.sleep(delayMs * 6)
        call.state = { state: 'not_placed' }
        return { error: new GatewayFault('the carrier is silent') }
      }
      time.after(delayMs, () => {
        call.state = { state: 'ended', end: LATE_REFUSAL }
        onTrace(trunk.name, `refuses ${attemptId} after all`)
        tellEnd(actor, trunk.id, attemptId, LATE_REFUSAL)
      })
      return { error: null }
    },

    /** Of a call that has not rung. Undefined: it has never come here, or nobody remembers. */
    stateOf(attemptId: string, trunkId: string): AttemptState | undefined {
      const call = find(attemptId, trunkId)
      return call && (call.state ?? { state: 'live' })
    },

    /** Whether a trunk has taken the call back. */
    hasRefusedLate: (attemptId: string) =>
      undecided.some((call) => call.attemptId === attemptId && call.state?.state === 'ended'),

    downReason: habits.downReason,
  }
}
