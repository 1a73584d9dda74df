import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../../../test/support/manual-clock.ts'
import { createLatestResults, type TaskResults } from './task-results.ts'

describe('the latest results of a large task', () => {
  const clock = createManualClock('2026-07-01T10:00:00Z')
  const of = (contacts: number) => ({ contacts }) as TaskResults

  it('are those of the last finished count, and nobody waits for the next one', async () => {
    const answers = [async () => of(1), () => Promise.reject(new Error('no database')), async () => of(2)]
    const latest = createLatestResults(clock, () =>
      (answers.shift() ?? (() => new Promise(() => undefined)))(),
    )
    const told = async () => {
      const results = latest('a')
      await Promise.resolve()
      return results
    }
    expect(await told()).toBeNull()
    expect(await told()).toEqual(of(1))
    expect(await told()).toEqual(of(1))
    expect(await told()).toEqual(of(2))
    expect(latest('b')).toBeNull()
  })

  it('are forgotten when nobody asks for them', async () => {
    const latest = createLatestResults(clock, async () => of(1))
    latest('a')
    await Promise.resolve()
    expect(latest('a')).toEqual(of(1))
    clock.advance(600_001)
    expect(latest('a')).toBeNull()
  })
})
