// Every operation that writes, and every read that counts, leaves a row in the audit trail: generated from openapi.json, so that an operation
// that is added has to be asked for here, or to stand in the short list with its reason.

import { describe, expect, it } from 'vitest'
import { endCall, startCall } from './support/call-fixtures.ts'
import { createControlledPhones } from './support/controlled-gateway.ts'
import { openForFile } from './support/open-for-file.ts'
import { operationsOf, readDocument } from './support/openapi-document.ts'
import {
  addPerson,
  type Browser,
  browserOf,
  CHEAP,
  cookieIn,
  ORIGIN,
  PASSWORD,
  signIn,
} from './support/people.ts'
import { makeWav } from './support/recording-switch.ts'
import { contactIdsOf, moveTo } from './support/task-fixtures.ts'
import { createTestApp, TEST_TOKEN } from './support/test-app.ts'

const app = await openForFile(
  createTestApp({
    ...CHEAP,
    role: 'all',
    gateway: createControlledPhones().gateway(),
    numberKey: Buffer.alloc(32, 7),
  }),
)

/** They change nothing, or their rows are proved elsewhere. */
const EXCEPTIONS: Record<string, string> = {
  checkFlow: 'only judges what it is given',
  previewFlow: 'only shows what it is given',
  checkTrunk: 'only judges what it is given',
  saySentence: 'only lets a sentence be heard that is given with it',
  addOwnPhone: 'needs an Asterisk: own-phones.test.ts',
  deleteOwnPhone: 'needs an Asterisk: own-phones.test.ts',
  addBrowserPhone: 'needs an Asterisk: own-phones.test.ts',
  testTrunk: 'needs an Asterisk; the call is asked for as testCall asks for one',
  transferCall: 'needs a call that follows a flow: live-calls.test.ts',
  startAddingPasskey: 'only asks the browser',
  startConfirm: 'only asks the browser',
  addPasskey: 'needs what a browser was asked: passkeys.test.ts',
  updatePasskey: 'needs a passkey: passkeys.test.ts',
  deletePasskey: 'needs a passkey: passkeys.test.ts',
  confirmWithPasskey: 'needs a passkey: passkeys.test.ts',
  testWebhook: 'waits for the answer of another system: webhooks.test.ts',
  listenToCall: 'needs a call with audio: listening.test.ts',
}

const operations = operationsOf(await readDocument()).flatMap(({ method, path, operation }) => {
  const facts = operation as { 'x-needs'?: string; 'x-records'?: string }
  const needs = facts['x-needs']
  if (needs === undefined) return []
  const counts = method !== 'GET' || /^(export|hear|listen)$/.test(needs) || facts['x-records'] !== undefined
  return counts ? [{ id: operation.operationId ?? '', method, path }] : []
})
const find = (id: string) => {
  const found = operations.find((each) => each.id === id)
  if (!found) throw new Error(`there is no operation ${id} that counts`)
  return found
}

const HEADERS = { authorization: `Bearer ${TEST_TOKEN}` }

const latestId = async () => {
  const [row] = await app.rows<{ id: string }>('select coalesce(max(id), 0) as id from audit')
  return row?.id ?? '0'
}

const asked = new Set<string>()
interface Given {
  [param: string]: unknown
  body?: object
  form?: { name: string; content: string | Uint8Array; type: string }
  query?: string
  status?: number
  /** Who asks; by default the administrator's token. */
  person?: Browser
}

