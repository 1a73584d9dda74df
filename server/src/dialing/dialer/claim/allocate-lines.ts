// Which tasks get the free lines: the highest priority first, and among equal priorities the task with the fewest lines, one
// line at a time, until lines or work run out. A pure function.

export interface TaskDemand {
  taskId: string
  /** Live calls of the task. */
  live: number
  /** It may have no more live calls than this. */
  maxLive: number
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
  maxLive: number
  due: number
  fresh: number
  /** Breaks ties; random, so that no task is always first among equals. */
  rank: number
  /** Lines allocated to it. */
  lines: number
}

export function allocateLines(demands: TaskDemand[], freeLines: number, random: () => number): Allocation {
  const allocation: Allocation = { fresh: new Map(), due: [] }
  const extra = new Map<string, number>()
  let free = freeLines
  for (let priority = 1; priority <= 5 && free > 0; priority += 1) {
    const shares = demands
      .map((demand) => shareAt(demand, priority, extra, random))
      .filter((share) => share.due + share.fresh > 0 && share.live < share.maxLive)
    free -= giveOut(shares, free)
    for (const { taskId, due, lines } of shares) {
      if (lines === 0) continue
      extra.set(taskId, (extra.get(taskId) ?? 0) + lines)
      // Contacts that wait for a retry come before contacts that were never called.
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
    maxLive: demand.maxLive,
    due: demand.due.find((each) => each.priority === priority)?.contacts ?? 0,
    fresh: demand.fresh.priority === priority ? demand.fresh.contacts : 0,
    rank: random(),
    lines: 0,
  }
}

/**
 * Allocates one line at a time to the task with the fewest, level by level: each task on the lowest level gets a line and
 * rises to the next level, where others join it. Returns how many lines were allocated.
 */
function giveOut(shares: Share[], freeLines: number): number {
  const joining = [...shares].sort((a, b) => b.live - a.live)
  let level: Share[] = []
  let free = freeLines
  for (let live = joining.at(-1)?.live ?? 0; free > 0; live += 1) {
    if (level.length === 0) {
      const lowest = joining.at(-1)
      if (!lowest) break
      live = lowest.live
    }
    const before = level.length
    for (let next = joining.at(-1); next && next.live <= live; next = joining.at(-1)) {
      level.push(next)
      joining.pop()
    }
    if (level.length > before) level.sort((a, b) => a.rank - b.rank)
    for (const share of level) {
      if (free === 0) break
      share.lines += 1
      free -= 1
    }
    level = level.filter(
      ({ lines, due, fresh, live: before, maxLive }) => lines < due + fresh && before + lines < maxLive,
    )
  }
  return freeLines - free
}
