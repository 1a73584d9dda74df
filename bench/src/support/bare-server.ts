// A minimal server that reads a task over HTTP: the service's own statement and pool behind a plain Fastify route.

import fastify from 'fastify'
import { findTask } from '../../../server/src/campaigns/tasks/tasks.queries.ts'
import { createDatabase } from '../../../server/src/platform/storage/database.ts'
import { quietLog } from './quiet-log.ts'

const db = createDatabase({
  connection: process.env.DATABASE_URL ?? '',
  maxConnections: 20,
  log: quietLog,
})
const app = fastify()
app.get<{ Params: { id: string } }>('/api/task/detail/:id', (request) =>
  findTask.first(db, [request.params.id]),
)
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', async () => {
  await app.close()
  await db.close()
})
