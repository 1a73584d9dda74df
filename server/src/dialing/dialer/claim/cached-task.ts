// A running task as a node remembers it from one claim to the next.
import { type TaskHours, taskHours } from '../../../campaigns/permission/next-attempt.ts'
import type { KnownGoal } from '../../../campaigns/tasks/goal.ts'
import { readSettings, type TaskSettings } from '../../../campaigns/tasks/task-settings.ts'
import type { DemandRow, RunningTaskRow } from './demand.queries.ts'

export interface CachedTask extends StoredTask {
  /** As last read, plus the lines it got since; undefined: it must be read, because it is new or its list has grown. */
  demand: DemandRow | undefined
  /** When it was last read. */
  readMs: number
  /** From which time on its attempts are looked for; undefined: all of them are. */
  floor: DueFloor | undefined
  /** The number of the claim in which it last got lines. */
  turn: number
  /** Which of its contacts were denied in the last claim that read some. */
  denied: 'none' | 'some' | 'all'
  /** When it was last looked for contacts for which its hours open too late, without finding one. */
  lateReadMs: number
  /** Of a task with a goal: how far it has come, read with its demand. */
  goal: KnownGoal | undefined
}

/** As its row has it. */
interface StoredTask {
  readonly id: string
  readonly name: string
  readonly settings: TaskSettings
  readonly priority: number
  readonly hours: TaskHours
  /** The hours hold where the called person is, so they are decided contact by contact. */
  readonly isByRecipient: boolean
  readonly startAt: Date | null
  readonly endAt: Date | null
  readonly dataSourceId: string
  readonly isOpenList: boolean
  readonly hasRecalls: boolean
  readonly flowId: string | null
  readonly flowVersion: number | null
  readonly hasUndisclosedAgent: boolean
  /** Its calls go to the simulator. */
  readonly isSimulated: boolean
}

interface DueFloor {
  /** None of the attempts is due before this. */
  at: Date
  /** When all of them were last looked for. */
  fullReadMs: number
}

export const UNREAD: Omit<CachedTask, keyof StoredTask> = {
  demand: undefined,
  readMs: Number.NEGATIVE_INFINITY,
  floor: undefined,
  turn: 0,
  denied: 'none',
  lateReadMs: Number.NEGATIVE_INFINITY,
  goal: undefined,
}

export function storedTask(row: RunningTaskRow): StoredTask {
  const settings = readSettings(row.settings)
  const hours = taskHours(row)
  return {
    id: row.id,
    name: row.name,
    settings,
    priority: settings.priority,
    hours,
    isByRecipient: hours.isRecipientZone,
    startAt: hours.startAt,
    endAt: settings.scheduledEndTime === null ? null : new Date(settings.scheduledEndTime),
    dataSourceId: row.data_source_id,
    isOpenList: row.is_open_list,
    hasRecalls: row.has_recalls,
    flowId: row.flow_id,
    flowVersion: row.flow_version,
    hasUndisclosedAgent: row.has_undisclosed_agent ?? false,
    isSimulated: row.is_simulated ?? false,
  }
}

/** The highest priority at which it may have something to dial: a recall may have any. */
export function topPriority({ priority, hasRecalls }: CachedTask): number {
  return hasRecalls ? 1 : priority
}

/** What it has to dial, as far as is known: see the header of task-cache.ts. `soonMs`: at a time after now. */
export function workOf(
  { demand }: CachedTask,
  now: Date,
  soonMs = 0,
): 'unread' | 'wanting' | 'pending' | 'idle' {
  if (!demand) return 'unread'
  const { fresh, next_due, live, is_recalling } = demand
  if (fresh > 0 || (next_due !== null && next_due.getTime() <= now.getTime() + soonMs)) return 'wanting'
  return live > 0 || is_recalling ? 'pending' : 'idle'
}
