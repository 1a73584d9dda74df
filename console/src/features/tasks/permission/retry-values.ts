// Retry rules as rows of the form: a wait has a unit there, and is in seconds in the API.
import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { type CallCause, callWords } from '@carillon/server/words/calls'

export type RetryRules = NonNullable<Schemas['TaskSettings']['retryRules']>
export type RetryCause = keyof RetryRules

export interface RetryRow {
  /** Identifies the row in the form. */
  key: string
  cause: RetryCause | ''
  delay: number | string
  unit: DelayUnit
  count: number | string
}

export const unitSeconds = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const
export type DelayUnit = keyof typeof unitSeconds

const rules = limits.NewTask.retryRules.fields

/** Those that can have a rule, in the order in which people meet them. */
export const retryCauses = (Object.keys(callWords.en.causes) as CallCause[]).filter(
  (cause): cause is RetryCause => cause in rules,
)

/** The same for every cause. */
export const retryLimits = rules.busy.fields

export function newRetryRow(): RetryRow {
  return { key: crypto.randomUUID(), cause: '', delay: '', unit: 'minute', count: '' }
}

export function toRetryRows(rules: RetryRules): RetryRow[] {
  return retryCauses.flatMap((cause) => {
    const rule = rules[cause]
    if (!rule) return []
    const { delay, count } = rule
    const unit = delay === undefined ? 'minute' : unitOf(delay)
    return [
      {
        key: cause,
        cause,
        unit,
        delay: delay === undefined ? '' : delay / unitSeconds[unit],
        count: count ?? '',
      },
    ]
  })
}

export function toRetryRules(rows: RetryRow[]): RetryRules {
  return Object.fromEntries(
    rows
      .filter(({ cause }) => cause !== '')
      .map(({ cause, delay, unit, count }) => [
        cause,
        {
          ...(delay !== '' && { delay: Number(delay) * unitSeconds[unit] }),
          ...(count !== '' && { count: Number(count) }),
        },
      ]),
  )
}

/** The largest unit in which the wait is a whole number. */
function unitOf(seconds: number): DelayUnit {
  const units = ['day', 'hour', 'minute'] as const
  return units.find((unit) => seconds > 0 && seconds % unitSeconds[unit] === 0) ?? 'second'
}
