// What a task may say about calls that were no success: how long to wait after each cause, and how often to try again.

/** The causes that a rule can be given for. An answered call and an invalid number are final whatever a task says. */
export const RETRY_CAUSES = [
  'no_answer',
  'busy',
  'rejected',
  'unreachable',
  'switched_off',
  'congestion',
  'network_error',
  'lost',
  'voicemail',
  'machine',
  'screening',
  'silence',
  'unverified',
  'not_confirmed',
  'agent_failed',
] as const

export type RetryCause = (typeof RETRY_CAUSES)[number]

export interface RetryRule {
  /** Seconds until the next attempt, if that is longer than the call interval of the task. */
  delay?: number
  /** How many more attempts there may be in a round after calls that ended with this cause. */
  count?: number
}

export type RetryRules = Partial<Record<RetryCause, RetryRule>>
