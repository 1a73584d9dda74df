// The facts from which a task is explained, and the reasons that result.

import type { NeverReason, NotYetReason } from '../../campaigns/permission/decide.ts'
import type { TaskHours } from '../../campaigns/permission/next-attempt.ts'
import type { GoalCounts, StopWhen } from '../../campaigns/tasks/goal.ts'
import type { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import type { EndingCounts } from '../../conversations/flows/call-ending.ts'
import type { StartedCalls } from '../../dialing/dialer/claim/rate-window.ts'
import type { Zone, ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import type { StorageProblem } from '../../platform/storage/storage-health.ts'
import type { ServiceFault } from '../../platform/words/error-codes.ts'
import type { NodeSummary } from './dialer-nodes.ts'
import type { TaskStateCode } from './state-codes.ts'

/** What a running task has to dial. */
export interface Demand extends TaskHours {
  priority: number
  hasUndialed: boolean
  /** Whether attempts are due at priorities 1 to 5. */
  isDue: boolean[]
}

/** Contacts that wait for permission. */
export interface PermissionWait {
  reason: NotYetReason
  contacts: number
  /** When the first of them may be called. */
  nextTime: Date
}

/** Contacts that may never be called. */
export interface SkippedContacts {
  reason: NeverReason
  contacts: number
}

export interface TaskFacts extends TaskHours {
  taskId: string
  status: TaskStatus
  priority: number
  /** The dialer stops the task at this time. */
  endAt: Date | null
  stopReason: string | null
  failReason: string | null
  /** Who changed the task to its current state, when and, if a reason was given, why. */
  lastChange: { time: Date; actor: string; reason?: string } | null
  contacts: {
    total: number
    notDialed: number
    live: number
    success: number
    failed: number
    skipped: number
  }
  calls: {
    total: number
    talkMs: number
    /** Picked up, also by machines. */
    pickedUp: number
    endings: EndingCounts
  }
  /** When the first waiting attempt of each priority from 1 to 5 is due. */
  nextDue: (Date | null)[]
  /** Where the contact may be that is due first, if the hours hold where the called person is. */
  dueZones: readonly ZoneOffsets[] | null
  /** Of the contacts that wait, those that wait for permission, and how many wait for nothing but their interval. */
  waits: {
    permission: PermissionWait[]
    interval: number
    /** When the first of the latter is due. */
    intervalNext: Date | null
    /** More contacts wait than were counted. */
    isMore: boolean
  }
  lines: number
  linesInUseAll: number
  /** Max calls per second of all tasks together; 0 is no limit. */
  rateLimit: number
  started: StartedCalls
  /** Of the enabled trunks that it may take: their lines, and whether one of them is free. Null without trunks. */
  trunkRoom?: { lines: number; hasRoom: boolean } | null
  /** Of the enabled trunks that it may take: the names of all and of those that take no calls now, and whether the caller IDs of the others are used up for today. */
  trunks?: { all: string[]; down: string[]; why?: string | undefined; isAtDailyLimit: boolean }
  /** Its calls are real, and there is no trunk that it may take: none is enabled at all, or those that it names were deleted. */
  lacksTrunk: boolean
  /**
   * When the dialers were last seen at work, for any task: calls started or ended, or contacts were passed over; and when the task's list
   * last grew, if it is open.
   */
  work: { lastTime: Date | null; listGrownAt: Date | null }
  /** Calls that the task has started in the last `seconds`. */
  recent: { calls: number; seconds: number }
  /** Of a completed task that called nobody: why, the most frequent reason first. */
  skips: SkippedContacts[]
  /** The goal of the task and how far it has come; null if it has none. */
  goal?: { goal: StopWhen; counts: GoalCounts } | null
  nodes: NodeSummary
  /** Why the database cannot do its work. */
  storageProblem: StorageProblem | null
  /** The other running tasks; empty while a line is free. */
  others: Demand[]
  /** What `countWanted` gives for them, where it was counted for all tasks at once. */
  othersWant?: number[]
}

/** The facts, and what follows directly from them. */
export interface TaskView extends TaskFacts {
  now: Date
  isOpen: boolean
  nextOpenTime: Date | null
  waitingRetry: number
  nextRetryTime: Date | null
  zone: Zone
}

export interface Reason<Code extends string = string> {
  code: Code
  until?: Date
  since?: Date
  /** Who did it. */
  actor?: string
  /** In the words of the person who stopped the task, of the gateway or of the database. */
  reason?: string
  /** The code of `reason`, if it has one. */
  reasonCode?: ServiceFault | 'simulated_before'
  calls?: number
  contacts?: number
  contactsAhead?: number
  /** More contacts wait than were counted. */
  isMore?: boolean
  nextTime?: Date
  tasksBefore?: number
  tasksBeside?: number
  lines?: number
  linesInUseAll?: number
  dialers?: number
  dialersDown?: number
  attempt?: number
  skips?: SkippedContacts[]
  seconds?: number
  /** Names of trunks, of own phones, and hosts of webhooks. */
  trunks?: string[]
  phones?: string[]
  webhooks?: string[]
}

export type TaskReason = Reason<TaskStateCode>
