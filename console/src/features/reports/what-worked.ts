// What worked best in a report: the task and the hour of the week with the highest success rate, and how many calls a success took.
import type { Report } from './use-report.ts'

/** Fewer calls would make a rate of chance. */
const MIN_CALLS = 10
const MIN_SHARE = 0.01

export interface WhatWorked {
  task?: { taskName: string; successRate: number }
  /** 1 is Monday. */
  hour?: { weekday: number; hour: number; successRate: number }
  attemptsPerSuccess: number
}

/** Undefined if nothing succeeded. */
export function whatWorked({
  totals,
  tasks,
  heatMap,
}: Pick<Report, 'totals' | 'tasks' | 'heatMap'>): WhatWorked | undefined {
  if (totals.attemptsPerSuccess === null) return undefined
  const least = Math.max(MIN_CALLS, totals.calls * MIN_SHARE)
  const task = best(tasks, least)
  const hour = heatMap.length > 1 ? best(heatMap, least) : undefined
  return {
    ...(task && { task: { taskName: task.taskName, successRate: rateOf(task) } }),
    ...(hour && { hour: { weekday: hour.weekday, hour: hour.hour, successRate: rateOf(hour) } }),
    attemptsPerSuccess: totals.attemptsPerSuccess,
  }
}

interface Counted {
  calls: number
  successes: number
}

const rateOf = ({ calls, successes }: Counted) => successes / calls

/** The one with more calls, if two have the same rate. */
function best<Part extends Counted>(parts: Part[], least: number): Part | undefined {
  return parts
    .filter(({ calls, successes }) => calls >= least && successes > 0)
    .sort((a, b) => rateOf(b) - rateOf(a) || b.calls - a.calls)[0]
}

export const REPORT_SORTS = ['calls', 'successes', 'successRate', 'attemptsPerSuccess'] as const
export type ReportSort = (typeof REPORT_SORTS)[number]

/** The best first: the most calls and successes, the highest rate, the fewest attempts per success; tasks without a success last. */
export function rankTasks(tasks: Report['tasks'], sort: ReportSort): Report['tasks'] {
  const worth = (task: Report['tasks'][number]) =>
    sort === 'attemptsPerSuccess' ? -(task.attemptsPerSuccess ?? Number.POSITIVE_INFINITY) : task[sort]
  return [...tasks].sort((a, b) => worth(b) - worth(a) || b.calls - a.calls)
}
