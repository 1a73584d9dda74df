// Two data sources with a phone number of their own each, which stands in every place that can have one, and a word of their own in every name and
// text. What is found in an answer then tells from which of the two it came.
import type { Flow } from '../../src/conversations/flows/flow.ts'
import { addDenial, endCall, startCall } from './call-fixtures.ts'
import { addList } from './do-not-call.ts'
import { expectSuccess } from './expectations.ts'
import { multipart } from './multipart.ts'
import { contactIdsOf, fail, moveTo } from './task-fixtures.ts'
import { TEST_TOKEN, type TestApp } from './test-app.ts'

export interface CanarySource {
  /** In names: of the data source, its tasks, files and lists. */
  word: string
  /** Of people's own data: fields of contacts, what was said, notes. */
  secret: string
  /** Of all its numbers, by which they begin. */
  numbers: string
}

export const OWN: CanarySource = { word: 'ownword', secret: 'ownsecret', numbers: '+491511234' }
export const FOREIGN: CanarySource = {
  word: 'foreignword',
  secret: 'foreignsecret',
  numbers: '+491519876',
}

/** The ids of a source's things, by what they are. */
export type CanaryIds = Record<(typeof KINDS)[number], string>

export const KINDS = [
  'dataSource',
  'task',
  'contact',
  'call',
  'liveCall',
  'recording',
  'import',
  'endedImport',
  'otherImport',
  'list',
  'webhook',
  'singleCall',
  'testCall',
  'phoneAudio',
  'endedTask',
  'draft',
  'number',
] as const

/** Whether a text has the source's number, however it is written. */
export function hasNumberOf({ numbers }: CanarySource, text: string): boolean {
  return text.replace(/[\s()./-]/g, '').includes(numbers.slice(3))
}

export const CANARY_FLOW: Flow = {
  steps: [{ id: 'ask', type: 'gather', text: 'Press 1 or 2.', keys: '12' }],
} as Flow

