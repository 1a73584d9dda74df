import type { Clock } from '../../platform/kernel/clock.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import * as queries from './console-settings.queries.ts'

const DEFAULTS: queries.ConsoleSettings = { protectNewTasks: true, offerProtections: true }

export async function readConsoleSettings(db: Queryable): Promise<queries.ConsoleSettings> {
  return { ...DEFAULTS, ...(await queries.readSettings.first(db))?.console }
}

export async function changeConsoleSettings(
  { db, clock }: { db: Database; clock: Clock },
  {
    protectNewTasks,
    offerProtections,
  }: { [K in keyof queries.ConsoleSettings]?: boolean | null | undefined },
): Promise<queries.ConsoleSettings> {
  const change = { protectNewTasks, offerProtections }
  return db.transaction(async (tx) => {
    const before = await readConsoleSettings(tx)
    const after = { ...DEFAULTS, ...(await queries.changeSettings.first(tx, [change]))?.console }
    await recordChange(tx, { at: clock.now(), operation: 'console.change', before, after })
    return after
  })
}
