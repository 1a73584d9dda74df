import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { describeDataModel } from '../scripts/data-model.ts'
import { createTestDatabase } from './support/test-database.ts'

it('keeps docs/data-model.md as the schema is (npm run data-model writes it anew)', async () => {
  const database = await createTestDatabase({ maxConnections: 1 })
  onTestFinished(() => database.drop())
  const committed = await readFile(new URL('../../docs/data-model.md', import.meta.url), 'utf8')
  expect(await describeDataModel(database.db)).toBe(committed)
})
