// Which running tasks a claim reads: as many as can use its lines, in the order in which they should get them, and a few that
// were not read for a while.

import { type RulesRow, readRules } from '../../../campaigns/permission/rules.queries.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import { type CachedTask, topPriority } from './cached-task.ts'
import { type DialerProgressRow, readDialerProgress } from './claim.queries.ts'
import * as queries from './demand.queries.ts'
import { readGoals } from './read-goals.ts'
import type { TaskCache } from './task-cache.ts'

/** If there are few lines, fewer tasks are read; but more than one per line, as some may turn out to want none. */
const MIN_TASKS = 20

interface ReadingLimits {
  now: Date
  nowMs: number
  freeLines: number
  maxCalls: number
  maxTasks: number
  /** These get no lines. */
  heldTasks: ReadonlySet<string>
  /** How many calls of a task with so many live ones can be claimed at most. */
  roomOf: (task: CachedTask, live: number) => number
}

/** Reads which tasks run, or what has changed about that, the rules that all tasks share, and how many lines are in use. */
export async function refreshTasks(
  tx: Queryable,
  tasks: TaskCache,
  now: Date,
  nowMs: number,
): Promise<{ progress: DialerProgressRow; rules: RulesRow }> {
  const seen = tasks.seen(nowMs)
  const lists = tasks.openLists(now)
  const [progress, rules, changed, grown] = await Promise.all([
    readDialerProgress.first(tx, []),
    readRules.first(tx, []),
    seen ? queries.readChangedTasks(tx, [seen.next, seen.inProgress]) : queries.readRunningTasks(tx, []),
    lists.length > 0
      ? queries.readGrownLists(tx, [
          lists.map(({ id }) => id),
          lists.map(({ dataSourceId }) => dataSourceId),
          lists.map(({ lastPosition }) => lastPosition),
        ])
      : [],
  ])
  if (!progress) throw new Error('the table dialer has no row, so the lines in use are unknown')
  if (!rules) throw new Error('the table service has no row, so the rules are unknown')
  // The holidays of any task may have changed.
  const isOutdated = tasks.noteRules(rules.version) && seen !== undefined
  const rows = isOutdated ? await queries.readRunningTasks(tx, []) : changed
  tasks.update(rows, isOutdated || !seen, progress.snapshot, nowMs)
  tasks.noteGrown(grown.map(({ id }) => id))
  return { progress, rules }
}

/**
 * Reads the demand of tasks, in turn, until it uses up the lines: the tasks that remain have no higher priority than those
 * that were read. Returns the tasks that were read.
 */
export async function readDemands(
  tx: Queryable,
  tasks: TaskCache,
  { now, nowMs, freeLines, maxCalls, maxTasks, heldTasks, roomOf }: ReadingLimits,
): Promise<CachedTask[]> {
  const turn = tasks.inTurn(now, nowMs).filter(({ id }) => !heldTasks.has(id))
  const read: CachedTask[] = []
  const readAll = async (wanted: CachedTask[]) => {
    if (wanted.length === 0) return
    const rows = await queries.readDemands(tx, [
      wanted.map(({ id }) => id),
      wanted.map((task) => tasks.floorOf(task, nowMs)),
      now,
      maxCalls + 1,
      wanted.map(({ hasRecalls }) => hasRecalls),
    ])
    tasks.record(wanted, rows, nowMs)
    await readGoals(tx, wanted)
    read.push(...wanted)
  }

  const firstCount = Math.min(
    turn.length <= maxTasks ? turn.length : Math.max(MIN_TASKS, freeLines),
    maxTasks,
  )
  const first = new Set(turn.slice(0, firstCount))
  await readAll([...first, ...tasks.overdue(now, nowMs).filter((task) => !first.has(task))])
  const alreadyRead = new Set(read)
  const left = turn.slice(firstCount).filter((task) => !alreadyRead.has(task))
  for (let next = left[0]; next && linesWanted(topPriority(next)) < freeLines; next = left[0])
    await readAll(left.splice(0, maxTasks))
  return read

  /** By the tasks read so far, at this priority or a higher one. */
  function linesWanted(lowestPriority: number): number {
    let lines = 0
    for (const task of read) {
      if (!task.demand || !tasks.isOpen(task, now) || heldTasks.has(task.id)) continue
      let own = task.priority <= lowestPriority ? task.demand.fresh : 0
      for (const [index, contacts] of (task.demand.due ?? []).entries())
        if (index < lowestPriority) own += contacts
      lines += Math.max(0, Math.min(own, roomOf(task, task.demand.live)))
    }
    return lines
  }
}
