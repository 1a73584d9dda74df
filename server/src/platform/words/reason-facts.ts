// The parameters of reasons and warnings, as their sentences take them: times are texts.
import type { DenialReason } from './calls.ts'

export interface ReasonFacts {
  until?: string | undefined
  since?: string | undefined
  nextTime?: string | undefined
  /** Who did it. */
  actor?: string | undefined
  /** Why, as the gateway, the database or a person says; of `done_unsuccessful`, the cause of the call. */
  why?: string | undefined
  /** The code of `why`, if it has one. */
  reasonCode?: string | undefined
  calls?: number | undefined
  contacts?: number | undefined
  contactsAhead?: number | undefined
  /** More contacts wait than were counted. */
  isMore?: boolean | undefined
  tasksBefore?: number | undefined
  tasksBeside?: number | undefined
  lines?: number | undefined
  linesInUseAll?: number | undefined
  dialers?: number | undefined
  dialersDown?: number | undefined
  attempt?: number | undefined
  skips?: readonly { reason: DenialReason; contacts: number }[] | undefined
  seconds?: number | undefined
  trunks?: readonly string[] | undefined
  phones?: readonly string[] | undefined
  webhooks?: readonly string[] | undefined
}

export interface WarningFacts {
  taskName?: string | undefined
  time?: string | undefined
  field?: string | undefined
  contacts?: number | undefined
  /** In 24 hours. */
  attempts?: number | undefined
  /** More contacts lack the field than were counted. */
  isMore?: boolean | undefined
}
