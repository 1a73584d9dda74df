// What the trunks need of the switch that has them.
import type { Gateway } from '../../gateway.ts'
import type { Trunk } from '../../trunks/trunk.ts'

export interface TrunkSwitch {
  /** Starts it if it does not run, and gives it these trunks. Resolves when gateways can be opened; it need not answer yet. */
  apply(trunks: readonly Trunk[]): Promise<void>
  /** Why it does not run, in a sentence for the operator. */
  fault(): string | undefined
  /** Whether it has no calls at all, because it does not run. False while that is not known. */
  isGone(): boolean
  /** `current`: the trunk with its latest settings. */
  open(trunk: Trunk, current: () => Trunk): Gateway
  /** It has no trunks any more: ends it and its calls, unless something else needs it. `apply` starts it again. */
  stop(): Promise<void>
}
