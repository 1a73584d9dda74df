// What trunks may not carry: emergency numbers and denied prefixes are judged on the number as a trunk sends it, for tasks, calls that systems ask
// for, tests and transfers; a task stays bound to its trunks; a goal that no call can meet is refused.

import { expect, it } from 'vitest'
import { createTransferJudge } from '../src/dialing/dialer/flow-runtime/judge-transfer.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createPhoneNumberReader } from '../src/platform/kernel/phone/phone-number.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { addTrunk, dial, FLOW, gatewayOf, openService } from './support/stand-in-carriers.ts'

const prefixRules = [
  { match: '+4930', strip: 5, add: '' },
  { match: '+4940', strip: 5, add: '+1900' },
]

async function open() {
  const service = await openService()
  const berlin = await addTrunk(service.app, 'Berlin', { prefixRules })
  await eventually(async () => expect(await gatewayOf(service.app)).toMatchObject({ kind: 'trunks' }))
  expectSuccess(await service.app.post('/api/permission/settings', { deniedPrefixes: ['+1900'] }))
  return { ...service, berlin }
}

it('takes no trunk that would send an emergency number or a denied one, and says why', async () => {
  const { app, carrierOf } = await open()
  const numbers = ['+4930112', '+49309011', '+494055501', '+49301129', '0112']
  await dial(app, 'task', numbers)
  expect([...carrierOf('Berlin').numbers].sort()).toEqual(['+49301129', '+49309011'])
  const denials = await app.rows(
    'select phone_number, reason, detail, until from denial order by phone_number',
  )
  expect(denials).toMatchObject([
    { phone_number: '+4930112', reason: 'denied_on_trunk', until: null },
    { phone_number: '+494055501', reason: 'denied_on_trunk' },
    { phone_number: '0112', reason: 'emergency_number' },
  ])
  expect(denials[0]).toMatchObject({ detail: { trunk: 'Berlin', sent: '112', because: 'emergency_number' } })
  expect(denials[1]).toMatchObject({ detail: { sent: '+190055501', because: 'denied_prefix' } })
})

it('takes another trunk for such a number', async () => {
  const { app, carrierOf } = await open()
  await addTrunk(app, 'Bonn', { priority: 2 })
  await eventually(async () =>
    expect(expectSuccess(await app.get<{ gateway: object }>('/api/system')).gateway).toMatchObject({
      trunks: 2,
    }),
  )
  await dial(app, 'task', ['+4930112', '+493055501'])
  expect(carrierOf('Berlin').numbers).toEqual(['+493055501'])
  expect(carrierOf('Bonn').numbers).toEqual(['+4930112'])
})

it('refuses calls, tests and transfers to such a number', async () => {
  const { app, berlin, carrierOf } = await open()
  const called = await app.post('/api/call', { phoneNumber: '+4930112', flow: FLOW })
  expectError(called, 400, 'phoneNumber')
  const tested = await app.post(`/api/trunk/${berlin}/test`, { phoneNumber: '+4930112' })
  expectError(tested, 400, 'phoneNumber')
  expectError(await app.post('/api/call', { phoneNumber: '9112', flow: FLOW }), 400, 'phoneNumber')
  const readPhoneNumber = createPhoneNumberReader(() => undefined)
  const judge = createTransferJudge({ db: app.db, clock: systemClock, readPhoneNumber })
  expect(await judge('tel:+4930112')).toEqual({ reason: 'denied_on_trunk' })
  expect(await judge('tel:+49301129')).toBeUndefined()
  expect(carrierOf('Berlin').numbers).toEqual([])
})

it('warns of a rule that can make an emergency number', async () => {
  const { app } = await openService()
  type Answer = { id: string; warnings: { code: string; message: string }[] }
  const harmless = { match: '+33', strip: 0, add: '' }
  const checked = await app.post<Answer>('/api/trunk/check', { prefixRules: [harmless, ...prefixRules] })
  expect(expectSuccess(checked).warnings).toMatchObject([{ code: 'emergency_rule', rule: 1, number: '112' }])
  const trunk = { name: 'Berlin', host: '127.0.0.1', prefixRules }
  const { id, warnings } = expectSuccess(await app.post<Answer>('/api/trunk/add', trunk))
  expect(warnings).toMatchObject([{ code: 'emergency_rule', message: expect.stringContaining('+4930') }])
  const fixed = { id, prefixRules: [{ match: '+49', strip: 3, add: '0' }] }
  expect(expectSuccess(await app.post<Answer>('/api/trunk/update', fixed)).warnings).toEqual([])
})

it('dials nothing for a copy whose trunks are gone, and says so', async () => {
  const { app, carrierOf } = await openService()
  const [gone] = [await addTrunk(app, 'Gone'), await addTrunk(app, 'Bonn')]
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  await dial(app, 'first', ['+493055501'], { trunkIds: [gone] })
  expectSuccess(await app.post('/api/trunk/delete', { id: gone }))
  const { rows } = expectSuccess(await app.get<{ rows: { id: string }[] }>('/api/task/list'))
  const copied = await app.post<{ id: string }>('/api/task/duplicate', { id: rows[0]?.id })
  const { id } = expectSuccess(copied)
  expectSuccess(await app.post('/api/task/publish', { id }))
  const state = async () => expectSuccess(await app.get<{ state: string }>(`/api/task/${id}/explain`)).state
  await eventually(async () => expect(await state()).toBe('no_trunk'))
  expect(carrierOf('Bonn').numbers).toEqual([])
})

it('refuses a goal with a result that no step sets', async () => {
  const { app } = await openService()
  const list = await app.addDataSource('list', ['+493055501'])
  const stopWhen = { results: [{ name: 'result.region', value: 'north', count: 5 }] }
  const draft = { taskName: 'goal', dataSourceId: list, flow: FLOW, stopWhen }
  expectError(await app.post('/api/task/add', draft), 400, 'stopWhen')
  const id = await app.addTask('goal', list, { flow: FLOW })
  expectError(await app.post('/api/task/update', { id, stopWhen }), 400, 'stopWhen')
  // Of a version before.
  await app.rows(
    `update task set settings = settings || '${JSON.stringify({ stopWhen })}' where id = '${id}'`,
  )
  expectError(await app.post('/api/task/publish', { id }), 400, 'stopWhen')
})
