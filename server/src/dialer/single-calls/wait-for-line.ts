// Gives up calls without a task that no node has claimed in time: the user who asked for one no longer waits for it.
import { NO_ID } from '../../kernel/ids.ts'
import type { Queryable } from '../../storage/database.ts'
import type { EndedCall } from '../node/node-calls.ts'
import { ENDED_CALLS } from '../settle/settle.queries.ts'
import { readWaitingCalls, settleSingleCalls, type WaitingCall } from './single-calls.queries.ts'

const CLAIM_WITHIN_MS = 30_000

/** The call has no line and was not placed. */
export function unplacedEnd(
  { id, phone_key: phoneKey, phone_number: phoneNumber, contact_id: contactId }: WaitingCall,
  now: Date,
  reason: string,
): EndedCall {
  return {
    ...{ id, phoneKey, phoneNumber, contactId, taskId: NO_ID },
    end: { cause: 'gateway_error', talkMs: 0, fault: reason },
    answerTime: null,
    endTime: now,
    result: null,
  }
}

/** `nodeId`: of the node whose calls they are; none for calls that were never claimed. */
export function settleSingle(
  db: Queryable,
  ends: EndedCall[],
  { nodeId, slot }: { nodeId: string; slot: number },
): Promise<{ id: string }[]> {
  return settleSingleCalls(db, [nodeId, slot, ...ENDED_CALLS.values(ends)])
}

/** Returns the calls that still wait. `why`: what has kept them from being placed. */
export async function giveUpWaiting(db: Queryable, now: Date, why: string): Promise<WaitingCall[]> {
  const waiting = await readWaitingCalls(db, [])
  const isLate = ({ start_time }: WaitingCall) => now.getTime() - start_time.getTime() > CLAIM_WITHIN_MS
  const late = waiting.filter(isLate)
  const reasonOf = ({ request }: WaitingCall) =>
    `it was not placed within ${CLAIM_WITHIN_MS / 1000} seconds: ${request.ownPhone === undefined ? why : 'the phone is not registered'}`
  if (late.length > 0)
    await settleSingle(
      db,
      late.map((call) => unplacedEnd(call, now, reasonOf(call))),
      { nodeId: NO_ID, slot: 0 },
    )
  return waiting.filter((call) => !isLate(call))
}
