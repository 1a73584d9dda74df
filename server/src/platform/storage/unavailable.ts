// Whether an error means that the database does not work at the moment, and why, in a sentence for the caller. The request
// itself is fine and would succeed later. Decided by SQLSTATE; the server's message may name tables and files, so it is
// only logged.

import type { ServiceFault } from '../words/error-codes.ts'
import { DatabaseBusy, isConnectionError, sqlState } from './database-errors.ts'

export interface Unavailability {
  code: ServiceFault
  reason: string
  /** When to retry. */
  retryAfterSeconds: number
  /** Whether it affects every request, not just one statement. */
  isLasting: boolean
}

function passing(code: ServiceFault, reason: string): Unavailability {
  return { code, reason, retryAfterSeconds: 1, isLasting: false }
}

function lasting(code: ServiceFault, reason: string): Unavailability {
  return { code, reason, retryAfterSeconds: 10, isLasting: true }
}

export const READ_ONLY = lasting('database_read_only', 'the database is read-only')

const UNREACHABLE = passing('database_unreachable', 'the database cannot be reached at the moment')
/** Concerns one pool: the others work. */
const BUSY = passing('database_busy', 'all connections to the database are in use at the moment')

const bySqlState = new Map<string, Unavailability>([
  ['53100', lasting('database_disk_full', 'the disk of the database is full')],
  ['53200', lasting('database_out_of_memory', 'the database is out of memory')],
  ['53300', lasting('database_connections_used', 'the database accepts no more connections')],
  ['53400', lasting('database_limit_reached', 'the database has reached a limit of its configuration')],
  ['25006', READ_ONLY],
  ['58030', lasting('database_disk_failed', 'the database cannot read or write its disk')],
  ['28000', lasting('database_login_refused', 'the database refuses the login of this service')],
  ['28P01', lasting('database_login_refused', 'the database refuses the login of this service')],
  ['57P03', passing('database_starting', 'the database is starting or recovering')],
  ['57014', passing('statement_too_slow', 'the database took too long and the statement was cancelled')],
  ['55P03', passing('lock_too_slow', 'another change to the same data takes too long; try again')],
  ['40001', passing('change_lost_race', 'another change to the same data came first; try again')],
  ['40P01', passing('change_lost_race', 'another change to the same data came first; try again')],
  ['25P03', passing('change_too_slow', 'the change took too long and was undone; try again')],
  ['25P04', passing('change_too_slow', 'the change took too long and was undone; try again')],
])
/** Class 53: the server lacks a resource. Class 58: the operating system below it failed. */
const byClass = new Map<string, Unavailability>([
  ['53', lasting('database_lacks_resources', 'the database lacks resources')],
  ['58', lasting('database_disk_failed', 'the database cannot read or write its disk')],
])

/** Undefined if the error has another cause. */
export function whyUnavailable(error: unknown): Unavailability | undefined {
  if (error instanceof DatabaseBusy) return BUSY
  const code = sqlState(error)
  const known = code === undefined ? undefined : (bySqlState.get(code) ?? byClass.get(code.slice(0, 2)))
  return known ?? (isConnectionError(error) ? UNREACHABLE : undefined)
}
