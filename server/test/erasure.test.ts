// A number in every place that can have one; after its erasure it is found nowhere but as a keyed hash, which still keeps it from being called.

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { verifyAudit } from '../src/access/audit/verify-audit.ts'
import { createRecordings } from '../src/conversations/recordings/recordings.service.ts'
import { numberPattern } from '../src/insight/erasure/number-pattern.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createPhoneNumberReader } from '../src/platform/kernel/phone/phone-number.ts'
import { erasedKey, readNumberKey } from '../src/platform/kernel/secrets/number-key.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { addList } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
import { expectError } from './support/expectations.ts'
import { sealAudit } from './support/seal-audit.ts'
import { silentLog } from './support/silent-log.ts'
import { differencesIn } from './support/sums.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const NUMBER = '+4915112345678'
const WITHOUT_PLUS = '4915112345678'
/** As the number may be written. */
const WRITTEN = /4915112345678|015112345678|(?<!\d)15112345678/
const NO_TASK = '00000000-0000-0000-0000-000000000000'
const OTHER = '+4915112345679'

interface Erasure {
  id: string
  state: string
  waitsFor: string | null
  endTime: string | null
  counts: Record<string, number>
  backupsUntil: string | null
}

let app: TestApp
let key: Buffer
let folder: string
let taskId: string
let dataSourceId: string
let globalList: string

beforeAll(async () => {
  folder = join(inject('scratchFolder'), `erasure-${newId()}`)
  key = await readNumberKey(join(folder, 'number-key'))
  const settings = parseSimulatorSettings('seed=7, answered=100, ring=0-0, talk=0-0, timeout=0')
  app = await createTestApp({
    role: 'all',
    numberKey: key,
    dataDir: folder,
    recordings: { folder: join(folder, 'recordings'), s3: undefined, days: 90 },
    backups: { folder: join(folder, 'backups'), keep: 7, hasRecordings: true, hasSecrets: false },
    gateway: createSimulator({ settings, clock: systemClock }),
  })
  await app.limits.change({ lines: 5, callsPerSecond: 0 })
  dataSourceId = await app.addDataSource('customers', [NUMBER, OTHER])
  const other = await app.addDataSource('others', [WITHOUT_PLUS])
  await app.post(`/api/dataSource/update`, { id: other, nameField: 'name' })
  const fields = { name: 'Neighbour of +49 151 1234-5678', partner: '0151 12345678', city: 'Bonn' }
  await app.post(`/api/dataSource/${other}/contact/add`, { phoneNumber: '+4915199999999', ...fields })
  taskId = await app.addTask('spring', dataSourceId, { maxDialCount: 1 })
  app.startDialing()
  await moveTo(app, taskId, 'RUNNING')
  await eventually(async () => {
    expect(await app.rows('select from call')).toHaveLength(2)
    expect(await app.rows('select from live_call')).toHaveLength(0)
  })
  await app.stopDialing(5000)
  globalList = await addList(app, [NUMBER], { name: 'opted out', isGlobal: true })
  await addList(app, [WITHOUT_PLUS, '+4915188888888'], { name: 'of a task' })
  await plant()
})
afterAll(() => app.close())

