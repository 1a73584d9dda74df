// What was said to a contact and keyed in by it is deleted with it.

import { expect, it } from 'vitest'
import { newId } from '../src/platform/kernel/ids.ts'
import { NO_TASK } from '../src/platform/kernel/task-of-call.ts'
import { endCall } from './support/call-fixtures.ts'
import { expectSuccess } from './support/expectations.ts'
import { openForFile } from './support/open-for-file.ts'
import { createTestApp } from './support/test-app.ts'

const app = await openForFile(createTestApp())

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

it('empties calls without a task too: those in which it called us, and ended ones to its number that were asked for', async () => {
  const number = '13800138077'
  const dataSourceId = await app.addDataSource('called us', [number, '13800138078'])
  const contacts = await app.rows<{ id: string }>(
    'select id from contact where data_source_id = $1 order by position',
    [dataSourceId],
  )
  const gone = contacts[0]?.id ?? ''
  const taskId = NO_TASK
  const ids = { inbound: newId(), ofOther: newId(), asked: newId(), open: newId() }
  const requests = {
    inbound: { purpose: 'inbound', contactId: gone },
    ofOther: { purpose: 'inbound', contactId: contacts[1]?.id },
    asked: { purpose: 'call', fields: { name: 'Ann' } },
    open: { purpose: 'call', fields: { name: 'Ann' }, isTriedAgain: true },
  }
  for (const name of ['asked', 'open'] as const)
    await app.rows(
      `insert into single_call (id, phone_number, phone_key, request, settings, priority, create_time, call_time, until, end_time)
       values ($1, $2, $2, $3, '{}', 3, now(), now(), now() + interval '1 day', $4)`,
      [ids[name], number, requests[name], name === 'asked' ? new Date() : null],
    )
  for (const [name, id] of Object.entries(ids)) {
    const result = { digits: { pin: '4711' }, step: 'hello' }
    const request = requests[name as keyof typeof ids]
    await endCall(app, {
      id,
      taskId,
      contactId: id,
      dataSourceId: NO_TASK,
      phoneNumber: number,
      result,
      request,
    })
    await app.rows(
      `insert into conversation (task_id, call_id, transcript, line_count, summary)
       values ($1, $2, '[{"who": "callee", "text": "Ann", "offsetMs": null}]', 1, 'Ann')`,
      [taskId, id],
    )
  }
  expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId: gone }))
  const kept = async (id: string) => {
    const [row] = await app.rows<{ pin: string | null; fields: object | null; summary: string | null }>(
      `select c.result -> 'digits' ->> 'pin' as pin, c.request -> 'fields' as fields, v.summary
       from call c join conversation v on v.task_id = c.task_id and v.call_id = c.id where c.id = $1`,
      [id],
    )
    return row
  }
  expect(await kept(ids.inbound)).toEqual({ pin: null, fields: null, summary: null })
  expect(await kept(ids.asked)).toEqual({ pin: null, fields: null, summary: null })
  expect(await kept(ids.ofOther)).toMatchObject({ pin: '4711', summary: 'Ann' })
  expect(await kept(ids.open)).toMatchObject({ pin: '4711', fields: { name: 'Ann' } })
  const asked = await app.rows<{ id: string; has_fields: boolean }>(
    "select id, request ? 'fields' as has_fields from single_call where phone_key = $1",
    [number],
  )
  expect(new Map(asked.map((row) => [row.id, row.has_fields]))).toEqual(
    new Map([
      [ids.asked, false],
      [ids.open, true],
    ]),
  )
})
