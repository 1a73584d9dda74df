// A service without GATEWAY whose trunks lead to stand-ins for carriers, on one node or several.

import { expect, onTestFinished } from 'vitest'
import type { CallRequest, Gateway } from '../../src/dialer/gateway.ts'
import type { TrunkSwitch } from '../../src/gateways/trunks/trunk-switch.ts'
import { createTrunksOrSimulator } from '../../src/gateways/trunks/trunks-or-simulator.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createControlledPhones } from './controlled-gateway.ts'
import { eventually } from './eventually.ts'
import { expectSuccess } from './expectations.ts'
import { silentLog } from './silent-log.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestDatabase } from './test-database.ts'

export const FLOW = { steps: [{ id: 'end', type: 'hangup' }] }

/** Every phone is answered at once, but none before the carrier has got `answersFrom` calls. */
export function createCarrier() {
  const phones = createControlledPhones()
  const numbers: string[] = []
  const carrier = { numbers, answersFrom: 1, live: 0, maxLive: 0, refusal: undefined as Error | undefined }
  const ringing: string[] = []
  function gateway(): Gateway {
    const inner = phones.gateway()
    return {
      ...inner,
      async originate(request: CallRequest) {
        if (carrier.refusal) throw carrier.refusal
        numbers.push(request.phoneNumber)
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

/** The first node is the one that is asked. */
export async function openService({ nodes = 1 } = {}) {
  const simulated = createCarrier()
  /** What the dialer was told of calls that were not placed. */
  const rejections: string[] = []
  const carriers = new Map<string, ReturnType<typeof createCarrier>>()
  const carrierOf = (name: string) => {
    const carrier = carriers.get(name) ?? createCarrier()
    carriers.set(name, carrier)
    return carrier
  }
  const trunkSwitch: TrunkSwitch = {
    apply: async () => undefined,
    fault: () => undefined,
    isGone: () => false,
    open: ({ name }) => carrierOf(name).gateway(),
    stop: async () => undefined,
  }
  const open = (database?: TestDatabase) =>
    createTestApp({
      role: 'all',
      ...(database && { database }),
      gateway({ trunks }) {
        const gateway = createTrunksOrSimulator({
          ...{ trunks, trunkSwitch, clock: systemClock, log: silentLog },
          simulator: simulated.gateway(),
        })
        const { originate } = gateway
        gateway.originate = (request) =>
          originate(request).catch((error: Error) => {
            rejections.push(error.message)
            throw error
          })
        return gateway
      },
    })
  const app = await open()
  onTestFinished(() => app.close())
  app.startDialing()
  for (let count = 1; count < nodes; count += 1) {
    const other = await open(app.database)
    onTestFinished(() => other.close())
    other.startDialing()
  }
  const carrierNamed = (name: string) => carrierOf(name).carrier
  return { app, simulated: simulated.carrier, carrierOf: carrierNamed, rejections }
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
