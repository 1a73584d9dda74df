// All reasons that hold for a task now, the most important first.

import { allowanceNow } from '../dialer/rate-window.ts'
import type { Zone } from '../kernel/timestamps.ts'
import { isOpen as isOpenAt } from '../permission/calling-hours.ts'
import type { TaskHours } from '../permission/next-attempt.ts'
import { TaskStatus } from '../tasks/task-state.ts'
import { nobodyCalled } from './denial-words.ts'
import type { Demand, TaskReason, TaskView } from './task-facts.ts'
import { waitingForPermission, waitingForRetry } from './waiting-reasons.ts'
import { countOf, shortTime } from './wording.ts'

/** At least one. */
type TaskReasons = [TaskReason, ...TaskReason[]]

type RestingView = Pick<
  TaskView,
  'skips' | 'status' | 'stopReason' | 'failReason' | 'lastChange' | 'now' | 'zone'
>

export function restingReasons(view: TaskView): TaskReasons {
  const { live } = view.contacts
  const ending = live > 0 ? [callsEnding(live)] : []
  return [restingState(view), ...ending]
}

export function restingState(view: RestingView): TaskReason {
  const { status, stopReason, failReason, lastChange } = view
  const change = lastChange ? { since: lastChange.time, actor: lastChange.actor } : {}
  const byWhom = lastChange
    ? ` by ${lastChange.actor} at ${shortTime(lastChange.time, view.now, view.zone.timestamps)}`
    : ''
  const given = (reason: string | null) => (reason === null ? {} : { reason })
  switch (status) {
    case TaskStatus.DRAFT:
      return { code: 'draft', message: 'The task is a draft: nothing is dialed before it is published.' }
    case TaskStatus.PAUSED:
      return {
        code: 'paused',
        message: `The task was paused${byWhom}${lastChange?.reason ? ` (${lastChange.reason})` : ''}: nothing new is dialed until it is resumed.`,
        ...change,
        ...given(lastChange?.reason ?? null),
      }
    case TaskStatus.STOPPED:
      return {
        code: 'stopped',
        message: `The task was stopped${byWhom}${stopReason ? `: ${stopReason}` : ''}.`,
        ...change,
        ...given(stopReason),
      }
    case TaskStatus.FAILED:
      return {
        code: 'failed',
        message: `The gateway refused the calls of this task${failReason ? ` (${failReason})` : ''}: resume it when the gateway works.`,
        ...change,
        ...given(failReason),
      }
    case TaskStatus.CLOSED:
      return { code: 'closed', message: `The task was closed${byWhom}.`, ...change }
    default:
      if (view.skips.length > 0)
        return {
          code: 'nobody_called',
          message: nobodyCalled(view.skips),
          ...(lastChange && { since: lastChange.time }),
          skips: view.skips,
        }
      return {
        code: 'completed',
        message: 'Every contact of the task is done.',
        ...(lastChange && { since: lastChange.time }),
      }
  }
}

export function runningReasons(view: TaskView): TaskReasons {
  const { contacts, waitingRetry, nextRetryTime, now } = view
  const blockers = blockersOf(view)
  const wanted = wantedPriority({
    priority: view.priority,
    hasUndialed: contacts.notDialed > 0,
    isDue: dueNow(view),
  })
  const reasons = [...blockers]
  if (wanted !== undefined && blockers.length === 0) reasons.push(...waitsOf(view))
  if (contacts.live > 0) reasons.push(blockers.length > 0 ? callsEnding(contacts.live) : dialing(view))
  if (wanted !== undefined && blockers.length === 0) reasons.push(...limitsOn(view, wanted))
  if (wanted !== undefined && blockers.length === 0) reasons.push(...askedToWait(view))
  if (wanted !== undefined && reasons.length === 0) reasons.push(aboutToDial)
  const isNobodyDue = nextRetryTime === null || nextRetryTime > now
  if (waitingRetry > 0 && isNobodyDue) reasons.push(...waitingForRetry(view))
  reasons.push(...waitingForPermission(view))
  const [first = nothingLeft, ...rest] = reasons
  return [first, ...rest, ...partlyDown(view)]
}

