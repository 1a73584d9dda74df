// How often a number may be called: windows such as 7 attempts in any 7 days, all of which hold. The service has some, and a task may
// have more. A window of one day and one of 30 days have reasons and columns of their own, as they were there first.
//
// A task may also count a window per case: a debt, an order, whatever the field of the contact says that the task names (`caseField`). All calls
// of tasks with this field count, to whatever number.

export interface BudgetWindow {
  attempts: number
  days: number
  /** Absent: per number. */
  per?: 'case'
}

/** Of the windows that are used up, the one that is so for the longest time. */
export interface UsedBudget extends BudgetWindow {
  until: Date
}

/** The longest window, and the longest quiet period. */
export const MAX_BUDGET_DAYS = 31
export const DAYS_OF_MONTH = 30

/** A window as callers may give it. */
export interface GivenWindow extends Omit<BudgetWindow, 'per'> {
  per?: 'number' | 'case' | undefined
}

/** One window for each length, the strictest, and the shortest first; those per number before those per case. */
export function strictestWindows(windows: readonly GivenWindow[]): BudgetWindow[] {
  const strictest = (those: readonly GivenWindow[]) => {
    const byDays = new Map<number, number>()
    for (const { attempts, days } of those)
      byDays.set(days, Math.min(attempts, byDays.get(days) ?? Number.POSITIVE_INFINITY))
    return [...byDays].map(([days, attempts]) => ({ attempts, days })).sort((a, b) => a.days - b.days)
  }
  const ofCases = windows.filter(({ per }) => per === 'case')
  const ofNumbers = windows.filter(({ per }) => per !== 'case')
  return [...strictest(ofNumbers), ...strictest(ofCases).map((each) => ({ ...each, per: 'case' as const }))]
}

interface StoredBudgets {
  attempts_per_day: number | null
  attempts_per_month: number | null
  budgets: BudgetWindow[]
}

/** All windows of the service. */
export function budgetWindows({
  attempts_per_day,
  attempts_per_month,
  budgets,
}: StoredBudgets): BudgetWindow[] {
  const given = (attempts: number | null, days: number) => (attempts === null ? [] : [{ attempts, days }])
  return strictestWindows([
    ...given(attempts_per_day, 1),
    ...given(attempts_per_month, DAYS_OF_MONTH),
    ...budgets,
  ])
}
