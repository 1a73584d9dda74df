// Waits for something that is bound to happen. Checks often, and gives up only when something is broken: the limit is that
// of expect.poll in vitest.config.ts.

import { expect, vi } from 'vitest'
import type { Queryable } from '../../src/storage/database.ts'

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
