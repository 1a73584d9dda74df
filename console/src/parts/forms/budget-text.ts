// A window of attempts as people type it: `7/7` is 7 calls in 7 days.
export interface BudgetWindow {
  attempts: number
  days: number
}

const MAX_DAYS = 31

export const budgetText = ({ attempts, days }: BudgetWindow) => `${attempts}/${days}`

/** Undefined: it is none. */
export function readBudget(text: string): BudgetWindow | undefined {
  const [, attempts, days] = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(text) ?? []
  const window = { attempts: Number(attempts), days: Number(days) }
  return window.attempts >= 1 && window.days >= 1 && window.days <= MAX_DAYS ? window : undefined
}
