// All reasons that hold for a task now, the most important first.

import { isOpen as isOpenAt } from '../../campaigns/permission/calling-hours.ts'
import type { TaskHours } from '../../campaigns/permission/next-attempt.ts'
import { isGoalMet } from '../../campaigns/tasks/goal.ts'
import { FIRST_TRUNK_REASON } from '../../campaigns/tasks/simulated-tasks.ts'
import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { allowanceNow } from '../../dialing/dialer/claim/rate-window.ts'
import { GOAL_MET } from '../../dialing/dialer/settle/complete.queries.ts'
import { DAY_MS, dayIn, type Zone } from '../../platform/kernel/timestamps.ts'
import { lateClaims } from './late-claims.ts'
import type { Demand, TaskReason, TaskView } from './task-facts.ts'

/** At least one. */
type TaskReasons = [TaskReason, ...TaskReason[]]

type RestingView = Pick<TaskView, 'skips' | 'status' | 'stopReason' | 'failReason' | 'lastChange'>

export function restingReasons(view: TaskView): TaskReasons {
  const { live } = view.contacts
  const ending = live > 0 ? [callsEnding(live)] : []
  return [restingState(view), ...ending]
}

export function restingState(view: RestingView): TaskReason {
  const { status, stopReason, failReason, lastChange } = view
  const change = lastChange ? { since: lastChange.time, actor: lastChange.actor } : {}
  const given = (reason: string | null) => (reason === null ? {} : { reason })
  switch (status) {
    case TaskStatus.DRAFT:
      return { code: 'draft' }
    case TaskStatus.PAUSED:
      return {
        ...{ code: 'paused', ...change, ...given(lastChange?.reason ?? null) },
        ...(lastChange?.reason === FIRST_TRUNK_REASON && { reasonCode: 'simulated_before' }),
      }
    case TaskStatus.STOPPED:
      return { code: 'stopped', ...change, ...given(stopReason) }
    case TaskStatus.FAILED:
      return { code: 'failed', ...change, ...given(failReason) }
    case TaskStatus.CLOSED:
      return { code: 'closed', ...change }
    default: {
      const since = lastChange && { since: lastChange.time }
      if (lastChange?.reason === GOAL_MET) return { code: 'goal_met', ...since }
      return view.skips.length > 0
        ? { code: 'nobody_called', ...since, skips: view.skips }
        : { code: 'completed', ...since }
    }
  }
}

export function runningReasons(view: TaskView): TaskReasons {
  const { contacts, waitingRetry, nextRetryTime, now, goal } = view
  if (goal && isGoalMet(goal.goal, goal.counts))
    return [{ code: 'goal_met' }, ...(contacts.live > 0 ? [callsEnding(contacts.live)] : [])]
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
  if (wanted !== undefined && reasons.length === 0) {
    const late = lateClaims(view)
    reasons.push(...(late.length > 0 ? late : [{ code: 'dialing' as const, calls: 0 }]))
  }
  const isNobodyDue = nextRetryTime === null || nextRetryTime > now
  if (waitingRetry > 0 && isNobodyDue) reasons.push(...waitingForRetry(view))
  reasons.push(...waitingForPermission(view))
  const [first = { code: 'nothing_left' }, ...rest] = reasons
  return [first, ...rest, ...partlyDown(view), ...someTrunksDown(view)]
}

/** What keeps the task from starting any call, the most urgent first. */
function blockersOf(view: TaskView): TaskReason[] {
  const { now, nextOpenTime, isOpen, startAt } = view
  const blockers = serviceBlockers(view).map((blocker) => ofOwnTrunks(view, blocker))
  if (startAt && startAt > now) blockers.push({ code: 'scheduled', until: startAt })
  else if (!isOpen) blockers.push({ code: 'outside_window', ...(nextOpenTime && { until: nextOpenTime }) })
  return blockers
}

/** That no trunk works says more than the task needs to know: only the trunks that it may take are named. */
function ofOwnTrunks({ trunks }: TaskView, blocker: TaskReason): TaskReason {
  return (blocker.code === 'gateway_down' && allTrunksDown(trunks)) || blocker
}

/** Undefined while one of them takes calls, and for a task that may take none. */
function allTrunksDown(trunks: TaskView['trunks']): TaskReason | undefined {
  if (!trunks || trunks.all.length === 0 || trunks.down.length < trunks.all.length) return undefined
  const { down, why } = trunks
  return { code: 'trunk_down', trunks: down, ...(why !== undefined && { reason: why }) }
}

