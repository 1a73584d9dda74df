// Runs empty jobs with graphile-worker in one process, with batches as large as the dialer's claims. Prints the jobs per
// second when it is stopped.

import { Logger, run } from 'graphile-worker'
import pg from 'pg'

const BATCH_SIZE = 600
const connectionString = process.env.DATABASE_URL ?? ''
const pgPool = new pg.Pool({ connectionString, max: 20 })

let done = 0
const runner = await run({
  pgPool,
  logger: new Logger(() => () => undefined),
  taskList: {
    empty: () => {
      done += 1
    },
  },
  preset: {
    worker: {
      concurrentJobs: 24,
      localQueue: { size: BATCH_SIZE },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
})
const started = performance.now()
console.log('working')

process.once('SIGTERM', async () => {
  console.log(`${(done * 1000) / (performance.now() - started)} jobs/s`)
  await runner.stop()
  await pgPool.end()
})
