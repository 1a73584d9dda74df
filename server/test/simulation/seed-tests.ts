// Seeds as a test: several worlds side by side, each in a database of its own.

import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'
import { openRealStatements } from './real-statements.ts'
import { runSeed, type SeedResult } from './run-seed.ts'
import { addSituations, findMissing } from './situations.ts'

const LANES = 2
const LONGEST_MS = 600_000

export function testSeeds(from: number, count: number): void {
  it(
    `holds for seeds ${from} to ${from + count - 1}`,
    async () => {
      const results = await runSeeds(Array.from({ length: count }, (_, index) => from + index))
      const broken = results.flatMap(({ seed, problem }) => (problem ? [`seed ${seed}: ${problem}`] : []))
      expect(broken).toEqual([])
      expect(results).toHaveLength(count)
      const situations = addSituations(results.map((result) => result.situations))
      expect(findMissing(situations, count).unexpected, 'situations that never came up').toEqual([])
      expect(results.reduce((sum, { calls }) => sum + calls, 0)).toBeGreaterThan(count)
    },
    LONGEST_MS,
  )
}

export async function runSeeds(seeds: number[]): Promise<SeedResult[]> {
  const left = [...seeds]
  const results: SeedResult[] = []
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      const database = await createTestDatabase()
      const real = await openRealStatements(database.connection)
      try {
        for (let seed = left.shift(); seed !== undefined; seed = left.shift())
          results.push(await runSeed(real, seed))
      } finally {
        await real.close()
        await database.drop()
      }
    }),
  )
  return results
}
