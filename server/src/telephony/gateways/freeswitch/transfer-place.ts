// Where a call is transferred to. The place comes from a flow that may have been filled in with fields of a contact, and it
// becomes part of commands, so only places of a known form are allowed.

import { dialedNumber } from '../../../platform/kernel/phone/phone-number.ts'
import type { TransferResult } from '../../../platform/words/calls.ts'
import { NUMBER_PLACE } from '../call-settings.ts'
import type { FreeswitchSettings } from './freeswitch-settings.ts'

export type TransferPlace =
  /** What is dialed; then the two are connected. */
  | { kind: 'leg'; dial: string }
  | { kind: 'dialplan'; context: string; extension: string }
  | { kind: 'queue'; name: string }

const SIP = /^sips?:([\w.+*#~-]{1,64}@[\w.-]{1,253}(?::\d{1,5})?(?:;transport=(?:udp|tcp|tls))?)$/
const DIALPLAN = /^dialplan:([\w.-]{1,80}),([\w*#+.][\w*#+.-]{0,79})(?:,\d{1,4})?$/
const QUEUE = /^queue:([\w.-]{1,80}(?:@[\w.-]{1,80})?)$/
const DEFAULT_PROFILE = 'external'

/** Undefined if FreeSWITCH cannot reach such a place. */
export function readTransferPlace(
  to: string,
  { dial, sipProfile = DEFAULT_PROFILE }: Pick<FreeswitchSettings, 'dial' | 'sipProfile'>,
): TransferPlace | undefined {
  const number = to.startsWith('tel:') ? dialedNumber(to.slice('tel:'.length)) : undefined
  if (number !== undefined) return { kind: 'leg', dial: dial.replace(NUMBER_PLACE, number) }
  const sip = SIP.exec(to)?.[1]
  if (sip !== undefined) return { kind: 'leg', dial: `sofia/${sipProfile}/${sip}` }
  const [, context, extension] = DIALPLAN.exec(to) ?? []
  if (context !== undefined && extension !== undefined) return { kind: 'dialplan', context, extension }
  const name = QUEUE.exec(to)?.[1]
  return name === undefined ? undefined : { kind: 'queue', name }
}

const NO_ANSWER = new Set([
  'NO_ANSWER',
  'NO_USER_RESPONSE',
  'ALLOTTED_TIMEOUT',
  'PROGRESS_TIMEOUT',
  'ORIGINATOR_CANCEL',
  'RECOVERY_ON_TIMER_EXPIRE',
  'SUBSCRIBER_ABSENT',
  'USER_NOT_REGISTERED',
])

/** What it means how the other leg went, by FreeSWITCH's name. */
export function judgeTransfer(disposition: string): TransferResult {
  if (disposition === 'SUCCESS') return 'answered'
  if (disposition === 'USER_BUSY') return 'busy'
  return NO_ANSWER.has(disposition) ? 'no_answer' : 'failed'
}
