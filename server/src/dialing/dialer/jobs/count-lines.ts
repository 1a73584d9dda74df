// Frees lines that are counted as in use although no call has them. Lines in use and a task's live calls are counted: calls
// started minus calls ended. If a row of live_call disappears without being settled (deleted by hand, lost with a restored
// table), its line would stay in use and its task would wait for ever.
import type { Queryable } from '../../../platform/storage/database.ts'
import type { Job } from '../../../platform/work/jobs.ts'
import { lockDialer } from '../claim/claim.queries.ts'
import type { JobParts } from '../dialer-options.ts'
import * as queries from './lines.queries.ts'

export const countLines = (parts: JobParts): Job => ({
  name: 'count_lines',
  why: 'a line is free again although the row of its live call has disappeared',
  reports: 'a warning with the number of lines, or with the task and its calls',
  everyMs: 60_000,
  run: createLineWatch(parts).compare,
})

export type LineWatch = ReturnType<typeof createLineWatch>

export function createLineWatch({ db, clock, log }: Pick<JobParts, 'db' | 'clock' | 'log'>) {
  let hasCompared = false

  async function findExcess(): Promise<{ excess: number; taskIds: string[] }> {
    return db.transaction(async (tx) => {
      await lockDialer(tx, [])
      const excess = await readLineExcess(tx)
      return { excess, taskIds: excess !== 0 || !hasCompared ? [...(await readTaskExcess(tx)).keys()] : [] }
    })
  }

  /**
   * First the contacts, with the task locked so that nothing else changes them; then the counters, with claims blocked. Claims
   * skip a locked task, so they do not wait for this.
   */
  async function correctTask(taskId: string): Promise<void> {
    const done = await db.transaction(async (tx) => {
      const task = await queries.lockTaskForCount.first(tx, [taskId])
      if (!task) return undefined
      const missing = (await readTaskExcess(tx)).get(taskId) ?? 0
      const returned =
        missing > 0 && !task.is_over
          ? await queries.returnLostContacts.first(tx, [taskId, clock.now(), missing])
          : undefined
      await lockDialer(tx, [])
      const { excess = 0 } = (await queries.correctTask.first(tx, [taskId])) ?? {}
      const lines = commonPart(excess, await readLineExcess(tx))
      if (lines !== 0) await queries.correctLines(tx, [lines])
      return { excess, contacts: returned?.contacts ?? 0 }
    })
    if (done && done.excess !== 0)
      log.warn(
        { task: taskId, calls: done.excess, contacts: done.contacts },
        'live calls of a task had disappeared; their lines are free and their contacts wait again',
      )
  }

  /** Frees the lines that belong to no task. */
  async function correctRest(): Promise<void> {
    const excess = await db.transaction(async (tx) => {
      await lockDialer(tx, [])
      const rest = await readLineExcess(tx)
      // A task that was locked is corrected next time, with its lines.
      if (rest === 0 || (await readTaskExcess(tx)).size > 0) return 0
      await queries.correctLines(tx, [rest])
      return rest
    })
    if (excess !== 0)
      log.warn({ lines: excess }, 'lines were counted as in use without a call; they are free')
  }

  return {
    async compare(): Promise<void> {
      const { excess, taskIds } = await findExcess()
      for (const taskId of taskIds) await correctTask(taskId)
      if (excess !== 0) await correctRest()
      hasCompared = true
    },
    correctTask,
    correctRest,
  }
}

/** The lines of a task that are off in both counts. Only the task's count is off if it was changed by hand. */
function commonPart(ofTask: number, ofAll: number): number {
  return ofTask > 0 ? Math.max(0, Math.min(ofTask, ofAll)) : Math.min(0, Math.max(ofTask, ofAll))
}

async function readLineExcess(tx: Queryable): Promise<number> {
  const { counted = 0, live = 0 } = (await queries.readLines.first(tx, [])) ?? {}
  return counted - live
}

/** Tasks for which the counted live calls differ from the rows, and by how many. */
async function readTaskExcess(tx: Queryable): Promise<Map<string, number>> {
  const excess = new Map<string, number>()
  for (const { id, counted, live } of await queries.readTaskCounts(tx, []))
    excess.set(id, (excess.get(id) ?? 0) + counted - live)
  return new Map([...excess].filter(([, calls]) => calls !== 0))
}
