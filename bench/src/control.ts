// How fast operations take effect: publishing a list of a million contacts compared with one of a thousand, and how long
// after a pause the last call still starts.

import { setTimeout as wait } from 'node:timers/promises'
import { createDatabase, type Database } from '../../server/src/platform/storage/database.ts'
import { post } from './support/api-client.ts'
import { type ChildServer, startService } from './support/child-server.ts'
import { median, report, timeMs } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { quietLog } from './support/quiet-log.ts'
import { seedContacts } from './support/seed-contacts.ts'

const PUBLISHES = 100
const PAUSES = 40
const BUSY_NETWORK = {
  SIMULATOR: 'answered=1, ring=0.02-0.1, talk=0.05-0.2',
  LINES: '200',
  CALLS_PER_SECOND: '0',
}

export async function benchControl(postgres: BenchServer): Promise<void> {
  const connection = await postgres.createDatabase()
  const db = createDatabase({ connection, maxConnections: 4, log: quietLog })
  const api = await startService(connection)
  let dialer: ChildServer | undefined
  try {
    const small = await seedContacts(db, {
      count: 1000,
      numberAt: (position) => String(14_000_000_000 + position),
    })
    const large = await seedContacts(db, { count: 1_000_000 })
    await measurePublishing(api, { small, large })
    dialer = await startService(connection, { role: 'dialer', env: BUSY_NETWORK })
    await measurePausing(api, db, large)
  } finally {
    await dialer?.stop()
    await api.stop()
    await db.close()
  }
}

async function measurePublishing(
  api: ChildServer,
  { small, large }: { small: string; large: string },
): Promise<void> {
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < PUBLISHES; round += 1) {
    for (const [size, dataSourceId] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const { id } = await post(`${api.address}/api/task/add`, { taskName: `${size} ${round}`, dataSourceId })
      times[size].push(await timeMs(() => post(`${api.address}/api/task/publish`, { id })))
      // Stopped, so that it does not affect the next measurement.
      await post(`${api.address}/api/task/stop`, { id })
    }
  }
  report('control: publish 1,000,000 / publish 1,000', {
    ratio: median(times.large) / median(times.small),
    goal: { max: 1.5 },
    details: `median ${median(times.large).toFixed(1)} ms, p99 ${percentile(times.large, 99).toFixed(1)} ms (goal 10 ms)`,
  })
}

async function measurePausing(api: ChildServer, db: Database, dataSourceId: string): Promise<void> {
  const { id } = await post(`${api.address}/api/task/add`, { taskName: 'paused', dataSourceId })
  await post(`${api.address}/api/task/publish`, { id })
  const delays: number[] = []
  for (let round = 0; round < PAUSES; round += 1) {
    await wait(200)
    const pausedAt = Date.now()
    await post(`${api.address}/api/task/pause`, { id })
    await wait(500)
    delays.push(Math.max(0, (await lastStartMs(db, id)) - pausedAt))
    await post(`${api.address}/api/task/resume`, { id })
  }
  report('control: last call after a pause, s (p99)', {
    ratio: percentile(delays, 99) / 1000,
    goal: { max: 1 },
    details: `median ${median(delays).toFixed(0)} ms, p99 ${percentile(delays, 99).toFixed(0)} ms`,
  })
  await post(`${api.address}/api/task/stop`, { id })
}

/** Comparable with the local time, because nodes and database run on this machine. */
async function lastStartMs(db: Database, taskId: string): Promise<number> {
  const { rows } = await db.query<{ last: Date | null }>({
    text: `select max(start_time) as last from (
             select max(start_time) as start_time from call where task_id = $1
             union all select max(start_time) from live_call where task_id = $1) starts`,
    values: [taskId],
  })
  return rows[0]?.last?.getTime() ?? 0
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}
