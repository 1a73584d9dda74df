// What was said to a contact and keyed in by it is deleted with it.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { endCall } from './support/call-fixtures.ts'
import { expectSuccess } from './support/expectations.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('leaves the calls of a deleted contact, without what is personal in them', async () => {
  const dataSourceId = await app.addDataSource('deleted', ['13800138000', '13800138001'])
  const taskId = await app.addTask('deleted', dataSourceId)
  const contacts = await app.rows<{ id: string }>(
    'select id from contact where data_source_id = $1 order by position',
    [dataSourceId],
  )
  const verdict = { is: 'person', by: 'detector', how: 'short_greeting', afterMs: 900 } as const
  const result = {
    verdict,
    digits: { pin: '4711' },
    fields: { name: 'Ann' },
    said: [{ step: 'hello', text: 'Hello Ann' }],
    transfer: { to: 'tel:+4930901820', result: 'answered' },
    callbackTime: '2026-03-02T09:00:00Z',
    step: 'hello',
    version: 2,
    path: [
      ['pin', 0, 'keys:4711'],
      ['hello', 4100],
    ],
  } as const
  for (const { id: contactId } of contacts)
    await endCall(app, { taskId, contactId, dataSourceId, result: structuredClone(result) as never })
  const gone = contacts[0]?.id
  expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId: gone }))
  for (const table of ['call', 'dial']) {
    const rows = await app.rows<{ contact_id: string; result: object }>(
      `select contact_id, result from ${table} where task_id = $1`,
      [taskId],
    )
    expect(new Map(rows.map((row) => [row.contact_id, row.result]))).toEqual(
      new Map<unknown, object>([
        [gone, { verdict, step: 'hello', version: 2, path: [] }],
        [contacts[1]?.id, result],
      ]),
    )
  }
})
