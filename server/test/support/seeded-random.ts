// Chance that comes out the same in every run (mulberry32).

/** Of tests whose order of events differs from run to run all the same: they have it in their names. */
export const CHAOS_SEED = Number(process.env['CHAOS_SEED'] ?? 1)

interface SeededRandom {
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  /** So many different items, in no order. */
  sample<Item>(items: readonly Item[], count: number): Item[]
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed
  function below(limit: number): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    sample(items, count) {
      const left = [...items]
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(below(left.length), 1),
      ).flat()
    },
  }
}
