import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialedNumber } from '../../platform/kernel/phone/phone-number.ts'
import { NUMBER_FORMS, type NumberForm, numberFor, type PrefixRule } from './trunk.ts'

const trunk = (numberForm: NumberForm, ...prefixRules: PrefixRule[]) => ({ numberForm, prefixRules })

describe('a number in the form of a trunk', () => {
  it.each<[NumberForm, string, string]>([
    ['plus', '+49 30 901820', '+4930901820'],
    ['digits', '+49 30 901820', '4930901820'],
    ['doubleZero', '+49 30 901820', '004930901820'],
    ['asWritten', '+49 30 901820', '+4930901820'],
    ['plus', '0049 (0)30/901820', '+4930901820'],
    ['digits', '0049 30 901820', '4930901820'],
    ['doubleZero', '0049 30 901820', '004930901820'],
    ['asWritten', '0049 30 901820', '004930901820'],
    ['digits', '+49 0151 23456000', '4915123456000'],
    ['doubleZero', '+1 202 555 0123', '0012025550123'],
  ])('%s: %s is %s', (form, number, expected) => {
    expect(numberFor(trunk(form), number)).toBe(expected)
  })

  it.each(NUMBER_FORMS)('%s: without country code it stays as it is, while no country is known', (form) => {
    expect(numberFor(trunk(form), '030 901820')).toBe('030901820')
    expect(numberFor(trunk(form), '110', 'CN')).toBe('110')
  })

  it.each<[NumberForm, string]>([
    ['plus', '+4930901820'],
    ['digits', '4930901820'],
    ['doubleZero', '004930901820'],
    ['asWritten', '030901820'],
  ])('%s: without country code it is in the country of the service', (form, expected) => {
    expect(numberFor(trunk(form), '030 901820', 'DE')).toBe(expected)
  })

  it('of the country of the service or of another one has the same form', () => {
    expect(numberFor(trunk('digits'), '202-555-0123', 'US')).toBe('12025550123')
    expect(numberFor(trunk('digits'), '0049 30 901820', 'US')).toBe('4930901820')
    expect(numberFor(trunk('plus'), '011 49 30 901820', 'US')).toBe('+4930901820')
  })

  it('stays as it is if it is no number, so that the gateway refuses it', () => {
    expect(numberFor(trunk('digits', { match: '', strip: 0, add: '9' }), '1001@other')).toBe('1001@other')
  })
})

describe('the rules of a trunk', () => {
  const national = { match: '+49', strip: 3, add: '0' }

  it('replace a country code by a trunk 0, for a carrier that wants national numbers', () => {
    expect(numberFor(trunk('plus', national), '+49 30 901820')).toBe('030901820')
    expect(numberFor(trunk('plus', national), '+43 1 4000')).toBe('+4314000')
  })

  it('put a prefix with * and # before the number', () => {
    expect(numberFor(trunk('digits', { match: '', strip: 0, add: '1234#' }), '+49 30 901820')).toBe(
      '1234#4930901820',
    )
  })

  it('replace a trunk 0 by a country code', () => {
    const rules = [
      { match: '00', strip: 0, add: '' },
      { match: '0', strip: 1, add: '49' },
    ]
    expect(numberFor(trunk('asWritten', ...rules), '030 901820')).toBe('4930901820')
    expect(numberFor(trunk('asWritten', ...rules), '0043 1 4000')).toBe('004314000')
    expect(numberFor(trunk('digits', ...rules), '030 901820')).toBe('4930901820')
  })

  it('are tried in their order, on the number in its form; one is applied', () => {
    const rules = [
      { match: '0049151', strip: 2, add: '77' },
      { match: '0049', strip: 4, add: '0' },
      { match: '0', strip: 1, add: '5' },
    ]
    expect(numberFor(trunk('doubleZero', ...rules), '+49 151 23456000')).toBe('774915123456000')
    expect(numberFor(trunk('doubleZero', ...rules), '+49 30 901820')).toBe('030901820')
    expect(numberFor(trunk('doubleZero', ...rules), '+43 1 4000')).toBe('504314000')
  })

  it('with nothing to match change every number, such as for an outside line', () => {
    expect(numberFor(trunk('doubleZero', { match: '', strip: 0, add: '0' }), '+49 30 901820')).toBe(
      '0004930901820',
    )
    expect(numberFor(trunk('plus', { match: '', strip: 0, add: '9' }), '+49 30 901820')).toBe('94930901820')
  })

  it('make digits of every number, after perhaps a plus', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 5 })
    const prefix = fc.tuple(fc.constantFrom('', '+'), digits).map((parts) => parts.join(''))
    const rule = prefix.chain((match) =>
      fc.record({ match: fc.constant(match), strip: fc.nat(match.length), add: prefix }),
    )
    const number = fc.tuple(prefix, fc.constant('151234')).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.constantFrom(...NUMBER_FORMS), fc.array(rule), number, (form, rules, text) => {
        expect(dialedNumber(text)).toBeDefined()
        expect(numberFor(trunk(form, ...rules), text)).toMatch(/^\+?[0-9]+$/)
      }),
    )
  })
})
