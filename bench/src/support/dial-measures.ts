// What the benchmarks of the dialer have in common.

import pg, { type ClientConfig } from 'pg'
import type { Database } from '../../../server/src/platform/storage/database.ts'

export async function endedCalls(db: Database): Promise<number> {
  const { rows } = await db.query<{ calls: number }>({
    text: 'select coalesce(sum(call_count), 0)::bigint as calls from task_counter',
  })
  return rows[0]?.calls ?? 0
}

/** Keeps a snapshot open until the client is ended, so that no dead row can be removed. */
export async function holdSnapshot(connection: ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('begin isolation level repeatable read')
  await client.query('select count(*) from task')
  return client
}
