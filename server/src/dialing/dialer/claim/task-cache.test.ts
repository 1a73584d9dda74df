import { describe, expect, it } from 'vitest'
import type { DemandRow } from './demand.queries.ts'
import { createTaskCache } from './task-cache.ts'

const row = {
  is_running: true,
  name: 'task',
  settings: {},
  holidays: [],
  data_source_id: 'list',
  is_open_list: false,
  has_recalls: false,
  flow_id: null,
  flow_version: null,
  has_undisclosed_agent: null,
  is_simulated: null,
}

describe('tasks of which only denied contacts were read', () => {
  it('take part in every other claim, whichever of them was read last', () => {
    const cache = createTaskCache(() => 0)
    cache.update(
      [
        { ...row, id: 'a' },
        { ...row, id: 'b' },
        { ...row, id: 'c' },
      ],
      true,
      '1:1:',
      0,
    )
    const note = (id: string, wasDenied: boolean, wasCalled: boolean) => {
      const task = cache.get(id)
      if (task) cache.noteDenials(task, wasDenied, wasCalled)
    }
    expect(cache.takeWaiting()).toEqual(new Set())
    note('a', true, false)
    expect(cache.takeWaiting()).toEqual(new Set(['a']))
    note('b', true, false)
    expect(cache.takeWaiting()).toEqual(new Set())
    expect(cache.takeWaiting()).toEqual(new Set(['a', 'b']))
    note('b', true, true)
    cache.takeWaiting()
    expect(cache.takeWaiting()).toEqual(new Set(['a']))
    note('a', false, true)
    cache.takeWaiting()
    expect(cache.takeWaiting()).toEqual(new Set())
  })
})

describe('the time from which attempts are looked for', () => {
  const START = new Date('2026-03-02T09:00:00Z')
  const MINUTE_MS = 60_000

  /** One claim in which the only task is read; returns from when on. */
  function createClaims() {
    const cache = createTaskCache(() => 0)
    cache.update([{ ...row, id: 'a' }], true, '1:1:', 0)
    const demand = { id: 'a', live: 1, fresh: 0, due: null, next_due: null } as DemandRow
    return (nowMs: number, isDrained = true, now = new Date(START.getTime() + nowMs)) => {
      const [task] = cache.inTurn(now, nowMs)
      if (!task) throw new Error('the task is not in turn')
      const floor = cache.floorOf(task, nowMs)
      cache.record([task], [demand], nowMs)
      cache.endClaim([task], () => isDrained, now)
      return floor
    }
  }
  const before = (nowMs: number) => new Date(START.getTime() + nowMs - MINUTE_MS)

  it('moves with each claim that leaves none due, and is given up ten seconds after all were looked for', () => {
    const claim = createClaims()
    expect(claim(0)).toBe('-infinity')
    expect(claim(4000)).toEqual(before(0))
    expect(claim(9999)).toEqual(before(4000))
    expect(claim(10_000)).toBe('-infinity')
    expect(claim(10_001)).toEqual(before(10_000))
  })

  it('is unknown after a claim that left some due', () => {
    const claim = createClaims()
    claim(0, false)
    expect(claim(1000)).toBe('-infinity')
  })

  it('is unknown after the clock was put back', () => {
    const claim = createClaims()
    claim(0)
    expect(claim(1000, true, new Date(START.getTime() - 1))).toBe('-infinity')
  })
})
