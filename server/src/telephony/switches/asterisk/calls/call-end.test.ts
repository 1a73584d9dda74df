import { describe, expect, it } from 'vitest'
import { type CallTrail, judgeEnd, type Verdict } from './call-end.ts'

const nothing: CallTrail = { hasRung: false, hasResponse: true, isAnswered: false, isHungUp: false }

function causeOf(trail: Partial<CallTrail>, cause: number, sipStatus?: number): string {
  const verdict: Verdict = judgeEnd({ ...nothing, ...trail }, { cause, sipStatus, talkMs: 1500 })
  return verdict.kind === 'ended' ? verdict.end.cause : verdict.kind
}

describe('how a call ended', () => {
  it.each([0, 16, 17, 19, 34, 127])('is answered if it was, whatever the cause (%i)', (cause) => {
    const verdict = judgeEnd(
      { ...nothing, isAnswered: true },
      { cause, sipStatus: undefined, talkMs: 1500.4 },
    )
    expect(verdict).toMatchObject({ kind: 'ended', end: { cause: 'answered', talkMs: 1500 } })
  })

  it.each([0, 16, 18, 19, 20, 31, 102, 127])(
    'is no answer if it rang and the cause says nothing (%i)',
    (cause) => {
      expect(causeOf({ hasRung: true }, cause)).toBe('no_answer')
    },
  )

  it('is no answer if we hung up first', () => {
    expect(causeOf({ isHungUp: true }, 17)).toBe('no_answer')
  })

  it.each([
    [17, 'busy'],
    [21, 'rejected'],
    [34, 'congestion'],
  ])('is what the far end said after ringing (%i: %s)', (cause, expected) => {
    expect(causeOf({ hasRung: true }, cause)).toBe(expected)
  })

  it.each([
    [1, 'invalid_number'],
    [3, 'network_error'],
    [17, 'busy'],
    [18, 'unreachable'],
    [19, 'unreachable'],
    [20, 'switched_off'],
    [21, 'rejected'],
    [22, 'invalid_number'],
    [27, 'unreachable'],
    [28, 'invalid_number'],
    [38, 'network_error'],
    [42, 'congestion'],
    [127, 'network_error'],
    [999, 'network_error'],
  ])('is by the cause if it never rang (%i: %s)', (cause, expected) => {
    expect(causeOf({}, cause)).toBe(expected)
  })

  it.each([
    [21, 401],
    [21, 402],
    [21, 403],
    [21, 407],
    [58, 488],
    [34, 503],
    [58, undefined],
    [34, undefined],
  ])('is the trunk’s affair if it refuses the call before it rings (%i, SIP %s)', (cause, sipStatus) => {
    expect(causeOf({}, cause, sipStatus)).toBe('refused')
  })

  it('is nothing final about the contact if the trunk forbids the call after ringing', () => {
    expect(causeOf({ hasRung: true }, 21, 403)).toBe('network_error')
  })

  it('is silent without any response, whatever cause Asterisk gives', () => {
    const trail = { ...nothing, hasResponse: false }
    expect(judgeEnd(trail, { cause: 19, sipStatus: 480, talkMs: 0 })).toMatchObject({ isSilent: true })
    expect(judgeEnd(trail, { cause: 0, sipStatus: undefined, talkMs: 0 })).toMatchObject({ isSilent: true })
    // Asterisk has given up by itself.
    const timedOut = { ...nothing, isUnheard: true }
    expect(judgeEnd(timedOut, { cause: 18, sipStatus: 408, talkMs: 0 })).toMatchObject({ isSilent: true })
    const answered = { ...nothing, isUnheard: false }
    expect(judgeEnd(answered, { cause: 18, sipStatus: 408, talkMs: 0 })).toMatchObject({ isSilent: false })
  })
})
