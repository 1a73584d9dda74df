// A process that starts the embedded PostgreSQL with the options in its argument, tells what came of it in one
// line, and keeps it until it is told to stop or is killed.

import { startEmbeddedPostgres } from '../../src/platform/storage/embedded/embedded-postgres.ts'
import { silentLog } from './silent-log.ts'

try {
  const server = await startEmbeddedPostgres({ log: silentLog, ...JSON.parse(process.argv[2] ?? '{}') })
  process.stdout.write(`${JSON.stringify({ connection: server.connection, location: server.location })}\n`)
  process.stdin.once('data', async () => {
    await server.stop()
    process.exit()
  })
} catch (error) {
  const { name, message } = error as Error
  process.stdout.write(`${JSON.stringify({ error: { name, message } })}\n`)
  process.exit(1)
}
