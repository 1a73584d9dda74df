// A connection of its own for copies of whole tables, in a transaction that the caller begins. If the work fails, the connection is
// closed, which rolls back.
import { pipeline } from 'node:stream/promises'
import type { QueryConfig } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Database, Queryable, Statement } from './database.ts'
import { nameSocketError } from './database-errors.ts'
import { createSchema } from './migrate.ts'
import type { Migration } from './migration-files.ts'

export interface CopySession extends Queryable {
  copyOut(statement: string): CopyOut
  /** Returns the number of rows. */
  copyIn(statement: string, content: AsyncIterable<Buffer>): Promise<number>
  /** In an empty database. */
  createSchema(migrations: readonly Migration[]): Promise<void>
}

interface CopyOut {
  content: AsyncIterable<Buffer>
  /** After the content was read. */
  countRows(): Promise<number>
}

export function withCopySession<Result>(
  db: Database,
  work: (session: CopySession) => Promise<Result>,
  /** Closes the connection, also while a statement waits. */
  signal?: AbortSignal,
): Promise<Result> {
  return db.withClient(async (client) => {
    const abort = () => client.connection.stream.destroy()
    signal?.addEventListener('abort', abort)
    try {
      return await work({
        async query<Row>(statement: Statement) {
          const { rows, rowCount } = await client.query<Row & object>(statement as QueryConfig)
          return { rows, rowCount: rowCount ?? 0 }
        },
        copyOut(statement) {
          const copy = client.query(copyTo(statement))
          copy.on('error', () => undefined) // the connection may end after the reader has stopped
          return {
            content: copy as AsyncIterable<Buffer>,
            async countRows() {
              // Known when the end of the command has arrived, which is before another one is answered.
              await client.query('select')
              return copy.rowCount
            },
          }
        },
        async copyIn(statement, content) {
          const copy = client.query(copyFrom(statement))
          await pipeline(content, copy)
          return copy.rowCount
        },
        createSchema: (migrations) => createSchema(client, migrations),
      })
    } catch (error) {
      throw nameSocketError(error)
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  })
}
