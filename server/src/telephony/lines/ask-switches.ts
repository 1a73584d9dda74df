// Asks the switches about calls. The line of a call that this process has placed is known, and that of another, for example after a restart, is on
// record. If its trunk was removed meanwhile, every switch is asked, and the one that knows the call has it.
import type { AttemptState, Gateway } from '../gateway.ts'
import type { Switch } from '../switch.ts'
import type { RoutedCalls } from './routed-calls.ts'
import type { TrunkLine } from './trunk-line.ts'

/** A switch that says `live` has the call, whatever the others say; one that does not know it says nothing about another. */
const CERTAINTY: Record<AttemptState['state'], number> = { not_placed: 0, unknown: 1, ended: 2, live: 3 }

export async function askSwitches(
  routed: RoutedCalls,
  lines: ReadonlyMap<string, TrunkLine>,
  attemptIds: readonly string[],
  trunkOf: Parameters<Gateway['reconcile']>[1] = () => null,
): Promise<Map<string, AttemptState>> {
  const states = new Map<string, AttemptState>()
  /** By switch: the calls, each with the line that would have it. */
  const asked = new Map<Switch, Map<string, TrunkLine>>()
  for (const id of attemptIds) {
    const call = routed.get(id)
    const known = routed.knownEnd(id)
    if (known) states.set(id, known)
    else if (call && (!call.line || routed.isBeingPlaced(call))) states.set(id, { state: 'live' })
    else {
      const line = call?.line ?? lines.get(trunkOf(id) ?? '')
      for (const each of line ? [line] : lines.values()) {
        const calls = asked.get(each.switch) ?? new Map<string, TrunkLine>()
        if (!calls.has(id)) calls.set(id, each)
        asked.set(each.switch, calls)
      }
    }
  }
  for (const [on, calls] of asked) {
    const said = await on.reconcile([...calls.keys()], trunkOf)
    for (const [id, line] of calls) {
      const state = note(routed, line, id, said.get(id) ?? { state: 'unknown' })
      const before = states.get(id)
      if (!before || CERTAINTY[state.state] > CERTAINTY[before.state]) states.set(id, state)
    }
  }
  return states
}

/** Applies what the switch says. Returns what to tell the dialer. */
function note(routed: RoutedCalls, line: TrunkLine, id: string, state: AttemptState): AttemptState {
  const call = routed.get(id)
  // An event has come meanwhile, or the call has gone to another line.
  if (call && call.line !== line) return { state: 'live' }
  if (!call && routed.knownEnd(id)) return routed.knownEnd(id) ?? state
  if (!call) {
    if (state.state === 'live') routed.adopt(id, line)
  } else if (state.state === 'ended') routed.end(call, state.end)
  else if (state.state === 'not_placed') routed.refuse(call)
  else if (state.state === 'unknown') routed.lose(call)
  return state
}
