// Something of everything, with ids that requests can name: tasks in every state, contacts, a token.

import { randomUUID } from 'node:crypto'
import { endCall } from './call-fixtures.ts'
import type { KnownIds } from './request-arbitraries.ts'
import { contactIdsOf, dial, moveTo, STATES } from './task-fixtures.ts'
import type { TestApp } from './test-app.ts'

export async function addSomething(app: TestApp): Promise<KnownIds> {
  const name = randomUUID()
  const dataSourceId = await app.addDataSource(name, ['101', '102', '103', '104', '105', '106'])
  const contactIds = await contactIdsOf(app, dataSourceId)
  const taskIds: string[] = []
  for (const [index, state] of STATES.entries()) {
    const id = await app.addTask(`${state} ${name}`, dataSourceId, {
      listMode: index % 2 ? 'live' : 'snapshot',
    })
    await moveTo(app, id, state)
    for (const contactId of contactIds.slice(0, 3)) await dial(app, id, contactId, 'failed')
    taskIds.push(id)
  }
  const [calendar] = await app.rows<{ id: string }>(
    `insert into calendar (id, name, is_global, days, create_time, update_time)
     values (gen_random_uuid(), $1, false, '[]', now(), now()) returning id`,
    [name],
  )
  const [doNotCallList] = await app.rows<{ id: string }>(
    `insert into do_not_call_list (id, name, description, is_global, create_time, update_time)
     values (gen_random_uuid(), $1, '', false, now(), now()) returning id`,
    [name],
  )
  const [trunk] = await app.rows<{ id: string }>(
    `insert into trunk (id, name, settings, create_time, update_time)
     values (gen_random_uuid(), $1, '{"host": "sip.example.com"}', now(), now()) returning id`,
    [name],
  )
  // Nothing is sent to this machine, so a test of it takes no time.
  const [webhook] = await app.rows<{ id: string }>(
    `insert into webhook (id, url, description, events, task_ids, has_contact_fields, is_enabled, secret, cursor, create_time, update_time)
     values (gen_random_uuid(), 'http://127.0.0.1:1/', '', '{call.ended}', '{}', false, false, 'whsec_AAAA', 0, now(), now()) returning id`,
  )
  const callId = await endCall(app, {
    taskId: taskIds[1] ?? '',
    contactId: contactIds[0] ?? '',
    dataSourceId,
  })
  const { details } = await app.tokens.create({ name, scope: 'read' })
  return {
    taskId: taskIds,
    dataSourceId: [dataSourceId, await app.addDataSource(`empty ${name}`)],
    contactId: contactIds,
    tokenId: [details.id],
    calendarId: calendar ? [calendar.id] : [],
    trunkId: trunk ? [trunk.id] : [],
    callId: [callId],
    webhookId: webhook ? [webhook.id] : [],
    doNotCallListId: doNotCallList ? [doNotCallList.id] : [],
  }
}
