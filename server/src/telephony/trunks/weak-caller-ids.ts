// Which caller IDs rest: those whose calls are answered clearly less often than the calls of the others of their pool, for example because phones
// show them as spam. Chance must not decide it, so the difference has to be large, and larger than chance explains.

/** Answered calls of the last day are compared, and a number rests for as long: then none of its calls are left to compare. */
export const REST_MS = 24 * 3_600_000
/** With fewer calls of a number, or of the others of its pool, nothing is decided. */
export const MIN_CALLS = 50
/** How far below the rate of the others it has to be, in parts of that rate. */
export const MARGIN = 0.3
/** The least difference in standard errors: chance explains more than this in 1 of 700 cases. */
export const MIN_STANDARD_ERRORS = 3

/** The calls of a number in one pool: that of a trunk or, if the task has caller IDs of its own, of a task on a trunk. */
export interface CallerIdCalls {
  poolId: string
  callerId: string
  calls: number
  answered: number
}

export interface WeakCallerId {
  callerId: string
  answerRate: number
  poolAnswerRate: number
}

/** Each once; one that is in several pools by the first in which it is weak. */
export function weakCallerIds(counts: readonly CallerIdCalls[]): WeakCallerId[] {
  const weak = new Map<string, WeakCallerId>()
  for (const own of counts) {
    const others = counts.filter(({ poolId, callerId }) => poolId === own.poolId && callerId !== own.callerId)
    const found = compare(own, { calls: sum(others, 'calls'), answered: sum(others, 'answered') })
    if (found && !weak.has(own.callerId)) weak.set(own.callerId, found)
  }
  return [...weak.values()]
}

function compare(
  { callerId, calls, answered }: CallerIdCalls,
  others: { calls: number; answered: number },
): WeakCallerId | undefined {
  if (calls < MIN_CALLS || others.calls < MIN_CALLS) return undefined
  const answerRate = answered / calls
  const poolAnswerRate = others.answered / others.calls
  const error = Math.sqrt(poolAnswerRate * (1 - poolAnswerRate) * (1 / calls + 1 / others.calls))
  const isWeak = poolAnswerRate - answerRate > Math.max(MARGIN * poolAnswerRate, MIN_STANDARD_ERRORS * error)
  return isWeak
    ? { callerId, answerRate: rounded(answerRate), poolAnswerRate: rounded(poolAnswerRate) }
    : undefined
}

const rounded = (rate: number) => Math.round(rate * 10_000) / 10_000

const sum = (counts: readonly CallerIdCalls[], field: 'calls' | 'answered') =>
  counts.reduce((total, each) => total + each[field], 0)
