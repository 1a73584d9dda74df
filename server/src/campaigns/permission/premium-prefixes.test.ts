import { describe, expect, it } from 'vitest'
import { DEFAULT_DESTINATIONS, destinationProblem, sentNumberProblem } from './destinations.ts'
import { PREMIUM_PREFIXES } from './premium-prefixes.ts'

describe('a satellite or premium-rate number', () => {
  it.each([
    ['+870773111222', '+870'],
    ['+878101234567', '+878'],
    ['+881612345678', '+881'],
    ['+88216123456', '+882'],
    ['+883510012345', '+883'],
    ['+888123456789', '+888'],
    ['+979112345678', '+979'],
    ['+19005551234', '+1900'],
    ['+19765551234', '+1976'],
    ['+449098790000', '+449'],
    ['+448712345678', '+44871'],
    ['+499001234567', '+49900'],
    ['+491371234567', '+49137'],
    ['+33899123456', '+3389'],
    ['+39899123456', '+39899'],
    ['+34806123456', '+34806'],
    ['+41901123456', '+41901'],
    ['+81990123456', '+81990'],
    ['00881612345678', '+881'],
  ])('such as %s is refused by its prefix, unless that is allowed or no phone rings', (phoneKey, prefix) => {
    expect(destinationProblem(phoneKey, DEFAULT_DESTINATIONS)).toEqual({ reason: 'premium_number', prefix })
    expect(sentNumberProblem(phoneKey, DEFAULT_DESTINATIONS)).toEqual({ reason: 'premium_number', prefix })
    expect(destinationProblem(phoneKey, DEFAULT_DESTINATIONS, true)).toBeUndefined()
    const rules = { ...DEFAULT_DESTINATIONS, allowedPremiumPrefixes: [prefix.slice(0, 4)] }
    expect(destinationProblem(phoneKey, rules)).toBeUndefined()
    expect(sentNumberProblem(phoneKey, rules)).toBeUndefined()
  })

  it.each([
    '+4915123456789',
    '+447700900123',
    '+12125551234',
    '+33612345678',
    '+393281234567',
    '+8613800138000',
    '13800138000',
    '+41791234567',
    '+353155512345',
    '+8190123456789',
    '+88021234567',
    '+8869123456',
    '881612',
  ])('is not %s', (phoneKey) => expect(destinationProblem(phoneKey, DEFAULT_DESTINATIONS)).toBeUndefined())

  it('is still refused by a denied prefix where it is allowed', () => {
    const rules = { ...DEFAULT_DESTINATIONS, allowedPremiumPrefixes: ['+870'], deniedPrefixes: ['+8707'] }
    expect(destinationProblem('+870773111222', rules)).toEqual({ reason: 'denied_prefix', prefix: '+8707' })
  })

  it('has a prefix with a country code', () => {
    for (const prefix of PREMIUM_PREFIXES) expect(prefix).toMatch(/^\+[1-9]\d{2,6}$/)
  })
})
