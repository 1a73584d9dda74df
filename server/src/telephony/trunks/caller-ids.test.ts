import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallerIdUse, createCallerIdPool } from './caller-ids.ts'
import type { Trunk } from './trunk.ts'

type Pool = Pick<Trunk, 'callerIds' | 'callerIdChoice' | 'callerIdDailyLimit'>

const IDS = ['+49301', '+49302', '+49891', '+43101', '+12025']
const trunk = (pool: Partial<Pool> = {}): Pool => ({
  ...{ callerIds: IDS, callerIdChoice: 'inTurn', callerIdDailyLimit: null },
  ...pool,
})
const useOf = (calls: Record<string, number> = {}, resting: string[] = []): CallerIdUse => ({
  calls: new Map(Object.entries(calls)),
  resting: new Set(resting),
})
const nobody = { phoneKey: '+4930555', lastShown: undefined }

describe('a pool of caller IDs', () => {
  it('shows the number again that was shown last, and another one once that is retired', () => {
    const shown = { ...nobody, lastShown: '+49891' }
    expect(createCallerIdPool(trunk(), [], useOf({ '+49891': 7 })).take(shown)).toBe('+49891')
    const retired = trunk({ callerIds: ['+49301', '+49302'] })
    expect(createCallerIdPool(retired, [], useOf({ '+49301': 1 })).take(shown)).toBe('+49302')
  })

  it('shows the number with the fewest calls of the day', () => {
    const use = useOf({ '+49301': 2, '+49302': 1 })
    const pool = createCallerIdPool(trunk({ callerIds: ['+49301', '+49302'] }), [], use)
    expect([1, 2, 3, 4].map(() => pool.take(nobody))).toEqual(['+49302', '+49301', '+49302', '+49301'])
  })

  it.each([
    ['+4989777', '+49891'],
    // Between two of the same area, the one with fewer calls.
    ['+4930777', '+49302'],
    ['+431088', '+43101'],
    // Another area of the country, and a country without a number in the pool.
    ['+4940777', '+49302'],
    ['+33155', '+49302'],
    ['+1212555', '+12025'],
  ])('shows to %s the nearest number, if it is to be local: %s', (phoneKey, expected) => {
    const use = useOf({ '+49301': 1, '+43101': 1, '+49891': 1, '+12025': 1 })
    const pool = createCallerIdPool(trunk({ callerIdChoice: 'local' }), [], use)
    expect(pool.take({ phoneKey, lastShown: undefined })).toBe(expected)
  })

  it('compares numbers without a plus and without a country code, too', () => {
    const callerIds = ['4930901', '004989901', '040901']
    const take = (phoneKey: string) =>
      createCallerIdPool(trunk({ callerIds, callerIdChoice: 'local' }), [], useOf()).take({
        ...{ phoneKey, lastShown: undefined },
      })
    expect(take('+498955')).toBe('004989901')
    expect(take('04055')).toBe('040901')
  })

  it('is that of the task, if it has one, within the limit of the trunk', () => {
    const pool = createCallerIdPool(trunk({ callerIdDailyLimit: 1 }), ['+497'], useOf())
    expect([pool.room(), pool.take(nobody)]).toEqual([1, '+497'])
    expect([pool.room(), pool.take(nobody)]).toEqual([0, undefined])
  })

  it('leaves the choice to the trunk if it is empty', () => {
    const pool = createCallerIdPool(trunk({ callerIds: [], callerIdDailyLimit: 1 }), [], useOf())
    expect([pool.take(nobody), pool.take(nobody), pool.room()]).toEqual([
      null,
      null,
      Number.POSITIVE_INFINITY,
    ])
  })

  it('does not show a number that rests, even to those who know it, unless all rest', () => {
    const shown = { ...nobody, lastShown: '+49301' }
    const two = trunk({ callerIds: ['+49301', '+49302'] })
    expect(createCallerIdPool(two, [], useOf({ '+49302': 9 }, ['+49301'])).take(shown)).toBe('+49302')
    expect(createCallerIdPool(two, [], useOf({}, ['+49301', '+49302'])).take(shown)).toBe('+49301')
  })

  it('never passes the limit, gives all that is left, and rests what rests', () => {
    const callee = fc.record({
      phoneKey: fc.constantFrom('+4930555', '+4989555', '+4310', '030555'),
      lastShown: fc.option(fc.constantFrom(...IDS, '+999'), { nil: undefined }),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1 }),
        fc.constantFrom('inTurn', 'local') as fc.Arbitrary<Pool['callerIdChoice']>,
        fc.integer({ min: 1, max: 4 }),
        fc.dictionary(fc.constantFrom(...IDS), fc.nat(5)),
        fc.subarray(IDS),
        fc.array(callee, { maxLength: 25 }),
        (callerIds, callerIdChoice, callerIdDailyLimit, calls, resting, callees) => {
          const use = useOf(calls, resting)
          const pool = createCallerIdPool({ callerIds, callerIdChoice, callerIdDailyLimit }, [], use)
          const awake = callerIds.filter((id) => !resting.includes(id))
          const usable = awake.length > 0 ? awake : callerIds
          const left = usable.reduce((sum, id) => sum + Math.max(0, callerIdDailyLimit - (calls[id] ?? 0)), 0)
          expect(pool.room()).toBe(left)
          const taken = callees.map((each) => {
            const hadRoom = pool.room() > 0
            const id = pool.take(each)
            expect(id !== undefined).toBe(hadRoom)
            return id
          })
          const shown = taken.filter((id) => id !== undefined)
          expect(shown).toHaveLength(Math.min(callees.length, left))
          for (const id of new Set(shown)) {
            expect(usable).toContain(id)
            expect(use.calls.get(id ?? '')).toBeLessThanOrEqual(callerIdDailyLimit)
          }
        },
      ),
    )
  })
})
