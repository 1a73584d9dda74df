import { expect, it } from 'vitest'
import { toLocal, toTimestamp } from './local-time.ts'

it.each([
  ['2026-03-02T09:30', '2026-03-02 09:30:00'],
  ['2026-03-02T09:30:15', '2026-03-02 09:30:15'],
])('%s in a field is %s in the API, and back', (local, timestamp) => {
  expect(toTimestamp(local)).toBe(timestamp)
  expect(toLocal(timestamp)).toBe(local)
})

it('shows no time as an empty field', () => {
  expect(toLocal(null)).toBe('')
})
