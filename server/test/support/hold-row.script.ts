// A node in the middle of a transaction: changes a row, says so and does nothing more.

import { createDatabase } from '../../src/platform/storage/database.ts'
import { silentLog } from './silent-log.ts'

const db = createDatabase({
  connection: JSON.parse(process.argv[2] ?? ''),
  maxConnections: 1,
  log: silentLog,
})
await db.transaction(async (tx) => {
  await tx.query({ text: 'update item set n = n + 1 where id = 1' })
  process.stdout.write('holding\n')
  await new Promise(() => setInterval(() => undefined, 60_000))
})
