// The number as a trunk would send it: its form and its rules may make another number of the called one, such as an emergency number. A trunk is
// not taken for such a call. Where no trunk is left, the call is denied.

import type { Denial } from '../../../campaigns/permission/decide.ts'
import {
  type DestinationProblem,
  type DestinationRules,
  sentNumberProblem,
} from '../../../campaigns/permission/destinations.ts'
import { type Country, hasCountryCode } from '../../../platform/kernel/phone/phone-key.ts'
import { mayTake } from '../../../telephony/trunks/choose-trunk.ts'
import { numberFor, type Trunk } from '../../../telephony/trunks/trunk.ts'

/** A number without a country has so many digits or more if it could be one with its country code: 8705551234 is a number of Arkansas. */
const MIN_DIGITS_WITH_CODE = 11

/** What of a trunk decides. */
export type SendingTrunk = Pick<Trunk, 'id' | 'name' | 'numberForm' | 'prefixRules'>

/** `dialed`: the number as gateways are given it. */
export interface CallToSend {
  dialed: string
  trunkIds: readonly string[]
}

export interface SendingRules {
  destinations: DestinationRules
  country: Country | undefined
}

/** What is wrong with the number that the trunk would send; undefined: nothing. */
export function sendingProblem(
  trunk: SendingTrunk,
  dialed: string,
  { destinations, country }: SendingRules,
): (DestinationProblem & { sent: string }) | undefined {
  // A trunk that wants digits without a plus reads them as a country code and a number.
  const readsCode = trunk.numberForm === 'digits' && !hasCountryCode(dialed)
  // Without rules it sends a form of the number that was judged before.
  if (trunk.prefixRules.length === 0 && !readsCode) return undefined
  const sent = numberFor(trunk, dialed, country)
  const problem =
    (sent === dialed ? undefined : sentNumberProblem(sent, destinations)) ??
    (readsCode && sent.length >= MIN_DIGITS_WITH_CODE
      ? sentNumberProblem(`+${sent}`, destinations)
      : undefined)
  return problem && { ...problem, sent }
}

/** If every trunk that the call may take would send a number that may not be called. */
export function sendingDenial(
  trunks: readonly SendingTrunk[],
  call: CallToSend,
  rules: SendingRules,
): Extract<Denial, { kind: 'never' }> | undefined {
  const usable = trunks.filter((trunk) => mayTake({ trunk }, call))
  const [first] = usable
  if (!first) return undefined
  const problems = usable.map((trunk) => sendingProblem(trunk, call.dialed, rules))
  const [problem] = problems
  if (!problem || problems.some((each) => each === undefined)) return undefined
  const { reason: because, sent } = problem
  return { kind: 'never', reason: 'denied_on_trunk', detail: { trunk: first.name, sent, because } }
}
