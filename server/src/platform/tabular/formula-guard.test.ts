import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlainPhoneNumber } from '../kernel/phone/phone-number.ts'
import { guardCell, unguardCell } from './formula-guard.ts'

const anyCell = fc.oneof(
  fc.string(),
  fc.string({
    unit: fc.constantFrom(...`''=+-@\t\r\n;; "1(.a＝＋－＠`, '\u00a0', '\u3000', '\ufeff'),
    maxLength: 12,
  }),
)

describe('guardCell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['\n=1', "'\n'=1"],
    [' =1', "' =1"],
    ['\u00a0\u3000=1', "'\u00a0\u3000=1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['a;=1+1', "a;'=1+1"],
    ['a\t=1', "a\t'=1"],
    ['a\r\n-1', "a\r\n'-1"],
    ['a;"=1"', `a;'"=1"`],
    ['+100-50', "'+100-50"],
    ['+86 138-0013.8000', "'+86 138-0013.8000"],
    ["'=1", "''=1"],
    ["''=1", "'''=1"],
    ["a;'=1", "a;''=1"],
    ['+', "'+"],
    ['-13800138000', "'-13800138000"],
    ['+12', "'+12"],
  ])('makes %j harmless: %j', (cell, guarded) => {
    expect(guardCell(cell)).toBe(guarded)
  })

  it.each([
    '',
    'hello',
    '13800138000',
    '+8613800138000',
    '+86 138 0013 8000',
    "'hello",
    "it's",
    '12=13',
    'a;b',
    ' a',
    '\u3000',
    'a - b',
  ])('leaves %j alone', (cell) => {
    expect(guardCell(cell)).toBe(cell)
  })

  it('leaves nothing that begins like a formula at any delimiter, except phone numbers', () => {
    fc.assert(
      fc.property(anyCell, (cell) => {
        for (const part of guardCell(cell).split(/[;\t\r\n]/))
          expect(/^[\s"]*[=+\-@＝＋－＠]/.test(part)).toBe(isPlainPhoneNumber(cell) && part.startsWith('+'))
      }),
      { numRuns: 2000 },
    )
  })

  it('is undone by unguardCell, whatever the text', () => {
    fc.assert(
      fc.property(anyCell, (cell) => {
        expect(unguardCell(guardCell(cell))).toBe(cell)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([' ', "'", '"', ';', '=', "';"])('takes linear time over repeated %j', (part) => {
    const cell = `${part.repeat(200_000)}x`
    expect(unguardCell(guardCell(cell))).toBe(cell)
  })
})
