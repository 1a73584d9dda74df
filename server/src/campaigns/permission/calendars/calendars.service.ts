// Calendars: named sets of days on which nobody is called, by all tasks or by those that name the calendar. Every change makes
// the next claim read the rules again.

import type { Clock } from '../../../platform/kernel/clock.ts'
import { InvalidInput, NotFound } from '../../../platform/kernel/errors.ts'
import { isId, newId } from '../../../platform/kernel/ids.ts'
import { inUse } from '../../../platform/kernel/in-use.ts'
import { createTurns } from '../../../platform/kernel/threads/turns.ts'
import type { Database, Queryable, Transaction } from '../../../platform/storage/database.ts'
import type { PageByName } from '../../../platform/storage/list-by-name.ts'
import { refuseTakenName } from '../../../platform/storage/taken-names.ts'
import { recordChange } from '../../../platform/trail/record.ts'
import { noteRuleChange } from '../permission.queries.ts'
import type { CalendarRow, Holiday } from './calendars.queries.ts'
import * as queries from './calendars.queries.ts'
import { type ICalendarLimits, readICalendarFile } from './icalendar-thread.ts'
import { tooManyDays } from './too-many-days.ts'

/** All days of ten years: a calendar with more has an error. */
export const MAX_DAYS = 4000
const PAST_YEARS = 5
const COMING_YEARS = 10
/** Each takes a thread. */
const MAX_FILES_AT_ONCE = 2

interface CalendarsDependencies {
  db: Database
  clock: Clock
  timeZone: string
  limits?: ICalendarLimits | undefined
  /** The names of tasks that can still dial and name the calendar. */
  tasksNaming(tx: Queryable, calendarId: string): Promise<string[]>
}

interface NewCalendar {
  name: string
  isGlobal: boolean
  days: Holiday[]
}

interface Written {
  before?: CalendarRow | undefined
  after: CalendarRow
}

interface CalendarChange {
  name: string | undefined
  isGlobal: boolean | undefined
  days: Holiday[] | undefined
}

export type Calendars = ReturnType<typeof createCalendars>

export function createCalendars({ db, clock, timeZone, limits, tasksNaming }: CalendarsDependencies) {
  const inTurn = createTurns(MAX_FILES_AT_ONCE)

  async function detail(id: string): Promise<CalendarRow> {
    const calendar = isId(id) ? await queries.findCalendar.first(db, [id]) : undefined
    if (!calendar) throw new NotFound('calendar', id)
    return calendar
  }

  /** Writes a calendar; claims read it from then on. */
  async function write(
    { name = '', operation }: { name?: string | undefined; operation: string },
    change: (tx: Transaction) => Promise<Written | undefined>,
  ): Promise<CalendarRow | undefined> {
    return refuseTakenName({ constraint: 'calendar_name_unique', field: 'name', name }, () =>
      db.transaction(async (tx) => {
        const written = await change(tx)
        if (!written) return undefined
        const { before, after } = written
        await noteRuleChange(tx)
        const facts = { subject: after, ...(before && { before: facetsOf(before) }), after: facetsOf(after) }
        await recordChange(tx, { at: clock.now(), operation, ...facts })
        return after
      }),
    )
  }

  return {
    detail,

    async add({ name, isGlobal, days }: NewCalendar) {
      const values = [newId(), name, isGlobal, JSON.stringify(inOrder(days)), clock.now()]
      const operation = 'calendar.add'
      return (await write({ name, operation }, async (tx) => {
        const after = await queries.insertCalendar.first(tx, values)
        return after && { after }
      })) as CalendarRow
    },

    async update(id: string, { name, isGlobal, days }: CalendarChange): Promise<CalendarRow> {
      if (!isId(id)) throw new NotFound('calendar', id)
      const daysText = days ? JSON.stringify(inOrder(days)) : null
      const values = [id, name ?? null, isGlobal ?? null, daysText, clock.now()]
      const calendar = await write({ name, operation: 'calendar.update' }, async (tx) => {
        const before = await queries.lockCalendar.first(tx, [id])
        const after = before && (await queries.updateCalendar.first(tx, values))
        return after && { before, after }
      })
      if (!calendar) throw new NotFound('calendar', id)
      return calendar
    },

    /** Adds the days of an iCalendar file to the calendar, or replaces its days with them. */
    async importFile(id: string, file: Uint8Array, mode: 'add' | 'replace') {
      const given = await inTurn(() =>
        readICalendarFile(file, { ...yearsAround(clock.now()), timeZone, maxDays: MAX_DAYS }, limits),
      )
      if (given.length === 0) throw noEvents()
      const calendar = await write({ operation: 'calendar.import' }, async (tx) => {
        const known = isId(id) ? await queries.lockCalendar.first(tx, [id]) : undefined
        if (!known) throw new NotFound('calendar', id)
        const days = inOrder(mode === 'add' ? [...known.days, ...given] : given)
        if (days.length > MAX_DAYS) throw tooManyDays(MAX_DAYS)
        const values = [id, null, null, JSON.stringify(days), clock.now()]
        const after = await queries.updateCalendar.first(tx, values)
        return after && { before: known, after }
      })
      return { ...(calendar as CalendarRow), importCount: given.length }
    },

    async remove(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const calendar = isId(id) ? await queries.lockCalendarToDelete.first(tx, [id]) : undefined
        if (!calendar) throw new NotFound('calendar', id)
        const tasks = await tasksNaming(tx, id)
        if (tasks.length > 0) throw inUse('calendar', calendar.name, tasks)
        await queries.deleteCalendar(tx, [id])
        const subject = { id, name: calendar.name }
        await recordChange(tx, { at: clock.now(), operation: 'calendar.delete', subject })
        await noteRuleChange(tx)
      })
    },

    list: (page: PageByName) => queries.listCalendars(db, page),
  }
}

/** What the audit trail shows of a calendar: there are too many days to list them. */
function facetsOf({ name, is_global, days }: CalendarRow): object {
  return { name, isGlobal: is_global, dayCount: days.length }
}

/** Each date once: the first name given for it stays. */
function inOrder(days: Holiday[]): Holiday[] {
  const byDate = new Map<string, Holiday>()
  for (const { date, name } of days) if (!byDate.has(date)) byDate.set(date, { date, name })
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Events that repeat are read for these years. */
function yearsAround(now: Date): { from: string; to: string } {
  const date = (years: number) => {
    const day = new Date(now)
    day.setUTCFullYear(day.getUTCFullYear() + years)
    return day.toISOString().slice(0, 10)
  }
  return { from: date(-PAST_YEARS), to: date(COMING_YEARS) }
}

function noEvents(): InvalidInput {
  return new InvalidInput(
    `The calendar has no event between ${PAST_YEARS} years ago and ${COMING_YEARS} years from now`,
    { fault: 'no_events', field: 'file' },
  )
}
