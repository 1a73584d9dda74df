import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isId, newId } from './ids.ts'

const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

describe('an id', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is a UUID of version 7', () => {
    for (let each = 0; each < 1000; each += 1) {
      const id = newId()
      expect(isId(id)).toBe(true)
      expect(id).toMatch(/^.{14}7.{4}[89ab]/)
    }
  })

  it('tells the millisecond it was made in', () => {
    vi.setSystemTime('2041-09-07T11:12:13.456Z')
    expect(timeOf(newId())).toBe(Date.parse('2041-09-07T11:12:13.456Z'))
  })

  it('sorts after those made before it: in the same millisecond, later, and when the clock goes back', () => {
    vi.setSystemTime('2042-01-01T00:00:00.000Z')
    const ids = Array.from({ length: 20_000 }, newId)
    vi.advanceTimersByTime(1)
    ids.push(newId())
    vi.setSystemTime('2041-12-31T00:00:00.000Z')
    ids.push(newId(), newId())
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
