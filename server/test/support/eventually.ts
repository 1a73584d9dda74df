// Waiting for what is bound to happen: asked again at once, and given up only when something is broken.

import { expect, vi } from 'vitest'
import type { Queryable } from '../../src/storage/database.ts'

export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 10_000, interval: 5 })
}

/** Until a statement in this database is held up by a lock. */
export async function untilHeldUp(db: Queryable): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.query({
      text: `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    })
    expect(rows).toHaveLength(1)
  })
}
