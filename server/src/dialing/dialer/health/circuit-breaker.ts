// Fails tasks that cannot be dialed: the gateway refuses their calls again and again, or no node has a gateway that works. How
// often and for how long is stored in the database, so it adds up over all nodes and survives a restart.
//
// Each node remembers for each task which contacts were refused since a call was last accepted. Only long streaks are stored:
// a few refused contacts say nothing about the task. That its trunks refuse all calls or are down says enough: then one contact will do, and
// the time runs from one such refusal to the next, because trunks that are held back are tried once in a while.

import { hasTask } from '../../../platform/kernel/task-of-call.ts'
import type { NodeContext } from '../dialer-options.ts'
import * as queries from './circuit-breaker.queries.ts'
import type { TaskPace } from './task-pace.ts'

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/** The oldest streaks are forgotten: those of tasks that are no longer dialed would stay for ever. */
const MAX_STREAKS = 1000
const MAX_CONTACTS_PER_STREAK = 1000
/** Longer than a trunk is held back and a silent one takes to refuse. A refusal after more than this begins anew: the task did not dial. */
const MAX_TRUNK_GAP_MS = 120_000

export function createCircuitBreaker({ db, clock, log, timing }: NodeContext, pace: TaskPace) {
  const { breakerContacts, breakerMs } = timing
  const streaks: Streaks = new Map()
  const trunkFaults = new Map<string, TrunkFaults>()
  const recovered = new Set<string>()

  function accepted(taskId: string): void {
    streaks.delete(taskId)
    trunkFaults.delete(taskId)
  }

  /** Stores what the trunks of tasks have refused since this was last done. */
  async function storeTrunkFaults(nodeId: string): Promise<void> {
    for (const [taskId, { lastMs, newMs, reason }] of trunkFaults) {
      if (newMs === undefined) continue
      await queries.noteRefusals(db, [[taskId], [breakerContacts], [reason], nodeId, Math.round(newMs)])
      if (trunkFaults.get(taskId)?.lastMs === lastMs)
        trunkFaults.set(taskId, { lastMs, newMs: undefined, reason })
    }
  }

  return {
    refused(taskId: string, contactId: string, reason: string): void {
      if (hasTask(taskId)) extend(streaks, taskId, contactId, reason)
    },

    accepted,

    /** None of the trunks that the task may take works. */
    trunksFailed(taskId: string, reason: string): void {
      if (!hasTask(taskId)) return
      const before = trunkFaults.get(taskId)
      const nowMs = clock.elapsedMs()
      const gapMs = before ? nowMs - before.lastMs : 0
      const isNew = gapMs > MAX_TRUNK_GAP_MS
      if (isNew) recovered.add(taskId)
      const newMs = (before?.newMs ?? 0) + (isNew ? 0 : gapMs)
      trunkFaults.delete(taskId)
      trunkFaults.set(taskId, { lastMs: nowMs, newMs, reason })
      const [oldest] = trunkFaults.keys()
      if (trunkFaults.size > MAX_STREAKS && oldest !== undefined) trunkFaults.delete(oldest)
    },

    /** A call of a task that has stored faults was placed. */
    recovered(taskId: string): void {
      if (!hasTask(taskId)) return
      accepted(taskId)
      recovered.add(taskId)
    },

    /** Forgets the stored faults of tasks that have recovered. */
    async forgetFaults(): Promise<void> {
      if (recovered.size === 0) return
      const taskIds = [...recovered]
      await queries.forgetFaults(db, [taskIds])
      for (const taskId of taskIds) recovered.delete(taskId)
    },

    /** These tasks want to dial, and no node could for this long. */
    async noteDown(taskIds: string[], reason: string, forMs: number): Promise<void> {
      if (taskIds.length > 0) await queries.noteDown(db, [taskIds, Math.round(forMs), reason])
    },

    async trip(nodeId: string, isUp: boolean, sinceMs: number): Promise<void> {
      await storeTrunkFaults(nodeId)
      const long = [...streaks].filter(([, { contactIds }]) => contactIds.size >= breakerContacts)
      if (long.length > 0) {
        const columns = [
          long.map(([taskId]) => taskId),
          long.map(([, { contactIds }]) => contactIds.size),
          long.map(([, { reason }]) => reason),
        ]
        await queries.noteRefusals(db, [...columns, nodeId, Math.round(sinceMs)])
      }
      for (const { taskId, reason } of pace.takeFailing(breakerContacts, breakerMs)) {
        const [task] = await queries.failTask(db, [clock.now(), taskId, reason])
        if (task)
          log.warn(
            { task: taskId, reason },
            'the voice agent of a task fails again and again; the task is FAILED',
          )
      }
      const failed = await queries.failTasks(db, [clock.now(), breakerContacts, breakerMs, isUp])
      for (const { id, fail_reason } of failed) {
        accepted(id)
        log.warn({ task: id, reason: fail_reason }, 'no call of a task could be placed; the task is FAILED')
      }
    },
  }
}

interface TrunkFaults {
  lastMs: number
  /** The time between refusals that is not stored yet; undefined: all is. */
  newMs: number | undefined
  reason: string
}

type Streaks = Map<string, { contactIds: Set<string>; reason: string }>

/** One more contact of the task in a row. */
function extend(streaks: Streaks, taskId: string, contactId: string, reason: string): void {
  const contactIds = streaks.get(taskId)?.contactIds ?? new Set()
  if (contactIds.size < MAX_CONTACTS_PER_STREAK) contactIds.add(contactId)
  streaks.delete(taskId)
  streaks.set(taskId, { contactIds, reason })
  const [oldest] = streaks.keys()
  if (streaks.size > MAX_STREAKS && oldest !== undefined) streaks.delete(oldest)
}
