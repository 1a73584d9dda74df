// What a node remembers of the running tasks from one claim to the next, so that a claim reads of them what it decides on,
// and not all there is to know of all of them.
//
// Who gets lines is never decided by memory: the demand of a task is read in the claim that gives it lines. Memory decides
// whom to look at, and in which order. A task with contacts to dial or with calls up may want lines at any time. Any other is
// idle: until its next attempt is due, only a recall, a change of state or a longer list can give it work, and each claim
// asks the database which tasks that happened to. Beyond that every task is looked at from time to time, so that nothing
// depends on this alone.
import type { ZoneOffsets } from '../kernel/timestamps.ts'
import type { DemandRow, RunningTaskRow } from './demand.queries.ts'
import { type DialWindow, isInsideWindow } from './dial-window.ts'

export interface KnownTask {
  readonly id: string
  readonly name: string
  readonly priority: number
  readonly window: DialWindow
  readonly dataSourceId: string
  readonly isOpenList: boolean
  readonly hasRecalls: boolean
  /** As last read, less what was claimed since; undefined before the first look. */
  demand: DemandRow | undefined
  lookedMs: number
  fullLookMs: number
  /** None of its attempts is due before this. */
  dueFloor: Date | undefined
  /** The number of the claim in which it last got lines. */
  turn: number
}

/** Which transactions were seen when the tasks were last asked for. */
export interface SeenTransactions {
  /** The first that had not begun. */
  next: string
  underWay: string[]
}

/** After this a task is looked at from the first of its attempts on. */
const FULL_LOOK_EVERY_MS = 10_000
/** A task that waits for the end of its calls is looked at again after this, even if others take all lines. */
const PENDING_LOOK_EVERY_MS = 500
/** However quiet it is around a task, it is looked at again after this, times the number of tasks: contacts may be deleted. */
const QUIET_LOOK_EVERY_MS = 5
/** How many calls of a task are up is no guide to its turn when it is older than this. */
const LIVE_COUNT_HOLDS_MS = 1000
/** A task that wants lines and never gets any may have lost its contacts. */
const IN_TURN_LOOK_EVERY_MS = 30_000
/** Looks beside those at tasks that may get lines. */
const MOST_EXTRA_LOOKS = 50
/** The clocks of nodes may differ by this, and an end may be written this late, before an attempt is found late. */
const DUE_FLOOR_MARGIN_MS = 60_000

export interface KnownTasks {
  /** Undefined: all running tasks must be read. */
  seen(nowMs: number): SeenTransactions | undefined
  /** All running tasks there are, or those that have changed. */
  learn(rows: RunningTaskRow[], isAll: boolean, snapshot: string, nowMs: number): void
  /** Idle tasks whose list may grow. */
  openLists(now: Date): { id: string; dataSourceId: string; lastPosition: number }[]
  haveGrown(ids: string[]): void
  /** Tasks inside their window that may want lines, those first that should get some first. */
  inTurn(now: Date, nowMs: number): KnownTask[]
  /** Others that it is time to look at. */
  overdue(now: Date, nowMs: number): KnownTask[]
  /** What the database says of tasks looked at. One of which it says nothing does not run any more. */
  record(looked: KnownTask[], rows: DemandRow[], nowMs: number): void
  /** From when on the attempts of the task must be looked for. */
  floorOf(task: KnownTask, nowMs: number): Date | '-infinity'
  get(id: string): KnownTask | undefined
  some(isMeant: (task: KnownTask) => boolean): boolean
  idsOf(isMeant: (task: KnownTask) => boolean): string[]
  isOpen(task: KnownTask, now: Date): boolean
  /** Whether it wants lines, as far as is known, and is inside its window. */
  isWanting(task: KnownTask, now: Date): boolean
  /** The claim that looked at these tasks has ended: nothing due is left in those that are drained. */
  endClaim(looked: KnownTask[], isDrained: (task: KnownTask) => boolean, now: Date): void
  /** The tasks have got so many lines. */
  gaveLines(linesByTask: ReadonlyMap<string, number>): void
  /** Nothing is known any more. */
  forget(): void
}

