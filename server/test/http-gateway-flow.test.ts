// Flows that a voice platform runs, from the API to the platform and back.

import { expect, it } from 'vitest'
import { addList, numbersOn } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createHttpGatewayApp } from './support/http-gateway-app.ts'
import { startVoicePlatform } from './support/voice-platform.ts'

const NUMBERS = ['+49301200', '+49301205', '+49301300', '+49301305']

it('a platform gets the flow with its texts filled in; its results decide about success and do-not-call lists', async () => {
  const platform = await startVoicePlatform()
  const app = await createHttpGatewayApp({ platform })
  const listId = await addList(app)
  const dataSourceId = await app.addDataSource('list')
  for (const phoneNumber of NUMBERS)
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/add`, { phoneNumber, name: 'Ann' }))
  const flow = {
    steps: [
      { id: 'confirm', type: 'gather', text: 'Hello {{name}}, press 1.', keys: '19' },
      { id: 'which', type: 'branch', cases: [{ when: 'digits.confirm == "9"', next: 'stop' }], next: 'bye' },
      { id: 'stop', type: 'optOut', listId },
      { id: 'bye', type: 'hangup' },
    ],
  }
  const id = await app.addTask('task', dataSourceId, {
    maxDialCount: 1,
    flow,
    successWhen: 'digits.confirm == "1"',
  })
  expectSuccess(await app.post('/api/task/publish', { id }))
  const results: Record<string, object> = {
    '+49301200': {
      verdict: { is: 'person' },
      digits: { confirm: '1' },
      path: [
        { step: 'confirm', offsetMs: 0, exit: 'keys:1' },
        { step: 'bye', offsetMs: 2100 },
      ],
    },
    '+49301205': { verdict: { is: 'machine', how: 'amd' } },
    '+49301300': { digits: { confirm: '9' }, optOut: listId },
  }
  platform.resultOf(({ phoneNumber }) => results[phoneNumber])
  app.startDialing()
  await eventually(() => expect(platform.posts).toHaveLength(4))
  expect(platform.posts[0]?.flow?.steps[0]).toMatchObject({ id: 'confirm', text: 'Hello Ann, press 1.' })
  await platform.pass(20_000)
  await eventually(async () => {
    const { status } = expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${id}`))
    expect(status).toBe(4)
  })
  const calls = await app.rows<{ phone_number: string; cause: string; result: object }>(
    'select phone_number, cause, result from call order by phone_number',
  )
  expect(calls.map(({ cause }) => cause)).toEqual(['answered', 'machine', 'not_confirmed', 'not_confirmed'])
  expect(calls[0]?.result).toMatchObject({
    version: 1,
    path: [
      ['confirm', 0, 'keys:1'],
      ['bye', 2100],
    ],
  })
  expect(calls[1]?.result).toEqual({
    verdict: { is: 'machine', by: 'platform', how: 'amd', afterMs: 0 },
    version: 1,
  })
  expect(calls[3]?.result).toEqual({ version: 1 })
  await eventually(async () => {
    const versions = await app.get<{ rows: object[] }>(`/api/task/${id}/flow/versions`)
    expect(expectSuccess(versions).rows).toMatchObject([{ version: 1, calls: 4 }])
  })
  expect(await numbersOn(app, listId)).toEqual(['+49301300'])
  expect(expectSuccess(await app.get(`/api/task/${id}/stat`))).toMatchObject({
    callCount: 4,
    successCount: 1,
    failCount: 2,
    noAnswerCount: 1,
  })
})
