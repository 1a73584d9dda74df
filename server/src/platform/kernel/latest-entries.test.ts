import { describe, expect, it } from 'vitest'
import { createLatestEntries } from './latest-entries.ts'

describe('the latest entries', () => {
  it('are remembered, and the old ones forgotten', () => {
    const entries = createLatestEntries<number, string>(100)
    for (let key = 1; key <= 1000; key += 1) entries.set(key, `value ${key}`)
    for (let key = 901; key <= 1000; key += 1) {
      expect(entries.has(key)).toBe(true)
      expect(entries.get(key)).toBe(`value ${key}`)
    }
    for (let key = 1; key <= 800; key += 1) {
      expect(entries.has(key)).toBe(false)
      expect(entries.get(key)).toBeUndefined()
    }
  })

  it('take the last value of a key', () => {
    const entries = createLatestEntries<string, number>(2)
    entries.set('a', 1)
    entries.set('b', 2)
    entries.set('a', 3)
    expect(entries.get('a')).toBe(3)
  })
})
