// Changes the hours, the priority, the attempts and the interval of a PAUSED task. Contacts that wait follow in steps of a few
// hundred, right away and once more before the task runs again: so none is left out whose call ended during the change, or
// if this node dies in the middle.
import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../kernel/clock.ts'
import { InvalidInput, NotFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Database } from '../../storage/database.ts'
import type { TaskSettings } from '../task-settings.ts'
import { isAllowed, notAllowed } from '../task-state.ts'
import {
  type ChangedTask,
  lockTaskSettings,
  type SettingChange,
  type TaskSettingsRow,
} from '../tasks.queries.ts'
import { weekdaysInOrder } from '../weekdays-in-order.ts'
import * as queries from './reschedule.queries.ts'

export type Reschedule = Partial<
  Pick<
    TaskSettings,
    | 'priority'
    | 'maxDialCount'
    | 'callIntervalSeconds'
    | 'dailyStart'
    | 'dailyEnd'
    | 'windowZone'
    | 'weekdays'
    | 'startAt'
    | 'endAt'
  >
>

interface RescheduleDependencies {
  db: Database
  clock: Clock
  sleep: (forMs: number) => Promise<void>
}

const RETRY_AFTER_MS = 50
/** How long contacts that another transaction has locked are tried again, before the change is left or waits for them. */
const MAX_TRIES_MS = 3000
const HOURS: ReadonlySet<string> = new Set(['dailyStartTime', 'dailyEndTime', 'windowZone', 'weekdays'])

export async function rescheduleTask(
  dependencies: RescheduleDependencies,
  id: string,
  change: Reschedule,
  actor: string,
): Promise<ChangedTask & { changes: SettingChange[] }> {
  const { db, clock } = dependencies
  if (!isId(id)) throw new NotFound('task', id)
  if (Object.values(change).every((value) => value === undefined)) throw nothingGiven()
  const changed = await db.transaction(async (tx) => {
    const task = await lockTaskSettings.first(tx, [id])
    if (!task) throw new NotFound('task', id)
    if (!isAllowed('reschedule', task.status)) throw notAllowed('reschedule', task.status)
    const wanted = settingsAfter(task, change)
    const changes = changesBetween(task, wanted)
    const changedTask = await queries.rescheduleTask.first(tx, [
      id,
      clock.now(),
      actor,
      JSON.stringify(changes),
      wanted.priority,
      wanted.max_dial_count,
      wanted.call_interval_seconds,
      wanted.daily_start,
      wanted.daily_end,
      changes.some(({ field }) => HOURS.has(field)),
      wanted.window_zone,
      wanted.weekdays,
      wanted.start_at,
      wanted.end_at,
    ])
    return changedTask && { ...changedTask, changes }
  })
  if (!changed) throw new NotFound('task', id)
  await followReschedule(dependencies, id, 'leave')
  return changed
}

/**
 * All contacts that wait follow the settings of their PAUSED task. What becomes of contacts that another transaction has locked
 * for seconds: they are left for the time when the task is resumed, or waited for.
 */
export async function followReschedule(
  { db, clock, sleep }: RescheduleDependencies,
  id: string,
  onLocked: 'leave' | 'wait',
): Promise<void> {
  const startedMs = clock.elapsedMs()
  let behind: unknown[] = [0, '-infinity', -1]
  for (;;) {
    const isLate = clock.elapsedMs() - startedMs > MAX_TRIES_MS
    const step = isLate && onLocked === 'wait' ? queries.followRescheduleAll : queries.followReschedule
    const done = await step.first(db, [id, clock.now(), ...behind])
    if (!done || done.position === null) return
    if (done.locked > 0 && !(isLate && onLocked === 'leave')) await sleep(RETRY_AFTER_MS)
    else behind = [done.priority, done.due_at, done.position]
  }
}

type Settings = Pick<
  TaskSettingsRow,
  | 'priority'
  | 'max_dial_count'
  | 'call_interval_seconds'
  | 'daily_start'
  | 'daily_end'
  | 'window_zone'
  | 'weekdays'
  | 'start_at'
  | 'end_at'
>

function settingsAfter(task: Settings, change: Reschedule): Settings {
  const { dailyStart = task.daily_start, dailyEnd = task.daily_end, startAt = task.start_at } = change
  const { endAt = task.end_at, weekdays } = change
  return {
    priority: change.priority ?? task.priority,
    max_dial_count: change.maxDialCount ?? task.max_dial_count,
    call_interval_seconds: change.callIntervalSeconds ?? task.call_interval_seconds,
    daily_start: dailyStart,
    daily_end: dailyEnd,
    window_zone: change.windowZone ?? task.window_zone,
    weekdays: weekdays === undefined ? task.weekdays : weekdaysInOrder(weekdays),
    start_at: startAt,
    end_at: endAt,
  }
}

/** Under the names by which callers give them. */
const named: Record<string, (settings: Settings) => SettingChange['before']> = {
  priority: ({ priority }) => priority,
  maxDialCount: ({ max_dial_count }) => max_dial_count,
  callInterval: ({ call_interval_seconds }) => call_interval_seconds,
  dailyStartTime: ({ daily_start }) => daily_start?.slice(0, 5) ?? null,
  dailyEndTime: ({ daily_end }) => daily_end?.slice(0, 5) ?? null,
  windowZone: ({ window_zone }) => window_zone,
  weekdays: ({ weekdays }) => weekdays,
  scheduledStartTime: ({ start_at }) => start_at?.toISOString() ?? null,
  scheduledEndTime: ({ end_at }) => end_at?.toISOString() ?? null,
}

function changesBetween(before: Settings, after: Settings): SettingChange[] {
  return Object.entries(named).flatMap(([field, read]) =>
    isDeepStrictEqual(read(before), read(after)) ? [] : [{ field, before: read(before), after: read(after) }],
  )
}

function nothingGiven(): InvalidInput {
  return new InvalidInput('priority, or another setting to change, is required', {
    code: 'required',
    field: 'priority',
  })
}
