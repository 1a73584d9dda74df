import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialableNumber } from './dialable-number.ts'

describe('a number for a dial string', () => {
  it.each([
    ['13800138000', '13800138000'],
    ['+49 (30) 123-45.67', '+49301234567'],
    [' 110 ', '110'],
  ])('is what people write, without what they separate it with: %j', (written, dialed) => {
    expect(dialableNumber(written)).toBe(dialed)
  })

  it.each([
    '1001;x=y',
    '1001@trunk',
    '10',
    '1'.repeat(21),
    '+',
    '++123',
    '12+34',
    '1001&SIP/2',
    '１２３４',
    '{1001}',
    '',
  ])('is not %j', (written) => {
    expect(dialableNumber(written)).toBeUndefined()
  })

  it('is never anything but digits after perhaps a plus', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'+0123456789 ().-;@&,/{}$\n') }), (text) => {
        expect(dialableNumber(text) ?? '123').toMatch(/^\+?[0-9]{3,20}$/)
      }),
    )
  })
})
