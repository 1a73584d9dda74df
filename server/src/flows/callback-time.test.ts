import { expect, it } from 'vitest'
import { createZoneOffsets } from '../kernel/timestamps.ts'
import { readCallbackTime } from './callback-time.ts'

const berlin = createZoneOffsets('Europe/Berlin')
const read = (text: string, now: string) => readCallbackTime(text, new Date(now), berlin)

it.each([
  ['17:00', '2026-05-04T09:00:00Z', '2026-05-04T15:00:00.000Z'],
  ['9:05', '2026-05-04T09:00:00Z', '2026-05-05T07:05:00.000Z'],
  // The clocks go forward in the night.
  ['09:00', '2026-03-28T20:00:00Z', '2026-03-29T07:00:00.000Z'],
  ['+90m', '2026-05-04T09:00:00Z', '2026-05-04T10:30:00.000Z'],
  ['+2h', '2026-05-04T09:00:00Z', '2026-05-04T11:00:00.000Z'],
  ['+1d', '2026-05-04T09:00:00Z', '2026-05-05T09:00:00.000Z'],
  ['2026-05-04T17:00:00+02:00', '2026-05-04T09:00:00Z', '2026-05-04T15:00:00.000Z'],
  ['at five', '2026-05-04T09:00:00Z', undefined],
  ['25:00', '2026-05-04T09:00:00Z', undefined],
  ['2026-13-04T17:00:00Z', '2026-05-04T09:00:00Z', undefined],
])('"%s" said at %s is %s', (text, now, expected) => {
  expect(read(text, now)).toBe(expected)
})
