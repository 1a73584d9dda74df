// How far tasks have come with their goals.

import { resultPath } from '../../conversations/flows/call-result.ts'
import { ContactStatus } from '../../lists/contacts/contact-status.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { sql } from '../../platform/storage/sql.ts'
import type { GoalCounts, GoalResult, StopWhen } from './goal.ts'

export interface GoalTotalsRow {
  task_id: string
  calls: number
  /** Calls, which never become fewer, and contacts. */
  success_calls: number
  successes: number
}

export const readGoalTotals = sql<GoalTotalsRow, [taskIds: string[]]>(
  'read_goal_totals',
  `select given.id as task_id, counted.call_count as calls, counted.success_count as success_calls,
     counted.success_contacts as successes
   from unnest($1::uuid[]) as given (id) cross join lateral task_totals(given.id) counted`,
)

/** Reads every successful contact of the task once for each result. $2: results as [{ n, path, value }]. */
const countGoalResults = sql<{ contacts: number }, [taskId: string, results: string]>(
  'count_goal_results',
  `select (
     select count(*) from dial d
     where d.task_id = $1 and d.outcome = ${ContactStatus.SUCCESS} and d.result #>> given.path = given.value
   ) as contacts
   from jsonb_to_recordset($2::jsonb) as given (n int, path text[], value text)
   order by given.n`,
)

export async function countResultsOf(
  db: Queryable,
  taskId: string,
  results: GoalResult[],
): Promise<number[]> {
  if (results.length === 0) return []
  const given = results.map(({ name, value }, n) => ({ n, path: resultPath(name), value }))
  return (await countGoalResults(db, [taskId, JSON.stringify(given)])).map(({ contacts }) => contacts)
}

export async function readGoalCounts(db: Queryable, taskId: string, goal: StopWhen): Promise<GoalCounts> {
  const totals = await readGoalTotals.first(db, [[taskId]])
  const results = await countResultsOf(db, taskId, goal.results ?? [])
  return { calls: totals?.calls ?? 0, successes: totals?.successes ?? 0, results }
}
