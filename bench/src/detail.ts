// Reads a task over HTTP, compared with a bare Fastify handler that runs the same statement with the same pool. The
// difference is the cost of authentication, validation, headers, metrics and logging.

import autocannon from 'autocannon'
import { post } from './support/api-client.ts'
import { AUTHORIZATION, startServer, startService } from './support/child-server.ts'
import { alternate, report } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'

const CONNECTIONS = 64
const ROUNDS = 5
const ROUND_SECONDS = 4

export async function benchDetail(postgres: BenchServer): Promise<void> {
  const connection = await postgres.createDatabase()
  const service = await startService(connection)
  const bare = await startServer(['--import', 'tsx', 'bench/src/support/bare-server.ts'], connection)
  try {
    const path = `/api/task/detail/${await addTask(service.address)}`
    const requestsPerSecond = async (address: string, seconds = ROUND_SECONDS) => {
      const result = await autocannon({
        url: address + path,
        headers: AUTHORIZATION,
        connections: CONNECTIONS,
        duration: seconds,
      })
      if (result.non2xx + result.errors > 0) throw new Error(`${address} failed ${result.non2xx} requests`)
      return result.requests.average
    }
    for (const { address } of [service, bare]) await requestsPerSecond(address, 2)
    const { ours, theirs } = await alternate(ROUNDS, {
      ours: () => requestsPerSecond(service.address),
      theirs: () => requestsPerSecond(bare.address),
    })
    report('detail: requests/s, service / bare Fastify', {
      ratio: ours / theirs,
      goal: { min: 0.75 },
      details: `${Math.round(ours)}/s and ${Math.round(theirs)}/s`,
    })
  } finally {
    await service.stop()
    await bare.stop()
  }
}

async function addTask(address: string): Promise<string> {
  const { id: dataSourceId } = await post(`${address}/api/dataSource/add`, { dataSourceName: 'customers' })
  const { id } = await post(`${address}/api/task/add`, {
    taskName: 'spring',
    taskDesc: 'one call',
    dataSourceId,
  })
  return id
}
