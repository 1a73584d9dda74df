import { describe, expect, it } from 'vitest'
import { createZoneOffsets } from '../../platform/kernel/timestamps.ts'
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
    ['+299321000', [-4, -2]],
    // Kosovo and Ascension are not in the data of the runtime.
    ['+38344123456', [1]],
    ['+24762889', [0]],
    ['+12125551234', [-10, -9, -8, -7, -6, -5]],
    ['+14165551234', [-8, -7, -6, -5, -4, -3.5]],
    ['+18765551234', [-5]],
    ['+77011234567', [5]],
  ])('of %s are those of its country', (phoneKey, expected) => {
    expect(hours(zones.of(phoneKey, undefined))).toEqual(expected)
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
    expect(zones.of('+12125551234', undefined)).toBe(zones.of('+13105551234', undefined))
  })
})
