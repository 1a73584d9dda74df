// A service without GATEWAY: trunks that are added over the API start its Asterisk, and calls go to the carrier that takes them.

import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { expectSuccess } from '../support/expectations.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestApp } from '../support/test-app.ts'
import { startCarrier } from './carrier.ts'
import { PATIENCE } from './controlled-call.ts'
import { installPrograms } from './install-programs.ts'
import { linkPrograms, ownAsteriskSettings, trunksOrSimulator } from './own-asterisk-parts.ts'
import { startRefusingCarrier } from './refusing-carrier.ts'

async function openService() {
  const programs = await installPrograms()
  const folder = await temporaryFolder()
  const carrier = await startCarrier(programs, join(folder, 'carrier'))
  onTestFinished(() => carrier.stop())
  const refusing = await startRefusingCarrier()
  onTestFinished(() => refusing.stop())
  const dataDir = join(folder, 'data')
  await linkPrograms(dataDir, programs)
  const settings = await ownAsteriskSettings(46_100, 47_900)
  const app = await createTestApp({
    role: 'all',
    gateway: trunksOrSimulator({ dataDir, settings }),
  })
  onTestFinished(() => app.close())
  return { app, carrier, refusing }
}

it('calls every phone once, and costs no attempt, while the first carrier refuses and then says nothing', async () => {
  const { app, carrier, refusing } = await openService()
  const trunk = (name: string, fields: object) =>
    app.post('/api/trunk/add', { name, host: '127.0.0.1', ...fields })
  const account = { username: 'by-name', password: 'secret', fromUser: 'by-name', fromDomain: 'example.com' }
  expectSuccess(await trunk('First', { port: refusing.port, priority: 1, numberForm: 'digits' }))
  expectSuccess(await trunk('Second', { port: carrier.port, priority: 2, numberForm: 'digits', ...account }))
  app.startDialing()
  const numbers: string[] = []

  async function dial(count: number): Promise<void> {
    const added = Array.from({ length: count }, (_, index) => `+49301${1000 + numbers.length + index}`)
    numbers.push(...added)
    const dataSourceId = await app.addDataSource(`list ${numbers.length}`, added)
    const flow = { steps: [{ id: 'end', type: 'hangup' }] }
    const id = await app.addTask(`task ${numbers.length}`, dataSourceId, { maxDialCount: 1, flow })
    expectSuccess(await app.post('/api/task/publish', { id }))
    const status = async () =>
      expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${id}`)).status
    await expect.poll(status, PATIENCE).toBe(4)
  }

  // A trunk that was not heard of yet gets no calls while another one is reachable.
  const states = async () =>
    expectSuccess(await app.get<{ rows: { state: string }[] }>('/api/trunk/states')).rows.map(
      ({ state }) => state,
    )
  await expect.poll(states, PATIENCE).toEqual(['reachable', 'reachable'])
  await dial(6)
  expect(refusing.asked.length).toBeGreaterThan(0)
  const refused = refusing.asked.length
  refusing.status = undefined
  // The first trunk is held back for a while, then a call is tried on it.
  const askedAgain = async () => {
    await dial(1)
    return refusing.asked.length
  }
  await expect.poll(askedAgain, { ...PATIENCE, interval: 500 }).toBeGreaterThan(refused)
  await dial(3)

  const called = (await carrier.ledger()).map((line) => line.split(' ')[1])
  expect(called.sort()).toEqual(numbers.map((number) => number.slice(1)))
  expect(await app.rows('select phone_number, attempt, cause from call order by phone_number')).toEqual(
    numbers.map((phone_number) => ({ phone_number, attempt: 1, cause: 'answered' })),
  )
  expect(await app.rows('select from live_call')).toEqual([])
})
