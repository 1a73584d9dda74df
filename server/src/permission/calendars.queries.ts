import { sql } from '../storage/sql.ts'

/** Which of these calendars exist. They cannot be deleted before the transaction ends. */
export const holdCalendars = sql<{ id: string }>(
  'hold_calendars',
  'select id from calendar where id = any($1::uuid[]) order by id for key share',
)
