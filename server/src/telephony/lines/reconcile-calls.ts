// How calls are that may be live: each switch that may have them is asked, from the simulator to the lines.
import type { AttemptState, Gateway } from '../gateway.ts'
import type { Switch } from '../switch.ts'
import type { Trunk } from '../trunks/trunk.ts'
import { askSwitches } from './ask-switches.ts'
import type { LineSet, RealLines } from './line-set.ts'
import type { OwnPhoneCalls } from './own-phone-calls.ts'
import type { RoutedCall, RoutedCalls } from './routed-calls.ts'
import type { SimulatedCalls } from './simulated-calls.ts'

type TrunkOf = Parameters<Gateway['reconcile']>[1]

interface ReconcilerOptions {
  environment: Switch | undefined
  ownPhones: OwnPhoneCalls | undefined
  real: RealLines | undefined
  simulated: Pick<SimulatedCalls, 'reconcile'>
  lines: LineSet | undefined
  routed: RoutedCalls
  /** The trunk of the environment. */
  own(): Trunk | undefined
  /** The switch that had the call is gone. */
  onLost(call: RoutedCall): void
}

export function createReconciler(options: ReconcilerOptions) {
  const { simulated, environment, ownPhones, real, lines, routed, own, onLost } = options
  const isKnown = (id: string) => routed.isKnown(id) || routed.knownEnd(id) !== undefined

  /** About calls that may be on the switch of this node. */
  async function askLines(
    ids: readonly string[],
    trunkOf: TrunkOf,
  ): Promise<ReadonlyMap<string, AttemptState>> {
    if (!lines || !real) return new Map()
    if (!real.trunks.enabled()) throw new Error('the trunks have not been read yet')
    const isGone = real.host.isGone()
    // It would come back only for another trunk.
    if (!lines.isWanted() && isGone)
      for (const call of routed.all()) if (!call.line || call.line.switch !== environment) onLost(call)
    // The calls of a switch that does not run are gone with it. Those of this process end when it is back, as they were last seen.
    const mayBeLive = isGone ? ids.filter(isKnown) : ids
    if (mayBeLive.length === 0 || !lines.isOn()) return new Map()
    await lines.settled()
    return askSwitches(routed, lines.all, mayBeLive, trunkOf)
  }

  return async function reconcile(
    attemptIds: readonly string[],
    trunkOf: TrunkOf,
  ): Promise<Map<string, AttemptState>> {
    const states = new Map<string, AttemptState>()
    const add = (said: ReadonlyMap<string, AttemptState>) => {
      for (const [id, state] of said) states.set(id, state)
    }
    const isOpen = (id: string) => (states.get(id)?.state ?? 'unknown') === 'unknown'
    const phoneCalls = attemptIds.filter((id) => ownPhones?.has(id))
    const others = attemptIds.filter((id) => !phoneCalls.includes(id))
    add(await simulated.reconcile(others))
    const isDirect = (id: string) => !isKnown(id) && (trunkOf?.(id) ?? own()?.id) === own()?.id
    const direct = environment ? others.filter(isDirect) : []
    if (environment && direct.length > 0) add(await environment.reconcile(direct, trunkOf))
    const onLines = others.filter((id) => isOpen(id) && !direct.includes(id))
    if (onLines.length > 0) add(await askLines(onLines, trunkOf))
    if (ownPhones && phoneCalls.length > 0) add(await ownPhones.reconcile(phoneCalls))
    return states
  }
}
