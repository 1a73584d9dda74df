import { describe, expect, it } from 'vitest'
import { createZoneOffsets, DAY_MS } from '../../platform/kernel/timestamps.ts'
import { type CallingHours, EVERY_DAY } from './calling-hours.ts'
import { decideAt, type PermissionFacts } from './decide.ts'
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
      missingConsent: null,
      hasUndisclosedAgent: false,
      budget: null,
      quietUntil: null,
      ofCase: null,
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

  it.each([
    ['+4930100', false, true],
    ['004930100', false, true],
    ['+35315550100', false, true],
    // On Réunion.
    ['+262262100', false, true],
    ['+4930100', true, false],
    ['+41441234567', false, false],
    ['+447700900100', false, false],
    ['+12025550100', false, false],
    // It names no country.
    ['4930100', false, false],
  ])('about %s by a voice agent that is not announced, simulated: %s', (phoneKey, isSimulated, isDenied) => {
    const denial = decide({ phoneKey, isSimulated, hasUndisclosedAgent: true })
    expect(denial).toEqual(isDenied ? { kind: 'never', reason: 'undisclosed_agent', detail: {} } : undefined)
    expect(decide({ phoneKey, isSimulated })).toBeUndefined()
  })

  it('is never for a number on a do-not-call list and for a destination that is refused', () => {
    expect(decide({ doNotCallListId: LIST_ID })).toEqual({
      kind: 'never',
      reason: 'do_not_call',
      detail: { listId: LIST_ID },
    })
    expect(decide({ missingConsent: 'marketing' })).toEqual({
      kind: 'never',
      reason: 'no_consent',
      detail: { purpose: 'marketing' },
    })
    expect(decide({ phoneKey: '911' })).toEqual({ kind: 'never', reason: 'emergency_number', detail: {} })
  })

  it('is never before it is not yet', () => {
    expect(
      decide(
        {
          doNotCallListId: LIST_ID,
          budget: { until: new Date(NOW.getTime() + DAY_MS), attempts: 3, days: 1 },
          timeZone: 'America/New_York',
        },
        hours,
      ),
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
    expect(decide({ phoneKey: '+18005551234' }, short)).toEqual({
      kind: 'never',
      reason: 'no_calling_hours',
      detail: { place: 'US' },
    })
  })

  it.each([
    [1, 'daily_budget'],
    [30, 'monthly_budget'],
    [7, 'attempt_budget'],
  ])('is not yet while the budget of %s days is used up', (days, reason) => {
    const until = new Date('2026-11-20T08:00:00Z')
    expect(decide({ budget: { until, attempts: 3, days } })).toEqual({
      kind: 'not_yet',
      reason,
      until,
      detail: { attempts: 3, days },
    })
  })

  it('is not yet after a call that a person answered, and waits for the longer one of this and a budget', () => {
    const sooner = new Date('2026-11-17T08:00:00Z')
    const later = new Date('2026-11-20T08:00:00Z')
    expect(decide({ quietUntil: later })).toMatchObject({ reason: 'quiet_period', until: later })
    const budget = (until: Date) => ({ until, attempts: 3, days: 1 })
    expect(decide({ quietUntil: later, budget: budget(sooner) })).toMatchObject({ reason: 'quiet_period' })
    expect(decide({ quietUntil: sooner, budget: budget(later) })).toMatchObject({ reason: 'daily_budget' })
  })

  it('is not yet while the attempts about a case are used up, or after a conversation about it, whatever lasts longest', () => {
    const sooner = new Date('2026-11-17T08:00:00Z')
    const later = new Date('2026-11-20T08:00:00Z')
    const budget = (until: Date) => ({ until, attempts: 7, days: 7 })
    const ofCase = (used: Date | null, quietUntil: Date | null) => ({
      ofCase: { field: 'debtId', budget: used && budget(used), quietUntil },
    })
    expect(decide(ofCase(null, null))).toBeUndefined()
    expect(decide(ofCase(later, sooner))).toMatchObject({
      reason: 'case_budget',
      until: later,
      detail: { field: 'debtId', attempts: 7, days: 7 },
    })
    expect(decide(ofCase(sooner, later))).toMatchObject({ reason: 'case_quiet_period', until: later })
    expect(decide({ ...ofCase(sooner, null), quietUntil: later })).toMatchObject({ reason: 'quiet_period' })
    expect(decide({ ...ofCase(sooner, null), budget: budget(sooner) })).toMatchObject({
      reason: 'attempt_budget',
    })
  })

  it('waits for the budget and for the hours at once', () => {
    // There is room again at 20:00 in Berlin, when it is closed.
    const budget = { until: new Date('2026-11-16T19:00:00Z'), attempts: 3, days: 1 }
    expect(decide({ budget }, hours)).toMatchObject({
      reason: 'daily_budget',
      until: new Date('2026-11-17T08:00:00Z'),
    })
  })
})
