import { describe, expect, it } from 'vitest'
import { trunkWith } from '../../../test/support/trunks.ts'
import { chooseTrunk, priceFor, type TrunkChoice, type TrunkWish } from './choose-trunk.ts'
import type { Trunk } from './trunk.ts'

function choice(settings: Partial<Trunk>, state: Partial<TrunkChoice> = {}): TrunkChoice {
  const trunk = trunkWith({ id: settings.name ?? 'a', ...settings })
  return { trunk, isUp: true, room: 10, isSuspect: false, live: 0, ...state }
}

const wish: TrunkWish = { phoneKey: '+4930100', trunkIds: [] }
const chosen = (choices: TrunkChoice[], given: Partial<TrunkWish> = {}) =>
  chooseTrunk(choices, { ...wish, ...given })?.trunk.id

describe('the trunk of a call', () => {
  it('is the first by priority that has room', () => {
    const first = choice({ name: 'a', priority: 1 })
    const second = choice({ name: 'b', priority: 2 }, { live: 0 })
    expect(chosen([second, { ...first, live: 9 }])).toBe('a')
    expect(chosen([second, { ...first, room: 0 }])).toBe('b')
    expect(chosen([{ ...first, room: 0 }])).toBeUndefined()
  })

  it('is a suspect one only if there is no other', () => {
    const first = choice({ name: 'a', priority: 1 }, { isSuspect: true })
    expect(chosen([first, choice({ name: 'b', priority: 2 })])).toBe('b')
    expect(chosen([first])).toBe('a')
  })

  it('is one that the task names and that has not refused the call', () => {
    const choices = ['a', 'b', 'c'].map((name) => choice({ name }))
    expect(chosen(choices, { trunkIds: ['c', 'b'] })).toBe('b')
    expect(chosen(choices, { trunkIds: ['c', 'b'], tried: new Set(['b']) })).toBe('c')
    expect(chosen(choices, { trunkIds: ['b'], tried: new Set(['b']) })).toBeUndefined()
    expect(chosen(choices, { tried: new Set(['a']) })).toBe('b')
  })

  it('is the cheapest of the same priority, then the one with the fewest calls', () => {
    const prices = (price: number) => [{ prefix: '+49', price }]
    const dear = choice({ name: 'a', prices: prices(2) })
    const cheap = choice({ name: 'b', prices: prices(1) }, { live: 5 })
    const asCheap = choice({ name: 'c', prices: prices(1) }, { live: 4 })
    const unpriced = choice({ name: '0' })
    expect(chosen([unpriced, dear, cheap])).toBe('b')
    expect(chosen([dear, cheap, asCheap])).toBe('c')
    expect(chosen([unpriced, dear])).toBe('a')
    expect(chosen([dear, cheap], { phoneKey: '+3310' })).toBe('a')
    expect(chosen([choice({ name: 'd', priority: 2, prices: prices(0) }), dear])).toBe('a')
  })
})

it('the price is that of the longest prefix, and of equal ones the first', () => {
  const prices = [
    { prefix: '+49', price: 2 },
    { prefix: '', price: 9 },
    { prefix: '+4930', price: 1 },
    { prefix: '+49', price: 3 },
  ]
  const priceOf = (phoneKey: string) => priceFor({ prices }, phoneKey)
  expect([priceOf('+4930100'), priceOf('+4989'), priceOf('+33')]).toEqual([1, 2, 9])
  expect(priceFor({ prices: prices.slice(2) }, '+33')).toBe(Number.POSITIVE_INFINITY)
})
