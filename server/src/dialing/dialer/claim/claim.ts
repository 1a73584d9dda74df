// One claim: as many calls as the free lines, the rate limit and the waiting work allow, stored as live calls of this node.

import { callsToGoal } from '../../../campaigns/tasks/goal.ts'
import { TaskStatus } from '../../../campaigns/tasks/task-state.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import type { CallDetails, CallRoute } from '../../../telephony/gateway.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { CallKeys, Release } from '../node/node-calls.ts'
import type { Router } from '../routing/router.ts'
import type { Routing } from '../routing/routing.ts'
import { type Allocation, allocateLines, type TaskDemand } from './allocate-lines.ts'
import type { CachedTask } from './cached-task.ts'
import type { DialerProgressRow } from './claim.queries.ts'
import * as queries from './claim.queries.ts'
import type { DemandRow } from './demand.queries.ts'
import type { TakenCall } from './judge-candidates.ts'
import { allowanceNow, hasFutureStarts, recordStarts } from './rate-window.ts'
import { readDemands, refreshTasks } from './read-demands.ts'
import { hasMetGoal } from './read-goals.ts'
import { takeContacts } from './take-contacts.ts'
import type { TaskCache } from './task-cache.ts'

export type ClaimContext = Pick<
  NodeContext,
  'db' | 'clock' | 'random' | 'maxTasksPerClaim' | 'gateway' | 'dialForm'
> & {
  routing: Routing
}

export interface ClaimRequest {
  nodeId: string
  maxCalls: number
  /** Called once the dialer's row is locked, which may have taken long. */
  mayClaim: () => boolean
  /** Creates the ids of attempts. If the result of the claim is lost, the caller can look for them. */
  newId: () => string
  /** Tasks that get no lines, because their calls cannot be settled at the moment. */
  heldTasks: ReadonlySet<string>
  /** How many calls of a task may be claimed at most. */
  roomOf?: (taskId: string) => number
}

export interface CallToPlace {
  call: CallKeys
  details: CallDetails | undefined
  /** Whether the hours and the dates of its task still allow it. */
  mayStart: (now: Date) => boolean
  /** Whether the circuit breaker has counted refused calls of the task. */
  hasFaults: boolean
  /** What counts as success. */
  successWhen: string
  flowId: string | null
  /** Of a call of a task that has a flow. */
  flowVersion?: number | null
  /** Null without trunks. */
  route: CallRoute | null
  /** It goes to the simulator. */
  isSimulated: boolean
  /** The trunks that its task names; empty: any. */
  trunkIds: readonly string[]
  /** The caller IDs that its task has in place of those of the trunk. */
  callerIds: readonly string[]
  /** Its contact has a `callUntil`. */
  hasCallUntil: boolean
  /** Of the contact, from 1. */
  attempt: number
  /** Whether the task dials by the clock of the called person. */
  isByRecipient: boolean
  /** Of a call without a task: the task that the gateway, recordings and agents are told. */
  toldTaskId?: string
  /** Of a call without a task: decides once more whether it may be placed, when all is ready. Undefined: it may. */
  admit?(): Promise<Release | undefined>
  /** Only a call without a task can be for one. */
  ownPhone?: string | undefined
}

export interface Claim {
  calls: CallToPlace[]
  /** Whether another claim may find lines and work right away. */
  mayHaveMore: boolean
  /** The time before the commit, by both clocks. The claimed tasks cannot have been changed before it. */
  madeAt: { elapsedMs: number; now: Date }
  /** Tasks without live calls and with nothing to dial: they may be done. */
  finished: FinishedTask[]
  /** Tasks inside their window that want lines; only filled in if no calls were asked for. */
  wanting: string[]
  /** Whether any task has something to dial, now or later. */
  isWaiting: boolean
}

export interface FinishedTask {
  id: string
  /** Its goal is met; contacts may remain. */
  hasMetGoal: boolean
}

/** A contact waits longer than a node that pauses after a fault, and its task wants to dial meanwhile. */
const SOON_MS = 32_000
/** How often the lines of tasks that another transaction has locked are given to other tasks. */
const MAX_ALLOCATIONS = 5

export async function claimCalls(
  node: ClaimContext,
  tasks: TaskCache,
  request: ClaimRequest,
): Promise<Claim> {
  try {
    return await node.db.transaction(async (tx) => {
      const claim = await decide(tx, node, tasks, request)
      return { ...claim, madeAt: { elapsedMs: node.clock.elapsedMs(), now: node.clock.now() } }
    })
  } catch (error) {
    // What was read in a transaction that was rolled back may be wrong.
    tasks.clear()
    throw error
  }
}

