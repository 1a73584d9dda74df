// What each kind of gateway can do with an answered call. A node that only answers requests has no gateway, so this is known
// without one.
import { ABILITY_OF_STEP, type CallAbility, type Flow } from './flow.ts'

const ALL: readonly CallAbility[] = ['play', 'keys', 'detect', 'record', 'transfer', 'stream']

/** A platform runs the flow itself, so nothing is missing there. */
const abilities: Readonly<Record<string, readonly CallAbility[]>> = {
  simulator: ALL,
  asterisk: ALL,
  freeswitch: ['play', 'keys', 'record', 'transfer'],
  http: ALL,
}

export function abilitiesOf(gatewayKind: string): ReadonlySet<CallAbility> {
  return new Set(abilities[gatewayKind] ?? ALL)
}

/** Whether what is recorded in a call can be fetched from the gateway. A platform keeps it. */
export function givesRecordings(gatewayKind: string, abilities = abilitiesOf(gatewayKind)): boolean {
  return abilities.has('record') && !tellsResults(gatewayKind)
}

/** Whether the platform runs the flow, and says what came of a call also without one. */
export function tellsResults(gatewayKind: string): boolean {
  return gatewayKind === 'http'
}

export function abilityOf(step: Flow['steps'][number]): CallAbility | undefined {
  return ABILITY_OF_STEP[step.type]
}
