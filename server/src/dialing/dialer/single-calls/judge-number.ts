// Decides whether a call without a task may call a number: by the rules for destinations and, unless it is one of our own phones, by
// do-not-call lists and budgets; and by its hours, if it has any.

import { nextOpening } from '../../../campaigns/permission/calling-hours.ts'
import { AT_ANY_TIME, type Denial, decideAt } from '../../../campaigns/permission/decide.ts'
import { destinationRules } from '../../../campaigns/permission/destinations.ts'
import type { TaskHours } from '../../../campaigns/permission/next-attempt.ts'
import type { RecipientZones } from '../../../campaigns/permission/recipient-zones.ts'
import type { RulesRow } from '../../../campaigns/permission/rules.queries.ts'
import type { ZoneOffsets } from '../../../platform/kernel/timestamps.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import { type NumberFactsRow, readNumberFacts } from './single-calls.queries.ts'

/** Also by the clock of the service. */
export type CallDenial = Denial | { kind: 'not_yet'; reason: 'outside_window'; until: Date }

interface JudgedCall {
  phoneKey: string
  /** The time zone of the called person, if it is known. */
  timeZone: string | undefined
  facts: NumberFactsRow
  hours: TaskHours | undefined
  isSimulated: boolean
}

export interface Zones {
  serviceZone: ZoneOffsets
  recipientZones: RecipientZones
}

/** Decisions at one instant. Undefined: it may be called. */
export function judgeCalls(rules: RulesRow, { serviceZone, recipientZones }: Zones, now: Date) {
  const decide = decideAt({ destinations: destinationRules(rules), zones: recipientZones }, now)
  return ({ phoneKey, timeZone, facts, hours, isSimulated }: JudgedCall): CallDenial | undefined => {
    const isOwn = rules.own_phones.includes(phoneKey)
    const denial = decide(
      {
        phoneKey,
        isSimulated,
        timeZone: timeZone ?? null,
        ...AT_ANY_TIME,
        doNotCallListId: isOwn ? null : facts.do_not_call_list_id,
        dayFullSince: isOwn ? null : facts.day_full_since,
        monthFullSince: isOwn ? null : facts.month_full_since,
      },
      hours?.isRecipientZone ? hours : undefined,
    )
    if (denial?.kind === 'never' || !hours || hours.isRecipientZone) return denial
    const opening = nextOpening(hours, [serviceZone], denial?.until ?? now)
    if (!opening) return { kind: 'never', reason: 'no_calling_hours', detail: { place: 'service' } }
    if (denial) return { ...denial, until: opening }
    return opening > now ? { kind: 'not_yet', reason: 'outside_window', until: opening } : undefined
  }
}

interface JudgedNumber {
  phoneKey: string
  /** Do-not-call lists that hold besides the global ones. */
  listIds: string[]
  now: Date
}

/** Lists and budgets, as they are now. */
export async function numberFacts(
  db: Queryable,
  rules: RulesRow,
  { phoneKey, listIds, now }: JudgedNumber,
): Promise<NumberFactsRow> {
  const budgets = [rules.attempts_per_day, rules.attempts_per_month]
  const facts = await readNumberFacts.first(db, [phoneKey, listIds, now, ...budgets])
  return facts ?? { do_not_call_list_id: null, day_full_since: null, month_full_since: null }
}
