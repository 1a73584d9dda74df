// What the calls of a task did in its flow: how often each step began, which way it was left, where the calls ended, and where live calls are.
import { EXIT_WORDS } from '../../../conversations/flows/call-result.ts'
import { NotFound } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { SUM_BUCKET_MS } from '../../../platform/storage/sum-bucket.ts'
import type { TransferResult } from '../../../platform/words/calls.ts'
import type { WayRow } from './flow-sums.queries.ts'
import * as queries from './flow-sums.queries.ts'

export interface FlowReportRequest {
  version: number | undefined
  from: Date | undefined
  to: Date | undefined
}

/** The exits of a transfer that was answered. */
const TRANSFERRED = (['answered', 'handed_over'] satisfies TransferResult[]).map((word) => `transfer:${word}`)

export function createFlowReports({ readDb }: { readDb: Database }) {
  return async (taskId: string, { version, from, to }: FlowReportRequest) => {
    const task = isId(taskId) ? await queries.findCurrentVersion.first(readDb, [taskId]) : undefined
    if (!task) throw new NotFound('task', taskId)
    const [ways, live] = await Promise.all([
      queries.readWays(readDb, [
        taskId,
        version ?? null,
        quarterAt(Math.floor, from),
        quarterAt(Math.ceil, to),
      ]),
      queries.countLiveSteps(readDb, [taskId, version ?? null]),
    ])
    return {
      taskId,
      currentVersion: task.version,
      calls: sumOf(ways.filter(({ from_step }) => from_step === '')),
      steps: stepsOf(ways, live),
      // A path that was forgotten leads from the start to the end.
      edges: ways
        .filter(({ from_step, to_step }) => from_step !== '' || to_step !== '')
        .map(({ from_step, exit, to_step, calls }) => ({
          from: from_step || null,
          exit: exit || null,
          to: to_step || null,
          calls,
        })),
      live: sumOf(live),
    }
  }
}

export type FlowReports = ReturnType<typeof createFlowReports>

/** Sums are kept by the quarter of an hour. */
function quarterAt(round: (value: number) => number, time: Date | undefined): Date | null {
  return time ? new Date(round(time.getTime() / SUM_BUCKET_MS) * SUM_BUCKET_MS) : null
}

const sumOf = (rows: { calls: number }[]) => rows.reduce((sum, { calls }) => sum + calls, 0)

function stepsOf(ways: WayRow[], live: { step: string | null; calls: number }[]) {
  const steps = new Map<string, ReturnType<typeof nothingOf>>()
  const at = (step: string) => {
    const known = steps.get(step) ?? nothingOf(step)
    steps.set(step, known)
    return known
  }
  for (const { from_step, exit, to_step, calls } of ways) {
    if (from_step === '') continue
    const step = at(from_step)
    step.calls += calls
    if (to_step === '') step[endOf(exit)] += calls
  }
  for (const { step, calls } of live) if (step !== null) at(step).now += calls
  return [...steps.values()].sort((a, b) => b.calls - a.calls || (a.step < b.step ? -1 : 1))
}

const nothingOf = (step: string) => ({
  step,
  calls: 0,
  hungUp: 0,
  transferred: 0,
  failed: 0,
  ended: 0,
  now: 0,
})

/** How a call ended whose last step was left so. */
function endOf(exit: string): 'hungUp' | 'transferred' | 'failed' | 'ended' {
  if (exit === EXIT_WORDS.hungUp || exit === EXIT_WORDS.failed) return exit
  if (exit === EXIT_WORDS.interrupted) return 'failed'
  return TRANSFERRED.includes(exit) ? 'transferred' : 'ended'
}
