import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDialForm, hasCountryCode } from './phone-key.ts'
import { createPhoneNumberReader } from './phone-number.ts'

const read = createPhoneNumberReader(undefined)
const keyOf = (text: string, country?: string) => read(text, country)?.key

describe('one number', () => {
  it.each([
    ['0049 151 23456000', '+49 151 23456000'],
    ['00 49 (0)151/23456000', '+4915123456000'],
    ['tel:+49-151-23456000', '+49 151 23456000'],
    ['+49 0151 23456000', '+49 151 23456000'],
    ['001 202 555 0123', '+1 202 555 0123'],
    ['+1 1 202 555 0123', '+1 202 555 0123'],
  ])('is %s and %s, without a country', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other))
    for (const country of ['DE', 'US', 'CN', 'JP', 'AU', 'IT']) expect(keyOf(one, country)).toBe(keyOf(one))
  })

  it.each([
    ['US', '1202 555 0123', '+12025550123'],
    ['US', '202-555-0123', '+12025550123'],
    ['US', '011 49 151 23456000', '+4915123456000'],
    ['AU', '0011 49 151 23456000', '+4915123456000'],
    ['JP', '010 49 151 23456000', '+4915123456000'],
    ['JP', '0049 151 23456000', '+4915123456000'],
    ['HK', '001 202 555 0123', '+12025550123'],
    ['DE', '0151 / 23 45 60 00', '+4915123456000'],
    ['DE', '15123456000', '+4915123456000'],
    ['DE', '4915123456000', '+4915123456000'],
    ['DE', '4951 12345', '+49495112345'],
    ['AT', '43 664 1234567', '+436641234567'],
    ['IT', '06 6982 1234', '+390669821234'],
    ['CN', '138 0013 8000', '+8613800138000'],
    ['CN', '86 138 0013 8000', '+8613800138000'],
    ['BR', '55 99123 4567', '+5555991234567'],
  ])('in %s is %s and %s', (country, local, key) => {
    expect(keyOf(local, country)).toBe(key)
  })

  it.each([
    ['13800138000', undefined],
    ['011 49 151 23456000', undefined],
    ['011 4567 8901', undefined],
    ['110', 'CN'],
    ['000', 'AU'],
    ['0012', undefined],
  ])('%s (%s) is in no country that is known', (text, country) => {
    expect(hasCountryCode(keyOf(text, country) ?? '+')).toBe(false)
  })

  it('has the same key with a plus and with 00, in every country', () => {
    const countries = fc.constantFrom(undefined, 'DE', 'US', 'CN', 'JP', 'AU', 'BR', 'RU', 'IT', 'HK')
    const digits = fc.stringMatching(/^(1[2-9]|49|86|44|33|39|81|7[3-9])[1-9][0-9]{8}$/)
    fc.assert(
      fc.property(countries, digits, (country, number) => {
        expect(keyOf(`+${number}`, country)).toBe(keyOf(`+${number}`))
        expect(keyOf(`00${number}`)).toBe(keyOf(`+${number}`))
      }),
    )
  })
})

describe('what is dialed', () => {
  it.each([
    // The trunk is in the country of the service.
    ['DE', '0151 23456000', '+4915123456000', '0151 23456000'],
    // On a list of another country.
    ['DE', '202 555 0123', '+12025550123', '+12025550123'],
    [undefined, '0151 23456000', '+4915123456000', '+4915123456000'],
    // The number names its country itself.
    ['DE', '001 202 555 0123', '+12025550123', '001 202 555 0123'],
    [undefined, '(+1) 202 555 0123', '+12025550123', '(+1) 202 555 0123'],
    // No country is known.
    [undefined, '0151 23456000', '015123456000', '0151 23456000'],
  ])('with the country %s for %s with the key %s is %s', (country, written, key, dialed) => {
    expect(createDialForm(country as 'DE')(written, key)).toBe(dialed)
  })
})
