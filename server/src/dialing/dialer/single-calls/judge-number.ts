// Decides whether a call without a task may call a number: by the rules for destinations and, unless it is one of our own phones, by
// do-not-call lists and budgets; and by its hours, if it has any.

import {
  AT_ANY_TIME,
  type DenialByHours,
  decideAt,
  inServiceHours,
  UNLIMITED,
} from '../../../campaigns/permission/decide.ts'
import { destinationRules } from '../../../campaigns/permission/destinations.ts'
import type { TaskHours } from '../../../campaigns/permission/next-attempt.ts'
import type { RecipientZones } from '../../../campaigns/permission/recipient-zones.ts'
import { limitsOf, type RulesRow, usedLimits } from '../../../campaigns/permission/rules.queries.ts'
import type { ZoneOffsets } from '../../../platform/kernel/timestamps.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import { type NumberFactsRow, readNumberFacts } from './single-calls.queries.ts'

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
  return ({ phoneKey, timeZone, facts, hours, isSimulated }: JudgedCall): DenialByHours | undefined => {
    const isExempt = rules.exempt_numbers.includes(phoneKey)
    const denial = decide(
      {
        phoneKey,
        isSimulated,
        timeZone: timeZone ?? null,
        ...AT_ANY_TIME,
        doNotCallListId: isExempt ? null : facts.do_not_call_list_id,
        missingConsent: isExempt ? null : facts.missing_consent,
        hasUndisclosedAgent: !isExempt && facts.has_undisclosed_agent === true,
        ...(isExempt ? UNLIMITED : usedLimits(facts)),
      },
      hours?.isRecipientZone ? hours : undefined,
    )
    return hours && !hours.isRecipientZone ? inServiceHours(denial, hours, serviceZone, now) : denial
  }
}

interface JudgedNumber {
  phoneKey: string
  /** Do-not-call lists that hold besides the global ones. */
  listIds: string[]
  /** What the call would do. */
  flowId: string | null
  now: Date
}

/** Lists and budgets, as they are now. */
export async function numberFacts(
  db: Queryable,
  rules: RulesRow,
  { phoneKey, listIds, flowId, now }: JudgedNumber,
): Promise<NumberFactsRow> {
  const facts = await readNumberFacts.first(db, [phoneKey, listIds, now, ...limitsOf(rules), flowId])
  const none = { do_not_call_list_id: null, missing_consent: null, has_undisclosed_agent: null }
  return facts ?? { ...none, used_budget: null, quiet_until: null }
}
