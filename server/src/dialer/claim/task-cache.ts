// What a node remembers of the running tasks from one claim to the next, so that a claim does not read all of them.
//
// The cache never decides which task gets lines: the demand of a task is read in the claim that gives it lines. The cache
// decides which tasks are read, and in which order. A task with contacts to dial or with live calls may want lines at any
// time. Any other is idle: until its next attempt is due, only a recall, a change of state or a longer list can give it work,
// and each claim asks the database which tasks that happened to. In addition every task is read from time to time, so that
// nothing depends on this alone.
import type { ZoneOffsets } from '../../kernel/timestamps.ts'
import { type CallingHours, callingHours, createOpenNow } from '../../permission/calling-hours.ts'
import { createRecipientZones } from '../../permission/recipient-zones.ts'
import type { DemandRow, RunningTaskRow } from './demand.queries.ts'

export interface CachedTask {
  readonly id: string
  readonly name: string
  readonly priority: number
  readonly hours: CallingHours
  /** The hours hold where the called person is, so they are decided contact by contact. */
  readonly isByRecipient: boolean
  readonly startAt: Date | null
  readonly endAt: Date | null
  readonly dataSourceId: string
  readonly isOpenList: boolean
  readonly hasRecalls: boolean
  readonly flowId: string | null
  readonly successWhen: string
  readonly maxAgents: number | null
  /** As last read, plus the lines it got since; undefined before the first read. */
  demand: DemandRow | undefined
  readMs: number
  fullReadMs: number
  /** None of its attempts is due before this. */
  dueFloor: Date | undefined
  /** The number of the claim in which it last got lines. */
  turn: number
  /** In the last claim that read its contacts some were denied. */
  wasDenied: boolean
  /** All of them were. */
  isAllDenied: boolean
}

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
/** A task that wants lines and never gets any may have lost its contacts. */
const IN_TURN_READ_EVERY_MS = 30_000
/** Reads in addition to those of tasks that may get lines. */
const MAX_EXTRA_READS = 50
/** The clocks of nodes may differ by this, and an end may be written this late, before an attempt is found late. */
const DUE_FLOOR_MARGIN_MS = 60_000

export type TaskCache = ReturnType<typeof createTaskCache>

