import { describe, expect, it } from 'vitest'
import {
  DEFAULT_DESTINATIONS,
  destinationProblem,
  emergencyMadeBy,
  sentNumberProblem,
} from './destinations.ts'

describe('a destination', () => {
  it.each([
    '110',
    '112',
    '119',
    '120',
    '911',
    '999',
    '000',
    '10111',
    '+86110',
    '+1911',
    '+112',
    '001911',
    '0086110',
    '+3315',
    '+3317',
    '+3318',
    '003318',
    '+37715',
    '0112',
    '9112',
    '9911',
    // Without the plus, as many trunks send them, these are an outside line and an emergency number.
    '+0112',
    '+9112',
    '+9911',
    '+490112',
    '00490112',
    '+860110',
    '+440999',
    '+33015',
    '015',
  ])('that is the emergency number %s is refused', (phoneKey) => {
    expect(destinationProblem(phoneKey, DEFAULT_DESTINATIONS)).toEqual({ reason: 'emergency_number' })
    expect(destinationProblem(phoneKey, { ...DEFAULT_DESTINATIONS, allowsEmergency: true })).toBeUndefined()
  })

  it.each([
    '13800138000',
    '1100',
    '+4911012345',
    '+8611012345678',
    '95588',
    '+442079460958',
    '+33151234567',
    '+3325',
  ])('such as %s is no emergency number', (phoneKey) => {
    expect(destinationProblem(phoneKey, DEFAULT_DESTINATIONS)).toBeUndefined()
  })

  it('must begin with an allowed prefix, if there are any, and with no denied one', () => {
    const rules = { ...DEFAULT_DESTINATIONS, allowedPrefixes: ['+86', '+49'], deniedPrefixes: ['+49900'] }
    expect(destinationProblem('+8613800138000', rules)).toBeUndefined()
    expect(destinationProblem('+12125551234', rules)).toEqual({ reason: 'no_allowed_prefix' })
    expect(destinationProblem('+499001234567', rules)).toEqual({ reason: 'denied_prefix', prefix: '+49900' })
  })

  it('with the usual 00 instead of a plus meets the same prefixes', () => {
    const rules = { ...DEFAULT_DESTINATIONS, allowedPrefixes: ['+49'], deniedPrefixes: ['+49900'] }
    expect(destinationProblem('00493012345', rules)).toBeUndefined()
    expect(destinationProblem('00499001234567', rules)).toEqual({ reason: 'denied_prefix', prefix: '+49900' })
    expect(destinationProblem('0012125551234', rules)).toEqual({ reason: 'no_allowed_prefix' })
  })

  it('has a least and a greatest length, without the plus', () => {
    const rules = { ...DEFAULT_DESTINATIONS, minDigits: 7, maxDigits: 8 }
    expect(destinationProblem('123456', rules)).toEqual({ reason: 'too_short', minDigits: 7 })
    expect(destinationProblem('+1234567', rules)).toBeUndefined()
    expect(destinationProblem('+12345678', rules)).toBeUndefined()
    expect(destinationProblem('+123456789', rules)).toEqual({ reason: 'too_long', maxDigits: 8 })
  })
})

describe('a number as a trunk sends it', () => {
  const rules = { ...DEFAULT_DESTINATIONS, deniedPrefixes: ['+1900'], minDigits: 7 }

  it.each(['112', '0112', '9911', '15', '+49112', '0049112', '*31#112', '#31#0112'])(
    '%s is an emergency',
    (sent) => {
      expect(sentNumberProblem(sent, rules)).toEqual({ reason: 'emergency_number' })
      expect(sentNumberProblem(sent, { ...rules, allowsEmergency: true })).toBeUndefined()
    },
  )

  it.each(['11298', '030112', '0301120', '+493011298', '5551', '*31#03055'])('%s is none', (sent) => {
    expect(sentNumberProblem(sent, rules)).toBeUndefined()
  })

  it('has no denied prefix', () => {
    const denied = { reason: 'denied_prefix', prefix: '+1900' }
    expect(sentNumberProblem('+19005551234', rules)).toEqual(denied)
    expect(sentNumberProblem('0019005551234', rules)).toEqual(denied)
  })

  it.each([
    [{ match: '+4930', strip: 5, add: '' }, true],
    [{ match: '+4930', strip: 5, add: '0' }, true],
    [{ match: '+4930', strip: 5, add: '9' }, true],
    [{ match: '+4930', strip: 5, add: '11' }, true],
    [{ match: '0', strip: 4, add: '' }, true],
    [{ match: '+49', strip: 3, add: '0' }, false],
    [{ match: '0049', strip: 4, add: '0' }, false],
    [{ match: '+1', strip: 2, add: '' }, false],
    [{ match: '+', strip: 1, add: '00' }, false],
    [{ match: '+4930', strip: 5, add: '030' }, false],
    [{ match: '+49', strip: 0, add: '9' }, false],
  ])('is made an emergency number by %j: %j', (rule, isMade) => {
    expect(emergencyMadeBy(rule) !== undefined).toBe(isMade)
  })
})
