// A database as an earlier version left it.
import { cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { migrate } from '../../src/platform/storage/migrate.ts'
import { silentLog } from './silent-log.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { createTestDatabase } from './test-database.ts'

const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** `before`: the number of the first migration that it lacks, such as 0034. */
export async function createOldDatabase(before: string) {
  const test = await createTestDatabase({ isEmpty: true })
  onTestFinished(() => test.drop())
  const folder = join(await temporaryFolder(), 'migrations')
  await mkdir(folder)
  for (const name of (await readdir(migrations)).filter((each) => each < before))
    await cp(join(migrations, name), join(folder, name))
  await migrate({ connection: test.connection, folder, log: silentLog })
  const rows = async <Row>(text: string, values: unknown[] = []) =>
    (await test.db.query<Row>({ text, values })).rows
  return { ...test, rows, migrate: () => migrate({ connection: test.connection, log: silentLog }) }
}
