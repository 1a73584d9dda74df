import { expect, it } from 'vitest'
import { barOf } from '../progress-line.ts'
import { progressOf } from './task-watch.ts'

const states = { notDialed: 0, dialing: 0, waiting: 0, success: 0, failed: 0, skipped: 0 }

it.each([
  [
    { notDialed: 600, dialing: 50, waiting: 100, success: 200, failed: 40, skipped: 10 },
    '[#######.......................]  25%  250 of 1,000 contacts done, 200 successful, 50 live',
  ],
  [
    { success: 3, failed: 1 },
    '[##############################] 100%  4 of 4 contacts done, 3 successful, 50 live',
  ],
  [{}, '[##############################] 100%  0 of 0 contacts done, 0 successful, 50 live'],
])('shows %j as a bar', (given, bar) => {
  const progress = progressOf({ ...states, ...given })
  expect(barOf({ ...progress, more: '50 live' })).toBe(bar)
})
