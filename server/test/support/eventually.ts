// Waits for something that is bound to happen. Checks often, and gives up only when something is broken: the limit is that
// of expect.poll in vitest.config.ts.

import { expect, vi } from 'vitest'
import type { Database, Queryable } from '../../src/platform/storage/database.ts'

export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 100_000, interval: 5 })
}

/** Until this many statements in this database are held up by locks. */
export async function untilHeldUp(db: Queryable, statements = 1): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.query({
      text: `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    })
    expect(rows).toHaveLength(statements)
  })
}

/** Runs the work while another transaction has locked the row. */
export function whileLocked<Result>(
  db: Database,
  table: string,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.query({ text: `select from ${table} where id = $1 for update`, values: [id] })
    return work()
  })
}
