// One claim: as many calls as free lines, the rate and the waiting work allow, written down as live and ours.

import type { Clock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { ZoneOffsets } from '../kernel/timestamps.ts'
import type { Database, Queryable } from '../storage/database.ts'
import { type Allocation, allocateLines } from './allocate-lines.ts'
import type { ClaimedCall, DialerRow, RunningTask } from './claim.queries.ts'
import * as queries from './claim.queries.ts'
import { isInsideWindow } from './dial-window.ts'
import { allowanceNow, recordStarts } from './rate-window.ts'

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
  /** Tasks, and the time before which none of their attempts is due; see readRunningTasks. */
  dueFloors: ReadonlyMap<string, Date>
}

export interface Claim {
  calls: ClaimedCall[]
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

export async function claimCalls(
  { db, clock, offsetAt, random }: ClaimDependencies,
  { nodeId, slot, mostCalls, dueFloors }: ClaimRequest,
): Promise<Claim> {
  return db.transaction(async (tx) => {
    const dialer = await queries.lockDialer.first(tx, [])
    if (!dialer) throw new Error('the dialer has no limits: its row is missing')
    // Read only now: waiting for the lock took time.
    const now = clock.now()
    const floors = [[...dueFloors.keys()], [...dueFloors.values()]]
    const tasks = await queries.readRunningTasks(tx, [now, mostCalls + 1, ...floors])
    const freeLines = Math.min(dialer.lines - (tasks[0]?.all_live ?? 0), allowance(dialer, now), mostCalls)

    const open = tasks.filter((task) =>
      isInsideWindow({ start: task.daily_start, end: task.daily_end }, offsetAt, now),
    )
    const wanting = open.filter((task) => task.fresh > 0 || task.due.some((count) => count > 0))
    const claim: Claim = {
      calls: [],
      finished: tasks
        .filter((task) => task.fresh === 0 && task.live === 0 && !task.is_waiting)
        .map(({ id }) => id),
      wanting: wanting.map(({ id }) => id),
      drained: open.filter((task) => task.due.every((count) => count === 0)).map(({ id }) => id),
      isWaiting: tasks.some((task) => task.fresh > 0 || task.live > 0 || task.is_waiting),
    }
    if (freeLines <= 0 || wanting.length === 0) return claim

    const allocation = allocateLines(wanting.map(demandOf), freeLines, random)
    const stillRunning = await lockTasks(tx, allocation)
    claim.calls = await take(tx, allocation, stillRunning, { nodeId, slot, now, dueFloors })
    claim.drained = open.filter((task) => isDrained(task, allocation, mostCalls)).map(({ id }) => id)
    if (dialer.calls_per_second > 0 && claim.calls.length > 0) {
      const started = recordStarts(dialer.started, claim.calls.length, now.getTime())
      await queries.recordStarted(tx, [JSON.stringify(started)])
    }
    return claim
  })
}

function allowance({ calls_per_second, started }: DialerRow, now: Date): number {
  return calls_per_second === 0
    ? Number.POSITIVE_INFINITY
    : allowanceNow(started, calls_per_second, now.getTime())
}

function demandOf(task: RunningTask) {
  return {
    taskId: task.id,
    live: task.live,
    fresh: { priority: task.priority, contacts: task.fresh },
    due: task.due.map((contacts, index) => ({ priority: index + 1, contacts })),
  }
}

function isDrained(task: RunningTask, allocation: Allocation, mostCalls: number): boolean {
  return task.due.every((count, index) => {
    const lane = allocation.due.find(({ taskId, priority }) => taskId === task.id && priority === index + 1)
    return count <= mostCalls && count === (lane?.lines ?? 0)
  })
}

async function lockTasks(tx: Queryable, { fresh, due }: Allocation): Promise<Set<string>> {
  const ids = new Set([...fresh.keys(), ...due.map(({ taskId }) => taskId)])
  const rows = await queries.lockRunningTasks(tx, [[...ids]])
  return new Set(rows.map(({ id }) => id))
}

async function take(
  tx: Queryable,
  allocation: Allocation,
  stillRunning: Set<string>,
  { nodeId, slot, now, dueFloors }: Omit<ClaimRequest, 'mostCalls'> & { now: Date },
): Promise<ClaimedCall[]> {
  const lookAgain = new Date(now.getTime() + BUSY_ELSEWHERE_MS)
  const calls: ClaimedCall[] = []

  const due = allocation.due.filter(({ taskId }) => stillRunning.has(taskId))
  if (due.length > 0) {
    calls.push(
      ...(await queries.claimDueContacts(tx, [
        due.map(({ taskId }) => taskId),
        due.map(({ priority }) => priority),
        due.map(({ lines }) => lines),
        newIds(due.reduce((sum, { lines }) => sum + lines, 0)),
        nodeId,
        now,
        due.map(({ taskId }) => dueFloors.get(taskId) ?? '-infinity'),
        lookAgain,
        slot,
      ])),
    )
  }
  const fresh = [...allocation.fresh].filter(([taskId]) => stillRunning.has(taskId))
  if (fresh.length > 0) {
    const lines = fresh.map(([, count]) => count)
    const ids = newIds(lines.reduce((sum, count) => sum + count, 0))
    const taskIds = fresh.map(([taskId]) => taskId)
    calls.push(...(await queries.claimFreshContacts(tx, [taskIds, lines, ids, nodeId, now, lookAgain])))
  }
  return calls
}

function newIds(count: number): string[] {
  return Array.from({ length: count }, newId)
}
