// The country of the service: who sets it, what goes before what, and what it does to numbers that are stored already.

import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '../src/platform/kernel/ids.ts'
import { toClientConfig } from '../src/platform/storage/connection.ts'
import { endCall, startCall } from './support/call-fixtures.ts'
import { addList, entryCounts } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { openForFile } from './support/open-for-file.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './support/test-app.ts'

const NONE = '00000000-0000-0000-0000-000000000000'
const app = await openForFile(createTestApp())

async function start(options: TestAppOptions = {}): Promise<TestApp> {
  const node = await createTestApp(options)
  onTestFinished(() => node.close())
  return node
}

const change = (node: TestApp, country: string | null) => node.post('/api/system/country', { country })
const countryOf = async (node: TestApp) => expectSuccess(await node.get('/api/system/country'))
const shownBy = async (node: TestApp) =>
  expectSuccess(await node.get<{ defaultCountry: string | null }>('/api/system')).defaultCountry

async function addSource(node: TestApp, phoneNumbers: string[], country?: string): Promise<string> {
  const given = { dataSourceName: newId(), ...(country && { country }) }
  const { id } = expectSuccess(await node.post<{ id: string }>('/api/dataSource/add', given))
  for (const phoneNumber of phoneNumbers)
    expectSuccess(await node.post(`/api/dataSource/${id}/contact/add`, { phoneNumber }))
  return id
}

async function keysIn(node: TestApp, table: string, where = 'true'): Promise<string[]> {
  const rows = await node.rows<{ phone_key: string }>(
    `select phone_key from ${table} where ${where} order by phone_key`,
  )
  return rows.map(({ phone_key }) => phone_key)
}

describe('what is set', () => {
  it('goes before DEFAULT_COUNTRY, also for nodes that start later; without it DEFAULT_COUNTRY holds', async () => {
    const chinese = await start({ defaultCountry: 'CN' })
    const environment = { environmentCountry: 'CN' }
    expect(await countryOf(chinese)).toEqual({ country: 'CN', isSet: false, ...environment })
    expect(expectSuccess(await change(chinese, 'DE'))).toEqual({
      ...{ country: 'DE', isSet: true, duplicateCount: 0, ...environment },
    })
    const later = await start({ database: chinese.database, defaultCountry: 'CN' })
    await later.renewNumberKeys()
    expect(await countryOf(later)).toEqual({ country: 'DE', isSet: true, ...environment })
    expect(await shownBy(later)).toBe('DE')
    expectSuccess(await change(chinese, null))
    expect(await countryOf(chinese)).toEqual({ country: 'CN', isSet: false, ...environment })
  })

  it('waits for a task that names a list, which needs its data source after that', async () => {
    const node = await start()
    await addSource(node, ['030 901820'])
    await addList(node, ['030 901821'])
    const other = new pg.Client(toClientConfig(node.database.connection))
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('begin')
    await other.query('select from do_not_call_list for key share')
    const changed = change(node, 'FR')
    await eventually(async () => {
      const waiting = `select from pg_locks where not granted and relation = 'do_not_call_list'::regclass`
      expect(await node.rows(waiting)).not.toEqual([])
    })
    // It has nothing that the task would wait for: neither of the two is refused.
    await other.query('select from data_source for key share')
    await other.query('commit')
    expectSuccess(await changed)
    expect(await countryOf(node)).toMatchObject({ country: 'FR' })
  })

  it('is changed by an administrator only, is a country, and is recorded with who changed it', async () => {
    const { token } = await app.tokens.create({ name: 'writer', scope: 'write' })
    const headers = { authorization: `Bearer ${token}` }
    const payload = { country: 'DE' }
    expect((await app.send({ method: 'POST', url: '/api/system/country', headers, payload })).status).toBe(
      403,
    )
    expectError(await change(app, 'ZZ'), 400, 'country must be a two-letter country code such as CN or GB')

    const admin = await app.tokens.create({ name: 'supervisor', scope: 'admin' })
    const authorization = `Bearer ${admin.token}`
    const send = (country: string | null) =>
      app.send({
        method: 'POST',
        url: '/api/system/country',
        headers: { authorization },
        payload: { country },
      })
    for (const country of ['DE', 'DE', null]) expectSuccess(await send(country))
    const { rows } = expectSuccess(await app.get<{ rows: { operation: string }[] }>('/api/audit/list'))
    const common = { actor: 'supervisor', operation: 'country.change', subjectName: null }
    expect(rows.filter(({ operation }) => operation === 'country.change')).toMatchObject([
      { ...common, changes: [{ field: 'country', before: 'DE', after: null }] },
      { ...common, changes: [{ field: 'country', before: null, after: 'DE' }] },
    ])
  })

  it('is followed by the other nodes', async () => {
    const node = await start()
    const other = await start({ database: node.database })
    const id = await addSource(node, ['030 901820'])
    expectSuccess(await change(node, 'DE'))
    await eventually(async () => expect(await shownBy(other)).toBe('DE'))
    // The page of a number reads a local number in that country.
    await endCall(node, {
      taskId: await node.addTask(newId(), id),
      contactId: newId(),
      dataSourceId: id,
      phoneNumber: '+4930901820',
    })
    for (const spelling of ['030901820', '+49 30 901820', '004930901820']) {
      const path = `/api/number/${encodeURIComponent(spelling)}/history`
      expect(expectSuccess(await other.get(path))).toMatchObject({
        total: 1,
        internationalNumber: '+4930901820',
      })
    }
  })

  it('is known to a node that has only just begun to listen', async () => {
    const node = await start()
    expectSuccess(await change(node, 'DE'))
    const other = await start({ database: node.database })
    await eventually(async () => expect(await shownBy(other)).toBe('DE'))
  })

  it('holds for a number that waited for the change, on a node that has not heard of it', async () => {
    const node = await start()
    const deaf = await start({ database: node.database })
    const [id, listId] = [await addSource(node, []), await addList(node)]
    // Without the notification: only what is stored says it.
    const waiting = await node.database.db.transaction(async (tx) => {
      await tx.query({ text: 'lock table data_source, do_not_call_list in exclusive mode' })
      await tx.query({ text: `update service set country = 'DE', version = version + 1` })
      const requests = [
        deaf.post(`/api/dataSource/${id}/contact/add`, { phoneNumber: '030 901820' }),
        deaf.post(`/api/doNotCall/${listId}/entry/add`, { phoneNumbers: ['030 901820'] }),
      ]
      await eventually(async () => {
        const locks = await node.rows(
          `select from pg_locks where not granted and relation in ('data_source'::regclass, 'do_not_call_list'::regclass)`,
        )
        expect(locks).toHaveLength(2)
      })
      return { requests }
    })
    for (const answer of await Promise.all(waiting.requests)) expectSuccess(answer)
    expect(await keysIn(node, 'contact')).toEqual(['+4930901820'])
    expect(await keysIn(node, 'do_not_call_entry', 'remove_time is null')).toEqual(['+4930901820'])
  })
})

