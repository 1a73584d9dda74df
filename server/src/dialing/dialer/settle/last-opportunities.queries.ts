// What decides until when contacts with a `callUntil` can be called again. "Steady plans" in docs/architecture.md explains `limit 1`.
import type { TaskHoursRow } from '../../../campaigns/permission/next-attempt.ts'
import { holidaysOf } from '../../../campaigns/permission/rules.queries.ts'
import { sql } from '../../../platform/storage/sql.ts'

export const readHours = sql<TaskHoursRow & { id: string }, [taskIds: string[]]>(
  'read_hours',
  `select t.id, t.settings, ${holidaysOf('t')} as holidays
   from unnest($1::uuid[]) as given (id)
   cross join lateral (select * from task where id = given.id limit 1) t`,
)

export interface CallUntilRow {
  id: string
  call_until: Date
  phone_key: string
  time_zone: string | null
}

/** Only of those that have one. */
export const readCallUntils = sql<CallUntilRow, [contactIds: string[]]>(
  'read_call_untils',
  `select c.id, c.call_until, c.phone_key, c.fields ->> 'timeZone' as time_zone
   from unnest($1::uuid[]) as given (id)
   cross join lateral (select * from contact where id = given.id limit 1) c
   where c.call_until is not null`,
)
