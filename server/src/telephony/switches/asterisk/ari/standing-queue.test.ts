import { expect, it } from 'vitest'
import { createStandingQueue } from './standing-queue.ts'

const FRAME = 160
const MS = 8
const silence = new Uint8Array(FRAME).fill(0xff)
const sound = new Uint8Array(FRAME).fill(0x80)

/** How many frames in a row are left out. */
function skipped(queue: ReturnType<typeof createStandingQueue>, frame: Uint8Array): number {
  let count = 0
  while (queue.skips(frame)) count += 1
  return count
}

function looked(...waitingMs: number[]) {
  const queue = createStandingQueue()
  for (const ms of waitingMs) queue.look(ms * MS)
  return queue
}

it('leaves silence out of a queue that stays, down to what jitter needs', () => {
  const queue = looked(320, 300, 310, 300, 305)
  expect(skipped(queue, sound)).toBe(0)
  expect(skipped(queue, silence) * 20).toBe(240)
})

it('leaves out sound as well where it is late by more than 400 ms', () => {
  expect(skipped(looked(610, 600, 610, 605, 600), sound) * 20).toBe(540)
})

it.each([
  ['of sound that was made ahead, which gets shorter', [2000, 1800, 1600, 1400, 1200, 1000, 800]],
  ['that still grows', [200, 600, 1000, 1400, 1800]],
  ['that is short', [100, 110, 100, 90, 100]],
  ['that was looked at for less than a second', [600, 600, 600, 600]],
])('leaves a queue alone %s', (_, waiting) => {
  expect(skipped(looked(...waiting), silence)).toBe(0)
})

it('leaves out nothing after what was queued is gone', () => {
  const queue = looked(600, 600, 600, 600, 600)
  queue.clear()
  expect(skipped(queue, silence)).toBe(0)
})
