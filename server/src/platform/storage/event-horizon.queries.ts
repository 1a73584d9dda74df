// How far the events can be read. Each transaction that writes events takes a number for them (next_event_seq). An open transaction may still
// commit events with a lower number than those already committed, so only events below the lowest open number are read. Transactions that
// write no events do not matter.
import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

interface Horizon {
  /** Events below this number can be read. */
  complete_before: number
  /** The next number to be taken; the same if none is open. */
  next_seq: number
}

const read = sql<Horizon>('read_horizon', 'select complete_before, next_seq from event_horizon()')

export async function readHorizon(db: Queryable): Promise<Horizon> {
  const row = await read.first(db, [])
  if (!row) throw new Error('the database has no snapshot')
  return row
}
