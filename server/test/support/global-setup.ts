// One PostgreSQL for the whole run, with a migrated database for the tests to copy. It is the embedded one,
// without the care for a disk that is thrown away; TEST_DATABASE_URL names another server to use instead.

import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Connection, toClientConfig, withDatabase } from '../../src/storage/connection.ts'
import { startEmbeddedPostgres } from '../../src/storage/embedded-postgres.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { silentLog } from './silent-log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server that tests may make databases in, the one to copy, and how. */
    testServer: { connection: Connection; template: string; strategy: string }
  }
}

interface TestServer {
  connection: Connection
  stop(): Promise<void>
}

const MEMORY_FOLDER = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL
  const server = url ? useServer(url) : await startServer()
  // Runs that share a server must not share the template.
  const template = url ? `carillon_template_${randomBytes(4).toString('hex')}` : 'carillon_template'
  const strategy = await chooseStrategy(server.connection)
  await execute(server.connection, `create database ${template} ${strategy}`)
  await migrate({ connection: withDatabase(server.connection, template), log: silentLog })
  await execute(server.connection, `alter database ${template} with allow_connections false`)
  project.provide('testServer', { connection: server.connection, template, strategy })
  return async () => {
    if (url) await execute(server.connection, `drop database ${template}`)
    await server.stop()
  }
}

function useServer(connection: Connection): TestServer {
  return { connection, stop: async () => undefined }
}

async function startServer(): Promise<TestServer> {
  const folder = await mkdtemp(join(await chooseFolder(), 'carillon-test-'))
  await chmod(folder, 0o711)
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: silentLog,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      // Copying the template is the only checkpoint a test ever waits for.
      max_wal_size: '4GB',
      checkpoint_timeout: '1h',
    },
  })
  // The last resort when the run is broken off before its teardown.
  const abandon = () => {
    server.kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  process.once('exit', abandon)
  return {
    connection: { ...server.connection, database: 'postgres' },
    async stop() {
      process.off('exit', abandon)
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** In memory where there is room: a copy of the template then takes 11 ms instead of 150. */
async function chooseFolder(): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => undefined)
  return memory && memory.bavail * memory.bsize > ENOUGH_BYTES ? MEMORY_FOLDER : tmpdir()
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
