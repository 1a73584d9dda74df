// A service whose trunks lead to stand-ins for carriers, without GATEWAY or beside its gateway, on one node or several.

import { expect, onTestFinished } from 'vitest'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import type { CallRequest, Gateway } from '../../src/telephony/gateway.ts'
import { createRegistry } from '../../src/telephony/lines/registry.ts'
import type { EnvironmentTrunk } from '../../src/telephony/trunks/default-trunk.ts'
import { createControlledPhones } from './controlled-gateway.ts'
import { eventually } from './eventually.ts'
import { expectSuccess } from './expectations.ts'
import { silentLog } from './silent-log.ts'
import { standInHost } from './stand-in-host.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestDatabase } from './test-database.ts'

export const FLOW = { steps: [{ id: 'end', type: 'hangup' }] }

/** Every phone is answered at once, but none before the carrier has got `answersFrom` calls. */
export function createCarrier() {
  const phones = createControlledPhones()
  const numbers: string[] = []
  const flows: unknown[] = []
  const carrier = {
    ...{ numbers, flows, answersFrom: 1, live: 0, maxLive: 0 },
    refusal: undefined as Error | undefined,
  }
  const ringing: string[] = []
  function gateway(): Gateway {
    const inner = phones.gateway()
    return {
      ...inner,
      async originate(request: CallRequest) {
        if (carrier.refusal) throw carrier.refusal
        numbers.push(request.phoneNumber)
        flows.push(request.flow)
        carrier.live += 1
        carrier.maxLive = Math.max(carrier.maxLive, carrier.live)
        await inner.originate(request)
        ringing.push(request.attemptId)
        if (numbers.length < carrier.answersFrom) return
        for (const id of ringing.splice(0)) setImmediate(() => phones.answer(id))
      },
      async hangUp(id) {
        carrier.live -= 1
        await inner.hangUp(id)
      },
    }
  }
  return { carrier, gateway }
}

interface ServiceOptions {
  nodes?: number
  /** The machines of the nodes. */
  hosts?: readonly string[]
  /** The gateway of GATEWAY as a trunk; its carrier is the one of the simulator. */
  environment?: EnvironmentTrunk
  database?: TestDatabase
  /** The gateway of GATEWAY runs flows itself. */
  isPlatform?: boolean
}

/** The first node is the one that is asked. */
export async function openService({
  hosts = [],
  nodes = Math.max(1, hosts.length),
  environment,
  database: first,
  isPlatform = false,
}: ServiceOptions = {}) {
  const simulated = createCarrier()
  /** What the dialer was told of calls that were not placed. */
  const rejections: string[] = []
  /** Which numbers were called by the node of which machine. */
  const calledBy = new Map<string, string | undefined>()
  const carriers = new Map<string, ReturnType<typeof createCarrier>>()
  const carrierOf = (name: string) => {
    const carrier = carriers.get(name) ?? createCarrier()
    carriers.set(name, carrier)
    return carrier
  }
  /** The trunks of each time that a node has given some to its switch. */
  const given: string[][] = []
  const host = standInHost(({ name }) => carrierOf(name).gateway(), {
    async apply(trunks) {
      given.push(trunks.map(({ name }) => name))
    },
  })
  const open = (nodeHost: string | undefined, database?: TestDatabase) =>
    createTestApp({
      ...{ role: 'all', nodeHost },
      ...(database && { database }),
      ...(environment && { gatewayKind: environment.kind, environmentTrunk: environment }),
      gateway({ trunks }) {
        const parts = { real: { trunks, host }, clock: systemClock, log: silentLog }
        const { control, ...platform } = simulated.gateway()
        const other: Gateway = {
          ...platform,
          ...(isPlatform ? { sendsFlow: 'always', control: undefined } : { control }),
        }
        const gateway: Gateway = createRegistry({
          ...parts,
          ...(environment ? { environment: other } : { simulator: other }),
        })
        const { originate } = gateway
        gateway.originate = (request) => {
          calledBy.set(request.phoneNumber, nodeHost)
          return originate(request).catch((error: Error) => {
            rejections.push(error.message)
            throw error
          })
        }
        return { gateway, probe: () => undefined }
      },
    })
  const app = await open(hosts[0], first)
  onTestFinished(() => app.close())
  app.startDialing()
  for (let count = 1; count < nodes; count += 1) {
    const other = await open(hosts[count], app.database)
    onTestFinished(() => other.close())
    other.startDialing()
  }
  const carrierNamed = (name: string) => carrierOf(name).carrier
  /** Every node has the trunk. */
  const untilAllHave = (name: string) =>
    eventually(() =>
      expect(given.filter((names) => names.includes(name)).length).toBeGreaterThanOrEqual(nodes),
    )
  return { app, simulated: simulated.carrier, carrierOf: carrierNamed, rejections, calledBy, untilAllHave }
}

export async function addTrunk(app: TestApp, name: string, settings: object = {}): Promise<string> {
  const answer = await app.post<{ id: string }>('/api/trunk/add', { name, host: '127.0.0.1', ...settings })
  return expectSuccess(answer).id
}

export async function dial(
  app: TestApp,
  name: string,
  numbers: string[],
  settings: object = {},
): Promise<void> {
  const list = await app.addDataSource(name, numbers)
  const id = await app.addTask(name, list, { maxDialCount: 1, flow: FLOW, ...settings })
  expectSuccess(await app.post('/api/task/publish', { id }))
  await eventually(async () => {
    const { status } = expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${id}`))
    expect(status).toBe(4)
  })
}

export const gatewayOf = async (app: TestApp) =>
  expectSuccess(await app.get<{ gateway: object }>('/api/overview')).gateway
