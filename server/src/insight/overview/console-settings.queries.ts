import { sql } from '../../platform/storage/sql.ts'

export interface ConsoleSettings {
  protectNewTasks: boolean
  offerProtections: boolean
}

/** What was set. */
type Row = { console: Partial<ConsoleSettings> }

export const readSettings = sql<Row>('read_console_settings', 'select console from service where is_only')

/** Null leaves a setting as it is. */
export const changeSettings = sql<Row, [change: object]>(
  'change_console_settings',
  `update service set console = console || jsonb_strip_nulls($1::jsonb) where is_only returning console`,
)
