// Decides whether the trunk or the number is the reason why a call was refused before it rang. Some SIP answers are about the
// trunk (sip-answer.ts), and cost no contact an attempt. But a carrier also gives them for a single number that the account may
// not call. If other calls get through, the reason is the number.

import type { Clock } from '../../platform/kernel/clock.ts'
import { CallRefused, GatewayFault } from '../refusals.ts'

/** From this many different numbers in a row on, the trunk means all calls. */
const MAX_NUMBERS_IN_A_ROW = 2
/** A call that got through longer ago says nothing about the trunk as it is now. */
const MEMORY_MS = 600_000

export function createTrunkAnswers(clock: Clock) {
  const refusedNumbers = new Set<string>()
  let throughMs = Number.NEGATIVE_INFINITY

  return {
    /** A call has rung, or was answered by the callee's network. */
    noteThrough(): void {
      throughMs = clock.elapsedMs()
      refusedNumbers.clear()
    },

    /** What the refusal of a call to this number is: CallRefused if only this call is concerned, GatewayFault if all are. */
    judge(phoneNumber: string, reason: string, sipStatus: number | undefined): CallRefused | GatewayFault {
      if (refusedNumbers.size <= MAX_NUMBERS_IN_A_ROW) refusedNumbers.add(phoneNumber)
      const isAlone = refusedNumbers.size <= MAX_NUMBERS_IN_A_ROW && clock.elapsedMs() - throughMs < MEMORY_MS
      return isAlone ? new CallRefused(reason, { sipStatus }) : new GatewayFault(reason, { sipStatus })
    },
  }
}
