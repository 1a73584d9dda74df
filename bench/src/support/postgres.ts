// A PostgreSQL of its own for a run, set up as the service sets it up and on the disk, and a database of its own
// for each benchmark.

import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg, { type ClientConfig } from 'pg'
import { startEmbeddedPostgres } from '../../../server/src/storage/embedded-postgres.ts'
import { migrate } from '../../../server/src/storage/migrate.ts'
import { quietLog } from './quiet-log.ts'

export interface BenchServer {
  /** Makes an empty database with the current schema. */
  createDatabase(): Promise<ClientConfig>
  /** So that nothing tidies it up while something else is measured. */
  dropDatabase(connection: ClientConfig): Promise<void>
  stop(): Promise<void>
}

export async function startPostgres(): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-bench-'))
  await chmod(folder, 0o711)
  const server = await startEmbeddedPostgres({ dataDir: folder, log: quietLog })
  let stopping: Promise<void> | undefined
  return {
    async createDatabase() {
      const database = `bench_${randomBytes(4).toString('hex')}`
      const admin = new pg.Client(server.connection)
      await admin.connect()
      await admin.query(`create database ${database}`)
      await admin.end()
      const connection = { ...server.connection, database }
      await migrate({ connection, log: quietLog })
      return connection
    },
    async dropDatabase({ database }) {
      const admin = new pg.Client(server.connection)
      await admin.connect()
      await admin.query(`drop database ${database} with (force)`)
      await admin.end()
    },
    stop() {
      stopping ??= server.stop().then(async () => {
        await rm(server.location, { recursive: true, force: true })
        await rm(folder, { recursive: true, force: true })
      })
      return stopping
    },
  }
}
