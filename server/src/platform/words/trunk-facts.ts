// The parameters of what is said about a trunk.

export interface TrunkFacts {
  host?: string | undefined
  addresses?: readonly string[] | undefined
  ms?: number | undefined
  /** The number as the carrier gets it. */
  number?: string | undefined
  callerId?: string | undefined
  /** The answer of the carrier. `explanation` has its words. */
  sipStatus?: number | undefined
  explanation?: string | undefined
  /** Live calls of the trunk. */
  calls?: number | undefined
  packetsIn?: number | undefined
  packetsOut?: number | undefined
  /** This machine, as the carrier sees it, and as the carrier is told. */
  seenAs?: string | undefined
  announced?: string | undefined
  /** Answer rates, from 0 to 1: of the last hour, and of the day before it. */
  rate?: number | undefined
  rateBefore?: number | undefined
  /** The name of a node. */
  node?: string | undefined
  /** The host names of nodes. */
  nodes?: readonly string[] | undefined
  /** As Asterisk or the network says it. */
  why?: string | undefined
}
