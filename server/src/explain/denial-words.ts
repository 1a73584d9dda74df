// Sentences about denials: why contacts may not be rung, now or ever.
import type { NeverReason, NotYetReason } from '../permission/decide.ts'
import type { SkippedContacts } from './task-facts.ts'
import { countOf } from './wording.ts'

const never: Record<NeverReason, string> = {
  do_not_call: 'its number is on a do-not-call list',
  emergency_number: 'its number is an emergency number',
  denied_prefix: 'its number begins with a denied prefix',
  no_allowed_prefix: 'its number begins with none of the allowed prefixes',
  too_short: 'its number has too few digits',
  too_long: 'its number has too many digits',
  no_calling_hours: 'the time zones in which the called person may be have no calling hours in common',
}

export function neverSentence(reason: NeverReason): string {
  return `It is not dialed: ${never[reason]}. A recall decides again.`
}

const skipped: Record<NeverReason, string> = {
  do_not_call: 'on a do-not-call list',
  emergency_number: 'with an emergency number',
  denied_prefix: 'with a denied prefix',
  no_allowed_prefix: 'with none of the allowed prefixes',
  too_short: 'with too few digits',
  too_long: 'with too many digits',
  no_calling_hours: 'without common calling hours',
}

export function nobodyCalled(skips: SkippedContacts[]): string {
  return `Nobody was called: ${skips.map(({ reason, contacts }) => `${contacts} ${skipped[reason]}`).join(', ')}.`
}

const notYet: Record<NotYetReason, string> = {
  recipient_hours: 'It is outside the calling hours where the called person is',
  daily_budget: 'Its number was rung as often as is allowed in 24 hours',
  monthly_budget: 'Its number was rung as often as is allowed in 30 days',
}

export function notYetSentence(reason: NotYetReason, until: string): string {
  return `${notYet[reason]}: it is dialed from ${until} on.`
}

const waiting: Record<NotYetReason, [one: string, many: string]> = {
  recipient_hours: [
    'is outside the calling hours where the called person is',
    'are outside the calling hours where the called persons are',
  ],
  daily_budget: [
    'waits: its number was rung as often as is allowed in 24 hours',
    'wait: their numbers were rung as often as is allowed in 24 hours',
  ],
  monthly_budget: [
    'waits: its number was rung as often as is allowed in 30 days',
    'wait: their numbers were rung as often as is allowed in 30 days',
  ],
}

interface WaitingContacts {
  contacts: number
  /** There are more than these. */
  isMore: boolean
  /** When the first of them may be rung. */
  first: string
}

export function waitingSentence(reason: NotYetReason, { contacts, isMore, first }: WaitingContacts): string {
  const [one, many] = waiting[reason]
  const subject = `${isMore ? 'At least ' : ''}${countOf(contacts, 'contact')}`
  return `${subject} ${contacts === 1 && !isMore ? one : many}. The first is due at ${first}.`
}
