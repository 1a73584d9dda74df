// Real calls to satellites and premium rates are refused, unless an administrator has allowed them; simulated ones are not.
import { expect, it } from 'vitest'
import { createTransferJudge } from '../src/dialing/dialer/flow-runtime/judge-transfer.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createPhoneNumberReader } from '../src/platform/kernel/phone/phone-number.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { addTrunk, dial, FLOW, gatewayOf, openService } from './support/stand-in-carriers.ts'
import type { TestApp } from './support/test-app.ts'

const PREMIUM = '+870773111222'
const READABLE = /[Ss]atellite or premium/

const historyOf = async (app: TestApp) =>
  expectSuccess(await app.get<{ summary: object }>(`/api/number/${encodeURIComponent(PREMIUM)}/history`))
    .summary

async function preview(app: TestApp, name: string): Promise<object> {
  const listId = await app.addDataSource(name, [PREMIUM])
  const taskId = await app.addTask(name, listId, { flow: FLOW })
  return expectSuccess(await app.get<object>(`/api/task/${taskId}/preview`))
}

it('are not called once a trunk is enabled, and are if they are allowed', async () => {
  const { app, carrierOf } = await openService()
  expect(await historyOf(app)).toMatchObject({ mayBeRung: true })
  expect(await preview(app, 'before')).toMatchObject({ skipped: [] })

  const trunkId = await addTrunk(app, 'Berlin', {
    prefixRules: [{ match: '+4940', strip: 5, add: '+1900' }],
  })
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  await dial(app, 'task', [PREMIUM, '+494055501', '+4915123456000'])
  expect(carrierOf('Berlin').numbers).toEqual(['+4915123456000'])
  expect(
    await app.rows('select phone_number, reason, detail, until from denial order by phone_number'),
  ).toMatchObject([
    { phone_number: '+494055501', reason: 'denied_on_trunk', detail: { because: 'premium_number' } },
    { phone_number: PREMIUM, reason: 'premium_number', detail: { prefix: '+870' }, until: null },
  ])
  expect(await historyOf(app)).toMatchObject({ mayBeRung: false, reason: 'premium_number' })
  expect(await preview(app, 'after')).toMatchObject({ skipped: [{ reason: 'premium_number', contacts: 1 }] })
  expectError(await app.post('/api/call', { phoneNumber: PREMIUM, flow: FLOW }), 400, READABLE)
  expectError(await app.post(`/api/trunk/${trunkId}/test`, { phoneNumber: PREMIUM }), 400, READABLE)
  const readPhoneNumber = createPhoneNumberReader(() => undefined)
  const judge = createTransferJudge({ db: app.db, clock: systemClock, readPhoneNumber })
  expect(await judge(`tel:${PREMIUM}`)).toEqual({ reason: 'premium_number' })

  expectSuccess(await app.post('/api/permission/settings', { allowedPremiumPrefixes: ['+870'] }))
  expect(await historyOf(app)).toMatchObject({ mayBeRung: true })
  expect(await judge(`tel:${PREMIUM}`)).toBeUndefined()
  await dial(app, 'allowed', [PREMIUM])
  expect(carrierOf('Berlin').numbers).toEqual(['+4915123456000', PREMIUM])
})
