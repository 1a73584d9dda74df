// One claim: as many calls as free lines, the rate and the waiting work allow, written down as live and ours.

import type { Clock } from '../kernel/clock.ts'
import { arrayOf } from '../storage/array-literal.ts'
import type { Database, Queryable } from '../storage/database.ts'
import { TaskStatus } from '../tasks/task-state.ts'
import { type Allocation, allocateLines } from './allocate-lines.ts'
import type { ClaimedCall, DialerProgressRow, DialerRow } from './claim.queries.ts'
import * as queries from './claim.queries.ts'
import type { DemandRow } from './demand.queries.ts'
import type { DialWindow } from './dial-window.ts'
import type { CallDetails } from './gateway.ts'
import type { KnownTask, KnownTasks } from './known-tasks.ts'
import { lookAtTasks, updateTasks } from './look-at-tasks.ts'
import { allowanceNow, hasFutureStarts, recordStarts } from './rate-window.ts'

export interface ClaimDependencies {
  db: Database
  clock: Clock
  random: () => number
  /** What the node remembers of the running tasks. */
  known: KnownTasks
  /** How many tasks share the lines of a claim if they can use them all. */
  mostTasks: number
}

export interface ClaimRequest {
  nodeId: string
  slot: number
  mostCalls: number
  /** Asked once it is our turn, for which we may have waited long. */
  mayClaim: () => boolean
  /** Makes the ids of attempts: should the answer be lost, whoever made them knows what to look for. */
  newId: () => string
  /** Tasks that get no lines: their calls cannot be settled at the moment. */
  heldTasks: ReadonlySet<string>
  withDetails: boolean
}

export interface CallToPlace {
  call: ClaimedCall
  details: CallDetails | undefined
  window: DialWindow
  /** Whether the circuit breaker should hear that it was placed. */
  hasFaults: boolean
}

export interface Claim {
  calls: CallToPlace[]
  /** Whether lines were given out and may be left over: then the next claim finds things changed. */
  mayHaveMore: boolean
  /** The moment before the commit, by both clocks. Nobody can have changed the claimed tasks before. */
  madeAt: { elapsedMs: number; now: Date }
  /** Tasks with nothing to dial and nothing up: perhaps they are done. */
  finished: string[]
  /** Tasks inside their window that want lines, if no calls were asked for. */
  wanting: string[]
  /** Whether any task has something to dial, now or later. */
  isWaiting: boolean
}

/** A number that is up in another call is tried again after this. */
const BUSY_ELSEWHERE_MS = 2000
/** Tasks that somebody else holds are left out, and their lines given to others, at most so many times. */
const MOST_ALLOCATIONS = 5

export async function claimCalls(dependencies: ClaimDependencies, request: ClaimRequest): Promise<Claim> {
  const { db, clock, known } = dependencies
  try {
    return await db.transaction(async (tx) => {
      const claim = await decide(tx, dependencies, request)
      return { ...claim, madeAt: { elapsedMs: clock.elapsedMs(), now: clock.now() } }
    })
  } catch (error) {
    // What was learned in a claim that did not happen may be wrong.
    known.forget()
    throw error
  }
}

async function decide(
  tx: Queryable,
  { clock, random, known, mostTasks }: ClaimDependencies,
  request: ClaimRequest,
): Promise<Omit<Claim, 'madeAt'>> {
  const dialer = await queries.lockDialer.first(tx, [])
  if (!dialer) throw new Error('the dialer has no limits: its row is missing')
  // Read only now: waiting for the lock took time.
  const now = clock.now()
  const nowMs = clock.elapsedMs()
  const mostCalls = request.mayClaim() ? request.mostCalls : 0
  const progress = await updateTasks(tx, known, { now, nowMs })
  const freeLines = Math.min(dialer.lines - progress.live, allowance(dialer, progress, now), mostCalls)
  const looked = await lookAtTasks(tx, known, {
    now,
    nowMs,
    freeLines,
    mostCalls,
    mostTasks,
    heldTasks: request.heldTasks,
  })

  const isWanting = (task: KnownTask) => !request.heldTasks.has(task.id) && known.isWanting(task, now)
  const demands = looked.flatMap((task) =>
    task.demand && isWanting(task) ? [demandOf(task, task.demand)] : [],
  )
  const claim = {
    calls: [],
    mayHaveMore: false,
    finished: looked.filter(({ demand }) => demand && isFinished(demand)).map(({ id }) => id),
    wanting: request.mostCalls === 0 ? known.idsOf(isWanting) : [],
    isWaiting: known.some(({ demand }) => !demand || !isFinished(demand)),
  }
  if (freeLines <= 0 || demands.length === 0) {
    known.endClaim(looked, ({ demand }) => demand?.due === null, now)
    recordCalls(tx, progress, 0, now)
    return claim
  }

  const { allocation, hasTasks } = await allocateAndLock(tx, demands, freeLines, random)
  const calls = await take(tx, allocation, { ...request, now, known })
  recordCalls(tx, progress, calls.length, clock.now())
  known.endClaim(looked, (task) => isDrained(task, allocation, mostCalls), now)
  known.gaveLines(linesByTask(allocation))
  return {
    ...claim,
    calls: calls.flatMap((call) => {
      const task = known.get(call.task_id)
      return task ? [callToPlace(call, task)] : []
    }),
    mayHaveMore: hasTasks && (calls.length < freeLines || freeLines === mostCalls),
  }
}

