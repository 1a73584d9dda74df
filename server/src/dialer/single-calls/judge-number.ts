// Decides whether a call without a task may call a number: by the rules for destinations and, unless it is one of our own phones, by
// do-not-call lists and budgets. Calling hours belong to tasks, so they do not apply.
import { destinationProblem, destinationRules } from '../../permission/destinations.ts'
import type { RulesRow } from '../../permission/rules.queries.ts'
import type { Queryable } from '../../storage/database.ts'
import type { DenialReason } from '../../words/calls.ts'
import { readNumberFacts } from './single-calls.queries.ts'

interface JudgedNumber {
  phoneKey: string
  /** Do-not-call lists that hold besides the global ones. */
  listIds: string[]
  now: Date
}

/** The reason in a word, as in denials; undefined: it may be called. */
export async function whyNotRung(
  db: Queryable,
  rules: RulesRow,
  { phoneKey, listIds, now }: JudgedNumber,
): Promise<DenialReason | undefined> {
  const problem = destinationProblem(phoneKey, destinationRules(rules))
  if (problem) return problem.reason
  if (rules.own_phones.includes(phoneKey)) return undefined
  const budgets = [rules.attempts_per_day, rules.attempts_per_month]
  const facts = await readNumberFacts.first(db, [phoneKey, listIds, now, ...budgets])
  if (!facts) return undefined
  if (facts.do_not_call_list_id !== null) return 'do_not_call'
  if (facts.month_full_since !== null) return 'monthly_budget'
  return facts.day_full_since === null ? undefined : 'daily_budget'
}
