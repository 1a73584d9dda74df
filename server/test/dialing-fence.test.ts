// A call belongs to one node: what others say of it changes nothing, however right it may be.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallKeys } from '../src/dialing/dialer/node/node-calls.ts'
import { RELEASED_CALLS, releaseCalls } from '../src/dialing/dialer/settle/release.queries.ts'
import { ENDED_CALLS, settlementOf } from '../src/dialing/dialer/settle/settle.queries.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { withoutTask } from '../src/platform/kernel/task-of-call.ts'
import { startCall } from './support/call-fixtures.ts'
import { contactIdsOf, moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let callId: string
let owner: string
let phoneKey: string
let contactId: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  const name = newId()
  const dataSourceId = await app.addDataSource(name, ['13800138000'])
  const taskId = await app.addTask(name, dataSourceId)
  await moveTo(app, taskId, 'RUNNING')
  contactId = (await contactIdsOf(app, dataSourceId))[0] ?? ''
  await app.rows('delete from live_call')
  callId = await startCall(app, taskId, contactId, new Date())
  await app.rows('update live_call set is_first = true')
  const [row] = await app.rows<{ node_id: string; phone_key: string }>(
    'select node_id, phone_key from live_call',
  )
  owner = row?.node_id ?? ''
  phoneKey = row?.phone_key ?? ''
})

const live = () => app.rows<{ id: string }>('select id from live_call')
const keys = () => ({ id: callId, phoneKey, phoneNumber: '13800138000', taskId: '', contactId })
/** A batch with a call without a task is settled by another form of the statement. */
const settle = (nodeId: string, beside: CallKeys[] = []) => {
  const end = { cause: 'answered', talkMs: 0 } as const
  const ended = {
    ...keys(),
    end,
    answerTime: null,
    endTime: new Date(),
    result: null,
    mayHaveCallUntil: false,
  }
  return settlementOf([ended, ...beside]).run(app.db, [nodeId, [], 0, [], ...ENDED_CALLS.values([ended])])
}
const release = (nodeId: string) => {
  const released = { ...keys(), pauseMs: 0, refusal: null }
  return releaseCalls.run(app.db, [nodeId, new Date(), 0, [], ...RELEASED_CALLS.values([released])])
}

describe.each([
  ['settled', (nodeId: string) => settle(nodeId)],
  [
    'settled beside a call without a task',
    (nodeId: string) => settle(nodeId, [{ ...keys(), ...withoutTask(newId()) }]),
  ],
  ['released', release],
] as const)('a call is %s', (_, write) => {
  it('by the node it belongs to, once', async () => {
    expect(await write(owner)).toBe(1)
    expect(await live()).toEqual([])
    expect(await write(owner)).toBe(0)
  })

  it('by no other node', async () => {
    expect(await write(newId())).toBe(0)
    expect(await live()).toEqual([{ id: callId }])
  })
})

it('has a request exactly if it has no task, live and on record', async () => {
  const isRefused = async (table: string) => {
    for (const change of [`task_id = '${withoutTask('').taskId}'`, `request = '{}'`])
      await expect(app.rows(`update ${table} set ${change}`)).rejects.toThrow(`${table}_of_task_or_request`)
  }
  await isRefused('live_call')
  await settle(owner)
  await isRefused('call')
})
