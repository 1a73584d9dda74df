// One claim: as many calls as free lines, the rate and the waiting work allow, written down as live and ours.

import type { Clock } from '../kernel/clock.ts'
import type { ZoneOffsets } from '../kernel/timestamps.ts'
import { arrayOf } from '../storage/array-literal.ts'
import type { Database, Queryable } from '../storage/database.ts'
import { type Allocation, allocateLines } from './allocate-lines.ts'
import type { ClaimedCall, DialerProgressRow, DialerRow, RunningTask } from './claim.queries.ts'
import * as queries from './claim.queries.ts'
import { type DialWindow, isInsideWindow } from './dial-window.ts'
import type { CallDetails } from './gateway.ts'
import { allowanceNow, hasFutureStarts, recordStarts } from './rate-window.ts'

export interface ClaimDependencies {
  db: Database
  clock: Clock
  offsetAt: ZoneOffsets
  random: () => number
}

export interface ClaimRequest {
  nodeId: string
  slot: number
  mostCalls: number
  /** Asked once it is our turn, for which we may have waited long. */
  mayClaim: () => boolean
  /** Makes the ids of attempts: should the answer be lost, whoever made them knows what to look for. */
  newId: () => string
  /** Tasks, and the time before which none of their attempts is due; see readRunningTasks. */
  dueFloors: ReadonlyMap<string, Date>
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
  /** Tasks inside their window that want lines. */
  wanting: string[]
  /** Tasks in which no due attempt is left over. */
  drained: string[]
  /** Whether any task has something to dial, now or later. */
  isWaiting: boolean
}

/** A number that is up in another call is tried again after this. */
const BUSY_ELSEWHERE_MS = 2000

export async function claimCalls(dependencies: ClaimDependencies, request: ClaimRequest): Promise<Claim> {
  const { db, clock } = dependencies
  return db.transaction(async (tx) => {
    const claim = await decide(tx, dependencies, request)
    return { ...claim, madeAt: { elapsedMs: clock.elapsedMs(), now: clock.now() } }
  })
}

async function decide(
  tx: Queryable,
  { clock, offsetAt, random }: ClaimDependencies,
  request: ClaimRequest,
): Promise<Omit<Claim, 'madeAt'>> {
  const dialer = await queries.lockDialer.first(tx, [])
  if (!dialer) throw new Error('the dialer has no limits: its row is missing')
  // Read only now: waiting for the lock took time.
  const now = clock.now()
  const { dueFloors } = request
  const mostCalls = request.mayClaim() ? request.mostCalls : 0
  const floors = [[...dueFloors.keys()], [...dueFloors.values()]]
  const [progress, tasks] = await Promise.all([
    queries.readDialerProgress.first(tx, []),
    queries.readRunningTasks(tx, [now, mostCalls + 1, ...floors]),
  ])
  if (!progress) throw new Error('the dialer does not know what was started: its row is missing')
  const freeLines = Math.min(
    dialer.lines - linesInUse(progress, tasks),
    allowance(dialer, progress, now),
    mostCalls,
  )

  const open = tasks.filter((task) => isInsideWindow(windowOf(task), offsetAt, now))
  const wanting = open.filter(
    (task) => (task.fresh > 0 || task.due.some((count) => count > 0)) && !request.heldTasks.has(task.id),
  )
  const claim = {
    calls: [],
    mayHaveMore: false,
    finished: tasks
      .filter((task) => task.fresh === 0 && task.live === 0 && !task.is_waiting)
      .map(({ id }) => id),
    wanting: wanting.map(({ id }) => id),
    drained: open.filter((task) => task.due.every((count) => count === 0)).map(({ id }) => id),
    isWaiting: tasks.some((task) => task.fresh > 0 || task.live > 0 || task.is_waiting),
  }
  if (freeLines <= 0 || wanting.length === 0) {
    recordCalls(tx, progress, 0, now)
    return claim
  }

  const allocation = allocateLines(wanting.map(demandOf), freeLines, random)
  const stillRunning = await lockTasks(tx, allocation)
  const calls = await take(tx, allocation, stillRunning, { ...request, now })
  recordCalls(tx, progress, calls.length, clock.now())
  const byId = new Map(open.map((task) => [task.id, task]))
  return {
    ...claim,
    calls: calls.flatMap((call) => {
      const task = byId.get(call.task_id)
      return task ? [callToPlace(call, task)] : []
    }),
    mayHaveMore: stillRunning.size > 0 && (calls.length < freeLines || freeLines === mostCalls),
    drained: open.filter((task) => isDrained(task, allocation, stillRunning, mostCalls)).map(({ id }) => id),
  }
}

function callToPlace(call: ClaimedCall, task: RunningTask): CallToPlace {
  const details = call.fields ? { taskName: task.name, fields: call.fields } : undefined
  return { call, details, window: windowOf(task), hasFaults: task.has_faults }
}

/** No task runs: then nobody asks. */
function linesInUse({ started_total }: DialerProgressRow, [task]: RunningTask[]): number {
  return task ? started_total - task.all_ended : 0
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

function windowOf(task: RunningTask): DialWindow {
  return { start: task.daily_start, end: task.daily_end }
}

function demandOf(task: RunningTask) {
  return {
    taskId: task.id,
    live: task.live,
    fresh: { priority: task.priority, contacts: task.fresh },
    due: task.due.map((contacts, index) => ({ priority: index + 1, contacts })),
  }
}

function isDrained(
  task: RunningTask,
  allocation: Allocation,
  stillRunning: ReadonlySet<string>,
  mostCalls: number,
): boolean {
  return task.due.every((count, index) => {
    if (count === 0) return true
    const lane = allocation.due.find(({ taskId, priority }) => taskId === task.id && priority === index + 1)
    return stillRunning.has(task.id) && count <= mostCalls && count === lane?.lines
  })
}

async function lockTasks(tx: Queryable, { fresh, due }: Allocation): Promise<ReadonlySet<string>> {
  const ids = new Set([...fresh.keys(), ...due.map(({ taskId }) => taskId)])
  const rows = await queries.lockRunningTasks(tx, [[...ids]])
  return new Set(rows.map(({ id }) => id))
}

async function take(
  tx: Queryable,
  allocation: Allocation,
  stillRunning: ReadonlySet<string>,
  { nodeId, slot, now, dueFloors, newId, withDetails }: ClaimRequest & { now: Date },
): Promise<ClaimedCall[]> {
  const lookAgain = new Date(now.getTime() + BUSY_ELSEWHERE_MS)
  const due = allocation.due.filter(({ taskId }) => stillRunning.has(taskId))
  const fresh = [...allocation.fresh].filter(([taskId]) => stillRunning.has(taskId))
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
          due.map(({ taskId }) => dueFloors.get(taskId) ?? '-infinity'),
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
