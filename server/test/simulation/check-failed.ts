// What must have happened when a task becomes FAILED, held against what the network knows.

import type { DialerTiming } from '../../src/dialer/dialer-options.ts'
import type { Actor } from './actor.ts'
import type { PhoneNetwork } from './phone-network.ts'

export interface FailedFacts {
  network: PhoneNetwork
  nowMs: number
  timing: DialerTiming
  /** Processes that are alive, and since when. */
  nodes: { actor: Actor; startedMs: number }[]
}

/** Calls to many contacts were refused, or no living node could dial: never because of one node or one number. */
export function checkFailed(taskId: string, { network, nowMs, timing, nodes }: FailedFacts): string[] {
  const refused = new Set(
    network.refusals
      .filter((refusal) => refusal.taskId === taskId && refusal.fate !== 'fault')
      .map(({ contactId }) => contactId),
  )
  if (refused.size >= timing.breakerContacts) return []
  const sinceMs = nowMs - timing.breakerMs + 2 * timing.heartbeatEveryMs
  return nodes.flatMap(({ actor, startedMs }) => {
    const own = network.ledger.filter(({ node }) => node === actor.name)
    // After calls that it could not handle, being accepted proves nothing. Who stands still may be taken for dead.
    if (actor.pauses() > 0 || startedMs > sinceMs || own.some(({ end }) => end?.fault !== undefined))
      return []
    const last = own.findLast((call) => call.isAccepted)
    return last && last.requestedMs > sinceMs
      ? [`task ${taskId} is FAILED, though ${actor.name} placed a call ${nowMs - last.requestedMs} ms ago`]
      : []
  })
}
