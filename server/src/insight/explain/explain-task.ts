// What a task is doing now, and why it does no more: a pure function of the facts. All reasons hold; the first is the state.

import { isOpen as isOpenAt, nextOpening } from '../../campaigns/permission/calling-hours.ts'
import { nextAttempt } from '../../campaigns/permission/next-attempt.ts'
import { goalParts, isGoalMet } from '../../campaigns/tasks/goal.ts'
import { statusName, TaskStatus } from '../../campaigns/tasks/task-state.ts'
import type { Zone, ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { ANY_TIME, estimateEnd } from './estimate-end.ts'
import type { TaskFacts, TaskReason, TaskView } from './task-facts.ts'
import { restingReasons, runningReasons } from './task-reasons.ts'
import { type Told, tell } from './wording.ts'

type ToldReason = Told<TaskReason>

export type TaskExplanation = ReturnType<typeof explainTask>

export function explainTask(facts: TaskFacts, now: Date, zone: Zone) {
  const { contacts, window, status } = facts
  const zones = [zone.offsetAt]
  const isOpen = facts.isRecipientZone || isOpenAt(facts, zones, now)
  const inProgress =
    contacts.total - contacts.notDialed - contacts.success - contacts.failed - contacts.skipped
  const waitingRetry = inProgress - contacts.live
  const pace = facts.recent.calls / facts.recent.seconds
  const view: TaskView = {
    ...facts,
    now,
    isOpen,
    nextOpenTime: isOpen ? null : (nextOpening(facts, zones, now) ?? null),
    waitingRetry,
    nextRetryTime: nextRetry(facts, zones, now),
    waits: waitsInHours(facts, zones, now),
    zone,
  }
  const reasons = status === TaskStatus.RUNNING ? runningReasons(view) : restingReasons(view)
  const [first, ...rest] = reasons.map((reason) => tell(reason, now, zone)) as [ToldReason, ...ToldReason[]]
  return {
    taskId: facts.taskId,
    status,
    statusName: statusName(status),
    state: first.code,
    message: first.message,
    /** The first is the state. */
    reasons: [first, ...rest],
    contacts: { ...contacts, inProgress, waitingRetry },
    calls: callsOf(facts.calls),
    goal: facts.goal ? shownGoal(facts.goal) : null,
    linesInUse: contacts.live,
    lines: facts.lines,
    linesInUseAll: facts.linesInUseAll,
    callsPerSecond: Math.round(pace * 100) / 100,
    nextRetryTime: view.nextRetryTime,
    window: {
      start: window.start,
      end: window.end,
      isOpen,
      nextOpenTime: view.nextOpenTime,
      zone: facts.isRecipientZone ? ('recipient' as const) : ('service' as const),
    },
    scheduledStartTime: facts.startAt,
    scheduledEndTime: facts.endAt,
    estimatedEndTime: first.code === 'dialing' ? expectedEnd(view, inProgress, pace) : null,
  }
}

/** Not before the next waiting attempt is due, and not after the time at which the dialer stops the task. */
function expectedEnd(view: TaskView, inProgress: number, callsPerSecond: number): Date | null {
  const { contacts, calls, now, nextRetryTime, endAt } = view
  const progress = {
    ...contacts,
    inProgress,
    callCount: calls.total,
    callsPerSecond,
    hours: view.isRecipientZone ? ANY_TIME : view,
    ...(view.goal && { goal: goalParts(view.goal.goal, view.goal.counts) }),
  }
  const estimate = estimateEnd(progress, now, view.zone.offsetAt)
  const end = estimate && nextRetryTime && nextRetryTime > estimate ? nextRetryTime : estimate
  return end && endAt && endAt < end ? endAt : end
}

/** When the contact that is due first is dialed: inside the hours. */
function nextRetry(facts: TaskFacts, serviceZones: ZoneOffsets[], now: Date): Date | null {
  const due = earliest(facts.nextDue)
  if (due === null) return null
  return nextAttempt(facts, facts.isRecipientZone ? (facts.dueZones ?? []) : serviceZones, due, now)
}

/** Hours that hold where the called person is were respected when it was decided that a contact waits. */
function waitsInHours(facts: TaskFacts, serviceZones: ZoneOffsets[], now: Date): TaskFacts['waits'] {
  const { waits, isRecipientZone } = facts
  if (isRecipientZone) return waits
  const inHours = (time: Date) => nextAttempt(facts, serviceZones, time, now) ?? time
  return {
    ...waits,
    permission: waits.permission.map((wait) => ({ ...wait, nextTime: inHours(wait.nextTime) })),
    intervalNext: waits.intervalNext && inHours(waits.intervalNext),
  }
}

function shownGoal({ goal, counts }: NonNullable<TaskFacts['goal']>) {
  const { successes, results = [] } = goal
  const parts = goalParts(goal, counts)
  const first = successes === undefined ? [] : [{ name: null, value: null }]
  return {
    isMet: isGoalMet(goal, counts),
    parts: [...first, ...results].map(({ name, value }, index) => ({
      ...{ name, value, count: 0, wanted: 0 },
      ...parts[index],
    })),
  }
}

function callsOf({ total, talkMs, pickedUp, endings }: TaskFacts['calls']) {
  return {
    total,
    endings,
    successRate: total === 0 ? 0 : Math.round((endings.successful / total) * 10_000) / 10_000,
    averageTalkSeconds: pickedUp === 0 ? 0 : Math.round(talkMs / pickedUp) / 1000,
  }
}

function earliest(times: (Date | null)[]): Date | null {
  return times.reduce((best, time) => (time && (!best || time < best) ? time : best), null)
}
