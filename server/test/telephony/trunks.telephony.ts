// A service without GATEWAY: trunks that are added over the API start its Asterisk, and calls go to the carrier that takes them.

import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createOwnAsterisk } from '../../src/gateways/asterisk/own/own-asterisk.ts'
import { createSimulator } from '../../src/gateways/simulator/simulator.ts'
import { parseSimulatorSettings } from '../../src/gateways/simulator/simulator-settings.ts'
import { createOwnAsteriskSwitch } from '../../src/gateways/trunks/own-asterisk-switch.ts'
import { createTrunksOrSimulator } from '../../src/gateways/trunks/trunks-or-simulator.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createSilentLog } from '../../src/kernel/log/log.ts'
import { expectSuccess } from '../support/expectations.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestApp } from '../support/test-app.ts'
import { startCarrier } from './carrier.ts'
import { PATIENCE } from './controlled-call.ts'
import { installPrograms } from './install-programs.ts'
import { startRefusingCarrier } from './refusing-carrier.ts'
import { freeUdpPort } from './run-asterisk.ts'

const log = createSilentLog()

async function openService() {
  const programs = await installPrograms()
  const folder = await temporaryFolder()
  const carrier = await startCarrier(programs, join(folder, 'carrier'))
  onTestFinished(() => carrier.stop())
  const refusing = await startRefusingCarrier()
  onTestFinished(() => refusing.stop())
  const dataDir = join(folder, 'data')
  // As `carillon asterisk install` leaves it.
  await mkdir(join(dataDir, 'asterisk/programs'), { recursive: true })
  await symlink(programs.root, join(dataDir, 'asterisk/programs', `${programs.suite}-${process.arch}`))
  const settings = {
    program: undefined,
    path: undefined,
    sipPort: await freeUdpPort(),
    rtpPorts: { first: 46_100, last: 47_900 },
    externalAddress: undefined,
    localNetworks: [],
  }
  const app = await createTestApp({
    role: 'all',
    gateway: ({ trunks, country }) =>
      createTrunksOrSimulator({
        ...{ trunks, clock: systemClock, log },
        simulator: createSimulator({ settings: parseSimulatorSettings(''), clock: systemClock }),
        trunkSwitch: createOwnAsteriskSwitch({
          ...{ country, clock: systemClock, log },
          settings: { ringTimeoutSeconds: 5, maxCallSeconds: 60 },
          create: () =>
            createOwnAsterisk({
              ...{ dataDir, settings, clock: systemClock, log, bindAddress: '127.0.0.1' },
              timing: { qualifySeconds: 1 },
            }),
        }),
      }),
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
