// What a flow needs that a gateway can do with an answered call. Every kind of gateway can do all of it; an Asterisk without some of its
// modules cannot.
import { ALL_ABILITIES, type CallAbility } from '../flow.ts'
import type { FlowFault } from './flow-fault.ts'

/** Whether what is recorded in a call can be fetched from the gateway. A platform keeps it. */
export function givesRecordings(gatewayKind: string, abilities = ALL_ABILITIES): boolean {
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

export function lacks(gateway: string, ability: CallAbility): string {
  return `needs a gateway that can ${words[ability]}; ${gateway} cannot`
}

export function lack(gateway: string, ability: CallAbility): FlowFault['detail'] {
  return { fault: 'gateway_lacks', params: { gateway, ability } }
}