/** The number in every table that may have it. */
async function plant(): Promise<void> {
  const [call] = await app.rows<{ id: string; contact_id: string }>(
    'select id, contact_id from call where phone_key = $1',
    [NUMBER],
  )
  const [strange] = await app.rows<{ id: string }>('select id from call where phone_key <> $1', [NUMBER])
  const result = {
    version: 1,
    digits: { ask: WITHOUT_PLUS },
    fields: { back: NUMBER, amount: 4915112345678 },
    said: [{ step: 'a', text: `we call ${NUMBER}` }],
  }
  const values = [call?.id, result]
  await app.rows('update call set result = $2 where id = $1', values)
  await app.rows('update call set result = $2 where id = $1', [
    strange?.id,
    { transfer: { to: '0049 151 12345678', result: 'answered' } },
  ])
  await app.rows(
    `update dial set result = $2 where contact_id = (select contact_id from call where id = $1)`,
    values,
  )
  await app.rows(
    `update dial set phone_number = '0049 151 12345678' where contact_id = (select contact_id from call where id = $1)`,
    [call?.id],
  )
  await app.rows(
    `insert into conversation (task_id, call_id, transcript, line_count, summary, costs, turns)
     select task_id, id, '[{"who":"callee","text":"I am 0151 - 123 456 78"}]', 1, 'call +4915112345678', '{}', '{}' from call`,
  )
  await app.rows(
    `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause, start_time, end_time, talk_ms, event_seq, request)
     values ($1, $2, $1, $2, '0151 12345678', $3, 1, 1, 1, 'answered', now(), now(), 0, 1, $4)`,
    [newId(), NO_TASK, NUMBER, { purpose: 'inbound', actor: 'x', fields: { number: NUMBER } }],
  )
  await app.rows(
    `insert into denial (phone_key, at, task_id, contact_id, phone_number, reason, detail)
     values ($1, now(), $2, $3, $1, 'do_not_call', '{}'), ('+4915199999999', now(), $2, $3, '1', 'do_not_call', $4)`,
    [NUMBER, taskId, newId(), { from: WITHOUT_PLUS }],
  )
  await app.rows(
    `insert into single_call (id, phone_number, phone_key, request, settings, priority, create_time, call_time, until, attempts, refusals, due_at)
     values ($1, $2, $2, $3, '{}', 3, now(), now(), now(), 0, 0, now() + interval '1 day')`,
    [newId(), NUMBER, { purpose: 'call', actor: 'x', fields: { a: NUMBER } }],
  )
  await app.rows(
    `insert into http_call (attempt_id, create_time, is_refused, result) values ($1, now(), false, $2), ('strange', now(), false, $2)`,
    [call?.id, { fields: { a: NUMBER } }],
  )
  await app.rows(
    `insert into agent_report (id, signature, until, report) values ($1, 's', now() + interval '1 hour', $2)`,
    [newId(), { text: NUMBER }],
  )
  await app.rows(
    `insert into webhook_delivery (webhook_id, event, task_id, body, status, attempts, next_time, create_time, answer, error)
     values ($1, 'call.ended', $2, $3, 'failed', 1, now(), now(), $4, $4)`,
    [newId(), taskId, JSON.stringify({ data: { phoneNumber: NUMBER } }), `no ${NUMBER}`],
  )
  await app.rows(
    `insert into consent (id, phone_key, phone_number, purpose, wording, given_time, source, proof, actor, create_time)
     values ($1, $2, $2, 'marketing', 'yes', now(), 'form', $2, 'x', now())`,
    [newId(), NUMBER],
  )
  await app.rows(
    `insert into number_note (id, phone_key, phone_number, note, actor, actor_kind, create_time)
     values ($1, $2, $2, 'hard of hearing', 'x', 'token', now()), ($3, '+4915188888888', '+4915188888888', $4, 'x', 'token', now())`,
    [newId(), NUMBER, newId(), `the son has ${NUMBER}`],
  )
  const job = newId()
  await app.rows(
    `insert into import_job (id, data_source_id, status, actor, file_name, file_size, file_digest, reading, read_rows, fail_count, create_time, end_time, preview)
     values ($1, $2, 'completed', 'x', '015112345678.csv', 1, '', '{}', 1, 1, now(), now(), $3)`,
    [job, dataSourceId, { rows: [[WITHOUT_PLUS]] }],
  )
  await app.rows(
    `insert into import_failure (job_id, row_number, column_title, value, code, params, message)
     values ($1, 1, 'phone', $2, 'x', $3, $4)`,
    [job, NUMBER, { value: NUMBER }, `${NUMBER} is there already`],
  )
  await app.rows(
    `insert into audit (at, actor, operation, subject_name, changes, event_seq, change_xact) values (now(), 'x', 'call.ask', $1, $2, null, null)`,
    [NUMBER, JSON.stringify([{ field: 'phone', before: null, after: '+49 (0)151 12345678' }])],
  )
  await app.rows(
    `insert into do_not_call_entry (phone_key, list_id, phone_number, note, actor, create_time, remove_time, remove_actor)
     values ($1, $2, $1, 'was here', 'x', now(), now(), 'y')`,
    [NUMBER, globalList],
  )
  await app.rows(
    `update do_not_call_entry set note = 'asked for by 0151/12345678' where phone_key = '+4915188888888'`,
  )
  const node = recordings()
  await node.begin({
    ...{ id: newId(), callId: call?.id ?? '', what: 'call', taskId, contactId: call?.contact_id ?? '' },
    ...{ phoneNumber: NUMBER, phoneKey: NUMBER },
  })
}

function recordings() {
  const settings = { folder: join(folder, 'recordings'), s3: undefined, days: 90 }
  const readPhoneNumber = createPhoneNumberReader(undefined)
  return createRecordings({
    db: app.db,
    clock: systemClock,
    log: silentLog,
    gateway: undefined,
    settings,
    readPhoneNumber,
  })
}

/** All rows of all tables, as text without separators of numbers. */
async function dump(): Promise<Map<string, string>> {
  const tables = await app.rows<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const texts = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await app.rows<{ text: string | null }>(
      `select string_agg(t::text, E'\\n') as text from ${name} t`,
    )
    texts.set(name, (row?.text ?? '').replace(/[ ()/.-]/g, ''))
  }
  return texts
}

