// Starts a PostgreSQL server for the run, on disk and with the service's own settings, and creates a database for each
// benchmark.

import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import { startEmbeddedPostgres } from '../../../server/src/platform/storage/embedded/embedded-postgres.ts'
import { SERVICE_ROLE } from '../../../server/src/platform/storage/embedded/postgres-access.ts'
import { migrate } from '../../../server/src/platform/storage/migrate.ts'
import { processorSecondsOfFamily } from './processor-time.ts'
import { quietLog } from './quiet-log.ts'

export interface BenchServer {
  /** Creates an empty database with the current schema. */
  createDatabase(): Promise<ClientConfig>
  /** Drops a database, so that autovacuum does not work on it during later measurements. */
  dropDatabase(connection: ClientConfig): Promise<void>
  /** The processor time that it has used so far. */
  processorSeconds(): number
  stop(): Promise<void>
}

export async function startPostgres(): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-bench-'))
  await chmod(folder, 0o711)
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: quietLog,
    superuserStatements: [`alter role ${SERVICE_ROLE} superuser`],
  })
  async function asAdmin(text: string): Promise<void> {
    const admin = new pg.Client(server.connection)
    await admin.connect()
    await admin.query(text)
    await admin.end()
  }

  const pid = Number.parseInt(await readFile(join(server.location, 'postmaster.pid'), 'utf8'), 10)
  let stopping: Promise<void> | undefined
  return {
    async createDatabase() {
      const database = `bench_${randomBytes(4).toString('hex')}`
      await asAdmin(`create database ${database}`)
      const connection = { ...server.connection, database }
      await migrate({ connection, log: quietLog })
      return connection
    },
    dropDatabase: ({ database }) => asAdmin(`drop database ${database} with (force)`),
    processorSeconds: () => processorSecondsOfFamily(pid),
    stop() {
      stopping ??= server.stop().then(async () => {
        await rm(server.location, { recursive: true, force: true })
        await rm(folder, { recursive: true, force: true })
      })
      return stopping
    },
  }
}
