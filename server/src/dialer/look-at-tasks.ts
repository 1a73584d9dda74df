// Which of the running tasks a claim reads the demand of: as many as its lines can need, in the order in which they should get
// them, and a few that were not looked at for a while.
import type { Queryable } from '../storage/database.ts'
import type { DialerProgressRow } from './claim.queries.ts'
import { readDialerProgress } from './claim.queries.ts'
import * as queries from './demand.queries.ts'
import { type KnownTask, type KnownTasks, topPriority } from './known-tasks.ts'

/**
 * So many tasks share the lines of a claim, at most, unless they cannot use them all: up to here each line goes to
 * the task with the fewest; of more tasks, those that come next have to wait for the next claim.
 */
export const MOST_TASKS_A_CLAIM = 64
/** With few lines to give, fewer are looked at; but more than one a line, as some may turn out to want nothing. */
const FEWEST_TASKS = 20

interface Moment {
  now: Date
  nowMs: number
}

interface LookLimits {
  freeLines: number
  mostCalls: number
  mostTasks: number
  /** These get no lines. */
  heldTasks: ReadonlySet<string>
}

/** Asks which tasks run, or what has changed about that, together with how many lines are in use. */
export async function updateTasks(
  tx: Queryable,
  known: KnownTasks,
  { now, nowMs }: Moment,
): Promise<DialerProgressRow> {
  const seen = known.seen(nowMs)
  const lists = known.openLists(now)
  const [progress, rows, grown] = await Promise.all([
    readDialerProgress.first(tx, []),
    seen ? queries.readChangedTasks(tx, [seen.next, seen.underWay]) : queries.readRunningTasks(tx, []),
    lists.length > 0
      ? queries.readGrownLists(tx, [
          lists.map(({ id }) => id),
          lists.map(({ dataSourceId }) => dataSourceId),
          lists.map(({ lastPosition }) => lastPosition),
        ])
      : [],
  ])
  if (!progress) throw new Error('the dialer does not know what was started: its row is missing')
  known.learn(rows, !seen, progress.snapshot, nowMs)
  known.haveGrown(grown.map(({ id }) => id))
  return progress
}

/**
 * Reads the demand of tasks, in turn, until the lines are spoken for: whoever comes later has no higher priority than
 * those who want them.
 */
export async function lookAtTasks(
  tx: Queryable,
  known: KnownTasks,
  { now, nowMs, freeLines, mostCalls, mostTasks, heldTasks }: Moment & LookLimits,
): Promise<KnownTask[]> {
  const turn = known.inTurn(now, nowMs).filter(({ id }) => !heldTasks.has(id))
  const looked: KnownTask[] = []
  const look = async (tasks: KnownTask[]) => {
    if (tasks.length === 0) return
    const rows = await queries.readDemands(tx, [
      tasks.map(({ id }) => id),
      tasks.map((task) => known.floorOf(task, nowMs)),
      now,
      mostCalls + 1,
      tasks.map(({ hasRecalls }) => hasRecalls),
    ])
    known.record(tasks, rows, nowMs)
    looked.push(...tasks)
  }

  const first = Math.min(
    turn.length <= mostTasks ? turn.length : Math.max(FEWEST_TASKS, freeLines),
    mostTasks,
  )
  const inFirst = new Set(turn.slice(0, first))
  await look([...inFirst, ...known.overdue(now, nowMs).filter((task) => !inFirst.has(task))])
  const alreadyLooked = new Set(looked)
  const left = turn.slice(first).filter((task) => !alreadyLooked.has(task))
  for (let next = left[0]; next && linesWanted(topPriority(next)) < freeLines; next = left[0])
    await look(left.splice(0, mostTasks))
  return looked

  /** By the tasks looked at so far, at this priority or a higher one. */
  function linesWanted(lowestPriority: number): number {
    let lines = 0
    for (const task of looked) {
      if (!task.demand || !known.isOpen(task, now) || heldTasks.has(task.id)) continue
      if (task.priority <= lowestPriority) lines += task.demand.fresh
      for (const [index, contacts] of (task.demand.due ?? []).entries())
        if (index < lowestPriority) lines += contacts
    }
    return lines
  }
}
