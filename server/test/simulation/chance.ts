// Chance that comes out the same for the same seed, in the shapes the simulation asks for.

import { createSeededRandom } from '../support/seeded-random.ts'

export interface Chance {
  /** From 0 up to, but not including, 1. */
  fraction(): number
  below(limit: number): number
  /** A whole number from the first to the second. */
  between(from: number, to: number): number
  isTrue(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  sample<Item>(items: readonly Item[], count: number): Item[]
}

const WHOLE = 2 ** 30

export function createChance(seed: number): Chance {
  const random = createSeededRandom(seed)
  const fraction = () => random.below(WHOLE) / WHOLE
  return {
    ...random,
    fraction,
    between: (from, to) => from + random.below(to - from + 1),
    isTrue: (probability) => fraction() < probability,
  }
}

/** A seed of its own for each of the things that draw, so that one more draw here moves nothing there. */
export function seedFor(seed: number, ...words: (string | number)[]): number {
  let hash = 0x811c9dc5 ^ seed
  for (const word of words) {
    for (const symbol of `${word}/`) hash = Math.imul(hash ^ symbol.charCodeAt(0), 0x01000193)
  }
  return hash >>> 0
}
