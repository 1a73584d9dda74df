import { expect, it } from 'vitest'
import { DEFAULT_DESTINATIONS } from '../../../campaigns/permission/destinations.ts'
import { type SendingTrunk, sendingProblem } from './sent-number.ts'

const rules = { destinations: { ...DEFAULT_DESTINATIONS, deniedPrefixes: ['+7'] }, country: undefined }
const trunk = (numberForm: SendingTrunk['numberForm']): SendingTrunk => ({
  ...{ id: 'one', name: 'one', numberForm },
  prefixRules: [],
})

it.each([
  ['19005551234', { reason: 'premium_number', prefix: '+1900' }],
  ['88162345678', { reason: 'premium_number', prefix: '+881' }],
  ['74951234567', { reason: 'denied_prefix', prefix: '+7' }],
])('a trunk that wants digits reads %s with its country code', (dialed, problem) => {
  expect(sendingProblem(trunk('digits'), dialed, rules)).toEqual({ ...problem, sent: dialed })
  for (const form of ['plus', 'asWritten'] as const)
    expect(sendingProblem(trunk(form), dialed, rules)).toBeUndefined()
})

it.each(['8705551234', '12025550123', '+12025550123', '0015551234567'])(
  '%s may go out as digits',
  (dialed) => {
    expect(sendingProblem(trunk('digits'), dialed, rules)).toBeUndefined()
  },
)
