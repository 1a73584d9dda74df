import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defuseCell, isPlainPhoneNumber, undefuseCell } from './formula-guard.ts'

const anyCell = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '1', ' ', '(', '.', 'a') }),
)

describe('defuseCell', () => {
  it.each([
    '=1+1',
    '+cmd',
    '-2+3',
    '@SUM(A1)',
    '\tx',
    '\rx',
    "'=1",
    "''=1",
    '+',
    '-13800138000',
    '+12',
    '++8613800138000',
  ])('puts an apostrophe before %j', (cell) => {
    expect(defuseCell(cell)).toBe(`'${cell}`)
  })

  it.each([
    '',
    'hello',
    '13800138000',
    '+8613800138000',
    '+86 138-0013.8000',
    '+1 (212) 555-0100',
    "'hello",
    "it's",
    '12=13',
  ])('leaves %j alone', (cell) => {
    expect(defuseCell(cell)).toBe(cell)
  })

  it('leaves nothing that begins like a formula, except phone numbers', () => {
    fc.assert(
      fc.property(anyCell, (cell) => {
        const defused = defuseCell(cell)
        expect(/^[=+\-@\t\r]/.test(defused)).toBe(/^[=+\-@\t\r]/.test(cell) && isPlainPhoneNumber(cell))
      }),
    )
  })

  it('is undone by undefuseCell, whatever the text', () => {
    fc.assert(
      fc.property(anyCell, (cell) => {
        expect(undefuseCell(defuseCell(cell))).toBe(cell)
      }),
    )
  })

  it('never turns two texts into one', () => {
    fc.assert(
      fc.property(anyCell, anyCell, (a, b) => {
        expect(defuseCell(a) === defuseCell(b)).toBe(a === b)
      }),
    )
  })
})

describe('isPlainPhoneNumber', () => {
  it.each(['110', '13800138000', '+8613800138000', '(021) 5550 1234', '+1.212.555.0100', '1'.repeat(20)])(
    'takes %j',
    (text) => {
      expect(isPlainPhoneNumber(text)).toBe(true)
    },
  )

  it.each([
    '',
    '+',
    '12',
    '1'.repeat(21),
    '-110',
    '.110',
    ' 110',
    '++110',
    '1+10',
    '110a',
    '+86\t110',
    '110\n',
    '=110',
  ])('refuses %j', (text) => {
    expect(isPlainPhoneNumber(text)).toBe(false)
  })
})
