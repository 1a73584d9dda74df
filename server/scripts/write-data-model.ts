// Writes docs/data-model.md from the schema of a database that is made for it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSilentLog } from '../src/platform/kernel/log/log.ts'
import { createDatabase } from '../src/platform/storage/database.ts'
import { startEmbeddedPostgres } from '../src/platform/storage/embedded/embedded-postgres.ts'
import { migrate } from '../src/platform/storage/migrate.ts'
import { describeDataModel } from './data-model.ts'

const log = createSilentLog()
const folder = await mkdtemp(join(tmpdir(), 'carillon-data-model-'))
const server = await startEmbeddedPostgres({ dataDir: folder, log })
try {
  await migrate({ connection: server.connection, log })
  const db = createDatabase({ connection: server.connection, maxConnections: 1, log })
  const text = await describeDataModel(db).finally(() => db.close())
  await writeFile(new URL('../../docs/data-model.md', import.meta.url), text)
} finally {
  await server.stop()
  for (const path of [server.location, folder]) await rm(path, { recursive: true, force: true })
}
