// Sees to it that no line stays in use without a call. A live call that disappears other than by being settled (deleted by
// hand, lost with a restored table) would keep its line, and its task would wait for it, for good: both are counted by what
// was started and what has ended. At the start and from time to time they are compared with the live calls there are.
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Database, Queryable } from '../storage/database.ts'
import { lockDialer } from './claim.queries.ts'
import * as queries from './line-count.queries.ts'

export interface LineWatch {
  /** Compares, if it is time. */
  compare(): Promise<void>
}

interface LineWatchOptions {
  db: Database
  clock: Clock
  log: Log
}

const COMPARE_EVERY_MS = 60_000

export function createLineWatch({ db, clock, log }: LineWatchOptions): LineWatch {
  let comparedMs = Number.NEGATIVE_INFINITY

  async function findOff(): Promise<{ excess: number; taskIds: string[] }> {
    return db.transaction(async (tx) => {
      await lockDialer(tx, [])
      const isFirst = comparedMs === Number.NEGATIVE_INFINITY
      const excess = await readExcess(tx)
      return { excess, taskIds: excess !== 0 || isFirst ? [...(await readOffTasks(tx)).keys()] : [] }
    })
  }

  /**
   * First the contacts, with the task held so that nothing else is done to them; then the counters, with claims kept away.
   * Claims pass over a task that is held, so nobody waits for us.
   */
  async function correct(taskId: string): Promise<void> {
    const done = await db.transaction(async (tx) => {
      const task = await queries.lockTaskForCount.first(tx, [taskId])
      if (!task) return undefined
      const missing = (await readOffTasks(tx)).get(taskId) ?? 0
      const returned =
        missing > 0 && !task.is_over
          ? await queries.returnLostContacts.first(tx, [taskId, clock.now(), missing])
          : undefined
      await lockDialer(tx, [])
      const { excess = 0 } = (await queries.correctTask.first(tx, [taskId])) ?? {}
      if (excess !== 0) await queries.correctLines(tx, [excess])
      return { excess, contacts: returned?.contacts ?? 0 }
    })
    if (done && done.excess !== 0)
      log.warn(
        { task: taskId, calls: done.excess, contacts: done.contacts },
        'live calls of a task had disappeared: their lines are free, and their contacts wait again',
      )
  }

  /** What no task accounts for. */
  async function correctRest(): Promise<void> {
    const excess = await db.transaction(async (tx) => {
      await lockDialer(tx, [])
      const rest = await readExcess(tx)
      // A task that somebody held is corrected next time, with its lines.
      if (rest === 0 || (await readOffTasks(tx)).size > 0) return 0
      await queries.correctLines(tx, [rest])
      return rest
    })
    if (excess !== 0)
      log.warn({ lines: excess }, 'lines were counted as in use without a call: they are free')
  }

  return {
    async compare() {
      const nowMs = clock.elapsedMs()
      if (nowMs < comparedMs + COMPARE_EVERY_MS) return
      const { excess, taskIds } = await findOff()
      for (const taskId of taskIds) await correct(taskId)
      if (excess !== 0) await correctRest()
      comparedMs = nowMs
    },
  }
}

async function readExcess(tx: Queryable): Promise<number> {
  return (await queries.readLineExcess.first(tx, []))?.excess ?? 0
}

/** Tasks, and how many more of their calls are counted than there are. */
async function readOffTasks(tx: Queryable): Promise<Map<string, number>> {
  const excess = new Map<string, number>()
  for (const { id, counted, live } of await queries.readTaskCounts(tx, []))
    excess.set(id, (excess.get(id) ?? 0) + counted - live)
  return new Map([...excess].filter(([, calls]) => calls !== 0))
}
