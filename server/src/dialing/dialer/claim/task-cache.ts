// What a node remembers of the running tasks from one claim to the next, so that a claim does not read all of them.
//
//   unread ──read──▶ wanting: it has contacts to dial ◀─┬─▶ pending: a live call or a recall may leave some at any moment
//      ▲                                                └─▶ idle: it has none before its next attempt is due
//      └──its list has grown, or it has changed── any of them
//
// The cache never decides which task gets lines: the demand of a task is read in the claim that gives it lines. The cache
// decides which tasks are read, and in which order. An idle task can get work only by a recall, a change of state or a longer
// list, and each claim asks the database which tasks that happened to. In addition every task is read from time to time, so
// that nothing depends on this alone; this also finds contacts that have become due because they were judged again.

import { createOpenNow } from '../../../campaigns/permission/calling-hours.ts'
import { createRecipientZones } from '../../../campaigns/permission/recipient-zones.ts'
import type { ZoneOffsets } from '../../../platform/kernel/timestamps.ts'
import { type CachedTask, storedTask, topPriority, UNREAD, workOf } from './cached-task.ts'
import type { DemandRow, RunningTaskRow } from './demand.queries.ts'

/** Which transactions were visible when the tasks were last read. */
interface SeenTransactions {
  /** The first that had not begun. */
  next: string
  inProgress: string[]
}

/** After this a task is read without a lower bound of its attempts' times. */
const FULL_READ_EVERY_MS = 10_000
/** A task that waits for the end of its calls is read again after this, even if others take all lines. */
const PENDING_READ_EVERY_MS = 500
/** An idle task is read again after this, times the number of tasks: contacts may have been deleted. */
const IDLE_READ_EVERY_MS = 5
/** An older count of a task's live calls does not decide its turn. */
const MAX_LIVE_COUNT_AGE_MS = 1000
/** How often a task whose hours are closed is looked for contacts for which they open too late. */
const LATE_READ_EVERY_MS = 5000
/** A task that wants lines and never gets any may have lost its contacts. */
const IN_TURN_READ_EVERY_MS = 30_000
/** Reads in addition to those of tasks that may get lines. */
const MAX_EXTRA_READS = 50
/** The clocks of nodes may differ by this, and an end may be written this late, before an attempt is found late. */
const DUE_FLOOR_MARGIN_MS = 60_000

export type TaskCache = ReturnType<typeof createTaskCache>

