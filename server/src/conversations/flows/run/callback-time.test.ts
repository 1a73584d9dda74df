import { expect, it } from 'vitest'
import { createZoneOffsets } from '../../../platform/kernel/timestamps.ts'
import { readCallbackTime } from './callback-time.ts'

const berlin = createZoneOffsets('Europe/Berlin')
const read = (text: string, now: string) => readCallbackTime(text, { now: new Date(now), zones: [berlin] })

it.each([
  ['17:00', '2026-05-04T09:00:00Z', '2026-05-04T15:00:00.000Z'],
  ['9:05', '2026-05-04T09:00:00Z', '2026-05-05T07:05:00.000Z'],
  // The clocks go forward in the night.
  ['09:00', '2026-03-28T20:00:00Z', '2026-03-29T07:00:00.000Z'],
  ['+90m', '2026-05-04T09:00:00Z', '2026-05-04T10:30:00.000Z'],
  ['+2h', '2026-05-04T09:00:00Z', '2026-05-04T11:00:00.000Z'],
  ['+1d', '2026-05-04T09:00:00Z', '2026-05-05T09:00:00.000Z'],
  ['+90d', '2026-05-04T09:00:00Z', '2026-08-02T09:00:00.000Z'],
  ['2026-05-04T17:00:00+02:00', '2026-05-04T09:00:00Z', '2026-05-04T15:00:00.000Z'],
])('"%s" said at %s is %s', (text, now, time) => {
  expect(read(text, now)).toEqual({ time })
})

it.each(['at five', '25:00', '2026-13-04T17:00:00Z'])('"%s" is not a time', (text) => {
  expect(read(text, '2026-05-04T09:00:00Z')).toBeUndefined()
})

it.each([
  ['2026-05-04T08:59:59Z', 'callback_past'],
  ['1999-01-01T00:00:00Z', 'callback_past'],
  ['+0m', 'callback_past'],
  ['+91d', 'callback_too_far'],
  ['2999-01-01T00:00:00Z', 'callback_too_far'],
])('"%s" is not taken: %s', (text, ignored) => {
  expect(read(text, '2026-05-04T09:00:00Z')).toEqual({ ignored })
})

it('may be further ahead if the setting says so', () => {
  const now = new Date('2026-05-04T09:00:00Z')
  expect(readCallbackTime('+2d', { now, zones: [berlin], maxDays: 1 })).toEqual({
    ignored: 'callback_too_far',
  })
  expect(readCallbackTime('+200d', { now, zones: [berlin], maxDays: 365 })).toHaveProperty('time')
})

it('is the last one of several zones', () => {
  const zones = ['America/New_York', 'America/Los_Angeles'].map(createZoneOffsets)
  expect(readCallbackTime('17:00', { now: new Date('2026-05-04T09:00:00Z'), zones })).toEqual({
    time: '2026-05-05T00:00:00.000Z',
  })
})
