import { describe, expect, it } from 'vitest'
import { createZoneOffsets, isTimeZone } from '../../platform/kernel/timestamps.ts'
import { AREA_ZONES } from './area-zones.ts'
import { createRecipientZones, type RecipientPlace } from './recipient-zones.ts'

const SERVICE = createZoneOffsets('Asia/Shanghai')
const WINTER = Date.parse('2026-01-15T12:00:00Z')
const SUMMER = Date.parse('2026-07-15T12:00:00Z')
const zones = createRecipientZones(SERVICE)

/** Their distinct distances from UTC, in hours. */
function hours(place: RecipientPlace, atMs = WINTER): number[] {
  return [...new Set(place.zones.map((offsetAt) => offsetAt(atMs) / 3_600_000))].toSorted((a, b) => a - b)
}

describe('the zones of a recipient', () => {
  it("are the contact's own, if it names one", () => {
    expect(hours(zones.of('+4930123456', 'America/New_York'))).toEqual([-5])
    expect(hours(zones.of('+4930123456', 'America/New_York'), SUMMER)).toEqual([-4])
  })

  it.each([
    ['+4930123456', [1]],
    ['004930123456', [1]],
    ['+81312345678', [9]],
    // Not the one of Urumqi, which nobody's clock shows.
    ['+8613800138000', [8]],
    ['+380441234567', [2]],
    // Kosovo and Ascension are not in the data of the runtime.
    ['+38344123456', [1]],
    ['+24762889', [0]],
    // Of no area: freephone, and mobile numbers of a whole country.
    ['+18005551234', [-10, -9, -8, -7, -6, -5]],
    ['+79161234567', [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ['+61412345678', [8, 8.75, 9.5, 10, 10.5, 11]],
    ['+6281212345678', [7, 8, 9]],
    ['+18765551234', [-5]],
    ['+77011234567', [5]],
  ])('of %s are those of its country', (phoneKey, expected) => {
    expect(hours(zones.of(phoneKey, undefined))).toEqual(expected)
  })

  it.each([
    ['+12125551234', [-5]],
    ['0012125551234', [-5]],
    ['+18085551234', [-10]],
    ['+14165551234', [-5]],
    // Pensacola and Tallahassee: which one, the area code does not say.
    ['+18505551234', [-6, -5]],
    // Arizona, without and with the Navajo Nation.
    ['+16025551234', [-7]],
    ['+74951234567', [3]],
    ['+74232123456', [10]],
    ['+74012123456', [2]],
    ['+77272123456', [5]],
    ['+299321000', [-2]],
    ['+61391234567', [11]],
    // Perth, and Broken Hill.
    ['+61891234567', [8, 10.5]],
    ['+61212345678', [11]],
    ['+551112345678', [-3]],
    ['+556512345678', [-4]],
    ['+559212345678', [-4, -3]],
    ['+526641234567', [-8]],
    ['+525512345678', [-6]],
    ['+62211234567', [7]],
    ['+62967123456', [9]],
    ['+35121123456', [0]],
    ['+351295123456', [-1]],
    ['+34928123456', [0]],
  ])('of %s are those of its area code', (phoneKey, expected) => {
    expect(hours(zones.of(phoneKey, undefined))).toEqual(expected)
  })

  it('of an area code with several zones are all of them', () => {
    expect(hours(zones.of('+19285551234', undefined), SUMMER)).toEqual([-7, -6])
    expect(hours(zones.of('+74012123456', undefined), SUMMER)).toEqual([2])
    expect(zones.of('+18505551234', undefined).name).toBe('America/Chicago, America/New_York')
  })

  it('are known to this runtime, all that the table has', () => {
    for (const name of Object.keys(AREA_ZONES).flatMap((names) => names.split(' ')))
      expect(isTimeZone(name), name).toBe(true)
  })

  it('of a number whose country is one of several are those of all of them', () => {
    // Reunion or Mayotte.
    expect(hours(zones.of('+2620000000', undefined))).toEqual([3, 4])
  })

  it.each([
    ['13800138000', undefined],
    ['+99912345678', undefined],
    // Of no country: freephone, satellite.
    ['+80012345678', undefined],
    ['+881612345678', undefined],
    ['13800138000', 'Mars/Olympus'],
    ['13800138000', ''],
  ])('of %s (%s) are the service zone alone', (phoneKey, timeZone) => {
    expect(zones.of(phoneKey, timeZone)).toEqual({ name: 'service', zones: [SERVICE] })
  })

  it('are the same object for numbers of one country, so that what follows from them is worked out once', () => {
    expect(zones.of('+4930123456', undefined)).toBe(zones.of('+4989654321', undefined))
    expect(zones.of('+12125551234', undefined)).toBe(zones.of('+17185551234', undefined))
  })
})
