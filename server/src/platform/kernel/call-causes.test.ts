import { expect, it } from 'vitest'
import { FINAL_CAUSES } from '../../dialing/dialer/settle/retry-policy.ts'
import type { CallCause } from '../words/calls.ts'
import { CallOutcome, outcomeOfCause } from './call-causes.ts'

it.each<[CallCause, keyof typeof CallOutcome, boolean]>([
  ['answered', 'success', true],
  ['no_answer', 'noAnswer', false],
  ['unreachable', 'noAnswer', false],
  ['switched_off', 'noAnswer', false],
  ['voicemail', 'noAnswer', false],
  ['busy', 'fail', false],
  ['congestion', 'fail', false],
  ['network_error', 'fail', false],
  ['gateway_error', 'fail', false],
  ['lost', 'fail', false],
  ['rejected', 'fail', true],
  ['invalid_number', 'fail', true],
])('%s is %s, and final: %s', (cause, outcome, isFinal) => {
  expect(outcomeOfCause(cause)).toBe(CallOutcome[outcome])
  expect(FINAL_CAUSES.includes(cause)).toBe(isFinal)
})