const holding = async () => [...(await dump())].filter(([, text]) => WRITTEN.test(text)).map(([name]) => name)

async function filesOf(path: string): Promise<string[]> {
  if (!(await stat(path).catch(() => undefined))?.isDirectory()) return [path]
  return (await Promise.all((await readdir(path)).map((name) => filesOf(join(path, name))))).flat()
}

/** The steps of the job, until it waits or all is done. */
async function run(): Promise<void> {
  while ((await app.erasures.job.run()) === 'unfinished');
}

const read = async (id: string) => (await app.get<Erasure>(`/api/erasure/${id}`)).body.data

it('the number is in many tables before', async () => {
  expect((await holding()).toSorted()).toEqual(
    [
      ...[
        'agent_report',
        'audit',
        'call',
        'consent',
        'contact',
        'contact_block',
        'conversation',
        'denial',
        'dial',
      ],
      ...['do_not_call_entry', 'http_call', 'import_failure', 'import_job', 'name_block', 'recording'],
      ...['number_note', 'single_call', 'webhook_delivery'],
    ].toSorted(),
  )
})

it('a live call is waited for, then everything goes, and the certificate says how much', async () => {
  await app.rows(
    `insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round, attempt, priority, start_time, is_first, refusals)
     values ($1, $2, $2, $2, $2, $2, 1, '1', 1, 1, 3, now(), true, 0)`,
    [WITHOUT_PLUS, newId()],
  )
  await sealAudit(app.db)
  const added = await app.post<Erasure>('/api/erasure', { phoneNumber: '+49 151 12345678' })
  expect(added.status).toBe(200)
  const { id } = added.body.data
  await run()
  expect(await read(id)).toMatchObject({ state: 'waiting', waitsFor: 'calls', endTime: null })
  expect((await app.post<Erasure>('/api/erasure', { phoneNumber: WITHOUT_PLUS })).body.data.id).toBe(id)
  await app.rows('delete from live_call')
  await run()
  expect(await read(id)).toMatchObject({ state: 'waiting', waitsFor: 'recordings' })
  await recordings().look()
  await app.rows("delete from recording where status = 'erased'")
  await run()
  const certificate = await read(id)
  expect(certificate).toMatchObject({
    ...{ state: 'done', waitsFor: null, endTime: expect.any(String), backupsUntil: expect.any(String) },
    counts: {
      contacts: 2,
      calls: 2,
      denials: 1,
      singleCalls: 1,
      doNotCallKept: 2,
      doNotCall: 1,
      recordings: 1,
    },
  })
  expect(certificate.counts['texts']).toBeGreaterThan(8)
})

