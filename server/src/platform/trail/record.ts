// The audit trail: who did what, and when. A change is recorded in the transaction that makes it, a read that counts before its first byte.
// What a person could be known by stands in `subject_name`, `reason` and `changes` of a row, and nowhere else.
import type { Queryable } from '../storage/database.ts'
import { currentActor } from './actor.ts'
import { countRefusal, insertChange } from './trail.queries.ts'

/** A field of a changed thing; null before or after: there was, or is, no value. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

export interface Change {
  at: Date
  /** What was changed and how, such as `calendar.update`. */
  operation: string
  /** The thing that was changed; absent for settings, of which there is one. */
  subject?: { id?: string | undefined; name: string | null }
  /** The fields before and after; absent if the thing itself came or went. */
  before?: object
  after?: object
}

/** Settings that are as before leave no record. */
export async function recordChange(tx: Queryable, change: Change): Promise<void> {
  const { at, operation, subject, before, after } = change
  const changes = changesBetween(before ?? {}, after ?? {})
  if (before && after && changes.length === 0) return
  const values = [subject?.id ?? null, subject?.name ?? null, JSON.stringify(changes)] as const
  await insertChange(tx, [at, currentActor(), operation, ...values])
}

const MINUTE_MS = 60_000

/**
 * A sign-in that failed: one row for each account, network and minute, so that guesses cannot fill the trail. A name that nobody has is not
 * kept, because people type their password there too.
 */
export async function recordRefusedSignIn(
  db: Queryable,
  { at, account, network }: { at: Date; account: { id: string; name: string } | undefined; network: string },
): Promise<void> {
  const minute = new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
  const count = (time: Date) =>
    countRefusal.run(db, [time, account?.id ?? null, account?.name ?? null, network])
  // A clock that was set back finds the row of its minute sealed.
  if ((await count(minute)) === 0) await count(at)
}

export function changesBetween(before: object, after: object): FieldChange[] {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((field) => {
    const change = { field, before: old[field] ?? null, after: now[field] ?? null }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
  })
}