async function decide(
  tx: Queryable,
  node: ClaimContext,
  tasks: TaskCache,
  request: ClaimRequest,
): Promise<Omit<Claim, 'madeAt'>> {
  const { clock } = node
  const dialer = await queries.lockDialer.first(tx, [])
  if (!dialer) throw new Error('the table dialer has no row, so the limits are unknown')
  // Read only now: waiting for the lock took time.
  const now = clock.now()
  const nowMs = clock.elapsedMs()
  const maxCalls = request.mayClaim() ? request.maxCalls : 0
  const { progress, rules } = await refreshTasks(tx, tasks, now, nowMs)
  const hasOwnCallerIds = () => tasks.some(({ settings }) => settings.callerIds.length > 0)
  const router = maxCalls > 0 ? await node.routing.open(tx, { now, rules, hasOwnCallerIds }) : undefined
  const waiting = tasks.takeWaiting()
  const heldTasks = new Set([...request.heldTasks, ...waiting])
  const allowance = allowanceNow(progress.started, dialer.calls_per_second, now.getTime())
  // The lines of trunks bound the calls of each task below; those of all only matter if no task does without.
  const trunkLines = router && !tasks.some(({ isSimulated }) => isSimulated) ? router.lines() : maxCalls
  const freeLines = Math.min(dialer.lines - progress.live, allowance, maxCalls, trunkLines)
  const trunkRoom = ({ isSimulated, settings }: CachedTask) => {
    if (isSimulated) return node.gateway.hasSimulator ? Number.POSITIVE_INFINITY : 0
    return router?.room(settings) ?? Number.POSITIVE_INFINITY
  }
  /** How many calls of the task can be claimed at most. */
  const roomOf = (task: CachedTask, live: number) => {
    const { id, settings, goal } = task
    return Math.min(
      (settings.maxAgents ?? Number.POSITIVE_INFINITY) - live,
      (goal ? callsToGoal(goal.goal, goal.counts) : Number.POSITIVE_INFINITY) - live,
      request.roomOf?.(id) ?? Number.POSITIVE_INFINITY,
      trunkRoom(task),
    )
  }
  const read = await readDemands(tx, tasks, {
    now,
    nowMs,
    freeLines,
    maxCalls,
    maxTasks: node.maxTasksPerClaim,
    heldTasks,
    roomOf,
  })

  const isWanting = (task: CachedTask, soonMs = 0) =>
    !heldTasks.has(task.id) && tasks.isWanting(task, now, soonMs)
  const demands = read.flatMap((task) =>
    task.demand && isWanting(task) ? [demandOf(task, task.demand, roomOf(task, task.demand.live))] : [],
  )
  const claim = {
    calls: [],
    mayHaveMore: waiting.size > 0,
    finished: read.filter((task) => task.demand && isFinished(task.demand, hasMetGoal(task))).map(finishedOf),
    wanting: request.maxCalls === 0 ? tasks.idsOf((task) => isWanting(task, SOON_MS)) : [],
    isWaiting: tasks.some(({ demand }) => !demand || !isFinished(demand)),
  }
  const closed = freeLines > 0 ? tasks.closed(now, nowMs).filter(({ id }) => !heldTasks.has(id)) : []
  if (freeLines <= 0 || demands.length + closed.length === 0) {
    tasks.endClaim(read, ({ demand }) => demand?.due === null, now)
    recordCalls(tx, progress, 0, now, router)
    return claim
  }

  const { allocation, hasTasks } = await allocateAndLock(tx, demands, freeLines, node.random)
  const { calls, withoutTrunk } = await takeContacts(tx, tasks, {
    allocation,
    closed: await lookAt(tx, closed),
    nodeId: request.nodeId,
    newId: request.newId,
    now,
    nowMs,
    rules,
    wantsDetails: node.gateway.wantsDetails,
    router,
    dialForm: node.dialForm,
  })
  recordCalls(tx, progress, calls.length, clock.now(), router)
  tasks.endClaim(read, (task) => !withoutTrunk.has(task.id) && isDrained(task, allocation, maxCalls), now)
  tasks.addLines(linesByTask(allocation))
  return {
    ...claim,
    calls: calls.map((call) => callToPlace(call, tasks)),
    mayHaveMore: waiting.size > 0 || (hasTasks && (calls.length < freeLines || freeLines === maxCalls)),
  }
}

/** Nothing to dial, now or later, and no live call. */
function isFinished({ fresh, live, next_due, is_recalling }: DemandRow, hasMetGoal = false): boolean {
  return (hasMetGoal || (fresh === 0 && next_due === null)) && live === 0 && !is_recalling
}

const finishedOf = (task: CachedTask): FinishedTask => ({ id: task.id, hasMetGoal: hasMetGoal(task) })

