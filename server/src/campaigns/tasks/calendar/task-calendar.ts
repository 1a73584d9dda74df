// A week of all tasks: when each of them may dial, by its daily window, weekdays, calendars, and start and end. Hours on the clock of the called
// person are shown as on that of the service, because each contact has its own.
import type { Clock } from '../../../platform/kernel/clock.ts'
import { DAY_MS, type Zone } from '../../../platform/kernel/timestamps.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { callingHours } from '../../permission/calling-hours.ts'
import { type OpenTime, openTimes } from '../../permission/open-times.ts'
import { readSettings } from '../task-settings.ts'
import type { TaskStatus } from '../task-state.ts'
import { type CalendarTaskRow, listCalendarTasks } from './task-calendar.queries.ts'

export interface CalendarTask {
  id: string
  name: string
  status: TaskStatus
  isAtRecipient: boolean
  times: OpenTime[]
}

export interface TaskCalendar {
  from: Date
  to: Date
  now: Date
  total: number
  tasks: CalendarTask[]
}

const MAX_TASKS = 200
const WEEK = 7

export type TaskCalendars = ReturnType<typeof createTaskCalendars>

export function createTaskCalendars({ db, clock, zone }: { db: Database; clock: Clock; zone: Zone }) {
  /** The midnight, by the wall clock, of the day of an instant, so many days later. */
  function midnightOf(instant: Date, days: number): Date {
    const day = new Date(instant.getTime() + zone.offsetAt(instant.getTime()) + days * DAY_MS)
    const midnight = zone.timestamps.parse(`${day.toISOString().slice(0, 10)} 00:00:00`, 'first')
    if (!midnight) throw new RangeError('there is no such day')
    return midnight
  }

  function monday(now: Date): Date {
    const weekday = new Date(now.getTime() + zone.offsetAt(now.getTime())).getUTCDay() || WEEK
    return midnightOf(now, 1 - weekday)
  }

  function present(row: CalendarTaskRow, week: OpenTime): CalendarTask {
    const { scheduledStartTime, scheduledEndTime, windowZone } = readSettings(row.settings)
    const bounds = (...times: (Date | string | null)[]) =>
      times.flatMap((time) => (time === null ? [] : new Date(time).getTime()))
    const from = Math.max(...bounds(week.from, scheduledStartTime, row.start_time))
    const to = Math.min(...bounds(week.to, scheduledEndTime))
    const { id, name, status } = row
    const period = { from: new Date(from), to: new Date(to) }
    return {
      ...{ id, name, status, isAtRecipient: windowZone === 'recipient' },
      times: openTimes(callingHours(row), zone.offsetAt, period),
    }
  }

  return {
    /** Seven days from the day of `given` on; by default those of this week. */
    async read(own: readonly string[] | null, given: Date | undefined): Promise<TaskCalendar> {
      const now = clock.now()
      const from = given ? midnightOf(given, 0) : monday(now)
      const to = midnightOf(from, WEEK)
      const rows = await listCalendarTasks(db, [own, MAX_TASKS])
      return {
        ...{ from, to, now, total: rows[0]?.total ?? 0 },
        tasks: rows.map((row) => present(row, { from, to })),
      }
    },
  }
}
