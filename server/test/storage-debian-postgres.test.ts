// The service on a PostgreSQL as Debian installs it, with all defaults. Needs Debian's package `postgresql`; without it the test is skipped.

import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createDatabase } from '../src/platform/storage/database.ts'
import { migrate } from '../src/platform/storage/migrate.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { expectSuccess } from './support/expectations.ts'
import { hasDebianPostgres, startDebianPostgres } from './support/replicated-postgres.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestApp } from './support/test-app.ts'

const numbers = Array.from({ length: 30 }, (_, index) => `+4930555${1000 + index}`)

it.skipIf(!hasDebianPostgres)(
  "dials on Debian's PostgreSQL without having a single plan compiled (jit)",
  async () => {
    const server = await startDebianPostgres([`shared_preload_libraries = 'pg_stat_statements'`])
    const connection = server.url
    await server.query('create extension pg_stat_statements')
    expect(await server.query('show jit')).toEqual([{ jit: 'on' }])
    await migrate({ connection, log: silentLog })
    const db = createDatabase({ connection, maxConnections: 2, log: silentLog })
    const app = await createTestApp({
      database: { db, connection, drop: () => db.close() },
      role: 'all',
      gateway: createSimulator({
        settings: parseSimulatorSettings('ring=0-0, talk=0-0.1'),
        clock: systemClock,
      }),
    })
    onTestFinished(async () => {
      await app.stopDialing(0)
      await app.close()
      await db.close()
    })
    app.startDialing()

    const id = await app.addTask('Reminder', await app.addDataSource('Customers', numbers), {
      maxDialCount: 1,
    })
    expectSuccess(await app.post('/api/task/publish', { id }))
    const countCalls = () => server.query<{ calls: string }>('select count(*) as calls from call')
    await expect.poll(countCalls).toEqual([{ calls: String(numbers.length) }])
    for (const path of ['/api/task/list', '/api/call', '/api/overview', '/api/system']) await app.get(path)

    const compiled = await server.query(
      'select query, jit_functions from pg_stat_statements where jit_functions > 0 order by jit_functions desc',
    )
    expect(compiled).toEqual([])
  },
)