function callToPlace({ id, contact, trunkId, callerId }: TakenCall, tasks: TaskCache): CallToPlace {
  const { contactId, phoneKey, phoneNumber, timeZone, callTime, callUntil, fields } = contact
  const { task } = contact.lane
  return {
    call: { id, phoneKey, phoneNumber, taskId: task.id, contactId },
    details: fields ? { taskName: task.name, fields } : undefined,
    mayStart: (now) =>
      tasks.isOpen(task, now) &&
      (callTime === null || callTime <= now) &&
      (callUntil === null || now < callUntil) &&
      (!task.isByRecipient || tasks.isOpenFor(task, phoneKey, timeZone, now)),
    hasFaults: task.demand?.has_faults ?? false,
    successWhen: task.settings.successWhen,
    flowId: task.flowId,
    flowVersion: task.flowVersion,
    route: trunkId === null ? null : { trunkId, callerId },
    isSimulated: task.isSimulated,
    trunkIds: task.settings.trunkIds,
    callerIds: task.settings.callerIds,
    hasCallUntil: callUntil !== null,
    attempt: contact.attempts + 1,
    isByRecipient: task.isByRecipient,
  }
}

/** The last statements of the claim. Not awaited: the commit follows them, and fails if one fails. */
export function recordCalls(
  tx: Queryable,
  { started }: DialerProgressRow,
  count: number,
  now: Date,
  router: Router | undefined,
): void {
  const trunkStarts = router?.startsToStore(now) ?? null
  if (count > 0) router?.storeCallerIds().catch(() => undefined)
  if (count === 0 && trunkStarts === null && !hasFutureStarts(started, now.getTime())) return
  const recorded = JSON.stringify(recordStarts(started, count, now.getTime()))
  queries.recordStarted(tx, [recorded, count, trunkStarts]).catch(() => undefined)
}

function demandOf({ id, priority }: CachedTask, { live, fresh, due }: DemandRow, room: number): TaskDemand {
  return {
    taskId: id,
    live,
    maxLive: live + room,
    fresh: { priority, contacts: fresh },
    due: (due ?? []).map((contacts, index) => ({ priority: index + 1, contacts })),
  }
}

/** The first contacts of these tasks, which are outside their hours, unless another transaction has locked a task. */
async function lookAt(tx: Queryable, closed: CachedTask[]): Promise<Allocation> {
  const ids = closed.map(({ id }) => id)
  const locked =
    ids.length === 0
      ? new Set()
      : new Set((await queries.lockRunningTasks(tx, [ids, TaskStatus.RUNNING])).map(({ id }) => id))
  const demands = closed.flatMap((task) =>
    task.demand && locked.has(task.id) ? [demandOf(task, task.demand, 1)] : [],
  )
  return {
    fresh: new Map(
      demands.flatMap(({ taskId, fresh }): [string, number][] => (fresh.contacts > 0 ? [[taskId, 1]] : [])),
    ),
    due: demands.flatMap(({ taskId, due }) =>
      due.flatMap(({ contacts, priority }) => (contacts > 0 ? [{ taskId, priority, lines: 1 }] : [])),
    ),
  }
}

/** Whether every attempt that was due has been claimed. */
function isDrained({ id, demand }: CachedTask, allocation: Allocation, maxCalls: number): boolean {
  if (!demand) return false
  return (demand.due ?? []).every((count, index) => {
    if (count === 0) return true
    const lane = allocation.due.find(({ taskId, priority }) => taskId === id && priority === index + 1)
    return count <= maxCalls && count === lane?.lines
  })
}

function linesByTask({ fresh, due }: Allocation): Map<string, number> {
  const lines = new Map(fresh)
  for (const lane of due) lines.set(lane.taskId, (lines.get(lane.taskId) ?? 0) + lane.lines)
  return lines
}

/**
 * Allocates lines to tasks that still run and that no other transaction has locked. The lines of a locked task go to the
 * others. `hasTasks`: whether any task was locked here.
 */
async function allocateAndLock(
  tx: Queryable,
  demands: TaskDemand[],
  freeLines: number,
  random: () => number,
): Promise<{ allocation: Allocation; hasTasks: boolean }> {
  const locked = new Set<string>()
  let possible = demands
  for (let round = 1; ; round += 1) {
    const allocation = allocateLines(possible, freeLines, random)
    const wanted = [...linesByTask(allocation).keys()].filter((id) => !locked.has(id))
    for (const { id } of await queries.lockRunningTasks(tx, [wanted, TaskStatus.RUNNING])) locked.add(id)
    const hasTasks = locked.size > 0
    if (wanted.every((id) => locked.has(id))) return { allocation, hasTasks }
    if (round === MAX_ALLOCATIONS) {
      const fresh = new Map([...allocation.fresh].filter(([taskId]) => locked.has(taskId)))
      const due = allocation.due.filter(({ taskId }) => locked.has(taskId))
      return { allocation: { fresh, due }, hasTasks }
    }
    possible = possible.filter(({ taskId }) => locked.has(taskId) || !wanted.includes(taskId))
  }
}
