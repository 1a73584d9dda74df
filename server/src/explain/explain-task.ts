// What a task is doing now, and why it does no more: a pure function of the facts. All reasons hold; the first is the state.

import type { Zone } from '../kernel/timestamps.ts'
import { isInsideWindow, nextOpening } from '../permission/dial-window.ts'
import { statusName, TaskStatus } from '../tasks/task-state.ts'
import { estimateEnd } from './estimate-end.ts'
import type { TaskFacts, TaskReason } from './task-facts.ts'
import { restingReasons, runningReasons, type TaskView } from './task-reasons.ts'

export type TaskExplanation = ReturnType<typeof explainTask>

export function explainTask(facts: TaskFacts, now: Date, zone: Zone) {
  const { contacts, window, status } = facts
  const isOpen = isInsideWindow(window, zone.offsetAt, now)
  const inProgress = contacts.total - contacts.notDialed - contacts.success - contacts.failed
  const waitingRetry = inProgress - contacts.live
  const callsPerSecond = Math.round((facts.recent.calls / facts.recent.seconds) * 100) / 100
  const view: TaskView = {
    ...facts,
    now,
    isOpen,
    nextOpenTime: isOpen ? null : nextOpening(window, zone.offsetAt, now),
    waitingRetry,
    nextRetryTime: earliest(facts.nextDue),
    zone,
  }
  const [first, ...rest] = status === TaskStatus.RUNNING ? runningReasons(view) : restingReasons(view)
  return {
    taskId: facts.taskId,
    status,
    statusName: statusName(status),
    state: first.code,
    message: first.message,
    /** The first is the state. */
    reasons: [first, ...rest] as TaskReason[],
    contacts: { ...contacts, inProgress, waitingRetry },
    linesInUse: contacts.live,
    lines: facts.lines,
    linesInUseAll: facts.linesInUseAll,
    callsPerSecond,
    nextRetryTime: view.nextRetryTime,
    window: { start: window.start, end: window.end, isOpen, nextOpenTime: view.nextOpenTime },
    estimatedEndTime: first.code === 'dialing' ? expectedEnd(view, inProgress, callsPerSecond) : null,
  }
}

/** Not before the next waiting attempt is due. */
function expectedEnd(view: TaskView, inProgress: number, callsPerSecond: number): Date | null {
  const { contacts, callCount, window, now, nextRetryTime } = view
  const progress = { ...contacts, inProgress, callCount, callsPerSecond, window }
  const end = estimateEnd(progress, now, view.zone.offsetAt)
  return end && nextRetryTime && nextRetryTime > end ? nextRetryTime : end
}

function earliest(times: (Date | null)[]): Date | null {
  return times.reduce((best, time) => (time && (!best || time < best) ? time : best), null)
}
