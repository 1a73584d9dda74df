import { expect, it } from 'vitest'
import { story } from './simulation/run-seed.ts'
import { runSeeds } from './simulation/seed-tests.ts'

it('takes the same course for the same seed', async () => {
  const seeds = [31, 42, 55]
  const bySeed = (results: Awaited<ReturnType<typeof runSeeds>>) =>
    results.sort((a, b) => a.seed - b.seed).map(story)
  const first = bySeed(await runSeeds(seeds))
  expect(first.every((lines) => lines.length > 100)).toBe(true)
  expect(bySeed(await runSeeds(seeds))).toEqual(first)
}, 120_000)
