import { describe, expect, it } from 'vitest'
import { createZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { EVERY_DAY } from './calling-hours.ts'
import { lastOpportunity, nextAttempt, type TaskHours } from './next-attempt.ts'

const BERLIN = createZoneOffsets('Europe/Berlin')
const NEW_YORK = createZoneOffsets('America/New_York')
const MINUTE_MS = 60_000
const STEP_MS = 17 * MINUTE_MS

const hours = (start: string | null, end: string | null, more: Partial<TaskHours> = {}): TaskHours => ({
  ...{ window: { start, end }, weekdays: EVERY_DAY, holidays: new Set<string>() },
  ...{ isRecipientZone: false, startAt: null, ...more },
})

describe('the last opportunity before callUntil', () => {
  const now = new Date('2026-03-27T08:20:30.500Z')
  const at = (of: TaskHours, callUntil: string, zones = [BERLIN]) =>
    lastOpportunity(of, zones, new Date(callUntil), now).toISOString()

  it('is callUntil itself, if the hours are open then', () => {
    expect(at(hours(null, null), '2026-03-27T12:00:00.000Z')).toBe('2026-03-27T12:00:00.000Z')
    expect(at(hours('09:00', '18:00'), '2026-03-27T12:34:56.789Z')).toBe('2026-03-27T12:34:56.789Z')
  })

  it('is otherwise the end of the last hours before it', () => {
    expect(at(hours('09:00', '18:00'), '2026-03-27T22:00:30Z')).toBe('2026-03-27T17:00:00.000Z')
    // The clock is put forward on Sunday.
    expect(at(hours('09:00', '18:00'), '2026-03-30T06:00:00Z')).toBe('2026-03-29T16:00:00.000Z')
    const workdays = hours('09:00', '18:00', { weekdays: new Set([1, 2, 3, 4, 5]) })
    expect(at(workdays, '2026-03-30T06:00:00Z')).toBe('2026-03-27T17:00:00.000Z')
  })

  it('is now if none comes: the hours do not open in time, or the task starts later', () => {
    expect(at(hours('10:00', '18:00'), '2026-03-27T08:59:00Z')).toBe(now.toISOString())
    const startAt = new Date('2026-03-28T08:00:00Z')
    expect(at(hours(null, null, { startAt }), '2026-03-28T08:00:00Z')).toBe(now.toISOString())
    expect(at(hours(null, null, { startAt }), '2026-03-28T08:00:01Z')).toBe('2026-03-28T08:00:01.000Z')
  })

  it.each([
    ['one zone', [BERLIN], hours('09:00', '18:00', { weekdays: new Set([5, 1]) })],
    ['two zones', [BERLIN, NEW_YORK], hours('09:00', '18:00')],
    ['hours past midnight', [BERLIN], hours('22:00', '03:30', { holidays: new Set(['2026-03-28']) })],
  ])('divides the times at which an attempt can follow from the others: %s', (_, zones, of) => {
    for (const callUntil of ['2026-03-27T23:45:10Z', '2026-03-30T05:00:00Z'].map((each) => new Date(each))) {
      const last = lastOpportunity(of, zones, callUntil, now)
      const wrong: string[] = []
      const check = (ms: number) => {
        const next = nextAttempt(of, zones, new Date(ms), now)
        if ((next !== null && next < callUntil) !== ms < last.getTime())
          wrong.push(new Date(ms).toISOString())
      }
      for (let ms = now.getTime(); ms < callUntil.getTime() + STEP_MS; ms += STEP_MS) check(ms)
      for (const beside of [-MINUTE_MS, -1, 0, 1, MINUTE_MS]) check(last.getTime() + beside)
      expect(wrong).toEqual([])
    }
  })
})
