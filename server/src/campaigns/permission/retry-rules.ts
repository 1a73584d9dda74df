// Retry rules of a task: how long to wait after each cause, and how often to try again.
import { CALL_CAUSES } from '../../platform/kernel/call-causes.ts'
import type { CallCause } from '../../platform/words/calls.ts'

/** A success and an invalid number are final, a callback has its own time, and an error of the gateway costs no attempt. */
const WITHOUT_RULE = [
  'answered',
  'callback',
  'invalid_number',
  'gateway_error',
] as const satisfies CallCause[]

export type RetryCause = Exclude<CallCause, (typeof WITHOUT_RULE)[number]>

/** The causes that a rule can be given for. */
export const RETRY_CAUSES = CALL_CAUSES.filter(
  (cause): cause is RetryCause => !(WITHOUT_RULE as readonly string[]).includes(cause),
)

export interface RetryRule {
  /** Seconds until the next attempt, if that is longer than the call interval of the task. */
  delay?: number
  /** How many more attempts there may be in a round after calls that ended with this cause. */
  count?: number
}

export type RetryRules = Partial<Record<RetryCause, RetryRule>>
