// A service without GATEWAY: its calls go to the simulator or to the trunks, as the trunks come and go, and to the next trunk if one
// refuses them. The carriers are stand-ins.

import { expect, it, onTestFinished } from 'vitest'
import { type CallRequest, type Gateway, GatewayFault } from '../src/dialer/gateway.ts'
import type { TrunkSwitch } from '../src/gateways/trunks/trunk-switch.ts'
import { createTrunksOrSimulator } from '../src/gateways/trunks/trunks-or-simulator.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createControlledPhones } from './support/controlled-gateway.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const FLOW = { steps: [{ id: 'end', type: 'hangup' }] }

/** Every phone is answered at once, but none before the carrier has got `answersFrom` calls. */
function createCarrier() {
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

async function openService() {
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
  const app = await createTestApp({
    role: 'all',
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
  onTestFinished(() => app.close())
  app.startDialing()
  const carrierNamed = (name: string) => carrierOf(name).carrier
  return { app, simulated: simulated.carrier, carrierOf: carrierNamed, rejections }
}

async function addTrunk(app: TestApp, name: string, settings: object = {}): Promise<string> {
  const answer = await app.post<{ id: string }>('/api/trunk/add', { name, host: '127.0.0.1', ...settings })
  return expectSuccess(answer).id
}

async function dial(app: TestApp, name: string, numbers: string[]): Promise<void> {
  const id = await app.addTask(name, await app.addDataSource(name, numbers), { maxDialCount: 1, flow: FLOW })
  expectSuccess(await app.post('/api/task/publish', { id }))
  await eventually(async () => {
    const { status } = expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${id}`))
    expect(status).toBe(4)
  })
}

const gatewayOf = async (app: TestApp) =>
  expectSuccess(await app.get<{ gateway: object }>('/api/overview')).gateway

it('dials through the simulator until a trunk is there, and again when it is gone', async () => {
  const { app, simulated, carrierOf } = await openService()
  await dial(app, 'first', ['+4930100'])
  expect(simulated.numbers).toEqual(['+4930100'])
  expect(await gatewayOf(app)).toEqual({ kind: 'simulator', isSimulated: true })

  const id = await addTrunk(app, 'Berlin')
  await eventually(async () => expect(await gatewayOf(app)).toEqual({ kind: 'trunks', isSimulated: false }))
  await dial(app, 'second', ['+4930101'])
  expect(carrierOf('Berlin').numbers).toEqual(['+4930101'])

  expectSuccess(await app.post('/api/trunk/delete', { id }))
  await eventually(async () => expect(await gatewayOf(app)).toEqual({ kind: 'simulator', isSimulated: true }))
  await dial(app, 'third', ['+4930102'])
  expect(simulated.numbers).toEqual(['+4930100', '+4930102'])
  expect(carrierOf('Berlin').numbers).toEqual(['+4930101'])
})

it('calls every number once and costs no attempt if the first trunk refuses, within the lines of the second', async () => {
  const { app, carrierOf } = await openService()
  const numbers = Array.from({ length: 12 }, (_, index) => `+49301${10 + index}`)
  carrierOf('Berlin').refusal = new GatewayFault('the carrier has no line', { sipStatus: 503 })
  await addTrunk(app, 'Berlin', { priority: 1 })
  await addTrunk(app, 'Bonn', { priority: 2, lines: 2 })
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  await dial(app, 'task', numbers)
  expect([...carrierOf('Bonn').numbers].sort()).toEqual(numbers)
  expect(carrierOf('Bonn').maxLive).toBeLessThanOrEqual(2)
  expect(await app.rows('select phone_number, attempt, cause from call order by phone_number')).toEqual(
    numbers.map((phone_number) => ({ phone_number, attempt: 1, cause: 'answered' })),
  )
})

it('claims no more calls than the trunks have room for', async () => {
  const { app, carrierOf, rejections } = await openService()
  await addTrunk(app, 'Berlin', { lines: 2 })
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  const numbers = Array.from({ length: 8 }, (_, index) => `+49301${10 + index}`)
  carrierOf('Berlin').answersFrom = 2
  await dial(app, 'task', numbers)
  expect(carrierOf('Berlin').maxLive).toBe(2)
  expect(rejections).toEqual([])
})
