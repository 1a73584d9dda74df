import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createPhoneNumberReader,
  createPhonePrefixReader,
  dialedNumber,
  isPhoneNumber,
  isPlainPhoneNumber,
  numericCellDigits,
  PHONE_NUMBER_MAX_LENGTH,
  PHONE_NUMBER_PATTERN,
  phoneNumberProblem,
} from './phone-number.ts'

const read = createPhoneNumberReader(undefined)
const written = fc.string({
  unit: fc.constantFrom(...'+0123456789 ().-[]/\u00a0', ...'0123456789', '\t', 'x', 'tel:'),
  maxLength: 40,
})

describe('what is dialed', () => {
  it.each([
    ['13800138000', '13800138000'],
    ['+49 (30) 123-45.67', '+49301234567'],
    [' 110 ', '110'],
    ['[021] 555.0199', '0215550199'],
    ['0033.1.42.68.53.00', '0033142685300'],
    ['+49 (0)30 123', '+4930123'],
    ['+49(0)30-123', '+4930123'],
    ['+49 [0] 30 123', '+4930123'],
    ['(+44) ( 0 ) 20 7946 0958', '+442079460958'],
    ['+358.(0).9.123456', '+3589123456'],
    ['0049 (0)30 123', '004930123'],
    ['0151 / 23 45 60 00', '015123456000'],
    ['030/901820-0', '0309018200'],
    ['tel:+49-30-901820', '+4930901820'],
    ['TEL: 030 901820', '030901820'],
  ])('of %j is %j', (text, dialed) => {
    expect(dialedNumber(text)).toBe(dialed)
  })

  it.each([
    ['(0)30 123456', '030123456'],
    ['+49 30 (0) 123', '+49300123'],
    ['+49 (030) 123', '+49030123'],
    ['+1 (0)2', '+102'],
    ['+4 (0)3', '+403'],
  ])('keeps a zero that does not follow a country code, or that is needed: %j', (text, dialed) => {
    expect(dialedNumber(text)).toBe(dialed)
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
    '13800138003.0',
    '13900139000.00',
    '+8613800138000.0',
    '(138) 0013-8000.00',
    'tel:',
    'tel:tel:12345',
    'phone:12345',
  ])('does not exist for %j', (text) => {
    expect(dialedNumber(text)).toBeUndefined()
    expect(read(text)).toBeUndefined()
  })

  it('exists for everything that is accepted, and is never anything but digits after perhaps a plus', () => {
    fc.assert(
      fc.property(written, (text) => {
        const dialed = dialedNumber(text)
        expect(dialed !== undefined).toBe(isPhoneNumber(text))
        expect(dialed ?? '123').toMatch(/^\+?[0-9]{3,20}$/)
        expect(read(text)?.text).toBe(dialed === undefined ? undefined : text.trim())
      }),
      { numRuns: 2000 },
    )
  })

  it('compares as it is dialed', () => {
    expect(read('+49 (0)30 123')?.key).toBe(read('+4930123')?.key)
    expect(createPhoneNumberReader(() => 'DE')('030 123456')?.key).toBe(read('+49 (0)30 123456')?.key)
  })
})

describe('the pattern for openapi.json', () => {
  it('accepts what the service accepts, within the length', () => {
    const pattern = new RegExp(PHONE_NUMBER_PATTERN, 'u')
    fc.assert(
      fc.property(written, (text) => {
        expect(pattern.test(text) && text.length <= PHONE_NUMBER_MAX_LENGTH).toBe(read(text) !== undefined)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['(', '[', ' ', '1', '1 ', '.', '0.', '.0', '/', 'tel:'])(
    'takes linear time over repeated %j',
    (part) => {
      const pattern = new RegExp(PHONE_NUMBER_PATTERN, 'u')
      for (const before of ['', '123', '+49'])
        expect(pattern.test(`${before}${part.repeat(500_000)}x`)).toBe(false)
    },
  )
})

describe('why a text is refused', () => {
  it('names what a spreadsheet has done to it', () => {
    const codeOf = (input: string) => phoneNumberProblem(input).code
    expect(['13800138003.0', '13900139000.00'].map(codeOf)).toEqual(['phone_decimal', 'phone_decimal'])
    for (const input of ['1.38E+10', '8,61381E+12', '1e+11']) expect(codeOf(input)).toBe('phone_shortened')
    for (const input of ['abc.0', '12', 'E+10', '1.38E10x']) expect(codeOf(input)).toBe('phone_invalid')
    expect(phoneNumberProblem('12').message).toMatch(/^phoneNumber must be an optional \+/)
  })
})

describe('a cell that holds a number', () => {
  it.each([
    ['13900139000.00', '13900139000'],
    ['13800138003.0', '13800138003'],
    ['02155501234', '02155501234'],
    ['13800138000.5', undefined],
    ['-13800138000', undefined],
    ['2024-01-05', undefined],
    ['12%', undefined],
  ])('that shows %j has the digits %j', (shown, digits) => {
    expect(numericCellDigits(shown)).toBe(digits)
  })
})

describe('what an export may leave as it is', () => {
  it.each(['110', '+8613800138000', '+86 138 0013 8000', '1'.repeat(20)])('includes %j', (text) => {
    expect(isPlainPhoneNumber(text)).toBe(true)
    expect(isPhoneNumber(text)).toBe(true)
  })

  it.each([
    '',
    '+',
    '12',
    '1'.repeat(21),
    '+100-50',
    '+1 (212) 555-0100',
    '-110',
    '+86\t110',
    '110\n',
    '=110',
  ])('does not include %j', (text) => {
    expect(isPlainPhoneNumber(text)).toBe(false)
  })
})

describe('how the keys of numbers begin', () => {
  it.each([
    [undefined, '138-00', ['13800']],
    [undefined, ' +49 30', ['+4930']],
    [undefined, 'x', ['x']],
    ['CN', '138', ['138', '+86138']],
    ['CN', '+86 138', ['+86138']],
    ['CN', '0049 30', ['+4930']],
    [undefined, '0049 30', ['+4930']],
    [undefined, '00', ['00', '+']],
    ['DE', '030', ['030', '+4930']],
    ['US', '1 213', ['1213', '+1213']],
    ['CN', '+', ['+']],
    ['CN', '13a', ['13a']],
  ])('with the default country %s: %s', (country, beginning, keys) => {
    expect(createPhonePrefixReader(() => country)(beginning)).toEqual(keys)
  })

  it('is a beginning of the key of every number that begins so', () => {
    for (const [country, number] of [
      ['CN', '13800138000'],
      ['CN', '010-62551234'],
      ['DE', '030 901820'],
      ['US', '(212) 555-0123'],
      ['FR', '01.42.68.53.00'],
    ] as const) {
      const key = createPhoneNumberReader(() => country)(number)?.key ?? ''
      for (let length = 3; length <= number.length; length += 1) {
        const beginnings = createPhonePrefixReader(() => country)(number.slice(0, length))
        expect(beginnings.some((beginning) => key.startsWith(beginning))).toBe(true)
      }
    }
  })
})
