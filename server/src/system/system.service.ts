// The service as a whole, in one look: who dials, within which limits, how busy it is, and what somebody has to see to.
import type { DialerLimits } from '../dialer/limits.service.ts'
import type { TaskFacts, TaskReason } from '../explain/task-facts.ts'
import { askedToWait, partlyDown, restingState, serviceBlockers } from '../explain/task-reasons.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Zone } from '../kernel/timestamps.ts'
import type { Database } from '../storage/database.ts'
import type { StorageHealth } from '../storage/storage-health.ts'
import type { TaskStatus } from '../tasks/task-state.ts'
import type { AttentionRow, NodeRow } from './system.queries.ts'
import * as queries from './system.queries.ts'

export interface SystemView {
  time: Date
  nodes: NodeRow[]
  limits: DialerLimits
  linesInUse: number
  callsPerSecond: number
  runningTasks: number
  failedTasks: number
  /** What keeps every task from dialing, or some nodes. */
  problems: TaskReason[]
  attention: Attention[]
}

/** A task that does not go on before somebody does something. */
export interface Attention extends TaskReason {
  taskId: string
  taskName: string
  status: TaskStatus
}

/** Of each kind; how many there are in all is told beside them. */
const MOST_TASKS = 25
const MOST_NODES = 100

export interface SystemDependencies {
  db: Database
  clock: Clock
  zone: Zone
  storageHealth: Pick<StorageHealth, 'check'>
}

export function createSystem({ db, clock, zone, storageHealth }: SystemDependencies) {
  return {
    async read(): Promise<SystemView> {
      const now = clock.now()
      const [row, nodes, storageProblem = null] = await Promise.all([
        queries.readSystem.first(db, [now]),
        queries.readNodes(db, [now, MOST_NODES]),
        storageHealth.check(),
      ])
      if (!row) throw new Error('the row of the dialer is missing')
      const summed = sumUp(nodes)
      const blockers = serviceBlockers({ storageProblem, nodes: summed, lines: row.lines, now, zone })
      const [blocker] = blockers
      const [failed, blocked] = await Promise.all([
        row.failed > 0 ? queries.readFailedTasks(db, [MOST_TASKS]) : [],
        row.running > 0 && blocker ? queries.readRunningTasks(db, [MOST_TASKS]) : [],
      ])
      return {
        time: now,
        nodes,
        limits: { lines: row.lines, callsPerSecond: row.calls_per_second },
        linesInUse: row.live,
        callsPerSecond: pace(row, now),
        runningTasks: row.running,
        failedTasks: row.failed,
        problems: [...blockers, ...partlyDown({ nodes: summed }), ...askedToWait({ nodes: summed })],
        attention: [
          ...failed.map((task) => attention(task, explainFailure(task, now, zone))),
          ...(blocker ? blocked.map((task) => attention(task, blocker)) : []),
        ],
      }
    },
  }
}

export type System = ReturnType<typeof createSystem>

/** Of the minute before as much as is still within the last sixty seconds. */
function pace({ ended_now, ended_before }: { ended_now: number; ended_before: number }, now: Date): number {
  const elapsed = (now.getTime() % 60_000) / 60_000
  return Math.round(((ended_now + ended_before * (1 - elapsed)) / 60) * 100) / 100
}

function sumUp(nodes: NodeRow[]): TaskFacts['nodes'] {
  const alive = nodes.filter((node) => node.is_alive)
  const faulty = alive
    .filter((node) => node.gateway_fault !== null)
    .sort((a, b) => (a.gateway_fault_time?.getTime() ?? 0) - (b.gateway_fault_time?.getTime() ?? 0))
  const beats = nodes.map((node) => node.beat_time.getTime())
  return {
    alive: alive.length,
    withoutGateway: faulty.length,
    fault: faulty[0]?.gateway_fault ?? null,
    faultSince: faulty[0]?.gateway_fault_time ?? null,
    busy: alive.find((node) => node.gateway_busy !== null)?.gateway_busy ?? null,
    lastBeat: beats.length > 0 ? new Date(Math.max(...beats)) : null,
  }
}

function explainFailure(task: AttentionRow, now: Date, zone: Zone): TaskReason {
  const { status, fail_reason, change_time, change_actor } = task
  const lastChange = change_time && { time: change_time, actor: change_actor ?? '' }
  return restingState({ status, failReason: fail_reason, stopReason: null, lastChange, now, zone })
}

function attention({ id, name, status }: AttentionRow, reason: TaskReason): Attention {
  return { taskId: id, taskName: name, status, ...reason }
}
