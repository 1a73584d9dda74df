import { describe, expect, it } from 'vitest'
import { createZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { ANY_TIME } from './estimate-end.ts'
import { assumePace, DEFAULT_ATTEMPTS, DEFAULT_SECONDS_PER_CALL, forecastEnd } from './forecast.ts'

const recent = { calls: 100, call_seconds: 30, all_calls: 250, done_contacts: 100 }

describe('the pace', () => {
  it('is that of recent calls', () => {
    expect(assumePace(recent, 5)).toEqual({ secondsPerCall: 30, attemptsPerContact: 2.5, isMeasured: true })
  })

  it('has no more attempts than the task allows, and at least one', () => {
    expect(assumePace(recent, 2).attemptsPerContact).toBe(2)
    expect(assumePace({ ...recent, all_calls: 50 }, 5).attemptsPerContact).toBe(1)
  })

  it('is a default if there were too few calls', () => {
    const usual = {
      secondsPerCall: DEFAULT_SECONDS_PER_CALL,
      attemptsPerContact: DEFAULT_ATTEMPTS,
      isMeasured: false,
    }
    expect(assumePace(undefined, 5)).toEqual(usual)
    expect(assumePace({ ...recent, calls: 19 }, 5)).toEqual(usual)
    expect(assumePace({ ...recent, done_contacts: 0 }, 5)).toEqual(usual)
    expect(assumePace(undefined, 1).attemptsPerContact).toBe(1)
  })
})

describe('the end', () => {
  const firstCall = new Date('2026-11-16T02:00:00Z')
  const usual = {
    ...{
      contacts: 600,
      lines: 10,
      callsPerSecond: 0,
      secondsPerCall: 30,
      attemptsPerContact: 1,
      isMeasured: true,
    },
    ...{ firstCall, lastWait: null, callIntervalSeconds: 60, hours: ANY_TIME },
    offsetAt: createZoneOffsets('Asia/Shanghai'),
  }
  const minutes = (change: Partial<Parameters<typeof forecastEnd>[0]>) => {
    const end = forecastEnd({ ...usual, ...change })
    return end && (end.getTime() - firstCall.getTime()) / 60_000
  }

  it('follows from the lines and the length of a call', () => {
    expect(minutes({})).toBe(30)
    expect(minutes({ lines: 20 })).toBe(15)
  })

  it('is later if calls may start less often', () => {
    expect(minutes({ callsPerSecond: 1 })).toBe(30)
    expect(minutes({ lines: 1000, callsPerSecond: 1 })).toBe(10)
  })

  it('counts every attempt, and the wait before the last of them', () => {
    expect(minutes({ attemptsPerContact: 2 })).toBe(61)
    expect(minutes({ attemptsPerContact: 1.5 })).toBe(46)
  })

  it('is not before those are called who must wait', () => {
    expect(minutes({ lastWait: new Date('2026-11-16T04:00:00Z') })).toBe(120.5)
    expect(minutes({ lastWait: new Date('2026-11-16T02:10:00Z') })).toBe(30)
  })

  it('counts open hours only', () => {
    // 10:00 in Shanghai: ten minutes are left today.
    const hours = { ...ANY_TIME, window: { start: '09:00', end: '10:10' } }
    expect(minutes({ hours })).toBe(23 * 60 + 20)
  })

  it('is unknown without lines, or if it is too far away', () => {
    expect(minutes({ lines: 0 })).toBeNull()
    expect(minutes({ contacts: 1e9 })).toBeNull()
  })
})
