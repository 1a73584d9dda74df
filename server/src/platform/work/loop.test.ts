import { describe, expect, it } from 'vitest'
import { createLoop } from './loop.ts'

type Options = Partial<Parameters<typeof createLoop>[0]>

/** A loop whose time moves only when the test says so. Its work ends when the test ends it; without `isHeld` at once. */
function open({ isHeld = false, ...options }: Options & { isHeld?: boolean } = {}) {
  let nowMs = 0
  const timers = new Set<{ atMs: number; run: () => void }>()
  const said: string[] = []
  const ends: ((failure?: Error) => void)[] = []
  const runs: number[] = []
  const note = (_facts: object, message: string) => said.push(message)
  const loop = createLoop({
    name: 'looking',
    work: () => {
      runs.push(nowMs)
      if (!isHeld) return Promise.resolve()
      return new Promise<void>((resolve, reject) => {
        ends.push((failure) => (failure ? reject(failure) : resolve()))
      })
    },
    log: { info: note, warn: note, error: note },
    clock: { elapsedMs: () => nowMs },
    setTimer(run, delayMs) {
      const timer = { atMs: nowMs + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    ...options,
  })
  return {
    ...{ loop, runs, said, timers },
    /** Ends the running work and waits until the loop has seen it. */
    async end(failure?: Error): Promise<void> {
      const ended = loop.ran()
      ends.shift()?.(failure)
      await ended
      await Promise.resolve()
    },
    async pass(ms: number): Promise<void> {
      const untilMs = nowMs + ms
      if (!isHeld) await loop.idle()
      for (;;) {
        const [next] = [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)
        if (!next) break
        nowMs = next.atMs
        timers.delete(next)
        next.run()
        if (!isHeld) await loop.idle()
      }
      nowMs = untilMs
    },
  }
}

describe('a loop that is not started', () => {
  it('works only when it is woken', async () => {
    const { loop, runs, pass } = open({ everyMs: 10 })
    await pass(100)
    expect(runs).toEqual([])
    loop.wake()
    await pass(100)
    expect(runs).toEqual([100])
  })

  it('works again after an error', async () => {
    const { loop, runs, said, pass, end } = open({ isHeld: true, everyMs: 10 })
    loop.wake()
    await end(new Error('away'))
    expect(said).toEqual(['looking failed; retrying in 10 ms'])
    await pass(10)
    await end()
    await pass(100)
    expect(runs).toEqual([0, 10])
  })

  it('never works if it was stopped before', async () => {
    const { loop, runs, timers, pass } = open({ everyMs: 10 })
    await loop.stop()
    loop.start()
    loop.wake()
    loop.wake(5)
    loop.wakeAfter(5)
    await pass(100)
    expect(runs).toEqual([])
    expect(timers.size).toBe(0)
  })
})

describe('a loop that is started', () => {
  it('works at once and after each pause, also if it is started twice', async () => {
    const { loop, runs, pass } = open({ everyMs: 10 })
    loop.start()
    loop.start()
    await pass(30)
    expect(runs).toEqual([0, 10, 20, 30])
  })

  it('works for the first time within the time that was given', async () => {
    const { loop, runs, pass } = open({ everyMs: 10 })
    loop.start(4)
    await pass(14)
    expect(runs).toEqual([4, 14])
  })

  it('asks for the pause after each run', async () => {
    const pauses = [0, 3, 7, 50]
    const { loop, runs, pass } = open({ everyMs: () => pauses.shift() ?? 1000 })
    loop.start()
    await pass(20)
    expect(runs).toEqual([0, 0, 3, 10])
  })

  it('counts the pause from the end of a run', async () => {
    const { loop, runs, pass, end } = open({ isHeld: true, everyMs: 10 })
    loop.start()
    await pass(25)
    expect(runs).toEqual([0])
    await end()
    await pass(9)
    expect(runs).toEqual([0])
    await pass(1)
    expect(runs).toEqual([0, 35])
  })

  it('has no timer left when it works, so that a pause never ends in the middle', async () => {
    const { loop, runs, timers, pass, end } = open({ isHeld: true, everyMs: 10 })
    loop.start()
    await end()
    await pass(5)
    loop.wake()
    expect(timers.size).toBe(0)
    await end()
    await pass(10)
    expect(runs).toEqual([0, 5, 15])
  })
})

describe('a wake-up', () => {
  it('while it works leads to one more run at once, not to two', async () => {
    const { loop, runs, pass, end } = open({ isHeld: true })
    loop.wake()
    for (let each = 0; each < 3; each += 1) loop.wake()
    expect(runs).toEqual([0])
    await end()
    expect(runs).toEqual([0, 0])
    await end()
    await loop.idle()
    await pass(1000)
    expect(runs).toEqual([0, 0])
  })

  it('by the work itself is not lost', async () => {
    let runs = 0
    const { loop } = open({
      async work() {
        runs += 1
        if (runs < 3) loop.wake()
      },
    })
    loop.wake()
    await loop.idle()
    expect(runs).toBe(3)
  })

  it('while it works waits for the min pause', async () => {
    const { loop, runs, pass, end } = open({ isHeld: true, minPauseMs: 20 })
    loop.wake()
    loop.wake()
    await end()
    await pass(19)
    expect(runs).toEqual([0])
    await pass(1)
    expect(runs).toEqual([0, 20])
  })

  it('within a time is served by an earlier run', async () => {
    const { loop, runs, pass } = open()
    loop.wake(10)
    loop.wake(30)
    loop.wake(5)
    await pass(100)
    expect(runs).toEqual([5])
  })

  it('after a time is served by no earlier run', async () => {
    const { loop, runs, pass } = open()
    loop.wakeAfter(10)
    loop.wakeAfter(20)
    loop.wake()
    await pass(100)
    expect(runs).toEqual([0, 10, 20])
  })
})

describe('an error', () => {
  it('is logged, and the loop goes on after a pause, even if it was woken meanwhile', async () => {
    const { loop, runs, said, pass, end } = open({ isHeld: true, everyMs: 100, retryMs: 7 })
    loop.start()
    loop.wake()
    await end(new Error('away'))
    expect(said).toEqual(['looking failed; retrying in 7 ms'])
    await pass(6)
    expect(runs).toEqual([0])
    await pass(1)
    await end()
    await pass(100)
    expect(runs).toEqual([0, 7, 107])
  })

  it('does not hold up a wake-up that comes after it', async () => {
    const { loop, runs, pass, end } = open({ isHeld: true, retryMs: 50 })
    loop.wake()
    await end(new Error('away'))
    loop.wake()
    await end()
    await pass(100)
    expect(runs).toEqual([0, 0])
  })

  it('is one as well if it is thrown before the work waits for anything', async () => {
    const { loop, said } = open({
      work: () => {
        throw new Error('at once')
      },
    })
    loop.wake()
    await loop.idle()
    expect(said).toEqual(['looking failed; retrying in 1000 ms'])
  })
})

describe('a stop', () => {
  it('waits for the running work, tells it, and lets no other run begin', async () => {
    const { loop, runs, timers, pass, end } = open({ isHeld: true, everyMs: 10 })
    loop.start()
    loop.wake()
    let isStopped = false
    const stopped = loop.stop().then(() => {
      isStopped = true
    })
    expect(loop.signal.aborted).toBe(true)
    await new Promise(setImmediate)
    expect(isStopped).toBe(false)
    await end()
    await stopped
    loop.wake()
    await pass(100)
    expect(runs).toEqual([0])
    expect(timers.size).toBe(0)
  })

  it('can be asked for twice; both wait for the running work', async () => {
    const { loop, end } = open({ isHeld: true })
    loop.wake()
    const stops = Promise.all([loop.stop(), loop.stop()])
    await end()
    await stops
    await loop.stop()
  })

  it('drops what was planned', async () => {
    const { loop, runs, timers, pass } = open({ everyMs: 10 })
    loop.start()
    await loop.idle()
    loop.wakeAfter(3)
    await loop.stop()
    expect(timers.size).toBe(0)
    await pass(100)
    expect(runs).toEqual([0])
  })

  it('logs no error of the work that it cuts short', async () => {
    const { loop, said, timers, end } = open({ isHeld: true })
    loop.wake()
    const stopped = loop.stop()
    await end(new Error('cut short'))
    await stopped
    expect(said).toEqual([])
    expect(timers.size).toBe(0)
  })

  it('ends the waiting for a run', async () => {
    const { loop } = open()
    const before = loop.ran()
    await loop.stop()
    await before
    await loop.ran()
  })
})
