// One PostgreSQL for the whole run, with a migrated database for the tests to copy. It is the embedded one,
// without the care for a disk that is thrown away; TEST_DATABASE_URL names another server to use instead.

import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Connection, toClientConfig } from '../../src/platform/storage/connection.ts'
import { startEmbeddedPostgres } from '../../src/platform/storage/embedded/embedded-postgres.ts'
import { SERVICE_ROLE } from '../../src/platform/storage/embedded/postgres-access.ts'
import { migrate } from '../../src/platform/storage/migrate.ts'
import { silentLog } from './silent-log.ts'
import { withDatabase } from './with-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server that tests may make databases in, the one to copy, and how. */
    testServer: { connection: Connection; template: string; strategy: string }
  }
}

interface TestServer {
  connection: Connection
  stop(): Promise<void>
  /** The last resort, when the run is broken off before its teardown: all at once, without the event loop. */
  stopNow(): void
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  const { scratchFolder } = project.getProvidedContext()
  const server = url ? useServer(url) : await startServer(join(scratchFolder, 'server'))
  // Ahead of the listener that removes the files.
  process.prependOnceListener('exit', server.stopNow)
  const { connection, stop } = server
  // Runs that share a server must not share the template.
  const template = url ? `carillon_template_${randomBytes(4).toString('hex')}` : 'carillon_template'
  const strategy = await chooseStrategy(connection)
  await execute(connection, `create database ${template} ${strategy}`)
  await migrate({ connection: withDatabase(connection, template), log: silentLog })
  await execute(connection, `alter database ${template} with allow_connections false`)
  project.provide('testServer', { connection, template, strategy })
  return async () => {
    if (url) await execute(connection, `drop database ${template}`)
    await stop()
    process.off('exit', server.stopNow)
  }
}

function useServer(connection: Connection): TestServer {
  return { connection, stop: async () => undefined, stopNow: () => undefined }
}

async function startServer(dataDir: string): Promise<TestServer> {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    // Tests make databases and roles, and look at what belongs to the server.
    superuserStatements: [`alter role ${SERVICE_ROLE} superuser`],
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      // Copying the template is the only checkpoint a test ever waits for.
      max_wal_size: '4GB',
      checkpoint_timeout: '1h',
      // Statistics that change by themselves would change plans, and with them the order of rows, in the middle of a test.
      autovacuum: 'off',
    },
  })
  return {
    connection: { ...server.connection, database: 'postgres' },
    stop: () => server.stop(),
    stopNow() {
      server.beginStop()
      const clock = new Int32Array(new SharedArrayBuffer(4))
      for (let waits = 0; waits < 300 && existsSync(join(server.location, 'postmaster.pid')); waits++) {
        Atomics.wait(clock, 0, 0, 10)
      }
      rmSync(server.connection.host ?? '', { recursive: true, force: true })
    },
  }
}

/** Copying files is two to ten times faster than PostgreSQL's default; before 15 there was no choice. */
async function chooseStrategy(connection: Connection): Promise<string> {
  const [row] = await execute(connection, `select current_setting('server_version_num')::int as number`)
  return Number(row?.number) >= 150_000 ? 'strategy file_copy' : ''
}

async function execute(connection: Connection, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(toClientConfig(connection))
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