export async function addCanaries(app: TestApp, source: CanarySource): Promise<CanaryIds> {
  const { word, secret, numbers } = source
  const number = (index: number) => `${numbers}000${index}`
  /** As somebody may write it into a text. */
  const written = `${number(9).slice(0, 3)} (0)${number(9).slice(3, 6)} / ${number(9).slice(6, 9)}-${number(9).slice(9)}`
  const post = async <Data = { id: string }>(path: string, body: object) =>
    expectSuccess(await app.post<Data>(path, body))

  const fields = { name: `Ann ${secret}`, partner: written }
  const description = { dataSourceDesc: `${word}, ask ${written}` }
  const dataSource = (await post('/api/dataSource/add', { dataSourceName: word, ...description })).id
  for (const index of [1, 2, 3])
    await post(`/api/dataSource/${dataSource}/contact/add`, { phoneNumber: number(index), ...fields })
  await post('/api/dataSource/update', { id: dataSource, nameField: 'name' })
  const settings = { flow: CANARY_FLOW, taskDesc: `ask ${written}` }
  const task = await app.addTask(`task ${word}`, dataSource, settings)
  const draft = await app.addTask(`draft ${word}`, dataSource, settings)
  const endedTask = await app.addTask(`stopped ${word}`, dataSource, settings)
  await moveTo(app, task, 'RUNNING')
  await moveTo(app, endedTask, 'RUNNING')
  await post('/api/task/stop', { id: endedTask, reason: `${word}: asked by ${written}` })
  const failed = await app.addTask(`failed ${word}`, dataSource, settings)
  await moveTo(app, failed, 'RUNNING')
  await fail(app, failed, `no way to ${number(1)}`)

  const [contact = '', living = '', denied = ''] = await contactIdsOf(app, dataSource)
  const result = {
    ...{ version: 1, path: [['ask', 0]], digits: { ask: number(9).slice(1) } },
    ...{ fields: { back: number(9) }, said: [{ step: 'ask', text: `${secret} ${written}` }] },
  }
  const call = await endCall(app, {
    ...{ taskId: task, contactId: contact, dataSourceId: dataSource, phoneNumber: number(1) },
    result: result as never,
  })
  const liveCall = await startCall(app, task, living, new Date())
  await addDenial(app, {
    ...{ taskId: task, contactId: denied, phoneNumber: number(3), reason: 'do_not_call', at: new Date() },
    detail: { from: number(3) },
  })
  await app.rows(
    `insert into conversation (task_id, call_id, transcript, line_count, summary, costs, turns)
     values ($1, $2, $3, 1, $4, '{}', '{}')`,
    [
      task,
      call,
      JSON.stringify([{ who: 'callee', text: `I am ${secret}, ${written}`, offsetMs: 0 }]),
      `call ${number(9)}`,
    ],
  )
  const [recording] = await app.rows<{ id: string }>(
    `insert into recording (id, call_id, task_id, contact_id, phone_number, phone_key, what, status, file, is_on_switch, create_time, attempts)
     values (gen_random_uuid(), $1, $2, $3, $4, $4, 'call', 'pending', $5, false, now(), 0) returning id`,
    [call, task, contact, number(1), `${word}-${number(1)}.wav`],
  )
  const [job] = await app.rows<{ id: string }>(
    `insert into import_job (id, data_source_id, status, actor, file_name, file_size, file_digest, reading, total_rows, read_rows,
       added_count, fail_count, create_time, start_time, end_time)
     values (gen_random_uuid(), $1, 'completed', 'crm', $2, 1, '', '{}', 2, 2, 1, 1, now(), now(), now()) returning id`,
    [dataSource, `${word} ${number(1)}.csv`],
  )
  await app.rows(
    `insert into import_failure (job_id, row_number, column_title, value, code, params, message)
     values ($1, 2, 'phoneNumber', $2, 'duplicate_number', $3, $4)`,
    [job?.id, number(1), { value: number(1) }, `${secret}: ${number(1)} is there already`],
  )
  const csv = `phoneNumber,name\n${number(1)},${secret}\n`
  const upload = () =>
    app.send<{ id: string }>({
      ...{ method: 'POST', url: `/api/dataSource/${dataSource}/import` },
      ...multipart(`${word} ${number(2)}.csv`, csv, `Bearer ${TEST_TOKEN}`),
    })
  const imported = expectSuccess(await upload()).id
  const otherImport = expectSuccess(await upload()).id
  const list = await addList(app, [number(8)], { name: `list ${word}` })
  await app.rows('update do_not_call_entry set note = $2 where list_id = $1', [list, `${secret} ${written}`])
  const consent = { purpose: 'marketing', wording: secret, source: `form of ${secret}`, proof: written }
  await post('/api/consent/add', { phoneNumbers: [number(1)], ...consent })
  const single = { phoneNumber: number(6), flow: CANARY_FLOW, fields }
  const singleCall = (await post('/api/call', single)).id
  const testCall = (await post(`/api/task/${task}/testCall`, { phoneNumber: number(5) })).id
  const phoneAudio = (await post('/api/audio/record', { name: `audio ${word}`, phoneNumber: number(4) })).id
  const hook = { url: 'https://203.0.113.7/hook', events: ['call.ended'], description: `hook ${word}` }
  const webhook = (await post('/api/webhook/add', { ...hook, taskIds: [task] })).id
  await app.rows(
    `insert into webhook_delivery (webhook_id, event, task_id, body, status, attempts, next_time, create_time, answer, error)
     values ($1, 'call.ended', $2, $3, 'failed', 1, now(), now(), $4, $4)`,
    [webhook, task, JSON.stringify({ data: { phoneNumber: number(1) } }), `no ${written}`],
  )
  await app.rows(
    `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause, start_time, end_time, talk_ms, request)
     values (gen_random_uuid(), $1, gen_random_uuid(), $1, $2, $2, 1, 1, 1, 'answered', now(), now(), 0, $3)`,
    [NO_TASK, number(7), { purpose: 'inbound', actor: 'x', fields: { number: number(7) } }],
  )
  await app.rows(
    `insert into audit (task_id, at, actor, operation, status, reason, changes) values ($1, now(), 'x', 'pause', 3, $2, $3)`,
    [task, `asked by ${written}`, JSON.stringify([{ field: 'taskDesc', before: null, after: written }])],
  )
  return {
    ...{
      dataSource,
      task,
      contact,
      call,
      liveCall,
      list,
      webhook,
      singleCall,
      testCall,
      phoneAudio,
      draft,
      endedTask,
    },
    ...{
      recording: recording?.id ?? '',
      import: imported,
      otherImport,
      endedImport: job?.id ?? '',
      number: number(1),
    },
  }
}

const NO_TASK = '00000000-0000-0000-0000-000000000000'