const aboutToDial: TaskReason = { code: 'dialing', message: 'The next calls are about to start.', calls: 0 }
const nothingLeft: TaskReason = {
  code: 'nothing_left',
  message: 'Every contact is done: the task is about to complete.',
}

/** What keeps the task from starting any call, the most urgent first. */
function blockersOf(view: TaskView): TaskReason[] {
  const { now, zone, nextOpenTime, isOpen, startAt } = view
  const blockers = serviceBlockers(view)
  if (startAt && startAt > now) {
    const time = shortTime(startAt, now, zone.timestamps)
    blockers.push({
      code: 'scheduled',
      message: `The task is scheduled: calls start at ${time}.`,
      until: startAt,
    })
  } else if (!isOpen) {
    const hours = hasDays(view) ? 'calling hours' : 'daily window'
    blockers.push({
      code: 'outside_window',
      message: nextOpenTime
        ? `Outside the ${hours}: calls start again at ${shortTime(nextOpenTime, now, zone.timestamps)}.`
        : `Outside the ${hours}, and they do not open in the next months.`,
      ...(nextOpenTime && { until: nextOpenTime }),
    })
  }
  return blockers
}

/** Whether the hours exclude some days. */
function hasDays({ weekdays, holidays }: TaskHours): boolean {
  return weekdays.size < 7 || holidays.size > 0
}

/** What keeps every task from starting calls. */
export function serviceBlockers({
  storageProblem,
  nodes,
  lines,
  now,
  zone,
}: Pick<TaskView, 'storageProblem' | 'nodes' | 'lines' | 'now' | 'zone'>): TaskReason[] {
  const time = (instant: Date) => shortTime(instant, now, zone.timestamps)
  const blockers: TaskReason[] = []
  if (storageProblem) {
    const { code, reason, since } = storageProblem
    blockers.push({
      code: 'storage_fault',
      message: `The database cannot do its work since ${time(since)}: ${reason}.`,
      since,
      reason,
      reasonCode: code,
    })
  }
  if (nodes.alive === 0) {
    blockers.push({
      code: 'no_dialer',
      message: nodes.lastHeartbeat
        ? `No dialer is running: the last one was heard of at ${time(nodes.lastHeartbeat)}.`
        : 'No dialer is running.',
      ...(nodes.lastHeartbeat && { since: nodes.lastHeartbeat }),
    })
  } else if (nodes.withoutGateway === nodes.alive) {
    blockers.push({
      code: 'gateway_down',
      message: `The gateway is down${nodes.faultSince ? ` since ${time(nodes.faultSince)}` : ''}${nodes.fault ? `: ${nodes.fault}` : ''}.`,
      ...(nodes.faultSince && { since: nodes.faultSince }),
      ...(nodes.fault !== null && { reason: nodes.fault }),
    })
  }
  if (lines === 0) {
    blockers.push({ code: 'no_lines', message: 'The dialer is limited to 0 lines: nothing is dialed.' })
  }
  return blockers
}

/** Why a task that may dial cannot start all its calls now. */
function limitsOn(view: TaskView, wanted: number): TaskReason[] {
  const { linesInUseAll, lines, rateLimit, started, now, zone } = view
  if (linesInUseAll >= lines) {
    const othersWant = view.othersWant ?? countWanted(view.others, now, zone)
    const tasksBefore = othersWant.slice(0, wanted - 1).reduce((sum, tasks) => sum + tasks, 0)
    const tasksBeside = othersWant[wanted - 1] ?? 0
    return [
      {
        code: 'waiting_for_line',
        message: waitingForLine(lines, tasksBefore, tasksBeside),
        lines,
        tasksBefore,
        tasksBeside,
      },
    ]
  }
  if (rateLimit > 0 && allowanceNow(started, rateLimit, now.getTime()) === 0) {
    return [
      {
        code: 'rate_limited',
        message: `The limit of ${countOf(rateLimit, 'call')} a second is reached.`,
        calls: rateLimit,
      },
    ]
  }
  return []
}

/** How many of the tasks have something to dial now, by the priority from 1 to 5 at which they want a line. */
export function countWanted(tasks: Demand[], now: Date, zone: Zone): number[] {
  const counts = [0, 0, 0, 0, 0]
  for (const task of tasks) {
    const wanted = mayDial(task, now, zone) ? wantedPriority(task) : undefined
    if (wanted !== undefined) counts[wanted - 1] = (counts[wanted - 1] ?? 0) + 1
  }
  return counts
}

