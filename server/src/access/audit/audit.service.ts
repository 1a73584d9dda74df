// Who changed what holds for the whole service, and when. A change is recorded in the transaction that makes it.
import { type Page, type Paged, readPage } from '../../platform/kernel/paging.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import type { AuditRow, FieldChange } from './audit.queries.ts'
import * as queries from './audit.queries.ts'

/** Actors that are not tokens. No token may have one of these names. */
export const SERVICE_ACTOR = 'service'
export const COMMAND_ACTOR = 'command line'
const RESERVED_NAMES = ['dialer', 'call', SERVICE_ACTOR, COMMAND_ACTOR, 'access_token', 'unknown']

export function isReservedName(name: string): boolean {
  return RESERVED_NAMES.includes(name.toLowerCase())
}

export interface Change {
  at: Date
  actor: string
  /** What was changed and how, such as `calendar.update`. */
  operation: string
  /** The thing that was changed; absent for settings, of which there is one. */
  subject?: { id?: string; name: string }
  /** The fields before and after; absent if the thing itself came or went. */
  before?: object
  after?: object
}

/** Settings that are as before leave no record. */
export async function recordChange(tx: Queryable, change: Change): Promise<void> {
  const { at, actor, operation, subject, before, after } = change
  const changes = changesBetween(before ?? {}, after ?? {})
  if (before && after && changes.length === 0) return
  const values = [subject?.id ?? null, subject?.name ?? null, JSON.stringify(changes)] as const
  await queries.insertChange(tx, [at, actor, operation, ...values])
}

export function changesBetween(before: object, after: object): FieldChange[] {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((field) => {
    const change = { field, before: old[field] ?? null, after: now[field] ?? null }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
  })
}

export function createAudit({ db }: { db: Database }) {
  return {
    list: (page: Page): Promise<Paged<AuditRow>> =>
      readPage(page, {
        find: (afterId) => queries.findChange.first(db, [afterId]),
        count: () => queries.countChanges.first(db, []),
        readAt: (offset, limit) => queries.listChanges(db, [offset, limit]),
        readAfter: (afterId, limit) => queries.listChangesAfter(db, [afterId, limit]),
      }),
  }
}

export type Audit = ReturnType<typeof createAudit>
