// The service as `carillon serve` starts it from its settings, but inside the process of the tests: its modules are loaded
// once per worker, so another one on a database of its own takes a tenth of the time that a process needs.

import { SERVICE_ACTOR } from '../../src/audit/audit.service.ts'
import { createService } from '../../src/commands/serve.ts'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/kernel/log.ts'
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
  env: Record<string, string>
}

export async function startServiceHere(options: ServiceHereOptions): Promise<ServiceHere> {
  const { database, dataDir, accessToken, env } = options
  const config = readConfig({ DATA_DIR: dataDir, ACCESS_TOKEN: accessToken, ...env })
  let warnings = ''
  const destination = {
    write(line: string) {
      warnings += line
    },
  }
  const log = createLog({ level: 'warn', destination })
  const app = await createService(config, { connection: database.connection, log, role: 'all' })
  await app.limits.change({ lines: config.lines, callsPerSecond: config.callsPerSecond }, SERVICE_ACTOR)
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  app.startImports()
  app.startRecordings()
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