export function createTaskCache(offsetAt: ZoneOffsets) {
  const tasks = new Map<string, CachedTask>()
  /** When all tasks were last read, and what was seen since then. */
  let loaded: { allReadMs: number; seen: SeenTransactions } | undefined
  let latest = new Date(0)
  let turn = 0
  let rulesVersion: number | undefined
  let skipsDeniedTasks = false

  const isOpenIn = createOpenNow()
  const serviceZone = [offsetAt]
  const zones = createRecipientZones(offsetAt)
  const isOpen = (task: CachedTask, now: Date) =>
    (task.startAt === null || task.startAt <= now) &&
    (task.endAt === null || now < task.endAt) &&
    (task.isByRecipient || isOpenIn(task.hours, serviceZone, now))
  const isWanting = (task: CachedTask, now: Date, soonMs = 0) =>
    workOf(task, now, soonMs) === 'wanting' && isOpen(task, now)

  return {
    /** Undefined: all running tasks must be read. */
    seen: (nowMs: number) =>
      loaded && nowMs < loaded.allReadMs + FULL_READ_EVERY_MS ? loaded.seen : undefined,

    /** Whether the rules that tasks share, such as calendars, have changed since they were last noted. */
    noteRules(version: number): boolean {
      const hasChanged = rulesVersion !== version
      rulesVersion = version
      return hasChanged
    },

    /** `rows`: all running tasks, or those that have changed. */
    update(rows: RunningTaskRow[], isAll: boolean, snapshot: string, nowMs: number): void {
      const before = isAll ? new Map(tasks) : undefined
      const seen = readSnapshot(snapshot)
      if (isAll) {
        tasks.clear()
        loaded = { allReadMs: nowMs, seen }
      } else if (loaded) loaded.seen = seen
      for (const row of rows) {
        const known = before?.get(row.id)
        if (row.is_running) tasks.set(row.id, { ...(known ?? UNREAD), ...storedTask(row) })
        else tasks.delete(row.id)
      }
    },

    /** Idle tasks whose list may grow. */
    openLists(now: Date) {
      const lists: { id: string; dataSourceId: string; lastPosition: number }[] = []
      for (const task of tasks.values()) {
        const { id, dataSourceId, isOpenList, demand } = task
        if (isOpenList && demand && workOf(task, now) === 'idle')
          lists.push({ id, dataSourceId, lastPosition: demand.last_position })
      }
      return lists
    },

    /** The lists of these tasks have grown. */
    noteGrown(ids: string[]): void {
      for (const id of ids) {
        const task = tasks.get(id)
        if (task) task.demand = undefined
      }
    },

    /** Tasks inside their window that may want lines, in the order in which they should get them. */
    inTurn(now: Date, nowMs: number): CachedTask[] {
      // After the clock was put back, attempts may be due before the floors.
      if (now < latest) for (const task of tasks.values()) task.floor = undefined
      latest = now
      const ranked: { task: CachedTask; priority: number; live: number }[] = []
      for (const task of tasks.values()) {
        if (workOf(task, now) === 'idle' || !isOpen(task, now)) continue
        const live = nowMs < task.readMs + MAX_LIVE_COUNT_AGE_MS ? (task.demand?.live ?? 0) : 0
        ranked.push({ task, priority: topPriority(task), live })
      }
      ranked.sort((a, b) => a.priority - b.priority || a.live - b.live || a.task.turn - b.task.turn)
      return ranked.map(({ task }) => task)
    },

    /** Tasks outside their hours that have something to dial: of its first contacts, some may not wait until the hours open. */
    closed(now: Date, nowMs: number): CachedTask[] {
      return [...tasks.values()]
        .filter((task) => nowMs >= task.lateReadMs + LATE_READ_EVERY_MS)
        .filter((task) => workOf(task, now) === 'wanting' && !isOpen(task, now))
        .sort((a, b) => a.lateReadMs - b.lateReadMs)
        .slice(0, MAX_EXTRA_READS)
    },

    /** Tasks that have not been read for too long, oldest first. */
    overdue(now: Date, nowMs: number): CachedTask[] {
      const idleMs = Math.max(
        Math.min(IDLE_READ_EVERY_MS * tasks.size, FULL_READ_EVERY_MS),
        PENDING_READ_EVERY_MS,
      )
      const maxAgeMs = (task: CachedTask) => {
        const work = workOf(task, now)
        if (work === 'wanting' && isOpen(task, now)) return IN_TURN_READ_EVERY_MS
        return work === 'wanting' || work === 'pending' ? PENDING_READ_EVERY_MS : idleMs
      }
      return [...tasks.values()]
        .filter((task) => nowMs >= task.readMs + maxAgeMs(task))
        .sort((a, b) => a.readMs - b.readMs)
        .slice(0, MAX_EXTRA_READS)
    },

    /** Stores what was read of these tasks. A task without a row does not run any more. */
    record(read: CachedTask[], rows: DemandRow[], nowMs: number): void {
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const task of read) {
        task.demand = byId.get(task.id)
        if (isFullReadDue(task, nowMs)) task.floor = undefined
        task.readMs = nowMs
        if (!task.demand) tasks.delete(task.id)
      }
    },

    /** The time from which the attempts of the task must be looked for. */
    floorOf: (task: CachedTask, nowMs: number): Date | '-infinity' =>
      task.floor && !isFullReadDue(task, nowMs) ? task.floor.at : '-infinity',

    get: (id: string) => tasks.get(id),
    some(isMeant: (task: CachedTask) => boolean): boolean {
      for (const task of tasks.values()) if (isMeant(task)) return true
      return false
    },
    idsOf: (isMeant: (task: CachedTask) => boolean) =>
      [...tasks.values()].filter(isMeant).map(({ id }) => id),
    isOpen,
    /** Whether the hours of the task are open where the contact may be. */
    isOpenFor: (task: CachedTask, phoneKey: string, timeZone: string | null, now: Date) =>
      isOpenIn(task.hours, zones.of(phoneKey, timeZone ?? undefined).zones, now),
    zones,
    /** The zones by which the hours of the task hold for the contact. */
    zonesOf: (task: CachedTask, phoneKey: string, timeZone: string | null): readonly ZoneOffsets[] =>
      task.isByRecipient ? zones.of(phoneKey, timeZone ?? undefined).zones : serviceZone,
    /** Whether it wants lines, now or soon, as far as is known, and is inside its window. */
    isWanting,

    /** The claim that read these tasks has ended. In a drained task no attempt is left that is due. */
    endClaim(read: CachedTask[], isDrained: (task: CachedTask) => boolean, now: Date): void {
      for (const task of read) {
        if (!isDrained(task)) {
          task.floor = undefined
          continue
        }
        const at = new Date(now.getTime() - DUE_FLOOR_MARGIN_MS)
        // Without a floor, all attempts were looked for just now.
        if (task.floor) task.floor.at = at
        else task.floor = { at, fullReadMs: task.readMs }
      }
    },

    /** The tasks got this many lines. */
    addLines(linesByTask: ReadonlyMap<string, number>): void {
      turn += 1
      for (const [id, lines] of linesByTask) {
        const task = tasks.get(id)
        if (!task) continue
        task.turn = turn
        // The next read shows whether each line became a call, and what is left to dial.
        if (task.demand) task.demand = { ...task.demand, live: task.demand.live + lines }
      }
    },

    /** What came of reading contacts of the task. `closedMs`: when they were read, if its hours are closed. */
    noteDenials(task: CachedTask, wasDenied: boolean, wasCalled: boolean, closedMs?: number): void {
      if (closedMs !== undefined && !wasDenied) task.lateReadMs = closedMs
      if (!wasDenied) task.denied = 'none'
      else task.denied = wasCalled ? 'some' : 'all'
    },

    /**
     * Tasks that wait for this claim. Tasks of which only denied contacts were read would use up the lines of all others until
     * their lists are read to the end, so they take part in every other claim.
     */
    takeWaiting(): Set<string> {
      const denied = [...tasks.values()].filter(({ denied }) => denied === 'all').map(({ id }) => id)
      skipsDeniedTasks = !skipsDeniedTasks && denied.length > 0
      return new Set(skipsDeniedTasks ? denied : [])
    },

    clear(): void {
      tasks.clear()
      loaded = undefined
    },
  }
}

function isFullReadDue({ floor }: CachedTask, nowMs: number): boolean {
  return floor === undefined || nowMs >= floor.fullReadMs + FULL_READ_EVERY_MS
}

/** As PostgreSQL writes it: the oldest transaction in progress, the first that had not begun, those in progress. */
function readSnapshot(text: string): SeenTransactions {
  const [, next = '0', inProgress = ''] = text.split(':')
  return { next, inProgress: inProgress === '' ? [] : inProgress.split(',') }
}
