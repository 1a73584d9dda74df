import { describe, expect, it } from 'vitest'
import { createZoneOffsets, DAY_MS } from '../../platform/kernel/timestamps.ts'
import { type CallingHours, EVERY_DAY } from './calling-hours.ts'
import { decideAt, MONTH_MS, type PermissionFacts } from './decide.ts'
import { DEFAULT_DESTINATIONS } from './destinations.ts'
import { createRecipientZones } from './recipient-zones.ts'

const LIST_ID = '0190a000-0000-7000-8000-000000000001'
/** 13:00 in Berlin, 07:00 in New York. */
const NOW = new Date('2026-11-16T12:00:00Z')
const rules = {
  destinations: DEFAULT_DESTINATIONS,
  zones: createRecipientZones(createZoneOffsets('Asia/Shanghai')),
}
const hours: CallingHours = {
  window: { start: '09:00', end: '18:00' },
  weekdays: EVERY_DAY,
  holidays: new Set(),
}

function decide(facts: Partial<PermissionFacts>, recipientHours?: CallingHours) {
  return decideAt(rules, NOW)(
    {
      phoneKey: '+4930123456',
      timeZone: null,
      callTime: null,
      callUntil: null,
      isWithdrawn: false,
      doNotCallListId: null,
      dayFullSince: null,
      monthFullSince: null,
      ...facts,
    },
    recipientHours,
  )
}

describe('the decision', () => {
  it('allows a number that no rule forbids', () => {
    expect(decide({})).toBeUndefined()
    expect(decide({}, hours)).toBeUndefined()
  })

  it('is never for a number on a do-not-call list and for a destination that is refused', () => {
    expect(decide({ doNotCallListId: LIST_ID })).toEqual({
      kind: 'never',
      reason: 'do_not_call',
      detail: { listId: LIST_ID },
    })
    expect(decide({ phoneKey: '911' })).toEqual({ kind: 'never', reason: 'emergency_number', detail: {} })
  })

  it('is never before it is not yet', () => {
    expect(
      decide({ doNotCallListId: LIST_ID, dayFullSince: NOW, timeZone: 'America/New_York' }, hours),
    ).toMatchObject({
      kind: 'never',
    })
  })

  it('is not yet outside the hours of the recipient', () => {
    expect(decide({ timeZone: 'America/New_York' }, hours)).toEqual({
      kind: 'not_yet',
      reason: 'recipient_hours',
      until: new Date('2026-11-16T14:00:00Z'),
      detail: { place: 'America/New_York' },
    })
  })

  it('is never if the zones of the region have no hour in common', () => {
    const short: CallingHours = { ...hours, window: { start: '09:00', end: '12:00' } }
    expect(decide({ phoneKey: '+12125551234' }, short)).toEqual({
      kind: 'never',
      reason: 'no_calling_hours',
      detail: { place: 'US' },
    })
  })

  it('is not yet while a budget is used up, until both have room', () => {
    const dayFullSince = new Date('2026-11-16T08:00:00Z')
    const monthFullSince = new Date('2026-11-01T08:00:00Z')
    expect(decide({ dayFullSince })).toMatchObject({
      reason: 'daily_budget',
      until: new Date(dayFullSince.getTime() + DAY_MS),
    })
    expect(decide({ dayFullSince, monthFullSince })).toMatchObject({
      reason: 'monthly_budget',
      until: new Date(monthFullSince.getTime() + MONTH_MS),
    })
  })

  it('waits for the budget and for the hours at once', () => {
    // There is room again at 20:00 in Berlin, when it is closed.
    const dayFullSince = new Date('2026-11-15T19:00:00Z')
    expect(decide({ dayFullSince }, hours)).toMatchObject({
      reason: 'daily_budget',
      until: new Date('2026-11-17T08:00:00Z'),
    })
  })
})
