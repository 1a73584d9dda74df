import { listByName } from '../../../platform/storage/list-by-name.ts'
import { sql } from '../../../platform/storage/sql.ts'

export interface Holiday {
  /** YYYY-MM-DD */
  date: string
  name: string
}

export interface CalendarFacts {
  id: string
  name: string
  is_global: boolean
  day_count: number
  create_time: Date
  update_time: Date
}

export interface CalendarRow extends CalendarFacts {
  /** In order. */
  days: Holiday[]
}

const facts = 'id, name, is_global, jsonb_array_length(days) as day_count, create_time, update_time'

/** Which of these calendars exist. They cannot be deleted before the transaction ends. */
export const holdCalendars = sql<{ id: string }>(
  'hold_calendars',
  'select id from calendar where id = any($1::uuid[]) order by id for key share',
)

export const insertCalendar = sql<CalendarRow>(
  'insert_calendar',
  `insert into calendar (id, name, is_global, days, create_time, update_time) values ($1, $2, $3, $4, $5, $5)
   returning ${facts}, days`,
)

/** Null leaves the column unchanged. */
export const updateCalendar = sql<CalendarRow>(
  'update_calendar',
  `update calendar
   set name = coalesce($2, name), is_global = coalesce($3, is_global), days = coalesce($4, days), update_time = $5
   where id = $1
   returning ${facts}, days`,
)

export const findCalendar = sql<CalendarRow>(
  'find_calendar',
  `select ${facts}, days from calendar where id = $1`,
)

export const lockCalendar = sql<CalendarRow>(
  'lock_calendar',
  `select ${facts}, days from calendar where id = $1 for no key update`,
)

/** Takes a stronger lock than `lockCalendar`, so it waits for tasks that are about to name the calendar. */
export const lockCalendarToDelete = sql<{ name: string }>(
  'lock_calendar_to_delete',
  'select name from calendar where id = $1 for update',
)

export const deleteCalendar = sql<never>('delete_calendar', 'delete from calendar where id = $1')

export const listCalendars = listByName<CalendarFacts>('calendar', facts)