/** Asks for it, and has to find that it is on record, under the name of who asked. */
async function ask<Data>(
  id: string,
  { body, form, query = '', status = 200, person, ...params }: Given = {},
): Promise<Data> {
  asked.add(id)
  const { method, path } = find(id)
  const url = `${path.replaceAll(/\{(\w+)\}/g, (_all, name) => String(params[name]))}${query}`
  const before = await latestId()
  const response = await app.http.inject({
    ...{ method, url },
    headers: {
      ...(person ? { cookie: person.cookie, origin: ORIGIN } : HEADERS),
      ...(form && { 'content-type': 'multipart/form-data; boundary=x' }),
    },
    ...(body && { payload: body }),
    ...(form && { payload: multipart(form) }),
    remoteAddress: '192.0.2.7',
  })
  const isExpected = response.statusCode === status
  expect([id, response.statusCode, isExpected ? '' : response.body]).toEqual([id, status, ''])
  const rows = await app.rows<{ actor: string }>(
    'select actor, actor_kind, actor_id, address from audit where id > $1',
    [before],
  )
  const actor = person
    ? { actor: 'ann', actor_kind: 'person', actor_id: person.id }
    : { actor: 'ACCESS_TOKEN', actor_kind: 'token', actor_id: 'preset' }
  const who = { ...actor, address: '192.0.2.7' }
  expect([id, rows]).toEqual([id, expect.arrayContaining([who])])
  return (response.headers['content-type'] ?? '').toString().includes('json')
    ? response.json().data
    : (undefined as Data)
}

function multipart({ name, content, type }: NonNullable<Given['form']>): Buffer {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return Buffer.concat([
    Buffer.from(head),
    typeof content === 'string' ? Buffer.from(content) : content,
    Buffer.from('\r\n--x--\r\n'),
  ])
}

const csv = (text: string) => ({ form: { name: 'list.csv', content: text, type: 'text/csv' } })
const FLOW = { steps: [{ id: 'bye', type: 'say', text: 'Goodbye.' }] }

