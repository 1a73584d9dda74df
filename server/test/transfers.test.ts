// Where calls may be transferred to: when a task is published, and at the moment of the transfer.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ControlledPhones, createControlledPhones } from './support/controlled-gateway.ts'
import { addList } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let platform: TestApp
let phones: ControlledPhones
let platformPhones: ControlledPhones
beforeAll(async () => {
  phones = createControlledPhones()
  platformPhones = createControlledPhones()
  app = await createTestApp({ role: 'all', gateway: phones.gateway() })
  platform = await createTestApp({ role: 'all', gateway: platformPhones.gateway({ sendsFlow: 'always' }) })
  for (const each of [app, platform]) each.startDialing()
})
afterAll(async () => {
  await app.close()
  await platform.close()
})
beforeEach(async () => {
  for (const each of [app, platform])
    expectSuccess(
      await each.post('/api/permission/settings', {
        ...{ allowedPrefixes: ['+49', '138'], transferHosts: [], transferContexts: [] },
      }),
    )
})

const flowTo = (to: string) => ({
  steps: [
    { id: 'connect', type: 'transfer', to },
    { id: 'sorry', type: 'say', text: 'Nobody is there.' },
  ],
})

let lists = 0
async function addTask(to: string, agent: string, on = app): Promise<{ id: string; number: string }> {
  lists += 1
  const number = `138001380${10 + lists}`
  const dataSourceId = await on.addDataSource(`list ${lists}`)
  const contact = { phoneNumber: number, agent }
  expectSuccess(await on.post(`/api/dataSource/${dataSourceId}/contact/add`, contact))
  return {
    id: await on.addTask(`task ${lists}`, dataSourceId, { flow: flowTo(to), maxDialCount: 1 }),
    number,
  }
}

const publish = (id: string, on = app) => on.post('/api/task/publish', { id })

describe('publishing', () => {
  it.each([
    ['tel:112', 'emergency_number'],
    ['tel:+1900123456', 'no_allowed_prefix'],
    ['sip:desk@pbx.example', 'the SIP host "pbx.example"'],
    ['dialplan:internal,112,1', 'the dialplan context "internal"'],
  ])('is refused with a transfer to %s', async (to, message) => {
    const { id } = await addTask(to, '')
    const answer = await publish(id)
    expectError(answer, 400, message)
    expect(answer.body).toMatchObject({ errors: [{ code: 'transfer_denied', field: 'flow.steps[0].to' }] })
  })

  it('takes hosts and contexts that an administrator has listed', async () => {
    const settings = { transferHosts: ['PBX.example'], transferContexts: ['support'] }
    expectSuccess(await app.post('/api/permission/settings', settings))
    for (const to of ['sip:desk@pbx.example', 'dialplan:support,100,1', 'queue:sales', 'tel:+4930123456'])
      expectSuccess(await publish((await addTask(to, '')).id))
  })
})

describe('at the moment of the transfer', () => {
  async function transferTo(agent: string): Promise<string[]> {
    const { id, number } = await addTask('tel:{{agent}}', agent)
    expectSuccess(await publish(id))
    const callId = await phones.callTo(number)
    phones.answer(callId)
    return eventually(() => {
      const { did = [] } = phones.calls.get(callId) ?? {}
      expect(did.length).toBeGreaterThan(0)
      return did
    })
  }

  it('a place from an imported field is judged like a called number, and the flow goes on', async () => {
    expect(await transferTo('+4930123456')).toEqual(['transfer tel:+4930123456'])
    for (const agent of ['112', '+1900123456', '00881612345678'])
      expect(await transferTo(agent)).toEqual(['play 1'])
    await addList(app, ['+4930999999'], { isGlobal: true })
    expect(await transferTo('+4930999999')).toEqual(['play 1'])
  })

  it('the result of the call says that it was refused', async () => {
    const { id, number } = await addTask('tel:{{agent}}', '112')
    expectSuccess(await publish(id))
    const callId = await phones.callTo(number)
    phones.answer(callId)
    await phones.until(callId, 'play 1')
    phones.finish(callId, { cause: 'answered', talkMs: 1000 })
    await eventually(async () => {
      const [call] = await app.rows<{ result: object }>('select result from call where id = $1', [callId])
      expect(call?.result).toMatchObject({ transfer: { to: 'tel:112', result: 'refused' } })
    })
  })

  it('a platform that transfers by itself is not given such a place', async () => {
    for (const [agent, type] of [
      ['+4930123456', 'transfer'],
      ['112', 'branch'],
    ] as const) {
      const { id, number } = await addTask('tel:{{agent}}', agent, platform)
      expectSuccess(await publish(id, platform))
      const callId = await platformPhones.callTo(number)
      expect(platformPhones.calls.get(callId)?.request.flow?.steps[0]).toMatchObject({ id: 'connect', type })
    }
  })
})
