import { expect, it } from 'vitest'
import { createManualClock } from '../../../test/support/manual-clock.ts'
import { createRequestTurns } from './request-turns.ts'

it('requests take turns, and one that waited too long is not made', async () => {
  const clock = createManualClock('2026-06-10T08:00:00Z')
  const turns = createRequestTurns(clock, 1)
  let answerFirst: (text: string) => void = () => undefined
  const first = new Promise<string>((resolve) => {
    answerFirst = resolve
  })
  const made: string[] = []
  const make = (name: string, result: Promise<string> | string) => async () => {
    made.push(name)
    return result
  }
  const one = turns.take(make('one', first))
  const two = turns.take(make('two', 'b'), 1000)
  const three = turns.take(make('three', 'c'), 3000)
  expect(made).toEqual(['one'])
  clock.advance(1001)
  answerFirst('a')
  expect(await Promise.all([one, two, three])).toEqual(['a', undefined, 'c'])
  expect(made).toEqual(['one', 'three'])
})

it('a request that fails hands its turn on', async () => {
  const turns = createRequestTurns(createManualClock('2026-06-10T08:00:00Z'), 1)
  await expect(turns.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns.take(async () => 'next')).toBe('next')
})
