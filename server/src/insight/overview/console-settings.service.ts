import type { Queryable } from '../../platform/storage/database.ts'
import * as queries from './console-settings.queries.ts'

const DEFAULTS: queries.ConsoleSettings = { protectNewTasks: true, offerProtections: true }

export async function readConsoleSettings(db: Queryable): Promise<queries.ConsoleSettings> {
  return { ...DEFAULTS, ...(await queries.readSettings.first(db))?.console }
}

export async function changeConsoleSettings(
  db: Queryable,
  {
    protectNewTasks,
    offerProtections,
  }: { [K in keyof queries.ConsoleSettings]?: boolean | null | undefined },
): Promise<queries.ConsoleSettings> {
  const change = { protectNewTasks, offerProtections }
  return { ...DEFAULTS, ...(await queries.changeSettings.first(db, [change]))?.console }
}
