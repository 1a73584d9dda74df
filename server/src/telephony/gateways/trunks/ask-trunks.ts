// Asks the trunks about calls. The trunk of a call that this process has routed is known, and that of another, for example after a restart,
// is on record. If a trunk was removed meanwhile, every trunk is asked, and the one that knows the call has it.
import type { AttemptState } from '../../gateway.ts'
import type { RoutedCalls } from './routed-calls.ts'
import type { TrunkLine } from './trunk-line.ts'

/** A trunk that says `live` has the call, whatever the others say; one that does not know it says nothing about another. */
const CERTAINTY: Record<AttemptState['state'], number> = { not_placed: 0, unknown: 1, ended: 2, live: 3 }

export async function askTrunks(
  routed: RoutedCalls,
  lines: ReadonlyMap<string, TrunkLine>,
  attemptIds: readonly string[],
  trunkOf: (attemptId: string) => string | null | undefined = () => null,
): Promise<Map<string, AttemptState>> {
  const states = new Map<string, AttemptState>()
  const askedOf = new Map<TrunkLine, string[]>()
  for (const id of attemptIds) {
    const call = routed.get(id)
    const known = routed.knownEnd(id)
    if (known) states.set(id, known)
    else if (call && (!call.line || routed.isBeingPlaced(call))) states.set(id, { state: 'live' })
    else {
      const line = call?.line ?? lines.get(trunkOf(id) ?? '')
      for (const asked of line ? [line] : lines.values())
        askedOf.set(asked, [...(askedOf.get(asked) ?? []), id])
    }
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
