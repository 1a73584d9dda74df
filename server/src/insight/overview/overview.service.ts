// What a supervisor looks at all day: every task that is not over, how far it is and why it waits; today against yesterday;
// the lines in use.

import type { RecipientZones } from '../../campaigns/permission/recipient-zones.ts'
import { readSettings } from '../../campaigns/tasks/task-settings.ts'
import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { answeredOf, type EndingCounts } from '../../conversations/flows/call-ending.ts'
import { isConfirmation } from '../../conversations/flows/success-rule.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Zone } from '../../platform/kernel/timestamps.ts'
import type { Database } from '../../platform/storage/database.ts'
import { SUM_BUCKET_MS } from '../../platform/storage/sum-bucket.ts'
import { explainTask } from '../explain/explain-task.ts'
import { MAX_WAITING, taskFacts } from '../explain/read-task-facts.ts'
import type { ReadServiceFacts } from '../explain/service-facts.ts'
import type { Demand, TaskFacts, TaskReason } from '../explain/task-facts.ts'
import { countWanted } from '../explain/task-reasons.ts'
import type { Told } from '../explain/wording.ts'
import type { DayRow, OverviewTaskRow } from './overview.queries.ts'
import * as queries from './overview.queries.ts'

export interface OverviewTask {
  id: string
  taskName: string
  status: TaskStatus
  priority: number
  dataSourceId: string
  dataSourceName: string
  contactCount: number
  doneContacts: number
  callCount: number
  successCount: number
  answeredCount: number
  endings: EndingCounts
  isConfirmation: boolean
  reachedRate: number
  linesInUse: number
  callsPerMinute: number
  expectedEndTime: Date | null
  isWaiting: boolean
  reason: Told<TaskReason>
}

export interface DayFigures {
  calls: number
  answered: number
  successes: number
  contactRate: number
  successRate: number
  talkSeconds: number
}

export interface OverviewView {
  time: Date
  taskCount: number
  tasks: OverviewTask[]
  today: DayFigures & { previous: DayFigures }
  lines: { inUse: number; limit: number }
}

interface OverviewDependencies {
  db: Database
  clock: Clock
  zone: Zone
  readService: ReadServiceFacts
  recipientZones: RecipientZones
  /** Whether the environment names a gateway. */
  hasEnvironment: boolean
}

const MAX_TASKS = 500
const MINUTE_MS = 60_000
const PACE_MS = 10 * MINUTE_MS

export function createOverview(dependencies: OverviewDependencies) {
  const { db, clock, zone, readService, recipientZones, hasEnvironment } = dependencies

  async function readFacts(now: Date, reading: Promise<OverviewTaskRow[]>) {
    const [rows, service] = await Promise.all([reading, readService(now)])
    return rows.map((row) => ({ row, facts: taskFacts(row, service, recipientZones) }))
  }

  async function readTasks(now: Date): Promise<OverviewTask[]> {
    const reading = queries.readOverviewTasks(db, [
      now,
      paceFrom(now),
      MAX_TASKS,
      MAX_WAITING,
      hasEnvironment,
    ])
    const read = await readFacts(now, reading)
    // Asked once for each task instead of once for each pair.
    const wants = read.map(({ row, facts }) => countWanted(demandsOf(row, facts, now), now, zone))
    const allWant = wants.reduce(
      (sums, want) => sums.map((sum, index) => sum + (want[index] ?? 0)),
      [0, 0, 0, 0, 0],
    )
    return read.map(({ row, facts }, task) => {
      const othersWant = allWant.map((all, index) => all - (wants[task]?.[index] ?? 0))
      const callsPerMinute = (facts.recent.calls / facts.recent.seconds) * 60
      return present(row, explainTask({ ...facts, othersWant }, now, zone), callsPerMinute)
    })
  }

  async function readToday(now: Date): Promise<OverviewView['today']> {
    const midnight = startOfDay(now, zone, 0)
    const yesterday = startOfDay(now, zone, -1)
    const elapsedMs = now.getTime() - midnight.getTime()
    const [today, before] = await Promise.all([
      queries.readQuarters(db, [midnight, new Date(now.getTime() + SUM_BUCKET_MS)]),
      queries.readQuarters(db, [yesterday, midnight]),
    ])
    const sameTimeMs = yesterday.getTime() + elapsedMs
    const shareOf = ({ bucket }: { bucket: Date }) =>
      Math.min(1, Math.max(0, (sameTimeMs - bucket.getTime()) / SUM_BUCKET_MS))
    return { ...figures(today, () => 1), previous: figures(before, shareOf) }
  }

  return {
    /** When the running ones among these tasks are expected to end; null for those that do not dial now. */
    async expectedEnds(taskIds: string[]): Promise<ReadonlyMap<string, Date | null>> {
      if (taskIds.length === 0) return new Map()
      const now = clock.now()
      const reading = queries.readRunningTasks(db, [now, paceFrom(now), taskIds, MAX_WAITING, hasEnvironment])
      const read = await readFacts(now, reading)
      // Other tasks that want the same lines change the words of a reason, not the estimate.
      return new Map(read.map(({ row, facts }) => [row.id, explainTask(facts, now, zone).estimatedEndTime]))
    },

    async read(): Promise<OverviewView> {
      const now = clock.now()
      const [service, tasks, today] = await Promise.all([
        queries.readService.first(db, []),
        readTasks(now),
        readToday(now),
      ])
      if (!service) throw new Error('the row of the dialer is missing')
      const { lines, live, tasks: taskCount } = service
      return { time: now, taskCount, tasks, today, lines: { inUse: live, limit: lines } }
    },
  }
}

