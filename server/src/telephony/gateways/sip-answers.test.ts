import { expect, it } from 'vitest'
import { FINAL_CAUSES } from '../../dialing/dialer/settle/retry-policy.ts'
import { causeOf, isAboutTrunk, isCarrierFault } from './sip-answers.ts'

it.each([300, 301, 302, 305, 380, 401, 402, 403, 407, 488, 500, 501, 502, 503, 504, 513, 580, 606])(
  'SIP %i before ringing is about the trunk',
  (status) => {
    expect(isAboutTrunk(status)).toBe(true)
    expect(FINAL_CAUSES).not.toContain(causeOf(status))
  },
)

it.each([400, 404, 408, 410, 480, 484, 486, 487, 600, 603, 604, 607, 608, undefined])(
  'SIP %s is not about the trunk',
  (status) => {
    expect(isAboutTrunk(status)).toBe(false)
  },
)

it.each([603, 607, 608])('SIP %i is a rejection, and final', (status) => {
  expect(causeOf(status)).toBe('rejected')
  expect(FINAL_CAUSES).toContain('rejected')
})

it('knows the faults of a carrier', () => {
  expect([500, 503, 599, 403, 606, undefined].map(isCarrierFault)).toEqual([
    ...[true, true, true],
    ...[false, false, false],
  ])
})
