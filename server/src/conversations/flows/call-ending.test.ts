import { expect, it } from 'vitest'
import { SUMMED_CAUSES } from '../../dialing/dialer/settle/call-sums.queries.ts'
import { CallOutcome, outcomeOfCause } from '../../platform/kernel/call-causes.ts'
import { CALL_ENDINGS } from '../../platform/words/calls.ts'
import { causesOfEnding, endingCounts, endingOfCause, endingOrNull } from './call-ending.ts'

it('every cause has one ending', () => {
  expect(CALL_ENDINGS.flatMap(causesOfEnding).sort()).toEqual([...SUMMED_CAUSES].sort())
})

it('a success is a success in both', () => {
  for (const cause of SUMMED_CAUSES)
    expect(endingOfCause(cause) === 'successful', cause).toBe(outcomeOfCause(cause) === CallOutcome.success)
})

it('somebody who asked for another call has answered', () => {
  expect(endingOfCause('callback')).toBe('unsuccessful')
})

it('a reason why a contact is never called is no ending', () => {
  expect([endingOrNull('do_not_call'), endingOrNull(null), endingOrNull('busy')]).toEqual([
    null,
    null,
    'failed',
  ])
})

it('calls that are in no column failed', () => {
  const columns = { success_count: 3, unsuccessful_count: 2, machine_count: 1, not_answered_count: 1 }
  expect(endingCounts(10, columns)).toEqual({
    successful: 3,
    unsuccessful: 2,
    machine: 1,
    notAnswered: 1,
    failed: 3,
  })
})