it('the number is nowhere in the database or the files, but as its hash on the lists', async () => {
  expect(await holding()).toEqual([])
  for (const file of await filesOf(folder)) expect(WRITTEN.test(await readFile(file, 'latin1'))).toBe(false)
  const hash = erasedKey(key, NUMBER)
  expect(
    [...(await dump())]
      .filter(([, text]) => text.includes(hash))
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(['do_not_call_entry', 'erasure'])
  expect(JSON.stringify([...(await dump())])).not.toContain(key.toString('hex'))
})

it('what it was not about stays, and all sums agree', async () => {
  expect(await differencesIn(app)).toEqual([])
  expect(await app.rows('select from call')).toHaveLength(3)
  expect(await app.rows('select phone_number from contact order by 1')).toEqual([
    { phone_number: OTHER },
    { phone_number: '+4915199999999' },
  ])
  expect(await app.rows("select fields from contact where phone_number = '+4915199999999'")).toEqual([
    { fields: { name: 'Neighbour of ', partner: '', city: 'Bonn' } },
  ])
  const [delivery] = await app.rows<{ body: string }>('select body from webhook_delivery')
  expect(JSON.parse(delivery?.body ?? '')).toMatchObject({ data: { phoneNumber: '' } })
  expect((await app.get<{ callCount: number }>(`/api/task/detail/${taskId}`)).body.data.callCount).toBe(2)
  expect((await app.get(`/api/task/${taskId}/calls`)).status).toBe(200)
  expect((await app.get('/api/doNotCall/list')).status).toBe(200)
  expect((await app.get(`/api/doNotCall/${globalList}/entries`)).status).toBe(200)
})

it('is erased a second time without harm', async () => {
  const { id } = (await app.post<Erasure>('/api/erasure', { phoneNumber: NUMBER })).body.data
  await run()
  expect(await read(id)).toMatchObject({ state: 'done', counts: {} })
  expect((await app.get<Erasure[]>('/api/erasure/list')).body.data).toHaveLength(2)
  const { body } = await app.get<{ rows: { operation: string }[] }>('/api/audit/list')
  expect(body.data.rows.map(({ operation }) => operation).slice(0, 2)).toEqual(['erasure.end', 'erasure.add'])
})

it('the seals of the audit trail hold, and say whose contents are gone', async () => {
  const { findings, erasedRows } = await verifyAudit({ db: app.db, clock: systemClock })
  expect(findings).toEqual([])
  expect(erasedRows).toBeGreaterThan(0)
  const erased = await app.rows<{ actor: string; subject_name: string; changes: object[] }>(
    'select a.actor, a.subject_name, a.changes from audit a join sealed_audit using (id) where key is null and a.actor = $1',
    ['x'],
  )
  expect(erased).toEqual([
    { actor: 'x', subject_name: '', changes: [{ field: 'phone', before: null, after: '0' }] },
  ])
})

it('an erased number that wanted no calls is still refused, in both spellings', async () => {
  const again = await app.addDataSource('bought list', [NUMBER, WITHOUT_PLUS, '+4915177777777'])
  const id = await app.addTask('autumn', again, { maxDialCount: 1 })
  const second = await createTestApp({
    ...{ database: app.database, role: 'all', numberKey: key },
    gateway: createSimulator({
      settings: parseSimulatorSettings('seed=7, answered=100, ring=0-0, talk=0-0, timeout=0'),
      clock: systemClock,
    }),
  })
  onTestFinished(() => second.close())
  second.startDialing()
  await moveTo(second, id, 'RUNNING')
  await eventually(async () =>
    expect(
      await app.rows('select phone_key, reason from denial where task_id = $1 order by 1', [id]),
    ).toEqual([
      { phone_key: NUMBER, reason: 'do_not_call' },
      { phone_key: WITHOUT_PLUS, reason: 'do_not_call' },
    ]),
  )
  await eventually(async () =>
    expect(await app.rows('select phone_key from call where task_id = $1', [id])).toEqual([
      { phone_key: '+4915177777777' },
    ]),
  )
  await second.stopDialing(5000)
  const { body } = await app.get<{ summary: { mayBeRung: boolean } }>(
    `/api/number/${encodeURIComponent(NUMBER)}/history`,
  )
  expect(body.data.summary.mayBeRung).toBe(false)
})

it('a node with another key, or none, says that erased people may be called', async () => {
  for (const numberKey of [undefined, Buffer.alloc(32, 7)]) {
    const node = await createTestApp({ database: app.database, ...(numberKey && { numberKey }) })
    onTestFinished(() => node.close())
    const { body } = await node.get<{ problems: { code: string }[] }>('/api/system')
    expect(body.data.problems).toContainEqual(expect.objectContaining({ code: 'number_key_missing' }))
    expectError(await node.post('/api/erasure', { phoneNumber: OTHER }), 409, /number-key/)
  }
  const { body } = await app.get<{ problems: { code: string }[] }>('/api/system')
  expect(body.data.problems).not.toContainEqual(expect.objectContaining({ code: 'number_key_missing' }))
})

it('a step that dies is done again', async () => {
  const { id } = (await app.post<Erasure>('/api/erasure', { phoneNumber: '+4915177777777' })).body.data
  await app.erasures.job.run()
  await app.rows(
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
     create trigger fail before update on erasure for each row execute function fail()`,
  )
  await expect(app.erasures.job.run()).rejects.toThrow('killed')
  expect(await app.rows("select from contact where phone_key = '+4915177777777'")).toHaveLength(1)
  await app.rows('drop trigger fail on erasure')
  await run()
  expect(await read(id)).toMatchObject({ state: 'done', counts: { contacts: 1, calls: 1 } })
})

describe('a number in a text', () => {
  const pattern = new RegExp(numberPattern(NUMBER) ?? '', 'g')
  it.each([
    '+49 151 12345678',
    '0049-151-12345678',
    '0151/123 456 78',
    '+49 (0)151 12345678',
    '15112345678',
    '4915112345678.',
  ])('is found: %s', (text) => expect(`call ${text} now`.replace(pattern, '')).not.toMatch(/\d/))
  it.each(['14915112345678', '49151123456789', '12345678', '2026-11-19 15:11:23'])(
    'is another one: %s',
    (text) => expect(text.replace(pattern, '')).toBe(text),
  )
})

it('the key is a file that its owner alone can read', async () => {
  const file = join(folder, 'number-key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readNumberKey(file)).toEqual(key)
  const made = { text: 'select erased_key($1) as made', values: [NUMBER] }
  const [row] = (await app.db.query<{ made: string }>(made)).rows
  expect(row?.made).toBe(erasedKey(key, WITHOUT_PLUS))
})
