// Which trunk a call takes: one of those that its task names, or any, that works and has room. Of those the first by
//
//   health     one whose calls wait for a sign of the far end comes after all others,
//   priority   1 first,
//   known      one that can show the callee the same caller ID as before,
//   price      the cheapest for the called number; a trunk without a price for it comes after those with one,
//   calls      the one with the fewest.
//
// Pure functions.
import type { Trunk } from './trunk.ts'

/** A trunk as a node knows it. */
export interface TrunkState {
  trunk: Trunk
  /** Calls can go out. */
  isUp: boolean
  /** How many calls it may get now, as far as its condition goes: none while it is down, and one to try it out after that. */
  room: number
  /** It may be silent: others come first. */
  isSuspect: boolean
}

/** A trunk with what all nodes use of it. */
export interface TrunkChoice extends TrunkState {
  live: number
}

export interface TrunkWish {
  /** The called number, with + and country code where that is known. */
  phoneKey: string
  /** Those that the task names; empty: any. */
  trunkIds: readonly string[]
  /** Those that have refused the call. */
  tried?: ReadonlySet<string>
  /** Whether the number that it would send may be called. */
  maySend?(trunk: Trunk): boolean
  /** Whether it has a caller ID for the call. */
  canShow?(trunk: Trunk): boolean
  /** Whether it can show the caller ID of before. */
  isKnown?(trunk: Trunk): boolean
}

export const mayTake = (
  { trunk }: { trunk: Pick<Trunk, 'id'> },
  { trunkIds, tried }: Pick<TrunkWish, 'trunkIds' | 'tried'>,
): boolean => (trunkIds.length === 0 || trunkIds.includes(trunk.id)) && !tried?.has(trunk.id)

export function chooseTrunk<Choice extends TrunkChoice>(
  choices: readonly Choice[],
  wish: TrunkWish,
): Choice | undefined {
  let best: Choice | undefined
  for (const choice of choices)
    if (
      choice.room >= 1 &&
      mayTake(choice, wish) &&
      wish.maySend?.(choice.trunk) !== false &&
      wish.canShow?.(choice.trunk) !== false &&
      (!best || isBetter(choice, best, wish))
    )
      best = choice
  return best
}

function isBetter(one: TrunkChoice, other: TrunkChoice, { phoneKey, isKnown }: TrunkWish): boolean {
  if (one.isSuspect !== other.isSuspect) return other.isSuspect
  const [a, b] = [one.trunk, other.trunk]
  if (a.priority !== b.priority) return a.priority < b.priority
  if (isKnown && isKnown(a) !== isKnown(b)) return isKnown(a)
  const [price, otherPrice] = [priceFor(a, phoneKey), priceFor(b, phoneKey)]
  if (price !== otherPrice) return price < otherPrice
  return one.live === other.live ? a.id < b.id : one.live < other.live
}

/** The price of the longest prefix of the number; infinite if there is none. */
export function priceFor({ prices }: Pick<Trunk, 'prices'>, phoneKey: string): number {
  let longest = -1
  let found = Number.POSITIVE_INFINITY
  for (const { prefix, price } of prices) {
    if (prefix.length <= longest || !phoneKey.startsWith(prefix)) continue
    longest = prefix.length
    found = price
  }
  return found
}