export function createTaskCache(offsetAt: ZoneOffsets) {
  const tasks = new Map<string, CachedTask>()
  let seen: SeenTransactions | undefined
  let loadedMs = Number.NEGATIVE_INFINITY
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
    task.demand !== undefined && wantsNow(task.demand, new Date(now.getTime() + soonMs)) && isOpen(task, now)

  return {
    /** Undefined: all running tasks must be read. */
    seen: (nowMs: number) => (nowMs < loadedMs + FULL_READ_EVERY_MS ? seen : undefined),

    /** Whether the rules that tasks share, such as calendars, have changed since they were last noted. */
    noteRules(version: number): boolean {
      const hasChanged = rulesVersion !== version
      rulesVersion = version
      return hasChanged
    },

    /** `rows`: all running tasks, or those that have changed. */
    update(rows: RunningTaskRow[], isAll: boolean, snapshot: string, nowMs: number): void {
      const before = new Map(tasks)
      if (isAll) {
        tasks.clear()
        loadedMs = nowMs
      }
      for (const row of rows) {
        const known = isAll ? before.get(row.id) : undefined
        if (row.is_running) tasks.set(row.id, { ...(known ?? UNREAD), ...settingsOf(row) })
        else tasks.delete(row.id)
      }
      seen = readSnapshot(snapshot)
    },

    /** Idle tasks whose list may grow. */
    openLists(now: Date) {
      const lists: { id: string; dataSourceId: string; lastPosition: number }[] = []
      for (const { id, dataSourceId, isOpenList, demand } of tasks.values()) {
        if (isOpenList && demand && !mayWant(demand, now))
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
      // After the clock was put back, attempts that are due before the lower bounds are only found by a full read.
      if (now < latest) for (const task of tasks.values()) task.fullReadMs = Number.NEGATIVE_INFINITY
      latest = now
      const ranked: { task: CachedTask; priority: number; live: number }[] = []
      for (const task of tasks.values()) {
        if (task.demand && !mayWant(task.demand, now)) continue
        if (!isOpen(task, now)) continue
        const live = nowMs < task.readMs + MAX_LIVE_COUNT_AGE_MS ? (task.demand?.live ?? 0) : 0
        ranked.push({ task, priority: topPriority(task), live })
      }
      ranked.sort((a, b) => a.priority - b.priority || a.live - b.live || a.task.turn - b.task.turn)
      return ranked.map(({ task }) => task)
    },

    /** Tasks that have not been read for too long, oldest first. */
    overdue(now: Date, nowMs: number): CachedTask[] {
      const idleMs = Math.max(
        Math.min(IDLE_READ_EVERY_MS * tasks.size, FULL_READ_EVERY_MS),
        PENDING_READ_EVERY_MS,
      )
      const maxAgeMs = (task: CachedTask) => {
        if (isWanting(task, now)) return IN_TURN_READ_EVERY_MS
        return task.demand && mayWant(task.demand, now) ? PENDING_READ_EVERY_MS : idleMs
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
        if (isFullReadDue(task, nowMs)) {
          task.fullReadMs = nowMs
          task.dueFloor = undefined
        }
        task.readMs = nowMs
        if (!task.demand) tasks.delete(task.id)
      }
    },

    /** The time from which the attempts of the task must be looked for. */
    floorOf: (task: CachedTask, nowMs: number): Date | '-infinity' =>
      isFullReadDue(task, nowMs) ? '-infinity' : (task.dueFloor ?? '-infinity'),

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
    /** Whether it wants lines, now or soon, as far as is known, and is inside its window. */
    isWanting,

    /** The claim that read these tasks has ended. In a drained task no attempt is left that is due. */
    endClaim(read: CachedTask[], isDrained: (task: CachedTask) => boolean, now: Date): void {
      for (const task of read)
        task.dueFloor = isDrained(task) ? new Date(now.getTime() - DUE_FLOOR_MARGIN_MS) : undefined
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

    /** What came of reading contacts of the task. */
    noteDenials(task: CachedTask, wasDenied: boolean, wasCalled: boolean): void {
      task.wasDenied = wasDenied
      task.isAllDenied = wasDenied && !wasCalled
    },

    /**
     * Tasks that wait for this claim. Tasks of which only denied contacts were read would use up the lines of all others until
     * their lists are read to the end, so they take part in every other claim.
     */
    takeWaiting(): Set<string> {
      const denied = [...tasks.values()].filter(({ isAllDenied }) => isAllDenied).map(({ id }) => id)
      skipsDeniedTasks = !skipsDeniedTasks && denied.length > 0
      return new Set(skipsDeniedTasks ? denied : [])
    },

    clear(): void {
      tasks.clear()
      seen = undefined
    },
  }
}

const UNREAD = {
  demand: undefined,
  readMs: Number.NEGATIVE_INFINITY,
  fullReadMs: Number.NEGATIVE_INFINITY,
  dueFloor: undefined,
  turn: 0,
  wasDenied: false,
  isAllDenied: false,
}

function settingsOf(row: RunningTaskRow) {
  return {
    id: row.id,
    name: row.name,
    priority: row.priority,
    hours: callingHours(row),
    isByRecipient: row.is_by_recipient,
    startAt: row.start_at,
    endAt: row.end_at,
    dataSourceId: row.data_source_id,
    isOpenList: row.is_open_list,
    hasRecalls: row.has_recalls,
    flowId: row.flow_id,
    successWhen: row.success_when,
    maxAgents: row.max_agents,
  }
}

function isFullReadDue({ fullReadMs }: CachedTask, nowMs: number): boolean {
  return nowMs >= fullReadMs + FULL_READ_EVERY_MS
}

/** The highest priority at which it may have something to dial: a recall may have any. */
export function topPriority({ priority, hasRecalls }: CachedTask): number {
  return hasRecalls ? 1 : priority
}

function wantsNow({ fresh, next_due }: DemandRow, now: Date): boolean {
  return fresh > 0 || (next_due !== null && next_due <= now)
}

/** A live call may end at any moment and leave an attempt that is due, and so may a recall that is being carried out. */
function mayWant(demand: DemandRow, now: Date): boolean {
  return demand.live > 0 || demand.is_recalling || wantsNow(demand, now)
}

/** As PostgreSQL writes it: the oldest transaction in progress, the first that had not begun, those in progress. */
function readSnapshot(text: string): SeenTransactions {
  const [, next = '0', inProgress = ''] = text.split(':')
  return { next, inProgress: inProgress === '' ? [] : inProgress.split(',') }
}