/** What keeps every task from starting calls. */
export function serviceBlockers({
  storageProblem,
  nodes,
  lines,
}: Pick<TaskView, 'storageProblem' | 'nodes' | 'lines'>): TaskReason[] {
  const blockers: TaskReason[] = []
  if (storageProblem) {
    const { code, reason, since } = storageProblem
    blockers.push({ code: 'storage_fault', since, reason, reasonCode: code })
  }
  if (nodes.alive === 0)
    blockers.push({ code: 'no_dialer', ...(nodes.lastHeartbeat && { since: nodes.lastHeartbeat }) })
  else if (nodes.withoutGateway === nodes.alive) blockers.push({ code: 'gateway_down', ...faultOf(nodes) })
  if (lines === 0) blockers.push({ code: 'no_lines' })
  return blockers
}

function faultOf({ faultSince, fault }: TaskView['nodes']) {
  return { ...(faultSince && { since: faultSince }), ...(fault !== null && { reason: fault }) }
}

/** Why a task that may dial cannot start all its calls now. */
function limitsOn(view: TaskView, wanted: number): TaskReason[] {
  const { linesInUseAll, lines, rateLimit, started, trunkRoom, trunks, now, zone } = view
  if (linesInUseAll >= lines) {
    const othersWant = view.othersWant ?? countWanted(view.others, now, zone)
    const tasksBefore = othersWant.slice(0, wanted - 1).reduce((sum, tasks) => sum + tasks, 0)
    const tasksBeside = othersWant[wanted - 1] ?? 0
    return [{ code: 'waiting_for_line', lines, tasksBefore, tasksBeside }]
  }
  if (allowanceNow(started, rateLimit, now.getTime()) === 0)
    return [{ code: 'rate_limited', calls: rateLimit }]
  if (view.lacksTrunk) return [{ code: 'no_trunk' }]
  const down = allTrunksDown(trunks)
  if (down) return [down]
  if (trunks?.isAtDailyLimit) return [{ code: 'caller_ids_used_up', until: nextDay(now, zone) }]
  if (trunkRoom && !trunkRoom.hasRoom) return [{ code: 'waiting_for_trunk', lines: trunkRoom.lines }]
  return []
}

/** The next midnight, from which on calls per caller ID are counted anew. */
function nextDay(now: Date, { offsetAt, timestamps }: Zone): Date {
  const tomorrow = new Date(Date.parse(`${dayIn(offsetAt, now)}T00:00:00Z`) + DAY_MS)
    .toISOString()
    .slice(0, 10)
  return timestamps.parse(`${tomorrow} 00:00:00`, 'first') ?? new Date(now.getTime() + DAY_MS)
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

function dialing({ contacts, lines, linesInUseAll }: TaskView): TaskReason {
  return { code: 'dialing', calls: contacts.live, lines, linesInUseAll }
}

function callsEnding(live: number): TaskReason {
  return { code: 'calls_ending', calls: live }
}

/** Other trunks can take its calls, so this is no reason to wait. */
function someTrunksDown({ trunks }: TaskView): TaskReason[] {
  if (!trunks || trunks.down.length === 0 || trunks.down.length === trunks.all.length) return []
  return [{ code: 'trunk_partly_down', trunks: trunks.down }]
}

/** Other dialers can dial, so this is no reason to wait. */
export function partlyDown({ nodes }: Pick<TaskView, 'nodes'>): TaskReason[] {
  const { alive, withoutGateway } = nodes
  if (withoutGateway === 0 || withoutGateway === alive) return []
  return [{ code: 'gateway_partly_down', dialers: alive, dialersDown: withoutGateway, ...faultOf(nodes) }]
}

/** The task gets few lines or none until this is over. */
function waitsOf({ nodes, taskId }: TaskView): TaskReason[] {
  const { speechMs, agent } = nodes.waits?.[taskId] ?? {}
  const reasons: TaskReason[] = []
  if (agent !== undefined) reasons.push({ code: 'agent_failing', reason: agent })
  if (speechMs !== undefined)
    reasons.push({ code: 'speech_slow', seconds: Math.max(1, Math.round(speechMs / 1000)) })
  return reasons
}

/** Nothing is broken, but dialing is slower than it could be. */
export function askedToWait({ nodes }: Pick<TaskView, 'nodes'>): TaskReason[] {
  return nodes.busy ? [{ code: 'gateway_busy', reason: nodes.busy }] : []
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

/** Contacts that wait for nothing but their interval. */
function waitingForRetry({ waitingRetry, nextRetryTime, waits }: TaskView): TaskReason[] {
  const isMixed = waits.permission.length > 0
  const contacts = isMixed ? waits.interval : waitingRetry
  if (contacts === 0) return []
  const nextTime = isMixed ? waits.intervalNext : nextRetryTime
  return [{ code: 'waiting_for_retry', contacts, ...(nextTime && { nextTime }) }]
}

function waitingForPermission({ waits: { permission, isMore } }: TaskView): TaskReason[] {
  return permission.map(({ reason, contacts, nextTime }) => ({
    code: reason,
    contacts,
    nextTime,
    ...(isMore && { isMore }),
  }))
}