/** Nothing to dial, now or later, and nothing up. */
function isFinished({ fresh, live, next_due, is_recalling }: DemandRow): boolean {
  return fresh === 0 && live === 0 && next_due === null && !is_recalling
}

function callToPlace(call: ClaimedCall, task: KnownTask): CallToPlace {
  const details = call.fields ? { taskName: task.name, fields: call.fields } : undefined
  return { call, details, window: task.window, hasFaults: task.demand?.has_faults ?? false }
}

function allowance({ calls_per_second }: DialerRow, { started }: DialerProgressRow, now: Date): number {
  return calls_per_second === 0
    ? Number.POSITIVE_INFINITY
    : allowanceNow(started, calls_per_second, now.getTime())
}

/** The claim's last word: the commit comes after it, and fails with it. */
function recordCalls(tx: Queryable, { started }: DialerProgressRow, count: number, now: Date): void {
  if (count === 0 && !hasFutureStarts(started, now.getTime())) return
  const recorded = JSON.stringify(recordStarts(started, count, now.getTime()))
  queries.recordStarted(tx, [recorded, count]).catch(() => undefined)
}

function demandOf({ id, priority }: KnownTask, { live, fresh, due }: DemandRow) {
  return {
    taskId: id,
    live,
    fresh: { priority, contacts: fresh },
    due: (due ?? []).map((contacts, index) => ({ priority: index + 1, contacts })),
  }
}

/** Whether every attempt that was due has been claimed. */
function isDrained({ id, demand }: KnownTask, allocation: Allocation, mostCalls: number): boolean {
  if (!demand) return false
  return (demand.due ?? []).every((count, index) => {
    if (count === 0) return true
    const lane = allocation.due.find(({ taskId, priority }) => taskId === id && priority === index + 1)
    return count <= mostCalls && count === lane?.lines
  })
}

function linesByTask({ fresh, due }: Allocation): Map<string, number> {
  const lines = new Map(fresh)
  for (const lane of due) lines.set(lane.taskId, (lines.get(lane.taskId) ?? 0) + lane.lines)
  return lines
}

/** Who gets the lines, of the tasks that still run and that nobody else holds: for those the next claim has lines again. */
async function allocateAndLock(
  tx: Queryable,
  demands: ReturnType<typeof demandOf>[],
  freeLines: number,
  random: () => number,
): Promise<{ allocation: Allocation; hasTasks: boolean }> {
  const locked = new Set<string>()
  let possible = demands
  for (let round = 1; ; round += 1) {
    const allocation = allocateLines(possible, freeLines, random)
    const wanted = [...linesByTask(allocation).keys()].filter((id) => !locked.has(id))
    for (const { id } of await queries.lockRunningTasks(tx, [wanted, TaskStatus.RUNNING])) locked.add(id)
    const isHeld = ({ taskId }: { taskId: string }) => !locked.has(taskId)
    if (wanted.every((id) => locked.has(id))) return { allocation, hasTasks: locked.size > 0 }
    if (round === MOST_ALLOCATIONS)
      return { allocation: without(allocation, isHeld), hasTasks: locked.size > 0 }
    possible = possible.filter(({ taskId }) => locked.has(taskId) || !wanted.includes(taskId))
  }
}

function without({ fresh, due }: Allocation, isOut: (lane: { taskId: string }) => boolean): Allocation {
  return {
    fresh: new Map([...fresh].filter(([taskId]) => !isOut({ taskId }))),
    due: due.filter((lane) => !isOut(lane)),
  }
}

async function take(
  tx: Queryable,
  allocation: Allocation,
  {
    nodeId,
    slot,
    now,
    known,
    newId,
    withDetails,
  }: ClaimRequest & {
    now: Date
    known: KnownTasks
  },
): Promise<ClaimedCall[]> {
  const lookAgain = new Date(now.getTime() + BUSY_ELSEWHERE_MS)
  const { due } = allocation
  const fresh = [...allocation.fresh]
  const newIds = (count: number) => Array.from({ length: count }, newId)
  const dueIds = newIds(due.reduce((sum, { lines }) => sum + lines, 0))
  const freshIds = newIds(fresh.reduce((sum, [, lines]) => sum + lines, 0))
  const textOf = (ids: string[]) => arrayOf(ids, (id) => id)

  const [dueCalls, freshCalls] = await Promise.all([
    due.length > 0
      ? queries.claimDueContacts(tx, [
          due.map(({ taskId }) => taskId),
          due.map(({ priority }) => priority),
          due.map(({ lines }) => lines),
          textOf(dueIds),
          nodeId,
          now,
          due.map(({ taskId }) => known.get(taskId)?.dueFloor ?? '-infinity'),
          lookAgain,
          slot,
          withDetails,
        ])
      : [],
    fresh.length > 0
      ? queries.claimFreshContacts(tx, [
          fresh.map(([taskId]) => taskId),
          fresh.map(([, lines]) => lines),
          textOf(freshIds),
          nodeId,
          now,
          lookAgain,
          slot,
          withDetails,
        ])
      : [],
  ])
  return [...dueCalls, ...freshCalls]
}