describe('on record is', () => {
  it('what is done to lists, contacts and imports', async () => {
    const { id } = await ask<{ id: string }>('addDataSource', { body: { dataSourceName: 'spring' } })
    await ask('updateDataSource', { body: { id, dataSourceDesc: 'all of them' } })
    const added = await ask<{ id: string }>('addContact', { id, body: { phoneNumber: '13800138000' } })
    const contact = { contactId: added.id }
    await ask('updateContact', { id, body: { ...contact, name: 'Ann' } })
    await ask('withdrawContact', { id, body: contact })
    await ask('restoreContact', { id, body: contact })
    await ask('deleteContact', { id, body: contact })
    await ask('importContacts', { id, ...csv('phoneNumber\n13800138001\n') })
    const first = await ask<{ id: string }>('uploadImport', { id, ...csv('phoneNumber\n13800138002\n') })
    await ask('startImport', { id: first.id, body: {} })
    const other = await ask<{ id: string }>('uploadImport', { id, ...csv('phoneNumber\n13800138003\n') })
    await ask('cancelImport', { id: other.id })
    await expect
      .poll(() => app.rows(`select actor, subject_id from audit where operation = 'import.end'`))
      .toEqual(expect.arrayContaining([{ actor: 'ACCESS_TOKEN', subject_id: first.id }]))
    await ask('exportImportFailures', { id: first.id })
    await ask('undoImport', { id: first.id })
    await ask('exportContacts', { id })
    await ask('exportDataSourceCalls', { id })
  })

  it('what is done to do-not-call lists and calendars', async () => {
    const { id } = await ask<{ id: string }>('addDoNotCallList', { body: { name: 'never' } })
    await ask('updateDoNotCallList', { body: { id, description: 'for good' } })
    await ask('addDoNotCallEntries', { id, body: { phoneNumbers: ['13800138009'] } })
    await ask('exportDoNotCallEntries', { id })
    await ask('removeDoNotCallEntries', { id, body: { phoneNumbers: ['13800138009'] } })
    const job = await ask<{ id: string }>('uploadDoNotCallImport', {
      id,
      ...csv('phoneNumber\n13800138002\n'),
    })
    await ask('cancelImport', { id: job.id })
    const empty = await ask<{ id: string }>('addDoNotCallList', { body: { name: 'empty' } })
    await ask('deleteDoNotCallList', { body: { id: empty.id } })

    const calendar = await ask<{ id: string }>('addCalendar', { body: { name: 'holidays' } })
    await ask('updateCalendar', { body: { id: calendar.id, isGlobal: true } })
    const ics =
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20300101T000000Z\r\n' +
      'DTSTART;VALUE=DATE:20300501\r\nSUMMARY:May Day\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
    const form = { name: 'days.ics', content: ics, type: 'text/calendar' }
    await ask('importCalendar', { id: calendar.id, form })
    await ask('deleteCalendar', { body: { id: calendar.id } })
  })

  it('what is done to tasks', async () => {
    const dataSourceId = await app.addDataSource('autumn', ['13800138010', '13800138011'])
    const { id } = await ask<{ id: string }>('addTask', {
      body: { taskName: 'autumn', dataSourceId, flow: FLOW },
    })
    await ask('updateTask', { body: { id, taskDesc: 'other' } })
    const copy = await ask<{ id: string }>('duplicateTask', { body: { id } })
    await ask('publishTask', { body: { id } })
    const pause = await ask<{ id: string }>('pauseAllTasks', { body: { reason: 'lunch' } })
    await ask('resumeAllTasks', { body: { id: pause.id } })
    await ask('pauseTask', { body: { id } })
    await ask('changeTaskFlow', { body: { id, flow: { steps: [{ ...FLOW.steps[0], text: 'So long.' }] } } })
    await ask('rescheduleTask', { body: { id, priority: 4 } })
    await ask('resumeTask', { body: { id } })
    const [contactId = ''] = await contactIdsOf(app, dataSourceId)
    const callId = await endCall(app, { taskId: id, contactId, dataSourceId, phoneNumber: '13800138010' })
    await ask('recallContacts', { id, body: { contactIds: [contactId] } })
    await ask('testCall', { id, body: { phoneNumber: '13800138012' } })
    await ask('exportTaskContacts', { id })
    await ask('exportTaskCalls', { id })
    await ask('getTranscript', { id: callId })
    await ask('stopTask', { body: { id } })
    await ask('continueTask', { body: { id } })
    await ask('closeTask', { body: { id: copy.id } })
    await ask('deleteTask', { body: { id: copy.id } })
    const unused = await app.addDataSource('unused', [])
    await ask('deleteDataSource', { body: { id: unused } })
  })

  it('what is done to calls and recordings', async () => {
    const dataSourceId = await app.addDataSource('winter', ['13800138020'])
    const taskId = await app.addTask('winter', dataSourceId)
    await moveTo(app, taskId, 'RUNNING')
    const [contactId = ''] = await contactIdsOf(app, dataSourceId)
    const live = await startCall(app, taskId, contactId, new Date())
    await ask('hangUpCall', { id: live })
    await app.rows('delete from live_call')
    const call = await ask<{ id: string }>('callNumber', { body: { phoneNumber: '+4930901820', flow: FLOW } })
    await ask('cancelCall', { id: call.id, body: {} })
    await ask('exportInboundCalls')
    await ask('exportNumberHistory', { phoneNumber: '13800138020' })
    await ask('exportReport')
    await ask('exportChanges')
    await ask('recordAudio', { body: { name: 'Hello', phoneNumber: '13800138021' } })
    const form = { name: 'hello.wav', content: makeWav(1), type: 'audio/wav' }
    const audio = await ask<{ id: string }>('uploadAudio', { form, query: '?name=hello' })
    await ask('deleteAudio', { body: { id: audio.id } })
    const [recording] = await app.rows<{ id: string }>(
      `insert into recording (id, task_id, contact_id, call_id, phone_number, phone_key, what, status, file, is_on_switch, create_time, attempts)
       values (gen_random_uuid(), $2, $3, $1, '13800138020', '13800138020', 'call', 'pending', 'x.wav', false, now(), 0) returning id`,
      [live, taskId, contactId],
    )
    // Before its first byte, whether it has any or not.
    await ask('listenToRecording', { id: recording?.id, status: 409 })
    await ask('deleteRecordings', { body: { phoneNumber: '13800138020' } })
    await ask('erasePerson', { body: { phoneNumber: '13800138020' } })
  })

  it('what is done to what people have agreed to', async () => {
    const phoneNumbers = ['+4930901821']
    await ask('addConsents', { body: { phoneNumbers, purpose: 'marketing', wording: 'Call me.' } })
    await ask('withdrawConsents', { body: { phoneNumbers, purpose: 'marketing' } })
  })

  it('what is noted about people', async () => {
    const phoneNumber = '%2B4930901821'
    const note = await ask<{ id: string }>('addNumberNote', { phoneNumber, body: { note: 'calls back' } })
    await ask('deleteNumberNote', { phoneNumber, body: { id: note.id } })
  })

  it('what is done to the settings of the service', async () => {
    await ask('changePermissionSettings', { body: { attemptsPerDay: 3 } })
    await ask('changeNotificationSettings', { body: { reportHour: 7 } })
    await ask('testNotifications')
    await ask('changeDialerLimits', { body: { lines: 7 } })
    await ask('changeRetention', { body: { calls: 400 } })
    await ask('changeConsoleSettings', { body: { offerProtections: false } })
    await ask('changeCountryOfService', { body: { country: 'DE' } })
    const token = await ask<{ id: string }>('createToken', { body: { name: 'crm', scope: 'read' } })
    await ask('revokeToken', { body: { id: token.id } })
    const trunk = await ask<{ id: string }>('addTrunk', {
      body: { name: 'carrier', host: 'sip.example.com' },
    })
    await ask('updateTrunk', { body: { id: trunk.id, lines: 30 } })
    await ask('deleteTrunk', { body: { id: trunk.id } })
    const hook = { url: 'https://203.0.113.7/hook', events: ['task.status'] }
    const { id } = await ask<{ id: string }>('addWebhook', { body: hook })
    await ask('updateWebhook', { body: { id, description: 'crm' } })
    await ask('rotateWebhookSecret', { body: { id } })
    await ask('sendWebhookAgain', { body: { id } })
    await ask('sendWebhookNow', { body: { id } })
    await ask('deleteWebhook', { body: { id } })
  })

  it('what is done to people and sessions', async () => {
    const ann = await addPerson(app, { name: 'ann', role: 'viewer' })
    const bob = await ask<{ id: string }>('invitePerson', { body: { name: 'bob', role: 'viewer' } })
    await ask('updatePerson', { body: { id: bob.id, name: 'bob', role: 'operator' } })
    await ask('disablePerson', { body: { id: bob.id } })
    await ask('enablePerson', { body: { id: bob.id } })
    await ask('resetPerson', { body: { id: bob.id } })
    await ask('confirmPassword', { person: ann, body: { password: PASSWORD } })
    const sessions: { id: string }[] = (await ann.get('/api/session/list')).json().data.rows
    await ask('endSession', { person: ann, body: { id: sessions[0]?.id } })
    const again = browserOf(app, cookieIn(await signIn(app, 'ann')), ann.id)
    await ask('changePassword', {
      person: again,
      body: { oldPassword: PASSWORD, newPassword: `${PASSWORD} 2` },
    })
    const last = browserOf(app, cookieIn(await signIn(app, 'ann', `${PASSWORD} 2`)), ann.id)
    await ask('signOut', { person: last })
    await signIn(app, 'ann', 'wrong horse battery')
    const done = await app.rows<{ operation: string }>(
      `select distinct operation from audit where subject_id = $1 or actor_id = $1::text order by 1`,
      [ann.id],
    )
    expect(done.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['session.end', 'session.refuse', 'session.signIn', 'person.choosePassword']),
    )
  })

  it('every operation that counts, but for a few with their reasons', () => {
    const missing = operations.filter(({ id }) => !asked.has(id) && !(id in EXCEPTIONS)).map(({ id }) => id)
    expect(missing).toEqual([])
    expect(Object.keys(EXCEPTIONS).filter((id) => !operations.some((each) => each.id === id))).toEqual([])
  })
})

it('a read once a minute, however often a page or a player asks', async () => {
  const dataSourceId = await app.addDataSource('often', ['13800138030'])
  const read = () =>
    app.http.inject({ url: `/api/dataSource/${dataSourceId}/contact/batchExport`, headers: HEADERS })
  await Promise.all([read(), read(), read()])
  const rows = await app.rows(`select 1 from audit where operation = 'contact.export' and subject_id = $1`, [
    dataSourceId,
  ])
  expect(rows).toHaveLength(1)
  await read()
})
