// What an explanation of a task is made of, and what it says.
import type { DialWindow } from '../dialer/dial-window.ts'
import type { StartedCalls } from '../dialer/rate-window.ts'
import type { FaultCode } from '../kernel/error-codes.ts'
import type { StorageProblem } from '../storage/storage-health.ts'
import type { TaskStatus } from '../tasks/task-state.ts'

/** A running task, as far as it wants lines. */
export interface Demand {
  priority: number
  window: DialWindow
  hasUndialed: boolean
  /** Whether attempts are due at priorities 1 to 5. */
  isDue: boolean[]
}

export interface TaskFacts {
  taskId: string
  status: TaskStatus
  priority: number
  window: DialWindow
  stopReason: string | null
  failReason: string | null
  /** Who brought the task into its state, and when. */
  lastChange: { time: Date; actor: string } | null
  contacts: { total: number; notDialed: number; live: number; success: number; failed: number }
  callCount: number
  /** When the first attempt that waits at each of the priorities 1 to 5 is due. */
  nextDue: (Date | null)[]
  lines: number
  linesInUseAll: number
  /** Calls a second that all tasks together may start; 0 is no limit. */
  rateLimit: number
  started: StartedCalls
  /** Calls of the task that started lately, in so many seconds. */
  recent: { calls: number; seconds: number }
  nodes: {
    alive: number
    withoutGateway: number
    fault: string | null
    faultSince: Date | null
    /** Why the gateway of a node makes it wait. */
    busy?: string | null
    lastBeat: Date | null
  }
  /** Why the database cannot do its work. */
  storageProblem: StorageProblem | null
  /** The other running tasks; only filled in while there is no free line. */
  others: Demand[]
}

export type TaskStateCode =
  | 'draft'
  | 'paused'
  | 'stopped'
  | 'completed'
  | 'failed'
  | 'closed'
  | 'storage_fault'
  | 'no_dialer'
  | 'gateway_down'
  | 'no_lines'
  | 'outside_window'
  | 'dialing'
  | 'waiting_for_line'
  | 'rate_limited'
  | 'waiting_for_retry'
  | 'nothing_left'
  | 'calls_ending'
  | 'gateway_partly_down'
  | 'gateway_busy'

export interface Reason<Code extends string = string> {
  code: Code
  message: string
  until?: Date
  since?: Date
  /** Who did it. */
  actor?: string
  /** In the words of whoever stopped the task, of the gateway or of the database. */
  reason?: string
  /** Of a `reason` that has a code of its own. */
  reasonCode?: FaultCode
  calls?: number
  contacts?: number
  nextTime?: Date
  tasksBefore?: number
  tasksBeside?: number
  lines?: number
  linesInUseAll?: number
  dialers?: number
  dialersDown?: number
  attempt?: number
}

export type TaskReason = Reason<TaskStateCode>
