import { expect, it } from 'vitest'
import { type SeedResult, story } from './simulation/run-seed.ts'
import { runSeeds } from './simulation/seed-tests.ts'

const SEEDS = [31, 42, 55]

/** The first line in which two runs differ, with what led there. */
function firstDifference(one: string[], other: string[]): string[] {
  const line = one.findIndex((text, index) => text !== other[index])
  return line < 0 ? [] : [...one.slice(Math.max(0, line - 10), line + 1), `but then: ${other[line]}`]
}

it('takes the same course for the same seed', async () => {
  const bySeed = (results: SeedResult[]) => results.sort((a, b) => a.seed - b.seed).map(story)
  const first = bySeed(await runSeeds(SEEDS))
  const second = bySeed(await runSeeds(SEEDS))
  expect(first.every((lines) => lines.length > 100)).toBe(true)
  expect(SEEDS.map((_, index) => firstDifference(first[index] ?? [], second[index] ?? []))).toEqual([
    [],
    [],
    [],
  ])
})
