// People call back, through a carrier to the Asterisk that Carillon runs.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { expectSuccess } from '../support/expectations.ts'
import { testSpeech } from '../support/speech-settings.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestApp } from '../support/test-app.ts'
import { startCarrier } from './carrier.ts'
import { PATIENCE } from './controlled-call.ts'
import { loudSeconds } from './hear.ts'
import { installPrograms } from './install-programs.ts'
import { linkPrograms, ownAsteriskSettings, trunksOrSimulator } from './own-asterisk-parts.ts'
import { invite } from './stranger.ts'
import { readWav } from './wav.ts'

const OWN = '+4930901820'
const ANN = '+4930111077'

async function openService() {
  const programs = await installPrograms()
  const folder = await temporaryFolder()
  const settings = await ownAsteriskSettings(46_100, 47_900)
  const { sipPort } = settings
  const carrier = await startCarrier(programs, join(folder, 'carrier'), sipPort)
  onTestFinished(() => carrier.stop())
  const dataDir = join(folder, 'data')
  await linkPrograms(dataDir, programs)
  const ledger = join(folder, 'ledger')
  const app = await createTestApp({
    role: 'all',
    speech: testSpeech({ ledger }),
    gateway: trunksOrSimulator({ dataDir, settings, ringTimeoutSeconds: 20 }),
  })
  onTestFinished(() => app.close())
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  app.startDialing()
  return { app, carrier, sipPort, said: async () => (await readFile(ledger, 'utf8')).split('\n') }
}

it('hears a person who was called, strangers and floods', async () => {
  const { app, carrier, sipPort, said } = await openService()
  const list = expectSuccess(await app.post<{ id: string }>('/api/doNotCall/add', { name: 'Opt-outs' }))
  const ask = {
    id: 'ask',
    type: 'gather',
    text: 'Hello {{name}}, press nine',
    maxDigits: 1,
    timeout: 20,
  }
  const out = { id: 'out', type: 'optOut', listId: list.id }
  const END = { id: 'end', type: 'hangup' }
  const inbound = {
    flow: { steps: [ask, out, END] },
    unknownFlow: { steps: [{ ...ask, text: 'We do not know you' }, END] },
    maxCalls: 1,
  }
  const account = { username: 'by-name', password: 'secret', fromUser: 'by-name', fromDomain: 'example.com' }
  const trunk = {
    name: 'Berlin',
    host: '127.0.0.1',
    port: carrier.port,
    callerIds: [OWN],
    inbound,
    ...account,
  }
  expectSuccess(await app.post('/api/trunk/add', { ...trunk, numberForm: 'digits' }))

  // Ann is called, and answers.
  const dataSourceId = await app.addDataSource('people', [])
  const contact = { phoneNumber: ANN, name: 'Ann' }
  expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/add`, contact))
  const taskId = await app.addTask('appointments', dataSourceId, { maxDialCount: 1, flow: { steps: [END] } })
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  const inboundCalls = () =>
    app.rows(
      "select phone_key, cause, result, caller_id from call where request ->> 'purpose' = 'inbound' order by start_time",
    )
  const calls = () => app.rows('select cause from call')
  await expect.poll(calls, PATIENCE).toEqual([{ cause: 'answered' }])

  // She calls back, hears her name, and presses a key.
  const tape = await carrier.callIn(ANN.slice(1), OWN.slice(1), '9')
  await expect.poll(inboundCalls, PATIENCE).toMatchObject([
    {
      phone_key: ANN,
      cause: 'answered',
      caller_id: OWN,
      result: { digits: { ask: '9' }, optOut: list.id },
    },
  ])
  expect(await said()).toContain('Hello Ann, press nine')
  expect(loudSeconds(readWav(await readFile(tape)).samples)).toBeGreaterThan(0.5)
  expect(await app.rows('select phone_key from do_not_call_entry')).toEqual([{ phone_key: ANN }])

  // Others who call hear something else; one at a time.
  await carrier.callIn('4930777', OWN.slice(1), '1')
  await expect.poll(() => app.rows('select from live_call'), PATIENCE).toHaveLength(1)
  expect(await invite(sipPort, { from: '4930778', to: OWN })).toBe(486)
  expect(await invite(sipPort, { from: '4930778', to: '4930901821' })).toBe(404)
  expect(await invite(sipPort, { from: '4930778', to: OWN, host: '127.0.0.2' })).toBe(401)
  await expect
    .poll(inboundCalls, PATIENCE)
    .toMatchObject([
      { phone_key: ANN },
      { phone_key: '+4930777', cause: 'answered', result: { digits: { ask: '1' } } },
    ])
  expect(await said()).toContain('We do not know you')
  expect(await app.rows('select from live_call')).toEqual([])
  expect(await app.rows('select sum(calls)::int as calls from dial')).toEqual([{ calls: 1 }])
})
