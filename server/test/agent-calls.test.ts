// Calls that are connected with a voice agent, from the task to the call record: two nodes that dial, one that answers requests.

import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { signedHeaders } from '../src/platform/kernel/secrets/signature.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import {
  DEFAULT_SETTINGS,
  type SimulatorSettings,
} from '../src/telephony/switches/simulator/simulator-settings.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { startStandInAgent } from './support/stand-in-agent.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const agents = { secret: 'the secret of the voice agents', timing: {} }
/** Everybody answers at once. */
const settings = { ...DEFAULT_SETTINGS, shares: { answered: 1 }, ring: [0, 0] } as const

async function openNodes(more: Partial<SimulatorSettings> = {}): Promise<TestApp> {
  const api = await createTestApp({ agents })
  onTestFinished(() => api.close())
  for (let count = 0; count < 2; count += 1) {
    const gateway = createSimulator({ settings: { ...settings, ...more }, clock: systemClock })
    const node = await createTestApp({ role: 'dialer', gateway, agents, database: api.database })
    onTestFinished(() => node.close())
    node.startDialing()
  }
  return api
}

async function publish(api: TestApp, url: string): Promise<string> {
  const dataSourceId = await api.addDataSource('list')
  expectSuccess(
    await api.post(`/api/dataSource/${dataSourceId}/contact/add`, {
      phoneNumber: '13800138000',
      name: 'Ann',
    }),
  )
  const step = { id: 'talk', type: 'stream', url, parameters: { greeting: 'Hi {{name}}' } }
  const id = await api.addTask('task', dataSourceId, { maxDialCount: 1, flow: { steps: [step] } })
  expectSuccess(await api.post('/api/task/publish', { id }))
  return id
}

const recordOf = (api: TestApp) =>
  eventually(async () => {
    const [record] = await api.rows<{ id: string; cause: string; result: object }>(
      'select id, cause, result from call',
    )
    if (!record) throw new Error('the call is not over')
    return record
  })

it('an agent gets the fields; what it says by request and in its last message is in the record', async () => {
  const agent = await startStandInAgent()
  onTestFinished(() => agent.close())
  const api = await openNodes()
  await publish(api, agent.url)
  const line = await agent.line()
  const { start } = await line.next('start')
  expect(start).toMatchObject({ customParameters: { name: 'Ann', greeting: 'Hi Ann' } })
  await line.next('media')

  const path = `/api/agent/${start?.['callSid']}`
  // A node that has just begun to listen may miss the first notification: 503, and it is sent again.
  await eventually(async () => {
    const body = JSON.stringify({ verdict: 'person', fields: { appointment: 'confirmed' } })
    const message = { direction: 'callback', method: 'POST', path, body } as const
    const headers = {
      'content-type': 'application/json',
      ...signedHeaders(agents.secret, new Date(), message),
    }
    expectSuccess(await api.send({ method: 'POST', url: path, payload: body, headers }))
  })
  line.say({ event: 'carillon', transcript: [{ who: 'agent', text: 'Hi Ann' }], summary: 'She comes.' })
  line.say({ event: 'carillon', transcript: [{ who: 'callee', text: 'Hello' }] })
  line.say({ event: 'carillon', fields: { summary: 'she comes' }, callbackTime: '+2h' })
  line.socket.close()
  expect(await recordOf(api)).toMatchObject({
    id: start?.['callSid'],
    result: {
      agent: 'done',
      verdict: { is: 'person', by: 'agent' },
      fields: { appointment: 'confirmed', summary: 'she comes' },
      callbackTime: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  })
  await eventually(async () =>
    expect(expectSuccess(await api.get(`/api/call/${start?.['callSid']}/transcript`))).toEqual([
      { who: 'agent', text: 'Hi Ann', offsetMs: expect.any(Number) },
      { who: 'callee', text: 'Hello', offsetMs: expect.any(Number) },
    ]),
  )
})

it('a call whose agent dies has the cause agent_failed', async () => {
  const agent = await startStandInAgent()
  onTestFinished(() => agent.close())
  const api = await openNodes()
  await publish(api, agent.url)
  const line = await agent.line()
  await line.next('media')
  line.socket.terminate()
  expect(await recordOf(api)).toMatchObject({ cause: 'agent_failed', result: { agent: 'died' } })
})

it('an agent has its call say, press keys and be transferred, and is told what cannot be done', async () => {
  const agent = await startStandInAgent()
  onTestFinished(() => agent.close())
  const api = await openNodes({ transfer: { busy: 1 } })
  await publish(api, agent.url)
  const line = await agent.line()
  await line.next('media')
  line.say({ event: 'carillon', say: { text: 'One moment, please.' } })
  line.say({ event: 'carillon', sendDigits: '12#' })
  line.say({ event: 'carillon', transfer: { to: 'sip:nobody@elsewhere.test' } })
  expect((await line.next('carillon')).carillon).toEqual({
    ...{ command: 'transfer', error: 'refused', message: 'the rules of permission forbid this place' },
  })
  line.say({ event: 'carillon', transfer: { to: 'tel:+4930901820', whisper: 'Ann is on the line.' } })
  expect((await line.next('carillon', 1)).carillon).toMatchObject({ command: 'transfer', error: 'busy' })
  line.say({ event: 'carillon', hangup: true })
  expect(await recordOf(api)).toMatchObject({
    cause: 'answered',
    result: {
      ...{ agent: 'done', said: [{ step: 'talk', text: 'One moment, please.' }] },
      transfer: { to: 'tel:+4930901820', result: 'busy' },
    },
  })
})
