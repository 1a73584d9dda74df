import { expect, it } from 'vitest'
import { createDatabaseClock } from './database-clock.ts'

const HOUR_MS = 3_600_000

function openClock() {
  let ownMs = Date.parse('2026-03-02T09:00:00Z')
  let elapsedMs = 0
  const said: string[] = []
  const log = {
    info: (_: object, text: string) => said.push(text),
    warn: (_: object, text: string) => said.push(text),
  }
  const clock = createDatabaseClock(
    { now: () => new Date(ownMs), elapsedMs: () => elapsedMs },
    { ...log, error: () => undefined },
  )
  return {
    clock,
    said,
    pass(ms: number) {
      ownMs += ms
    },
    /** A heartbeat that takes this long, while the database is ahead by so much; its clock is read in the middle. */
    beat(aheadMs: number, takesMs = 10) {
      const note = clock.compare()
      const databaseTime = new Date(ownMs + takesMs / 2 + aheadMs)
      ownMs += takesMs
      elapsedMs += takesMs
      note(databaseTime)
    },
    /** The machine's clock is set during a heartbeat: the database was level with it before. */
    beatAndSet(byMs: number) {
      const note = clock.compare()
      const databaseTime = new Date(ownMs)
      ownMs += byMs
      note(databaseTime)
    },
    differsBy: () => clock.now().getTime() - ownMs,
  }
}

it('is its own before the first heartbeat, then that of the database', () => {
  const { differsBy, beat, pass } = openClock()
  expect(differsBy()).toBe(0)
  beat(-HOUR_MS)
  expect(differsBy()).toBe(-HOUR_MS)
  pass(5000)
  expect(differsBy()).toBe(-HOUR_MS)
  beat(90_000)
  expect(differsBy()).toBe(90_000)
})

it('does not tremble: what may still be right stays', () => {
  const { differsBy, beat } = openClock()
  beat(100, 10)
  for (const takesMs of [400, 30, 4000]) beat(100 + takesMs / 4, takesMs)
  expect(differsBy()).toBe(100)
  // A statement that took long says little, but not nothing.
  beat(10_000, 4000)
  expect(differsBy()).toBe(10_000)
})

it('follows the database also when the clock of the machine is set during a heartbeat', () => {
  const { differsBy, beatAndSet } = openClock()
  beatAndSet(-HOUR_MS)
  expect(differsBy()).toBe(HOUR_MS)
})

it('says when the machine is off by more than 2 seconds, and when no longer, once each', () => {
  const { said, beat } = openClock()
  for (const aheadMs of [1500, -HOUR_MS, -HOUR_MS, 500, 500]) beat(aheadMs)
  expect(said).toEqual([expect.stringMatching(/differs/), expect.stringMatching(/agrees/)])
})