export type Overview = ReturnType<typeof createOverview>

/** What a task has to dial; nothing if it does not run. */
function demandsOf({ status }: OverviewTaskRow, facts: TaskFacts, now: Date): Demand[] {
  if (status !== TaskStatus.RUNNING) return []
  const hasUndialed = facts.contacts.notDialed > 0
  return [{ ...facts, hasUndialed, isDue: facts.nextDue.map((due) => due !== null && due <= now) }]
}

function paceFrom(now: Date): Date {
  return new Date(now.getTime() - PACE_MS)
}

function present(
  row: OverviewTaskRow,
  explained: ReturnType<typeof explainTask>,
  callsPerMinute: number,
): OverviewTask {
  const [reason] = explained.reasons as [Told<TaskReason>]
  const { success, failed, skipped } = explained.contacts
  const answered = answeredOf(explained.calls.endings)
  return {
    id: row.id,
    taskName: row.name,
    status: row.status,
    priority: row.priority,
    dataSourceId: row.data_source_id,
    dataSourceName: row.data_source_name,
    contactCount: row.contact_count,
    doneContacts: success + failed + skipped,
    callCount: row.call_count,
    successCount: row.success_count,
    answeredCount: answered,
    endings: explained.calls.endings,
    isConfirmation: isConfirmation(readSettings(row.settings).successWhen),
    reachedRate: rate(answered, row.call_count),
    linesInUse: row.live,
    callsPerMinute: row.status === TaskStatus.RUNNING ? Math.round(callsPerMinute * 10) / 10 : 0,
    expectedEndTime: explained.estimatedEndTime,
    isWaiting: row.status === TaskStatus.RUNNING && reason.code !== 'dialing',
    reason,
  }
}

/** Sums are kept by the quarter of an hour: the share says how much of each counts. */
function figures<Row extends DayRow>(rows: Row[], shareOf: (row: Row) => number): DayFigures {
  const total = (column: keyof DayRow) => rows.reduce((sum, row) => sum + row[column] * shareOf(row), 0)
  const calls = Math.round(total('call_count'))
  const answered = Math.round(total('answered_count'))
  const successes = Math.round(total('success_count'))
  return {
    calls,
    answered,
    successes,
    contactRate: rate(answered, calls),
    successRate: rate(successes, calls),
    talkSeconds: Math.round(total('talk_ms')) / 1000,
  }
}

/** Rounded to 4 decimals, like all rates. */
function rate(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000
}

function startOfDay(now: Date, { timestamps, offsetAt }: Zone, days: number): Date {
  const day = new Date(now.getTime() + offsetAt(now.getTime()))
  day.setUTCDate(day.getUTCDate() + days)
  const start = timestamps.parse(`${day.toISOString().slice(0, 10)} 00:00:00`, 'first')
  if (!start) throw new RangeError('there is no such day')
  return start
}
