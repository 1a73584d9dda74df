// The checks of the simulated worlds notice what they are there for: here a trunk breaks a rule on purpose.
import { expect, it, onTestFinished } from 'vitest'
import { openRealStatements } from './simulation/real-statements.ts'
import { runSeed } from './simulation/run-seed.ts'
import { createTestDatabase } from './support/test-database.ts'

/** A world with trunks, in which several take the same calls. */
const SEED = 1005

it('notice that a phone rings again by the next trunk, after one that rang it has said that it refused the call', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const real = await openRealStatements(database.connection)
  onTestFinished(() => real.close())
  expect((await runSeed(real, SEED)).problem).toBeUndefined()
  const { problem } = await runSeed(real, SEED, { deniesRings: true })
  expect(problem).toMatch(/rang \+?\d+ twice at once|placed \S+ twice/)
}, 600_000)
