import { expect, it } from 'vitest'
import { completeTime } from './time-input.tsx'

it.each([
  ['09:30', '09:30'],
  ['9:30', '09:30'],
  ['9', '09:00'],
  ['17', '17:00'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['1745', '17:45'],
  ['9.30', '09:30'],
  ['', ''],
  ['soon', 'soon'],
  ['9:3', '9:3'],
  ['99:99', '99:99'],
])('%j is completed to %j', (typed, completed) => {
  expect(completeTime(typed)).toBe(completed)
})
