// What each kind of gateway can do with an answered call. A node that only answers requests has no gateway, so this is a table
// and not a question to the gateway.
import { ABILITY_OF_STEP, type CallAbility, type Flow } from '../flow.ts'
import type { FlowFault } from './flow-fault.ts'

const ALL: readonly CallAbility[] = ['play', 'keys', 'detect', 'record', 'transfer', 'stream']

/** A platform runs the flow itself, so nothing is missing there. */
const abilities: Readonly<Record<string, readonly CallAbility[]>> = {
  simulator: ALL,
  asterisk: ALL,
  trunks: ALL,
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

/** Whether the platform runs the flow, and reports the result of a call even without a flow. */
export function tellsResults(gatewayKind: string): boolean {
  return gatewayKind === 'http'
}

const words: Record<CallAbility, string> = {
  play: 'play sounds',
  keys: 'hear keys',
  detect: 'tell who answered',
  record: 'record',
  transfer: 'transfer calls',
  stream: 'connect voice agents',
}
/** What would help. */
const hints: Readonly<Record<string, Partial<Record<CallAbility, string>>>> = {
  freeswitch: { play: ' without mod_httapi: load it', record: ' without FREESWITCH_RECORDINGS' },
}

export function lacks(gateway: string, ability: CallAbility): string {
  return `needs a gateway that can ${words[ability]}; ${gateway} cannot${hints[gateway]?.[ability] ?? ''}`
}

export function lack(gateway: string, ability: CallAbility): FlowFault['detail'] {
  return { fault: 'gateway_lacks', params: { gateway, ability } }
}

/** What a step needs: its own ability, and sounds if it says or plays something. */
export function abilitiesOfStep(step: Flow['steps'][number]): CallAbility[] {
  const own = ABILITY_OF_STEP[step.type]
  const speaks =
    (step.type === 'gather' && (step.text !== undefined || step.audioId !== undefined)) ||
    (step.type === 'stream' && step.failText !== undefined)
  return [...(own ? [own] : []), ...(speaks ? (['play'] as const) : [])]
}
