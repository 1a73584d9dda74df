// Asks the trunks about calls. The trunk of a call that this process has routed is known. About any other call, for example after a
// restart, every trunk is asked, and the one that knows the call has it.
import type { AttemptState } from '../../dialer/gateway.ts'
import type { RoutedCalls } from './routed-calls.ts'
import type { TrunkLine } from './trunk-line.ts'

/** A trunk that says `live` has the call, whatever the others say; one that does not know it says nothing about another. */
const CERTAINTY: Record<AttemptState['state'], number> = { not_placed: 0, unknown: 1, ended: 2, live: 3 }

export async function askTrunks(
  routed: RoutedCalls,
  lines: readonly TrunkLine[],
  attemptIds: readonly string[],
): Promise<Map<string, AttemptState>> {
  const states = new Map<string, AttemptState>()
  const askedOf = new Map<TrunkLine, string[]>()
  for (const id of attemptIds) {
    const call = routed.get(id)
    const known = routed.knownEnd(id)
    if (known) states.set(id, known)
    else if (call && (!call.line || call.isBeingPlaced)) states.set(id, { state: 'live' })
    else
      for (const line of call?.line ? [call.line] : lines)
        askedOf.set(line, [...(askedOf.get(line) ?? []), id])
  }
  // One after the other: the trunks may be on the same switch.
  for (const [line, ids] of askedOf) {
    const said = await line.gateway.reconcile(ids.map((id) => routed.idOn(line, id)))
    for (const id of ids) {
      const state = note(routed, line, id, said.get(routed.idOn(line, id)) ?? { state: 'unknown' })
      const before = states.get(id)
      if (!before || CERTAINTY[state.state] > CERTAINTY[before.state]) states.set(id, state)
    }
  }
  return states
}

/** Applies what the trunk says. Returns what to tell the dialer. */
function note(routed: RoutedCalls, line: TrunkLine, id: string, state: AttemptState): AttemptState {
  const call = routed.get(id)
  // An event has come meanwhile, or the call has gone to another trunk.
  if (call && call.line !== line) return { state: 'live' }
  if (!call && routed.knownEnd(id)) return routed.knownEnd(id) ?? state
  if (!call) {
    if (state.state === 'live') routed.adopt(id, line)
  } else if (state.state === 'ended') routed.end(call, state.end)
  else if (state.state === 'not_placed') routed.refuse(call)
  else if (state.state === 'unknown') routed.lose(call)
  return state
}
