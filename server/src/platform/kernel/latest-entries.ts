// A cache of the latest entries: at least as many as requested and at most twice that. Two generations instead of one map
// that drops its oldest entry: finding the oldest gets slow after many deletions.

interface LatestEntries<Key, Value> {
  get(key: Key): Value | undefined
  has(key: Key): boolean
  set(key: Key, value: Value): void
}

export function createLatestEntries<Key, Value>(atLeast: number): LatestEntries<Key, Value> {
  let older = new Map<Key, Value>()
  let newer = new Map<Key, Value>()
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    has: (key) => newer.has(key) || older.has(key),
    set(key, value) {
      newer.set(key, value)
      if (newer.size < atLeast) return
      older = newer
      newer = new Map()
    },
  }
}
