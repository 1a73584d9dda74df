// What must have happened when a task becomes FAILED, held against what the network knows.

import type { DialerTiming } from '../../src/dialing/dialer/dialer-options.ts'
import type { Actor } from './actor.ts'
import type { AgentLog } from './fake-flow-parts.ts'
import type { LedgerCall, PhoneNetwork } from './phone-network.ts'

export interface FailedFacts {
  network: PhoneNetwork
  agents: readonly AgentLog[]
  nowMs: number
  timing: DialerTiming
  /** Processes that are alive, and since when. */
  nodes: { actor: Actor; startedMs: number }[]
}

/** The gateway failed to handle it, or refused a command to it. */
const hasFailed = ({ end, story }: LedgerCall) => end?.fault !== undefined || (story?.failures ?? 0) > 0

/** Calls to many contacts were refused, or no living node could dial: never because of one node or one number. */
export function checkFailed(taskId: string, { network, nowMs, timing, nodes }: FailedFacts): string[] {
  const refused = new Set(
    network.refusals
      .filter((refusal) => refusal.taskId === taskId && !refusal.fate.endsWith('fault'))
      .map(({ contactId }) => contactId),
  )
  if (refused.size >= timing.breakerContacts) return []
  if (areTrunksAtFault(taskId, network, timing)) return []
  const sinceMs = nowMs - timing.breakerMs + 2 * timing.heartbeatEveryMs
  return nodes.flatMap(({ actor, startedMs }) => {
    const own = network.ledger.filter(({ node }) => node === actor.name)
    // After calls that it could not handle, being accepted proves nothing. Who stands still may be taken for dead.
    if (actor.pauses() > 0 || startedMs > sinceMs || own.some(hasFailed)) return []
    const last = own.findLast((call) => call.isAccepted)
    return last && last.requestedMs > sinceMs
      ? [`task ${taskId} is FAILED, though ${actor.name} placed a call ${nowMs - last.requestedMs} ms ago`]
      : []
  })
}

/** The trunks that the task may take have refused its calls for long enough, and no call of it was placed meanwhile. */
function areTrunksAtFault(taskId: string, network: PhoneNetwork, { breakerMs }: DialerTiming): boolean {
  const faults = network.refusals.filter((each) => each.taskId === taskId && each.fate === 'trunk fault')
  const lastPlacedMs = Math.max(
    Number.NEGATIVE_INFINITY,
    ...network.ledger
      .filter((call) => call.taskId === taskId && call.isAccepted)
      .map(({ requestedMs }) => requestedMs),
  )
  const since = faults.filter(({ atMs }) => atMs > lastPlacedMs)
  return (since.at(-1)?.atMs ?? 0) - (since[0]?.atMs ?? 0) >= breakerMs - 2000
}

/** The voice agents of calls to many contacts have failed. */
export function checkAgentsFailed(taskId: string, { network, agents, timing }: FailedFacts): string[] {
  const failed = agents.filter((agent) => agent.taskId === taskId && agent.end !== 'done')
  const contacts = new Set(failed.map(({ callId }) => network.find(callId)?.contactId))
  return contacts.size >= timing.breakerContacts
    ? []
    : [`task ${taskId} is FAILED after voice agents failed for ${contacts.size} contacts`]
}
