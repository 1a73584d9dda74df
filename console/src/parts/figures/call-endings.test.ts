import { expect, it } from 'vitest'
import { splitFailed } from './call-endings.ts'

const causes = [
  { state: 'failed', ending: 'unsuccessful', contacts: 3 },
  { state: 'failed', ending: 'machine', contacts: 2 },
  { state: 'failed', ending: 'notAnswered', contacts: 10 },
  { state: 'waiting', ending: 'notAnswered', contacts: 7 },
  { state: 'success', ending: 'successful', contacts: 9 },
  { state: 'skipped', ending: null, contacts: 1 },
] as const

it('contacts without success are divided by their last call', () => {
  expect(splitFailed(15, causes)).toEqual({ unsuccessful: 3, machine: 2, notAnswered: 10, failed: 0 })
})

it('the parts add up to the whole, also if they were counted some seconds before', () => {
  expect(splitFailed(17, causes)).toEqual({ unsuccessful: 3, machine: 2, notAnswered: 12, failed: 0 })
  expect(splitFailed(1, [])).toEqual({ unsuccessful: 1, machine: 0, notAnswered: 0, failed: 0 })
})
