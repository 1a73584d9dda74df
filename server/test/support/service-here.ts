// The service as `carillon serve` starts it from its settings, but inside the process of the tests: its modules are loaded
// once per worker, so another one on a database of its own takes a tenth of the time that a process needs. It is the
// compiled one, whose threads start as fast as in production.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type * as Service from '../../src/app/service.ts'
import { accessTo, type ServiceAccess } from './service-access.ts'
import type { TestDatabase } from './test-database.ts'

export interface ServiceHere extends ServiceAccess {
  /** What it has warned of. */
  warnings(): string
  stop(): Promise<void>
}

interface ServiceHereOptions {
  database: TestDatabase
  dataDir: string
  accessToken: string
  /** Another one if it is taken. */
  port: number
  env: Record<string, string>
}

const BUILD = fileURLToPath(new URL('../../bin/build.js', import.meta.url))

let building: Promise<unknown> | undefined

async function loadService() {
  // What has changed since the last time, if anything.
  building ??= promisify(execFile)(process.execPath, [BUILD])
  await building
  const { service }: typeof Service = await import(new URL('../../dist/service.js', import.meta.url).href)
  return service
}

export async function startServiceHere(options: ServiceHereOptions): Promise<ServiceHere> {
  const { database, dataDir, accessToken, port, env } = options
  const { createService, readConfig, createLog } = await loadService()
  const config = readConfig({ DATA_DIR: dataDir, ACCESS_TOKEN: accessToken, ...env })
  let warnings = ''
  const destination = {
    write(line: string) {
      warnings += line
    },
  }
  const log = createLog({ level: 'warn', destination })
  const app = await createService(config, { connection: database.connection, log, role: 'all' })
  await app.limits.change({ lines: config.lines, callsPerSecond: config.callsPerSecond })
  const address = await app.http
    .listen({ host: '127.0.0.1', port })
    .catch(() => app.http.listen({ host: '127.0.0.1', port: 0 }))
  app.startImports()
  app.startRecordings()
  app.startWebhooks()
  app.startDialing()
  return {
    ...accessTo(address, accessToken),
    warnings: () => warnings,
    async stop() {
      await app.stopDialing(0)
      app.http.server.closeAllConnections()
      await app.close()
    },
  }
}
