import { Type } from 'typebox'
import { boundTo } from '../../../platform/http/access/bounds.ts'
import {
  type Api,
  Id,
  named,
  operation,
  ref,
  success,
  Timestamp,
} from '../../../platform/http/schemas/route-schema.ts'
import { dateText } from '../../../platform/http/schemas/time-range.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { taskStatus as status } from '../task-fields.schema.ts'
import { TASKS_TAG as tag } from '../tasks.routes.ts'
import type { TaskCalendars } from './task-calendar.ts'

const TaskCalendar = named(
  'TaskCalendar',
  Type.Object({
    from: { ...Timestamp, description: 'A midnight.' },
    to: { ...Timestamp, description: 'Seven days later.' },
    now: Timestamp,
    total: Type.Integer({ description: 'All such tasks, also those that are not listed.' }),
    rows: Type.Array(
      Type.Object({
        id: Id,
        taskName: Type.String(),
        status,
        isAtRecipient: Type.Boolean({
          description:
            'Its hours are on the clock of the called person; here they are as on that of the service.',
        }),
        times: Type.Array(Type.Object({ from: Timestamp, to: Timestamp }), {
          description: 'When it may dial, in order.',
        }),
      }),
      { description: 'RUNNING tasks first, then PAUSED and FAILED ones, then drafts; at most 200.' },
    ),
  }),
)

export function addTaskCalendarRoutes(app: Api, calendars: TaskCalendars, timestamps: Timestamps): void {
  app.addSchema(TaskCalendar)

  app.get(
    '/api/task/calendar',
    operation({
      id: 'getTaskCalendar',
      tag,
      summary: 'When each task may dial in a week',
      description:
        'By its daily window, weekdays, calendars, start and end. Of tasks that run, are paused or have failed, and of drafts.',
      needs: 'see',
      bound: 'filtered',
      query: Type.Object({
        from: Type.Optional(dateText('Seven days from this day on; by default from Monday of this week on.')),
      }),
      data: ref(TaskCalendar),
    }),
    async (request) => {
      const { from: day } = request.query
      const given = day === undefined ? undefined : timestamps.parse(`${day} 00:00:00`, 'first')
      const { from, to, now, total, tasks } = await calendars.read(boundTo(request), given)
      return success({
        from: timestamps.format(from),
        to: timestamps.format(to),
        now: timestamps.format(now),
        total,
        rows: tasks.map(({ name, times, ...task }) => ({
          ...task,
          taskName: name,
          times: times.map((time) => timestamps.formatAll(time)),
        })),
      })
    },
  )
}
