// A database of its own for a test file, copied from the migrated template: no test sees another's rows.

import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { type Connection, toClientConfig } from '../../src/platform/storage/connection.ts'
import { createDatabase, type Database } from '../../src/platform/storage/database.ts'
import { sqlState } from '../../src/platform/storage/database-errors.ts'
import { silentLog } from './silent-log.ts'
import { withDatabase } from './with-database.ts'

export interface TestDatabase {
  db: Database
  connection: Connection
  /** Closes `db` and removes the database, whoever else is still connected. */
  drop(): Promise<void>
}

interface TestDatabaseOptions {
  maxConnections?: number
  /** An empty database rather than a migrated one. */
  isEmpty?: boolean
}

const OBJECT_IN_USE = '55006'

export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { connection: server, template, strategy } = inject('testServer')
  const name = `test_${randomBytes(8).toString('hex')}`
  const source = options.isEmpty ? 'template0' : template
  await withAdmin(server, (admin) => create(admin, `${name} template ${source} ${strategy}`))

  const connection = withDatabase(server, name)
  const db = createDatabase({
    connection,
    maxConnections: options.maxConnections ?? 10,
    log: silentLog,
    // Tests hold transactions open on purpose, on machines that may be slow.
    limits: { idleInTransactionMs: 0 },
  })
  return {
    db,
    connection,
    async drop() {
      const closed = db.close()
      await withAdmin(server, (admin) => admin.query(`drop database if exists ${name} with (force)`))
      await closed
    },
  }
}

/** A template cannot be copied while autovacuum works on it, so this retries. */
async function create(admin: pg.Client, database: string): Promise<void> {
  for (;;) {
    try {
      await admin.query(`create database ${database}`)
      return
    } catch (error) {
      if (sqlState(error) !== OBJECT_IN_USE) throw error
      await delay(20)
    }
  }
}

async function withAdmin(server: Connection, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client(toClientConfig(server))
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
