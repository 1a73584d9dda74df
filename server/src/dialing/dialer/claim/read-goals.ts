// How far the tasks of a claim have come with their goals. Only tasks that have one are read.

import { countResultsOf, type GoalTotalsRow, readGoalTotals } from '../../../campaigns/tasks/goal.queries.ts'
import { isGoalMet, type KnownGoal, missingSuccesses, type StopWhen } from '../../../campaigns/tasks/goal.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import type { CachedTask } from './cached-task.ts'

export async function readGoals(tx: Queryable, tasks: readonly CachedTask[]): Promise<void> {
  const withGoal = tasks.filter(({ demand, settings }) => demand && settings.stopWhen !== null)
  if (withGoal.length === 0) return
  const rows = await readGoalTotals(tx, [withGoal.map(({ id }) => id)])
  for (const row of rows) {
    const task = withGoal.find(({ id }) => id === row.task_id)
    if (task?.settings.stopWhen) task.goal = await progressOf(tx, row, task.settings.stopWhen, task.goal)
  }
}

/**
 * Results are counted again when there were so many successes since the last time that the goal may be met: counting reads all successful
 * contacts of the task.
 */
async function progressOf(
  tx: Queryable,
  { task_id, calls, success_calls, successes }: GoalTotalsRow,
  goal: StopWhen,
  known: KnownGoal | undefined,
): Promise<KnownGoal> {
  const isSame = known && JSON.stringify(known.goal) === JSON.stringify(goal)
  const before = isSame ? known : undefined
  const mayBeMet = !before || success_calls - before.countedAfter >= missingSuccesses(goal, before.counts)
  const results = mayBeMet ? await countResultsOf(tx, task_id, goal.results ?? []) : before.counts.results
  const countedAfter = mayBeMet ? success_calls : before.countedAfter
  return { goal, counts: { calls, successes, results }, countedAfter }
}

export function hasMetGoal({ goal }: Pick<CachedTask, 'goal'>): boolean {
  return goal !== undefined && isGoalMet(goal.goal, goal.counts)
}
