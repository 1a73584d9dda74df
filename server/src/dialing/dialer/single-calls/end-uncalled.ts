// Ends calls without a task whose time is over before a line was free.
import type { Queryable } from '../../../platform/storage/database.ts'
import type { WaitingCall } from './single-calls.queries.ts'
import * as queries from './single-calls.queries.ts'

/** How long a person waits for a test call. */
export const TEST_CALL_WAIT_MS = 30_000
const MAX_LATE_CALLS = 1000

export interface UncalledEnd {
  call: WaitingCall
  /** A code for the system that asked for a call, a sentence for the person who asked for a test call. */
  reason: string
}

export async function endUncalled(db: Queryable, ends: UncalledEnd[], now: Date): Promise<void> {
  if (ends.length === 0) return
  const ids = ends.map(({ call }) => call.id)
  await queries.endUncalled(db, [now, ids, ends.map(({ reason }) => reason)])
}

/** `why`: what has kept them from being placed, as a sentence and as a code. */
export async function endLateCalls(db: Queryable, now: Date, why: LateReason): Promise<void> {
  const late = await queries.readLateCalls(db, [now, MAX_LATE_CALLS])
  await endUncalled(
    db,
    late.map((call) => ({ call, reason: lateReason(call, why) })),
    now,
  )
}

export interface LateReason {
  sentence: string
  code: 'waiting_for_line' | 'gateway_down'
}

export function lateReason({ request, reason }: WaitingCall, { sentence, code }: LateReason): string {
  if (request.purpose === 'call') return reason ?? code
  const why =
    request.ownPhone !== undefined
      ? 'the phone is not registered'
      : request.steps
        ? 'no node that dials has this trunk'
        : sentence
  return `it was not placed within ${TEST_CALL_WAIT_MS / 1000} seconds: ${why}`
}
