// What carries calls: the simulator, an Asterisk or a voice platform; and what runs one for this node. Only the registry of lines
// (lines/registry.ts) asks them.
import type { Gateway, GatewayHealth } from './gateway.ts'
import type { OwnPhone } from './own-phones/own-phone.ts'
import type { Trunk } from './trunks/trunk.ts'

/** Its lines are the trunks that it has. A call names its own in its route, and one to an own phone names that. */
export interface Switch
  extends Pick<
    Gateway,
    | 'control'
    | 'sendsFlow'
    | 'wantsDetails'
    | 'originate'
    | 'hangUp'
    | 'reconcile'
    | 'listen'
    | 'listenInbound'
    | 'close'
  > {
  /** Of one of its lines, or of what it has without any. */
  health(trunkId?: string): GatewayHealth
}

/** Runs a switch for the trunks and the own phones of this node: it starts with the first of them, and ends after the last. */
export interface SwitchHost {
  /** Nothing answers a call there but its flow. */
  readonly needsFlow: boolean
  /** Starts it if it does not run, and gives it these trunks. Resolves when lines can be opened; it need not answer yet. */
  apply(trunks: readonly Trunk[]): Promise<void>
  /** Starts it if it does not run, and gives it these own phones. */
  applyPhones(phones: readonly OwnPhone[]): Promise<void>
  /** Why it does not run, in a sentence for the operator. */
  fault(): string | undefined
  /** Whether it has no calls at all, because it does not run. False while that is not known. */
  isGone(): boolean
  /** The switch of a trunk that was applied. `current`: the trunk with its latest settings. */
  open(trunk: Trunk, current: () => Trunk): Switch
  /** The trunk was removed, and its last call has ended. */
  close(trunk: Trunk, on: Switch): void
  /** Undefined while there are no own phones. */
  phones(): Switch | undefined
  /** It has no trunks any more: ends it and its calls, unless something else needs it. `apply` starts it again. */
  stop(): Promise<void>
}

/** The line of all own phones, whose usernames are the numbers. */
export const OWN_PHONES = 'own phones'