/** Whether calls may start now, by the schedule and the calling hours of the task. */
function mayDial(hours: TaskHours, now: Date, { offsetAt }: Zone): boolean {
  if (hours.startAt && hours.startAt > now) return false
  return hours.isRecipientZone || isOpenAt(hours, [offsetAt], now)
}

function waitingForLine(lines: number, before: number, beside: number): string {
  const rivals = [
    ...(before > 0
      ? [`${countOf(before, 'task')} of higher priority ${before === 1 ? 'goes' : 'go'} first`]
      : []),
    ...(beside > 0
      ? [`${countOf(beside, 'task')} of the same priority ${beside === 1 ? 'shares' : 'share'} them`]
      : []),
  ]
  const all = lines === 1 ? 'The only line is in use' : `All ${lines} lines are in use`
  return `${[all, rivals.join(' and ')].filter(Boolean).join('; ')}.`
}

function dialing({ contacts, lines, linesInUseAll }: TaskView): TaskReason {
  const { live } = contacts
  return {
    code: 'dialing',
    message: `${countOf(live, 'call')} of this task ${live === 1 ? 'is' : 'are'} up; ${linesInUseAll} of ${countOf(lines, 'line')} ${lines === 1 ? 'is' : 'are'} in use.`,
    calls: live,
    lines,
    linesInUseAll,
  }
}

function callsEnding(live: number): TaskReason {
  const message =
    live === 1
      ? 'One call is still up; it goes on until it ends.'
      : `${live} calls are still up; they go on until they end.`
  return { code: 'calls_ending', message, calls: live }
}

/** Other dialers can dial, so this is no reason to wait. */
export function partlyDown({ nodes }: Pick<TaskView, 'nodes'>): TaskReason[] {
  if (nodes.withoutGateway === 0 || nodes.withoutGateway === nodes.alive) return []
  return [
    {
      code: 'gateway_partly_down',
      dialers: nodes.alive,
      dialersDown: nodes.withoutGateway,
      message: `The gateway is down for ${nodes.withoutGateway} of ${nodes.alive} dialers${nodes.fault ? `: ${nodes.fault}` : ''}.`,
      ...(nodes.faultSince && { since: nodes.faultSince }),
      ...(nodes.fault !== null && { reason: nodes.fault }),
    },
  ]
}

/** The task gets few lines or none until this is over. */
function waitsOf({ nodes, taskId }: TaskView): TaskReason[] {
  const { speechMs, agent } = nodes.waits?.[taskId] ?? {}
  const reasons: TaskReason[] = []
  if (agent !== undefined)
    reasons.push({
      code: 'agent_failing',
      message: `The voice agent fails, so one call at a time is tried: ${agent}.`,
      reason: agent,
    })
  if (speechMs !== undefined) {
    const seconds = Math.max(1, Math.round(speechMs / 1000))
    reasons.push({
      code: 'speech_slow',
      message: `Speech is slow: making what a call says takes ${countOf(seconds, 'second')}. Calls start as it becomes ready.`,
      seconds,
    })
  }
  return reasons
}

/** Nothing is broken, but dialing is slower than it could be. */
export function askedToWait({ nodes }: Pick<TaskView, 'nodes'>): TaskReason[] {
  if (!nodes.busy) return []
  return [
    {
      code: 'gateway_busy',
      message: `The gateway takes no more calls for the moment: ${nodes.busy}.`,
      reason: nodes.busy,
    },
  ]
}

function dueNow({ nextDue, now }: TaskView): boolean[] {
  return nextDue.map((due) => due !== null && due <= now)
}

/** The highest priority at which there is something to dial now; undefined if there is nothing. */
function wantedPriority({
  priority,
  hasUndialed,
  isDue,
}: Pick<Demand, 'priority' | 'hasUndialed' | 'isDue'>): number | undefined {
  const due = isDue.indexOf(true) + 1
  const priorities = [...(hasUndialed ? [priority] : []), ...(due > 0 ? [due] : [])]
  return priorities.length === 0 ? undefined : Math.min(...priorities)
}
