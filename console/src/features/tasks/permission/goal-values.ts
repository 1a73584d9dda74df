// The goal of a task in the form, and its conversion to and from the API.
import type { Schemas } from '@carillon/client'

type StopWhen = Schemas['TaskSettings']['stopWhen']

export interface GoalRow {
  /** Identifies the row in the form. */
  key: string
  name: string
  value: string
  count: number | string
}

export interface GoalValues {
  /** Empty for none. */
  goalSuccesses: number | string
  goalRows: GoalRow[]
}

export function newGoalRow(): GoalRow {
  return { key: crypto.randomUUID(), name: '', value: '', count: '' }
}

export function fromGoal(stopWhen: StopWhen): GoalValues {
  const rows = (stopWhen?.results ?? []).map((each, index) => ({ ...each, key: `goal ${index}` }))
  return { goalSuccesses: stopWhen?.successes ?? '', goalRows: rows }
}

export function toGoal({ goalSuccesses, goalRows }: GoalValues): StopWhen {
  if (goalSuccesses === '' && goalRows.length === 0) return null
  const results = goalRows.map(({ name, value, count }) => ({
    ...{ name: name.trim(), value },
    count: Number(count),
  }))
  return {
    ...(goalSuccesses !== '' && { successes: Number(goalSuccesses) }),
    ...(results.length > 0 && { results }),
  }
}