describe('a change', () => {
  it('compares stored numbers anew, except those of data sources with a country of their own', async () => {
    const node = await start()
    const id = await addSource(node, ['030 901820', '+49 30 901820', '030 901821'])
    await addSource(node, ['202 555 0123'], 'US')
    const listId = await addList(node, ['030 901820', '+49 30 901820', '030 901822'])
    expectSuccess(await node.post(`/api/doNotCall/${listId}/entry/remove`, { phoneNumbers: ['030 901822'] }))
    const settings = { deniedPrefixes: ['0900'], ownPhones: ['030 1111'] }
    expectSuccess(await node.post('/api/permission/settings', settings))
    const taskId = await node.addTask(newId(), id)
    const [contact] = await node.rows<{ id: string }>(`select id from contact where phone_key = '030901820'`)
    const called = { contactId: contact?.id ?? '', dataSourceId: id, phoneNumber: '030901820' }
    await endCall(node, { taskId, ...called })
    // A test call is its own contact, without a task.
    const testCall = newId()
    await node.rows(
      `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause, start_time, end_time, talk_ms, event_seq, request)
       values ($1, $2, $1, $2, '030901823', '030901823', 1, 1, 1, 'answered', now(), now(), 0, 0, '{"purpose": "test"}')`,
      [testCall, NONE],
    )

    expect(expectSuccess(await change(node, 'DE'))).toMatchObject({ country: 'DE', duplicateCount: 1 })
    expect(await keysIn(node, 'contact')).toEqual([
      ...['+12025550123', '+4930901820', '+4930901820', '+4930901821'],
    ])
    expect(await keysIn(node, 'call')).toEqual(['+4930901820', '+4930901823'])
    expect(await keysIn(node, 'do_not_call_entry', 'remove_time is null')).toEqual(['+4930901820'])
    expect(await entryCounts(node, listId)).toEqual([1, 1])
    expect(await keysIn(node, 'do_not_call_entry', `phone_number = '030 901822'`)).toEqual(['+4930901822'])
    expect(expectSuccess(await node.get('/api/permission/settings'))).toMatchObject({
      deniedPrefixes: ['0900', '+49900'],
      ownPhones: ['+49301111'],
    })
    // The next start has nothing to compute.
    expect(await node.rows('select number_rules from service')).toEqual([{ number_rules: '1:DE' }])

    expectSuccess(await change(node, null))
    expect(await keysIn(node, 'contact')).toEqual(['+12025550123', '+4930901820', '030901820', '030901821'])
    expect(await keysIn(node, 'call')).toEqual(['030901820', '030901823'])
  })

  it('is refused while such numbers are called, and then changes nothing', async () => {
    const node = await start()
    const id = await addSource(node, ['030 901820'])
    const own = await addSource(node, ['202 555 0123'], 'US')
    const callOf = async (dataSourceId: string) => {
      const taskId = await node.addTask(newId(), dataSourceId)
      const [contact] = await node.rows<{ id: string }>('select id from contact where data_source_id = $1', [
        dataSourceId,
      ])
      await startCall(node, taskId, contact?.id ?? '', new Date())
    }
    await callOf(own)
    expectSuccess(await change(node, 'AT'))
    await callOf(id)
    expectError(
      await change(node, 'DE'),
      409,
      /country of the service cannot change while .* \(1 live calls\)/,
    )
    expect(await countryOf(node)).toMatchObject({ country: 'AT' })
    expect(await keysIn(node, 'contact', `data_source_id = '${id}'`)).toEqual(['+4330901820'])
  })

  it('renews every spelling of removed entries, however many there are', async () => {
    const node = await start()
    const listId = await addList(node)
    const spellings = (digits: number) => [`030 ${digits}`, `030-${digits}`]
    await node.rows(
      `insert into do_not_call_entry (list_id, phone_key, phone_number, note, actor, create_time, remove_actor, remove_time)
       select $1, replace(replace(number, ' ', ''), '-', ''), number, '', 'test', now(), 'test', now() from unnest($2::text[]) as number`,
      [
        listId,
        Array.from({ length: 1001 }, (_, index) => spellings(901_000 + index))
          .flat()
          .slice(1),
      ],
    )
    expectSuccess(await change(node, 'DE'))
    expect(await keysIn(node, 'do_not_call_entry', `phone_key not like '+49%'`)).toEqual([])
  })
})
