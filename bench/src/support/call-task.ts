// A task that calls the phones of a network with a flow.

import { setTimeout as wait } from 'node:timers/promises'
import { createDatabase, type Database } from '../../../server/src/platform/storage/database.ts'
import type { AnsweringNetwork } from '../../../server/test/telephony/answering-network.ts'
import type { Programs } from '../../../server/test/telephony/install-programs.ts'
import { get, post } from './api-client.ts'
import { startService } from './child-server.ts'
import type { BenchServer } from './postgres.ts'
import { quietLog } from './quiet-log.ts'
import { seedContacts } from './seed-contacts.ts'

const COMPLETED = 4

export interface CallWorld {
  postgres: BenchServer
  network: AnsweringNetwork
  programs: Programs
}

/** The number of a phone: its last two digits say what it does. */
export const numberAt = (kind: string) => (position: number) =>
  `4930${String(position).padStart(4, '0')}${kind}`

interface BenchTask {
  publish(): Promise<void>
  untilCompleted(): Promise<void>
  detail(): Promise<{ status: number; successCount: number }>
  serviceSeconds(): number
}

export async function withTask<Result>(
  { postgres, network, programs }: CallWorld,
  { calls, kind, flow, lines = calls }: { calls: number; kind: string; flow: object; lines?: number },
  measure: (task: BenchTask) => Promise<Result>,
): Promise<Result> {
  const connection = await postgres.createDatabase()
  const db: Database = createDatabase({ connection, maxConnections: 2, log: quietLog })
  const { command, args } = programs.espeak
  const env = {
    ...network.settings,
    SPEECH: `command:${[command, ...args].join(' ')} -v {voice} -w {file} -- {text}`,
    LINES: String(lines),
    CALLS_PER_SECOND: '0',
    STOP_WAIT: '1',
    LOG_LEVEL: 'warn',
  }
  const service = await startService(connection, { role: 'all', env })
  try {
    const dataSourceId = await seedContacts(db, { count: calls, numberAt: numberAt(kind) })
    const settings = { taskName: 'calls', dataSourceId, maxDialCount: 1, flow }
    const { id } = await post(`${service.address}/api/task/add`, settings)
    const detail = () =>
      get<{ status: number; successCount: number }>(`${service.address}/api/task/detail/${id}`)
    return await measure({
      publish: async () => void (await post(`${service.address}/api/task/publish`, { id })),
      async untilCompleted() {
        while ((await detail()).status !== COMPLETED) await wait(100)
      },
      detail,
      serviceSeconds: service.processorSeconds,
    })
  } finally {
    await service.stop()
    await db.close()
  }
}
