// A database for the simulated worlds of a test file, one world after the other.

import { afterAll, afterEach, beforeAll } from 'vitest'
import { createQuietWorld, type QuietWorld, type QuietWorldOptions } from '../simulation/quiet-world.ts'
import { openRealStatements, type RealStatements } from '../simulation/real-statements.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export function dialingWorlds(): (options?: QuietWorldOptions) => Promise<QuietWorld> {
  let database: TestDatabase
  let real: RealStatements
  let current: QuietWorld | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
    real = await openRealStatements(database.connection)
  })
  afterEach(async () => {
    // Whatever a test was about, the rules hold in it.
    await current?.checkAtTheEnd()
    await current?.end()
    current = undefined
  })
  afterAll(async () => {
    await real.close()
    await database.drop()
  })
  return async (options) => {
    current = await createQuietWorld(real, options)
    return current
  }
}
