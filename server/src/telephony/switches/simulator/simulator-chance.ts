// Seeded random numbers: the same seed gives the same sequence.

/** Mulberry32: small, even enough, and the same everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The seed of the nth call: what happens in one call does not move what happens in another. */
export function seedOfCall(seed: number, nth: number): number {
  return (seed ^ Math.imul(nth + 1, 0x9e3779b1)) >>> 0
}

/** The one whose share this point, from 0 to 1, falls into. */
export function pickShare<Name extends string>(
  shares: Readonly<Partial<Record<Name, number>>>,
  point: number,
): Name {
  const entries = Object.entries(shares) as [Name, number][]
  const whole = entries.reduce((sum, [, share]) => sum + share, 0)
  let rest = point * whole
  for (const [name, share] of entries) {
    rest -= share
    if (rest < 0) return name
  }
  return entries[0]?.[0] as Name
}
