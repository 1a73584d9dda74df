import { sql } from '../../../platform/storage/sql.ts'
import { holidaysOf } from '../../permission/rules.queries.ts'
import type { StoredSettings } from '../task-settings.ts'
import { TaskStatus } from '../task-state.ts'

export interface CalendarTaskRow {
  id: string
  name: string
  status: TaskStatus
  settings: StoredSettings
  start_time: Date | null
  holidays: string[]
  total: number
}

/** Tasks that dial or may do so later, the running ones first. $1: data sources, or null for all; $2: max tasks. */
export const listCalendarTasks = sql<CalendarTaskRow, [dataSourceIds: readonly string[] | null, max: number]>(
  'list_calendar_tasks',
  `select t.id, t.name, t.status, t.settings, t.start_time, ${holidaysOf('t')} as holidays, count(*) over ()::int as total
   from task t
   where t.status in (${TaskStatus.RUNNING}, ${TaskStatus.PAUSED}, ${TaskStatus.FAILED}, ${TaskStatus.DRAFT})
     and ($1::uuid[] is null or t.data_source_id = any($1))
   order by case t.status when ${TaskStatus.RUNNING} then 0 when ${TaskStatus.DRAFT} then 2 else 1 end, lower(t.name), t.id
   limit $2`,
)
