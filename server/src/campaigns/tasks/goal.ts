// The goal of a task, `stopWhen`: how many successes it shall have, and how many of them with certain results. When all of it is met, no call
// starts any more, and the task completes when its live calls have ended.

export interface GoalResult {
  /** As in conditions on a result: `result.region`, `digits.confirm`, `verdict`. */
  name: string
  value: string
  count: number
}

export interface StopWhen {
  successes?: number
  results?: GoalResult[]
}

/** How far a task has come. */
export interface GoalCounts {
  /** Calls that have ended. */
  calls: number
  /** Contacts, and those of them with each of the results. */
  successes: number
  results: number[]
}

/** What a dialing node knows of a task's progress. */
export interface KnownGoal {
  goal: StopWhen
  counts: GoalCounts
  /** Of `counts.results`: after so many successful calls they were counted. */
  countedAfter: number
}

export interface GoalPart {
  count: number
  wanted: number
}

export function goalParts({ successes, results = [] }: StopWhen, counts: GoalCounts): GoalPart[] {
  return [
    ...(successes === undefined ? [] : [{ count: counts.successes, wanted: successes }]),
    ...results.map(({ count: wanted }, index) => ({ count: counts.results[index] ?? 0, wanted })),
  ]
}

export function isGoalMet(goal: StopWhen, counts: GoalCounts): boolean {
  return goalParts(goal, counts).every(({ count, wanted }) => count >= wanted)
}

/**
 * How many calls may be live: as many as it probably takes to meet the goal. Of the live calls more may succeed than of those that have
 * ended, because calls without an answer end first; so the share of successes is what it would be if all of them did. 0: the goal is met.
 */
export function callsToGoal(goal: StopWhen, counts: GoalCounts): number {
  return Math.max(...goalParts(goal, counts).map((part) => callsTo(part, counts.calls)))
}

/** The greatest number of calls with: calls * (count + calls + 1) / (ended + calls + 1) <= missing. */
function callsTo({ count, wanted }: GoalPart, ended: number): number {
  const missing = Math.max(0, wanted - count)
  const ahead = missing - count - 1
  return missing === 0 ? 0 : Math.floor((ahead + Math.sqrt(ahead ** 2 + 4 * missing * (ended + 1))) / 2)
}

/** How many successes are needed at least until the goal can be met. */
export function missingSuccesses(goal: StopWhen, counts: GoalCounts): number {
  return Math.max(...goalParts(goal, counts).map(({ count, wanted }) => wanted - count))
}
