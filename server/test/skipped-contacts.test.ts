// Contacts that are done without a call, because they may never be called: how they are counted, recalled and deleted.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDenial } from './support/call-fixtures.ts'
import { expectSuccess } from './support/expectations.ts'
import { contactIdsOf, dialRows, moveTo, skip } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let serial = 0
let dataSourceId: string
let taskId: string
let contacts: string[]

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  serial += 1
  dataSourceId = await app.addDataSource(`list ${serial}`, ['13800138000', '13800138001', '13800138002'])
  contacts = await contactIdsOf(app, dataSourceId)
})
afterAll(() => app.close())

async function runTask(settings = {}): Promise<void> {
  taskId = await app.addTask(`task ${serial}`, dataSourceId, settings)
  await moveTo(app, taskId, 'RUNNING')
  await skip(app, taskId, contacts[0] ?? '', 'do_not_call')
  await skip(app, taskId, contacts[1] ?? '', 'emergency_number')
}

interface Listed {
  rows: { id: string; progress: object }[]
}
const progress = async () =>
  expectSuccess(await app.get<Listed>('/api/task/list?include=progress')).rows.find(({ id }) => id === taskId)
    ?.progress
const stat = async () => expectSuccess(await app.get<Record<string, number>>(`/api/task/${taskId}/stat`))
const remove = async (contactId: string) =>
  expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId }))

it('are done, and are neither calls nor failures', async () => {
  await runTask()
  expect(await progress()).toEqual({ done: 2, success: 0, failed: 0, skipped: 2 })
  expect(await stat()).toMatchObject({ totalContacts: 3, callCount: 0, failCount: 0, skippedCount: 2 })
})

describe('a recall', () => {
  const recall = async (body: object) =>
    expectSuccess(await app.post<{ recallIds: string[] }>(`/api/task/${taskId}/recall`, body)).recallIds

  it('of all that failed leaves them out', async () => {
    await runTask()
    expect(await recall({})).toEqual([])
  })

  it('that names one decides about it again', async () => {
    await runTask()
    expect(await recall({ contactIds: contacts.slice(0, 1) })).toEqual(contacts.slice(0, 1))
    const [dial] = await dialRows(app, taskId)
    expect(dial).toMatchObject({ contact_id: contacts[0], outcome: null, round: 2 })
    expect(dial?.due_at).toBeInstanceOf(Date)
    expect(await progress()).toEqual({ done: 1, success: 0, failed: 0, skipped: 1 })
  })
})

describe.each(['snapshot', 'live'])('deleting one from the list (%s)', (listMode) => {
  it('removes it from the task, as it was never dialed', async () => {
    await runTask({ listMode })
    await remove(contacts[0] ?? '')
    expect(await stat()).toMatchObject({ totalContacts: 2, skippedCount: 1 })
    expect(await dialRows(app, taskId)).toHaveLength(1)
    await remove(contacts[2] ?? '')
    expect(await stat()).toMatchObject({ totalContacts: 1, skippedCount: 1 })
  })
})

it('denials are counted by reason in the metrics', async () => {
  await runTask()
  const [contactId = ''] = contacts
  for (const reason of ['too_short', 'too_short', 'too_long'])
    await addDenial(app, { taskId, contactId, reason, at: new Date() })
  const other = await createTestApp({ database: app.database })
  try {
    const { body } = await other.http.inject('/metrics')
    expect(body).toContain('carillon_denials_total{reason="too_short"} 2')
    expect(body).toContain('carillon_denials_total{reason="too_long"} 1')
  } finally {
    await other.close()
  }
})
