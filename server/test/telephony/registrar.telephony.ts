import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { jsonBody, type Service, startService } from '../support/carillon-process.ts'
import { databaseUrl } from '../support/database-url.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { PATIENCE } from './controlled-call.ts'
import { installPrograms } from './install-programs.ts'
import { linkPrograms } from './own-asterisk-parts.ts'
import { startPickyCarrier } from './picky-carrier.ts'
import { freeUdpPort } from './run-asterisk.ts'

const account = { username: '4930555001', password: 'secret' }
const callerIds = ['+4930555001']

async function openNodes() {
  const programs = await installPrograms()
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const folder = await temporaryFolder()
  return async (name: string, rtpPorts: string) => {
    const dataDir = join(folder, name)
    await linkPrograms(dataDir, programs)
    const port = await freeUdpPort()
    const env = {
      ...{
        SIP_PORT: String(port),
        RTP_PORTS: rtpPorts,
        STOP_WAIT: '0',
        ACCESS_TOKEN: 'token-of-two-nodes-and-of-nothing-else',
      },
      DATABASE_URL: databaseUrl(database.connection),
    }
    return { port, service: await startService({ dataDir, env }) }
  }
}

async function must<Data>(service: Service, path: string, body?: object): Promise<Data> {
  const answer = await service.call<Data>(path, body && jsonBody(body))
  if (answer?.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer.data
}

it('one of two nodes registers a trunk, both call, and the other takes over from one that stands still or dies', async () => {
  const carrier = await startPickyCarrier({ account, registration: true, callerIds })
  onTestFinished(() => carrier.stop())
  const openNode = await openNodes()
  const one = await openNode('one', '40100-41000')
  const { id } = await must<{ id: string }>(one.service, '/api/trunk/add', {
    ...{ name: 'Main', host: '127.0.0.1', port: carrier.port, ...account, registers: true, callerIds },
  })
  await expect.poll(() => [...carrier.registered], PATIENCE).toEqual([one.port])
  const two = await openNode('two', '41100-42000')
  interface State {
    state: string
    nodes: { node: string; code: string | null; registration: string | null }[]
  }
  const states = async (service: Service) =>
    (await must<{ rows: State[] }>(service, '/api/trunk/states')).rows[0]
  const codes = async (service: Service) => (await states(service))?.nodes.map(({ code }) => code).sort()
  await expect.poll(() => codes(two.service), PATIENCE).toEqual(['registered', 'registered_by'])
  expect(await states(two.service)).toMatchObject({ state: 'registered' })

  process.kill(one.service.pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(one.service.pid, 'SIGCONT'))
  await must(two.service, `/api/trunk/${id}/test`, { phoneNumber: '+4930123456' })
  await expect.poll(() => carrier.callers, PATIENCE).toEqual([two.port])
  await expect.poll(() => [...carrier.registered].sort(), PATIENCE).toEqual([one.port, two.port].sort())
  process.kill(one.service.pid, 'SIGCONT')
  await expect.poll(() => [...carrier.registered], PATIENCE).toEqual([two.port])

  carrier.registered.clear()
  await two.service.end('SIGKILL')
  await expect.poll(() => [...carrier.registered], PATIENCE).toEqual([one.port])
  await expect.poll(async () => (await states(one.service))?.state, PATIENCE).toBe('registered')
}, 240_000)