export function createKnownTasks(offsetAt: ZoneOffsets): KnownTasks {
  const tasks = new Map<string, KnownTask>()
  let seen: SeenTransactions | undefined
  let loadedMs = Number.NEGATIVE_INFINITY
  let latest = new Date(0)
  let turn = 0

  const isOpen = (task: KnownTask, now: Date) => isInsideWindow(task.window, offsetAt, now)
  const isWanting = (task: KnownTask, now: Date) =>
    task.demand !== undefined && wantsNow(task.demand, now) && isOpen(task, now)

  return {
    seen: (nowMs) => (nowMs < loadedMs + FULL_LOOK_EVERY_MS ? seen : undefined),

    learn(rows, isAll, snapshot, nowMs) {
      const before = new Map(tasks)
      if (isAll) {
        tasks.clear()
        loadedMs = nowMs
      }
      for (const row of rows) {
        const known = isAll ? before.get(row.id) : undefined
        if (row.is_running) tasks.set(row.id, { ...(known ?? unknownTask), ...factsOf(row) })
        else tasks.delete(row.id)
      }
      seen = readSnapshot(snapshot)
    },

    openLists(now) {
      const lists = []
      for (const { id, dataSourceId, isOpenList, demand } of tasks.values()) {
        if (isOpenList && demand && !mayWant(demand, now))
          lists.push({ id, dataSourceId, lastPosition: demand.last_position })
      }
      return lists
    },

    haveGrown(ids) {
      for (const id of ids) {
        const task = tasks.get(id)
        if (task) task.demand = undefined
      }
    },

    inTurn(now, nowMs) {
      // Attempts that were due later than now, by a clock that was put back, are found by a full look alone.
      if (now < latest) for (const task of tasks.values()) task.fullLookMs = Number.NEGATIVE_INFINITY
      latest = now
      const ranked: { task: KnownTask; priority: number; live: number }[] = []
      for (const task of tasks.values()) {
        if (task.demand && !mayWant(task.demand, now)) continue
        if (!isOpen(task, now)) continue
        const live = nowMs < task.lookedMs + LIVE_COUNT_HOLDS_MS ? (task.demand?.live ?? 0) : 0
        ranked.push({ task, priority: topPriority(task), live })
      }
      ranked.sort((a, b) => a.priority - b.priority || a.live - b.live || a.task.turn - b.task.turn)
      return ranked.map(({ task }) => task)
    },

    overdue(now, nowMs) {
      const quietMs = Math.max(
        Math.min(QUIET_LOOK_EVERY_MS * tasks.size, FULL_LOOK_EVERY_MS),
        PENDING_LOOK_EVERY_MS,
      )
      const due: KnownTask[] = []
      for (const task of tasks.values()) {
        const { demand, lookedMs } = task
        // It is in turn, and looked at when lines get that far.
        const isInTurn = isWanting(task, now)
        const waitMs = isInTurn
          ? IN_TURN_LOOK_EVERY_MS
          : demand && mayWant(demand, now)
            ? PENDING_LOOK_EVERY_MS
            : quietMs
        if (nowMs >= lookedMs + waitMs) due.push(task)
      }
      return due.sort((a, b) => a.lookedMs - b.lookedMs).slice(0, MOST_EXTRA_LOOKS)
    },

    record(looked, rows, nowMs) {
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const task of looked) {
        task.demand = byId.get(task.id)
        if (isFullLook(task, nowMs)) {
          task.fullLookMs = nowMs
          task.dueFloor = undefined
        }
        task.lookedMs = nowMs
        if (!task.demand) tasks.delete(task.id)
      }
    },

    floorOf: (task, nowMs) => (isFullLook(task, nowMs) ? '-infinity' : (task.dueFloor ?? '-infinity')),
    get: (id) => tasks.get(id),
    some(isMeant) {
      for (const task of tasks.values()) if (isMeant(task)) return true
      return false
    },
    idsOf: (isMeant) => [...tasks.values()].filter(isMeant).map(({ id }) => id),
    isOpen,
    isWanting,

    endClaim(looked, isDrained, now) {
      for (const task of looked)
        task.dueFloor = isDrained(task) ? new Date(now.getTime() - DUE_FLOOR_MARGIN_MS) : undefined
    },

    gaveLines(linesByTask) {
      turn += 1
      for (const [id, lines] of linesByTask) {
        const task = tasks.get(id)
        if (!task) continue
        task.turn = turn
        // Whether a call was made of each line, and what is left, is for the next look to find out.
        if (task.demand) task.demand = { ...task.demand, live: task.demand.live + lines }
      }
    },

    forget() {
      tasks.clear()
      seen = undefined
    },
  }
}

const unknownTask = {
  demand: undefined,
  lookedMs: Number.NEGATIVE_INFINITY,
  fullLookMs: Number.NEGATIVE_INFINITY,
  dueFloor: undefined,
  turn: 0,
}

function factsOf(row: RunningTaskRow) {
  return {
    id: row.id,
    name: row.name,
    priority: row.priority,
    window: { start: row.daily_start, end: row.daily_end },
    dataSourceId: row.data_source_id,
    isOpenList: row.is_open_list,
    hasRecalls: row.has_recalls,
  }
}

function isFullLook({ fullLookMs }: KnownTask, nowMs: number): boolean {
  return nowMs >= fullLookMs + FULL_LOOK_EVERY_MS
}

/** The highest priority at which it may have something to dial: a recall may have brought any. */
export function topPriority({ priority, hasRecalls }: KnownTask): number {
  return hasRecalls ? 1 : priority
}

function wantsNow({ fresh, next_due }: DemandRow, now: Date): boolean {
  return fresh > 0 || (next_due !== null && next_due <= now)
}

/** A call that is up may end at any moment and leave an attempt that is due; a recall that is carried out brings some. */
function mayWant(demand: DemandRow, now: Date): boolean {
  return demand.live > 0 || demand.is_recalling || wantsNow(demand, now)
}

/** As PostgreSQL writes it: the oldest transaction under way, the first that had not begun, those under way. */
function readSnapshot(text: string): SeenTransactions {
  const [, next = '0', underWay = ''] = text.split(':')
  return { next, underWay: underWay === '' ? [] : underWay.split(',') }
}
