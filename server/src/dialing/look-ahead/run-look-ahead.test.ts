import { describe, expect, it, onTestFinished } from 'vitest'
import { createSilentLog } from '../../platform/kernel/log/log.ts'
import { runLookAhead } from './run-look-ahead.ts'

const DAY_MS = 86_400_000
const NOW = new Date('2026-11-16T02:00:00Z')

function run(step: (isStopped?: () => boolean) => Promise<'now' | 'soon' | 'later'>) {
  const removals: Date[] = []
  const running = runLookAhead({
    lookAhead: { step },
    sounds: {
      removeUnused: async (since) => {
        removals.push(since)
        return 0
      },
    },
    clock: { now: () => NOW, elapsedMs: () => 0 },
    log: createSilentLog(),
    keptDays: 30,
    stopWaitMs: 1,
  })
  onTestFinished(() => running.stop())
  return { running, removals }
}

describe('the look-ahead', () => {
  it('goes on at once while there is more to make, and after a task was published', async () => {
    let steps = 0
    const { running } = run(async () => {
      steps += 1
      return steps < 5 ? 'now' : 'later'
    })
    await expect.poll(() => steps).toBe(5)
    running.wake()
    await expect.poll(() => steps).toBeGreaterThan(5)
  })

  it('removes sentences that were not said for 30 days, not with every step', async () => {
    let steps = 0
    const { removals } = run(async () => {
      steps += 1
      return steps < 5 ? 'now' : 'later'
    })
    await expect.poll(() => steps).toBe(5)
    expect(removals).toEqual([new Date(NOW.getTime() - 30 * DAY_MS)])
  })

  it('stops although a provider hangs, and the step learns of it', async () => {
    let hasStopped: (() => boolean) | undefined
    const { running } = run((isStopped) => {
      hasStopped = isStopped
      return new Promise(() => undefined)
    })
    expect(hasStopped?.()).toBe(false)
    await running.stop()
    expect(hasStopped?.()).toBe(true)
  })
})
