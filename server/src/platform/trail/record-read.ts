// Reads that count, such as exports and recordings: on record before their first byte. A player asks for a recording part by part, and a page
// for a transcript again and again, so the same read by the same actor is on record once a minute.
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../storage/database.ts'
import { currentActor } from './actor.ts'
import { recordChange } from './record.ts'

export interface RecordedRead {
  subject: { id?: string | undefined; name: string | null }
  /** What was asked for. */
  query: object
}

export type RecordRead = (operation: string, read: RecordedRead) => Promise<void>

const SAME_READ_MS = 60_000
const MAX_REMEMBERED = 10_000

export function createReadRecorder({ db, clock }: { db: Database; clock: Clock }): RecordRead {
  const latest = new Map<string, { untilMs: number; recorded: Promise<void> }>()

  return (operation, { subject, query }) => {
    const nowMs = clock.elapsedMs()
    const key = JSON.stringify([currentActor(), operation, subject, query])
    const known = latest.get(key)
    if (known && nowMs < known.untilMs) return known.recorded
    if (latest.size >= MAX_REMEMBERED) latest.clear()
    const recorded = recordChange(db, { at: clock.now(), operation, subject, after: query })
    latest.set(key, { untilMs: nowMs + SAME_READ_MS, recorded })
    recorded.catch(() => latest.delete(key))
    return recorded
  }
}
