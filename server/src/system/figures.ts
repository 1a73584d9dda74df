// Figures of all nodes together, for whoever watches the service from outside.
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import { TaskStatus } from '../tasks/task-state.ts'
import { readFigures } from './figures.queries.ts'

export interface Figures {
  lines: number
  liveCalls: number
  tasksByStatus: Record<string, number>
  endedCalls: { success: number; fail: number; noAnswer: number }
  nodes: number
  nodesWithGateway: number
}

const KEPT_MS = 1000
/** Whoever collects figures has little patience, least of all while the database is in trouble. */
const PATIENCE_MS = 2000

/** Asks the database at most once a second, however many want to know; undefined while it does not answer. */
export function createFigures({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): () => Promise<Figures | undefined> {
  let latest: { atMs: number; figures: Promise<Figures | undefined> } | undefined

  return () => {
    const nowMs = performance.now()
    if (!latest || nowMs - latest.atMs >= KEPT_MS) {
      latest = { atMs: nowMs, figures: withPatience(read(db, clock).catch(() => undefined)) }
    }
    return latest.figures
  }
}

async function read(db: Database, clock: Clock): Promise<Figures | undefined> {
  const row = await readFigures.first(db, [clock.now()])
  if (!row) return undefined
  return {
    lines: row.lines,
    liveCalls: row.live,
    tasksByStatus: Object.fromEntries(
      Object.entries(TaskStatus).map(([name, code]) => [name, row.tasks[code] ?? 0]),
    ),
    endedCalls: { success: row.success_count, fail: row.fail_count, noAnswer: row.no_answer_count },
    nodes: row.nodes,
    nodesWithGateway: row.nodes_with_gateway,
  }
}

async function withPatience<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined)
  })
  try {
    return await Promise.race([answer, enough])
  } finally {
    clearTimeout(timer)
  }
}
