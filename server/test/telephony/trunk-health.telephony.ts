// The health of a trunk on a real Asterisk: it turns red and green with the carrier, and the sound of a live call is measured.

import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { TrunkProbe } from '../../src/telephony/trunks/test/trunk-probe.ts'
import { expectSuccess } from '../support/expectations.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestApp } from '../support/test-app.ts'
import { PATIENCE } from './controlled-call.ts'
import { installPrograms } from './install-programs.ts'
import { linkPrograms, ownAsteriskSettings, trunksOrSimulator } from './own-asterisk-parts.ts'
import { startPickyCarrier } from './picky-carrier.ts'

interface State {
  state: string
  nodes: {
    roundTripMs: number | null
    media: { loss: number; jitterMs: number; mes: number | null } | null
  }[]
}

async function openService() {
  const programs = await installPrograms()
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  await linkPrograms(dataDir, programs)
  const settings = await ownAsteriskSettings(40_100, 41_900)
  let probe: () => TrunkProbe | undefined = () => undefined
  const app = await createTestApp({
    role: 'all',
    gateway(storage) {
      const lines = trunksOrSimulator({ dataDir, settings })(storage)
      probe = lines.probe
      return lines
    },
  })
  onTestFinished(() => app.close())
  app.startDialing()
  return { app, probe: () => probe() }
}

it('turns red and green with the carrier, on the overview too, and measures the sound of a live call', async () => {
  const { app, probe } = await openService()
  let carrier = await startPickyCarrier()
  onTestFinished(() => carrier.stop())
  const { port } = carrier
  const added = await app.post<{ id: string }>('/api/trunk/add', { name: 'Main', host: '127.0.0.1', port })
  const { id } = expectSuccess(added)
  const read = async () =>
    expectSuccess(await app.get<{ rows: State[] }>('/api/trunk/states')).rows[0] as State
  const state = async () => (await read()).state
  const problems = async () =>
    expectSuccess(
      await app.get<{ trunkProblems: { code: string; node: string | null }[] }>('/api/overview'),
    ).trunkProblems.map(({ code, node }) => `${code} ${node?.endsWith(String(process.pid))}`)

  await expect.poll(state, PATIENCE).toBe('reachable')
  expect((await read()).nodes[0]?.roundTripMs).toBeGreaterThan(0)

  const signs: string[] = []
  const request = { trunkId: id, number: '4930123456', callerId: undefined, ringTimeoutSeconds: 10 }
  const call = await probe()?.call(request, ({ type }) => signs.push(type))
  await expect.poll(() => signs, PATIENCE).toContain('answered')
  await call?.playTone()
  const media = async () => (await read()).nodes[0]?.media
  await expect.poll(media, PATIENCE).toMatchObject({ calls: 1, loss: 0 })
  const { jitterMs, mes } = (await media()) ?? { jitterMs: -1, mes: null }
  expect(jitterMs).toBeGreaterThanOrEqual(0)
  // Seconds and milliseconds would be told apart even on a busy machine.
  expect(jitterMs).toBeLessThan(1000)
  if (mes !== null) expect(mes).toBeGreaterThan(1)
  await call?.hangUp()

  expect(await problems()).toEqual([])
  await carrier.stop()
  await expect.poll(state, PATIENCE).toBe('down')
  await expect.poll(problems, PATIENCE).toEqual(['not_reachable true'])
  carrier = await startPickyCarrier({ port })
  await expect.poll(state, PATIENCE).toBe('reachable')
  await expect.poll(problems, PATIENCE).toEqual([])
})
