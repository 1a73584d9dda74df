// Who gets the free lines: the highest priority first, and among equals the task with the fewest lines, one
// line at a time, until lines or work run out. A pure function of what is waiting.

export interface TaskDemand {
  taskId: string
  /** Calls of the task that are up. */
  live: number
  /** Contacts that were never dialed, at the task's own priority. */
  fresh: { priority: number; contacts: number }
  /** Contacts whose next attempt is due, by priority: a recall has one of its own. */
  due: { priority: number; contacts: number }[]
}

export interface Allocation {
  fresh: Map<string, number>
  due: { taskId: string; priority: number; lines: number }[]
}

interface Share {
  taskId: string
  live: number
  due: number
  fresh: number
  /** Breaks ties; random, so that none of many equals is always first. */
  rank: number
}

export function allocateLines(demands: TaskDemand[], freeLines: number, random: () => number): Allocation {
  const allocation: Allocation = { fresh: new Map(), due: [] }
  const extra = new Map<string, number>()
  let free = freeLines
  for (let priority = 1; priority <= 5 && free > 0; priority += 1) {
    const shares = demands
      .map((demand) => shareAt(demand, priority, extra, random))
      .filter((share) => share.due + share.fresh > 0)
    const given = new Map<string, number>()
    while (free > 0) {
      const next = poorest(shares, given)
      if (!next) break
      given.set(next.taskId, (given.get(next.taskId) ?? 0) + 1)
      free -= 1
    }
    for (const { taskId, due } of shares) {
      const lines = given.get(taskId) ?? 0
      if (lines === 0) continue
      extra.set(taskId, (extra.get(taskId) ?? 0) + lines)
      // Who has waited for a retry goes before who was never called.
      const dueLines = Math.min(lines, due)
      if (dueLines > 0) allocation.due.push({ taskId, priority, lines: dueLines })
      if (lines > dueLines) allocation.fresh.set(taskId, lines - dueLines)
    }
  }
  return allocation
}

function shareAt(
  demand: TaskDemand,
  priority: number,
  extra: Map<string, number>,
  random: () => number,
): Share {
  return {
    taskId: demand.taskId,
    live: demand.live + (extra.get(demand.taskId) ?? 0),
    due: demand.due.find((each) => each.priority === priority)?.contacts ?? 0,
    fresh: demand.fresh.priority === priority ? demand.fresh.contacts : 0,
    rank: random(),
  }
}

function poorest(shares: Share[], given: Map<string, number>): Share | undefined {
  let best: Share | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const share of shares) {
    const got = given.get(share.taskId) ?? 0
    if (got >= share.due + share.fresh) continue
    const lines = share.live + got
    if (lines < fewest || (lines === fewest && best && share.rank < best.rank)) {
      best = share
      fewest = lines
    }
  }
  return best
}
