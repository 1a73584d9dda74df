// What a task lacks that most laws ask of calls. Its settings are the contract's, which asks for none of it, so publishing only warns; and only of calls
// that somebody receives.

import type { Flow } from '../../conversations/flows/flow.ts'
import { listsIn } from '../../conversations/flows/steps/steps.ts'
import { budgetWindows } from '../permission/budgets.ts'
import { type CallingHours, isAlwaysOpen } from '../permission/calling-hours.ts'
import type { RulesRow } from '../permission/rules.queries.ts'
import { readSettings, type StoredSettings } from './task-settings.ts'

/** `default_budget`: in place of `no_budget`, where publishing gives the task the one of the service. */
export const MISSING_PROTECTIONS = ['no_hours', 'no_opt_out', 'no_budget', 'default_budget'] as const
type MissingProtection = (typeof MISSING_PROTECTIONS)[number]

/** A task without a flow is left to the gateway, which may let people opt out. */
export function missingProtections(
  { settings, flow }: { settings: StoredSettings; flow: Flow | null },
  hours: CallingHours,
  rules: RulesRow,
  isSimulated: boolean,
): MissingProtection[] {
  if (isSimulated) return []
  const hasBudget = readSettings(settings).budgets.length > 0 || budgetWindows(rules).length > 0
  const hasDefault = rules.default_attempts_per_day !== null
  const isMissing = {
    no_hours: isAlwaysOpen(hours),
    no_opt_out: flow !== null && listsIn(flow).length === 0,
    no_budget: !hasBudget && !hasDefault,
    default_budget: !hasBudget && hasDefault,
  }
  return MISSING_PROTECTIONS.filter((code) => isMissing[code])
}
