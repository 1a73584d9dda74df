import { sql } from '../storage/sql.ts'

export interface ConsoleSettingsRow {
  protects_new_tasks: boolean
  offers_protections: boolean
}

const columns = 'protects_new_tasks, offers_protections'

export const readConsoleSettings = sql<ConsoleSettingsRow>(
  'read_console_settings',
  `select ${columns} from console_settings`,
)

/** Null leaves a setting as it is. */
export const changeConsoleSettings = sql<
  ConsoleSettingsRow,
  [protectsNewTasks: boolean | null, offersProtections: boolean | null]
>(
  'change_console_settings',
  `update console_settings
   set protects_new_tasks = coalesce($1, protects_new_tasks), offers_protections = coalesce($2, offers_protections)
   returning ${columns}`,
)
