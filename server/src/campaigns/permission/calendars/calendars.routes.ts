import { Type } from 'typebox'
import { addDeletion } from '../../../platform/http/delete-route.ts'
import {
  type Api,
  defaulted,
  EXAMPLE_ID,
  Id,
  largeReads,
  named,
  oneOf,
  operation,
  optional,
  PageQuery,
  pageOf,
  readOperation,
  ref,
  success,
  Timestamp,
} from '../../../platform/http/schemas/route-schema.ts'
import { nameText, PartOfName, text } from '../../../platform/http/schemas/text-schema.ts'
import { dateText } from '../../../platform/http/schemas/time-range.ts'
import { addUploads, readUpload, uploadOperation, withUpload } from '../../../platform/http/upload.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { PERMISSION_TAG } from '../permission.routes.ts'
import type { CalendarFacts, CalendarRow, Holiday } from './calendars.queries.ts'
import { type Calendars, MAX_DAYS } from './calendars.service.ts'

const name = nameText(100, {
  description: 'Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.',
  examples: ['Public holidays'],
})
const isGlobal = Type.Boolean({
  description: 'Whether it applies to all tasks, not only to those that name it.',
})
const date = dateText('A day on which nobody is called.')
const days = Type.Array(
  Type.Object({
    date,
    name: Type.Optional(text({ maxLength: 200, examples: ['New Year'] })),
  }),
  { maxItems: MAX_DAYS, description: 'A date that is given twice is kept once.' },
)

const facts = {
  id: Id,
  name: Type.String(),
  isGlobal,
  dayCount: Type.Integer({ examples: [11] }),
  createTime: Timestamp,
  updateTime: Timestamp,
}
const CalendarSummary = named('CalendarSummary', Type.Object(facts))
const withDays = {
  ...facts,
  days: Type.Array(Type.Object({ date, name: Type.String() }), {
    description: 'In order, each date once.',
  }),
}
const Calendar = named('Calendar', Type.Object(withDays))
const NewCalendar = named(
  'NewCalendar',
  Type.Object(
    { name, isGlobal: optional(isGlobal), days: optional(days) },
    { examples: [{ name: 'Public holidays', days: [{ date: '2027-01-01', name: 'New Year' }] }] },
  ),
)
const CalendarChange = named(
  'CalendarChange',
  Type.Object(
    { id: Id, name: optional(name), isGlobal: optional(isGlobal), days: optional(days) },
    { examples: [{ id: EXAMPLE_ID, days: [{ date: '2027-01-01', name: 'New Year' }] }] },
  ),
)

const ImportedCalendar = named(
  'ImportedCalendar',
  Type.Object({
    ...withDays,
    importCount: Type.Integer({ description: 'Days in the file, also those that the calendar had.' }),
  }),
)
const MAX_FILE_BYTES = 4 * 1024 * 1024

interface CalendarRouteDependencies {
  calendars: Calendars
  timestamps: Timestamps
}

export function addCalendarRoutes(app: Api, { calendars, timestamps }: CalendarRouteDependencies): void {
  for (const schema of [CalendarSummary, Calendar, NewCalendar, CalendarChange, ImportedCalendar])
    app.addSchema(schema)
  const tag = PERMISSION_TAG

  app.get(
    '/api/calendar/list',
    operation({
      id: 'listCalendars',
      tag,
      summary: 'List calendars, newest first',
      needs: 'see',
      bound: 'none',
      query: Type.Object({ ...PageQuery, name: PartOfName }),
      data: pageOf(ref(CalendarSummary)),
      work: largeReads,
    }),
    async (request) => {
      const { total, rows } = await calendars.list(request.query)
      return success({ total, rows: rows.map(summary) })
    },
  )

  app.get(
    '/api/calendar/detail/:id',
    readOperation({
      id: 'getCalendar',
      needs: 'see',
      bound: 'none',
      tag,
      summary: 'Read a calendar with its days',
      data: ref(Calendar),
    }),
    async (request) => success(present(await calendars.detail(request.params.id))),
  )

  app.post(
    '/api/calendar/add',
    operation({
      id: 'addCalendar',
      tag,
      summary: 'Create a calendar of days on which nobody is called',
      needs: 'operate',
      bound: 'all',
      body: ref(NewCalendar),
      data: ref(Calendar),
      errors: [409],
    }),
    async (request) => {
      const { name, isGlobal = false, days = [] } = request.body
      return success(present(await calendars.add({ name, isGlobal, days: days.map(holiday) })))
    },
  )

  app.post(
    '/api/calendar/update',
    operation({
      id: 'updateCalendar',
      tag,
      summary: 'Change a calendar',
      description:
        'Only the given fields are changed; `days` replaces all days. It applies from the next claim on.',
      needs: 'operate',
      bound: 'all',
      body: ref(CalendarChange),
      data: ref(Calendar),
      errors: [404, 409],
    }),
    async (request) => {
      const { id, name, isGlobal, days } = request.body
      const change = { name, isGlobal, days: days?.map(holiday) }
      return success(present(await calendars.update(id, change)))
    },
  )

  addDeletion(app, '/api/calendar/delete', calendars.remove, {
    id: 'deleteCalendar',
    tag,
    summary: 'Delete a calendar that no task needs',
    description: 'Refused with 409 while a DRAFT, RUNNING, PAUSED or FAILED task names it.',
    needs: 'operate',
    bound: 'all',
    errors: [404, 409],
  })

  app.register(async (scope: Api) => {
    await addUploads(scope, MAX_FILE_BYTES)
    scope.post(
      '/api/calendar/:id/import',
      uploadOperation({
        id: 'importCalendar',
        needs: 'operate',
        bound: 'all',
        tag,
        summary: 'Import the days of an iCalendar file',
        description:
          'One part `file`, up to 4 MiB. Events that repeat are read from 5 years ago to 10 years ahead; cancelled ones are left out. ' +
          'A file that cannot be read changes nothing.',
        query: Type.Object({
          mode: defaulted(
            oneOf(['add', 'replace'], {
              default: 'add',
              description: 'Whether the days are added to those of the calendar, or put in their place.',
            }),
          ),
        }),
        data: ref(ImportedCalendar),
        maxBytes: MAX_FILE_BYTES,
        file: 'An iCalendar file (.ics) in UTF-8.',
        checkId: calendars.detail,
      }),
      async (request, reply) => {
        const { mode } = request.query
        const file = await withUpload({ request, reply }, MAX_FILE_BYTES, readUpload, 'the iCalendar file')
        const { id } = request.params
        const { importCount, ...row } = await calendars.importFile(id, file, mode)
        return success({ ...present(row), importCount })
      },
    )
  })

  function summary(row: CalendarFacts) {
    return {
      id: row.id,
      name: row.name,
      isGlobal: row.is_global,
      dayCount: row.day_count,
      createTime: timestamps.format(row.create_time),
      updateTime: timestamps.format(row.update_time),
    }
  }

  function present(row: CalendarRow) {
    return { ...summary(row), days: row.days }
  }
}

function holiday({ date, name = '' }: { date: string; name?: string }): Holiday {
  return { date, name }
}
