// Decides whether the trunk or the number is the reason why a call was refused before it rang. Some SIP answers are about the
// trunk: the account, the caller ID, the codecs, the carrier's capacity. They cost no contact an attempt. But a carrier also gives
// them for a single number that the account may not call. If other calls get through, the reason is the number.
import { CallRefused, GatewayFault } from '../dialer/gateway.ts'
import type { Clock } from '../kernel/clock.ts'

/** What to change, by the SIP status of a refusal. */
const advice: Readonly<Record<number, string>> = {
  401: 'the carrier does not accept the account: check the user name and the password of the trunk, and that calls come From this account',
  402: 'the carrier wants to be paid: check the credit of the account',
  403: 'the carrier does not accept this caller ID, this number or this account: check CALLER_ID, whether the trunk is registered, and which numbers the account may call',
  407: 'the carrier does not accept the account: check the user name and the password of the trunk, and that calls come From this account',
  488: 'the carrier accepts none of the codecs that it is offered: check the codecs of the trunk',
  503: 'the carrier has no line for the call: set LINES and CALLS_PER_SECOND to what it allows, or ask whether it has an outage',
}

/** What a SIP status before ringing says about the trunk; undefined if it is about the callee. */
export function adviceFor(sipStatus: number | undefined): string | undefined {
  return sipStatus === undefined ? undefined : advice[sipStatus]
}

export function refusalReason(sipStatus: number): string {
  return `the trunk refuses calls with SIP ${sipStatus}: ${advice[sipStatus] ?? 'ask the carrier why'}`
}

export type TrunkAnswers = ReturnType<typeof createTrunkAnswers>

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
