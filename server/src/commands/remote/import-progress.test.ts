import { describe, expect, it } from 'vitest'
import { barOf } from '../progress-line.ts'
import { progressOf } from './import-progress.ts'

describe('the progress bar of an import', () => {
  const counts = { successCount: 0, updatedCount: 0 }

  it.each([
    [null, 0, 0, 'Reading the file'],
    [1000, 0, 0, '[..............................]   0%  0 of 1,000 rows, 500 rows/s'],
    [
      1_000_000,
      250_000,
      12,
      '[#######.......................]  25%  250,000 of 1,000,000 rows, 12 failed, 500 rows/s',
    ],
    [1000, 1000, 0, '[##############################] 100%  1,000 of 1,000 rows, 500 rows/s'],
    [0, 0, 0, '[##############################] 100%  0 of 0 rows, 500 rows/s'],
  ])('of %j rows, %i done', (totalRows, importCount, failCount, bar) => {
    expect(barOf(progressOf({ ...counts, totalRows, importCount, failCount }, 500))).toBe(bar)
  })
})
