import { describe, expect, it } from 'vitest'
import { createTimestamps } from '../../platform/kernel/timestamps.ts'
import { isBackupDue, isBackupExpected, isBackupLate } from './backup-times.ts'

const timestamps = createTimestamps('Asia/Shanghai')
const at = (text: string) => timestamps.parse(text, 'first') as Date
const times = (good?: string, tried = good) => ({
  good_time: good === undefined ? null : at(good),
  try_time: tried === undefined ? null : at(tried),
  fail_time: null,
})

describe('a nightly backup is due', () => {
  it.each([
    ['at once if there was none', times(), '2026-03-02 14:00:00', true],
    ['not again on the same day', times('2026-03-02 03:00:05'), '2026-03-02 23:59:59', false],
    ['not before three in the night', times('2026-03-02 03:00:05'), '2026-03-03 02:59:59', false],
    ['at three', times('2026-03-02 03:00:05'), '2026-03-03 03:00:00', true],
    [
      'in the morning, if the service was down at night',
      times('2026-03-01 03:00:05'),
      '2026-03-02 09:00:00',
      true,
    ],
    [
      'not for an hour after a failure',
      times('2026-03-01 03:00:05', '2026-03-02 03:00:00'),
      '2026-03-02 03:59:59',
      false,
    ],
    [
      'an hour after a failure',
      times('2026-03-01 03:00:05', '2026-03-02 03:00:00'),
      '2026-03-02 04:00:00',
      true,
    ],
    [
      'an hour after the first one failed',
      times(undefined, '2026-03-02 09:00:00'),
      '2026-03-02 10:00:00',
      true,
    ],
  ])('%s', (_title, row, now, isDue) => {
    expect(isBackupDue(row, at(now), timestamps)).toBe(isDue)
  })
})

it('is late after a day and a half', () => {
  expect(isBackupLate(times('2026-03-01 03:00:00'), at('2026-03-02 15:00:00'))).toBe(false)
  expect(isBackupLate(times('2026-03-01 03:00:00'), at('2026-03-02 15:00:01'))).toBe(true)
  expect(isBackupLate(times(undefined, '2026-03-01 03:00:00'), at('2026-03-02 15:00:01'))).toBe(true)
  expect(isBackupLate(times(), at('2026-03-02 15:00:01'))).toBe(false)
})

it('is expected here if it is set here, and elsewhere if a node has tried in the last week', () => {
  expect(isBackupExpected(times(), at('2026-03-02 00:00:00'), true)).toBe(true)
  expect(isBackupExpected(times(), at('2026-03-02 00:00:00'), false)).toBe(false)
  expect(isBackupExpected(times('2026-03-01 03:00:00'), at('2026-03-08 02:00:00'), false)).toBe(true)
  expect(isBackupExpected(times('2026-03-01 03:00:00'), at('2026-03-08 04:00:00'), false)).toBe(false)
})
