import { describe, expect, it } from 'vitest'
import type { Dialer } from './dialer.ts'
import { runDialer } from './run-dialer.ts'

const GATHER_MS = 50
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A dialer that only counts, and a time that passes when it is told to. */
function open({ enough = 10, isBroken = false } = {}) {
  const failures: string[] = []
  const settlements: number[] = []
  let waiting = 0
  let steps = 0
  let nowMs = 0
  let timers: { atMs: number; run: () => void }[] = []
  let onEnd = () => {}
  const dialer: Dialer = {
    async step() {
      steps += 1
      if (isBroken) throw new Error('the database is away')
      return 'later'
    },
    async settle() {
      if (isBroken) throw new Error('the database is away')
      const count = waiting
      waiting = 0
      if (count > 0) settlements.push(count)
      return count
    },
    hasGathered: () => waiting >= enough,
    liveCalls: () => waiting,
    figures: () => ({ live: waiting, unsettled: 0, oldestUnsettledSeconds: 0, isGatewayUp: true }),
    hangUp: () => undefined,
    transfer: () => undefined,
    watch: () => undefined,
    tell: async () => false,
    expectSingleCalls: () => undefined,
    drain: () => undefined,
    endAtOnce: () => undefined,
    saveUnwritten: async () => undefined,
    leave: async () => undefined,
  }
  const running = runDialer(
    (hear) => {
      onEnd = hear
      return dialer
    },
    silent,
    {
      gatherMs: GATHER_MS,
      noteFailure: (loop) => failures.push(loop),
      setTimer(run, delayMs) {
        const timer = { atMs: nowMs + delayMs, run }
        timers.push(timer)
        return () => {
          timers = timers.filter((each) => each !== timer)
        }
      },
    },
  )
  return {
    running,
    settlements,
    failures,
    steps: () => steps,
    async end(calls: number) {
      waiting += calls
      onEnd()
      await settled()
    },
    async pass(ms: number) {
      nowMs += ms
      const due = timers.filter(({ atMs }) => atMs <= nowMs)
      timers = timers.filter(({ atMs }) => atMs > nowMs)
      for (const { run } of due) run()
      await settled()
    },
  }
}

/** Nothing here waits for anything but promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('tells of failures, and tries again', async () => {
  const { pass, failures } = open({ isBroken: true, enough: 0 })
  await pass(0)
  expect(failures.sort()).toEqual(['claim', 'settle'])
  await pass(500)
  expect(failures.sort()).toEqual(['claim', 'claim', 'settle', 'settle'])
})

describe('settling', () => {
  it('writes a call down at once that nobody else could join', async () => {
    const { end, settlements } = open({ enough: 1 })
    await end(1)
    expect(settlements).toEqual([1])
  })

  it('writes calls down together that end soon after each other', async () => {
    const { end, pass, settlements } = open()
    await pass(GATHER_MS)
    await end(1)
    await pass(GATHER_MS - 1)
    await end(3)
    expect(settlements).toEqual([])
    await pass(1)
    expect(settlements).toEqual([4])
  })

  it('waits no longer once enough of them have ended', async () => {
    const { end, settlements } = open({ enough: 3 })
    await end(2)
    expect(settlements).toEqual([])
    await end(1)
    expect(settlements).toEqual([3])
    await end(2)
    expect(settlements).toEqual([3])
  })

  it('claims again when lines are free, not when a call has only ended', async () => {
    const { end, pass, steps } = open()
    await end(1)
    const before = steps()
    await end(1)
    expect(steps()).toBe(before)
    await pass(GATHER_MS)
    expect(steps()).toBe(before + 1)
  })

  it('writes down what ends while it stops', async () => {
    const { end, pass, running, settlements } = open()
    await end(1)
    await end(1)
    const stopped = running.stop(1000)
    await pass(GATHER_MS)
    await stopped
    expect(settlements).toEqual([2])
  })
})
