// What carriers answer before and after a phone may have rung, with a real Asterisk: whose fault it is, and who is called again.

import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectSuccess } from '../support/expectations.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestApp } from '../support/test-app.ts'
import { PATIENCE } from './controlled-call.ts'
import { installPrograms } from './install-programs.ts'
import { linkPrograms, ownAsteriskSettings, trunksOrSimulator } from './own-asterisk-parts.ts'
import { type PickyCarrier, startPickyCarrier } from './picky-carrier.ts'
import { type RefusingCarrier, startRefusingCarrier } from './refusing-carrier.ts'

const FLOW = { steps: [{ id: 'end', type: 'hangup' }] }
const COMPLETED = 4

interface CallRow {
  phone_number: string
  attempt: number
  cause: string
  sip_status: number | null
}

async function openService() {
  const programs = await installPrograms()
  const dataDir = join(await temporaryFolder(), 'data')
  await linkPrograms(dataDir, programs)
  const settings = await ownAsteriskSettings(44_100, 45_900)
  const app = await createTestApp({ role: 'all', gateway: trunksOrSimulator({ dataDir, settings }) })
  onTestFinished(() => app.close())
  const ids: string[] = []

  return {
    app,
    /** The carriers as trunks, the first by priority first. Calls are placed when all were heard of. */
    async useCarriers(...carriers: (RefusingCarrier | PickyCarrier)[]): Promise<string[]> {
      for (const [index, { port }] of carriers.entries()) {
        const trunk = { name: `Trunk ${index + 1}`, host: '127.0.0.1', port, priority: index + 1 }
        const added = await app.post<{ id: string }>('/api/trunk/add', { ...trunk, numberForm: 'digits' })
        ids.push(expectSuccess(added).id)
      }
      app.startDialing()
      const states = async () =>
        expectSuccess(await app.get<{ rows: { state: string }[] }>('/api/trunk/states')).rows.map(
          ({ state }) => state,
        )
      await expect.poll(states, PATIENCE).toEqual(carriers.map(() => 'reachable'))
      return ids
    },
    async publish(name: string, numbers: string[], more: object = {}): Promise<string> {
      const list = await app.addDataSource(name, numbers)
      const id = await app.addTask(name, list, { maxDialCount: 1, flow: FLOW, ...more })
      expectSuccess(await app.post('/api/task/publish', { id }))
      return id
    },
    async untilCompleted(id: string): Promise<void> {
      const status = async () =>
        expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${id}`)).status
      await expect.poll(status, PATIENCE).toBe(COMPLETED)
    },
    calls: () =>
      app.rows<CallRow>(
        'select phone_number, attempt, cause, sip_status from call order by phone_number, attempt',
      ),
  }
}

async function startCarrier(settings: Parameters<typeof startRefusingCarrier>[0]): Promise<RefusingCarrier> {
  const carrier = await startRefusingCarrier(settings)
  onTestFinished(() => carrier.stop())
  return carrier
}

async function startGoodCarrier(): Promise<PickyCarrier> {
  const carrier = await startPickyCarrier()
  onTestFinished(() => carrier.stop())
  return carrier
}

describe('after early media', () => {
  it.each([
    [503, 'congestion'],
    [403, 'network_error'],
    [500, 'network_error'],
  ])('%i is the end of the only attempt: one INVITE on one trunk', async (status, cause) => {
    const { useCarriers, publish, untilCompleted, calls } = await openService()
    const carrier = await startCarrier({ status, hasEarlyMedia: true })
    await useCarriers(carrier)
    await untilCompleted(await publish('task', ['+4930100']))
    expect(carrier.asked).toEqual(['4930100'])
    expect(await calls()).toEqual([{ phone_number: '+4930100', attempt: 1, cause, sip_status: status }])
  })

  it('503 never leads to the next trunk', async () => {
    const { useCarriers, publish, untilCompleted, calls } = await openService()
    const [carrier, next] = [await startCarrier({ hasEarlyMedia: true }), await startGoodCarrier()]
    await useCarriers(carrier, next)
    const numbers: string[] = []
    const tried = async () => {
      const number = `+4930${100 + numbers.length}`
      numbers.push(number)
      await untilCompleted(await publish(number, [number]))
      return carrier.asked.length
    }
    await expect.poll(tried, PATIENCE).toBeGreaterThan(1)
    // Each number is called once, whoever has it.
    expect([...carrier.asked, ...next.taken].sort()).toEqual(numbers.map((number) => number.slice(1)))
    expect(await calls()).toHaveLength(numbers.length)
  })

  it('our timeout means that nobody answered', async () => {
    const { useCarriers, publish, untilCompleted, calls } = await openService()
    const carrier = await startCarrier({ status: undefined, hasEarlyMedia: true })
    await useCarriers(carrier)
    await untilCompleted(await publish('task', ['+4930100']))
    expect(carrier.asked).toEqual(['4930100'])
    expect(await calls()).toMatchObject([{ attempt: 1, cause: 'no_answer' }])
  })
})

describe('before a phone rings', () => {
  it('302, 402, 500, 502, 504 and 606 each lead to the next trunk, and cost nothing', async () => {
    const { useCarriers, publish, untilCompleted, calls } = await openService()
    const refusing: RefusingCarrier[] = []
    for (const status of [302, 402, 500, 502, 504, 606]) refusing.push(await startCarrier({ status }))
    const last = await startGoodCarrier()
    await useCarriers(...refusing, last)
    const numbers: string[] = []
    // The dialer may hear later than the page of trunks that one is there.
    const untried = async () => {
      const number = `+4930${100 + numbers.length}`
      numbers.push(number)
      await untilCompleted(await publish(number, [number]))
      return refusing.filter(({ asked }) => asked.length === 0).length
    }
    await expect.poll(untried, PATIENCE).toBe(0)
    expect(last.taken).toEqual(numbers.map((number) => number.slice(1)))
    expect(await calls()).toEqual(
      numbers.map((phone_number) => ({ phone_number, attempt: 1, cause: 'answered', sip_status: null })),
    )
  })

  it.each([302, 500])('%i to every call eats no list: nobody loses an attempt', async (status) => {
    const { app, useCarriers, publish, calls } = await openService()
    const carrier = await startCarrier({ status })
    await useCarriers(carrier)
    const numbers = Array.from({ length: 12 }, (_, index) => `+49301${10 + index}`)
    const id = await publish('task', numbers)
    await expect.poll(() => carrier.asked.length, PATIENCE).toBeGreaterThan(0)
    const explained = async () =>
      expectSuccess(await app.get<{ message: string }>(`/api/task/${id}/explain`)).message
    await expect.poll(explained, PATIENCE).toMatch(/Trunk 1/)
    expect(await calls()).toEqual([])
  })

  it.each([607, 608])('%i is a rejection, and final', async (status) => {
    const { useCarriers, publish, untilCompleted, calls } = await openService()
    const carrier = await startCarrier({ status })
    await useCarriers(carrier)
    await untilCompleted(await publish('task', ['+4930100'], { maxDialCount: 3, callInterval: 0 }))
    expect(carrier.asked).toEqual(['4930100'])
    expect(await calls()).toMatchObject([{ attempt: 1, cause: 'rejected', sip_status: status }])
  })
})

it('a trunk that refuses the calls of one task does not delay those of another', async () => {
  const { app, useCarriers, publish, untilCompleted, calls } = await openService()
  const [refusing, good] = [await startCarrier({}), await startGoodCarrier()]
  const [first = '', second = ''] = await useCarriers(refusing, good)
  const numbers = (prefix: string) => Array.from({ length: 12 }, (_, index) => `${prefix}${10 + index}`)
  const bad = await publish('bad', numbers('+49301'), { trunkIds: [first] })
  await expect.poll(() => refusing.asked.length, PATIENCE).toBeGreaterThan(0)
  const isHeldBack = async () =>
    expectSuccess(await app.get<{ state: string }>(`/api/task/${bad}/explain`)).state
  await expect.poll(isHeldBack, PATIENCE).toBe('trunk_down')
  for (const number of numbers('+49302'))
    await untilCompleted(await publish(number, [number], { trunkIds: [second] }))
  expect(good.taken).toEqual(numbers('49302'))
  expect(await app.rows('select from dialer_node where gateway_fault is not null')).toEqual([])
  expect((await calls()).map(({ cause }) => cause)).toEqual(numbers('').map(() => 'answered'))
})
