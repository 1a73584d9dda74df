// Every call to a number and every decision about it, over all tasks.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as queries from '../src/insight/numbers/numbers.queries.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { addDenial, endCall, startCall } from './support/call-fixtures.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { watchReads } from './support/table-reads.ts'
import { contactIdsOf } from './support/task-fixtures.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

interface History {
  phoneNumber: string
  total: number
  rows: { id: string; kind: string; time: string; [field: string]: unknown }[]
  summary: Record<string, unknown>
}

const NOW = '2026-11-16T02:00:00Z'
const clock = createManualClock(NOW)
const ago = (seconds: number) => new Date(Date.parse(NOW) - seconds * 1000)
const DAY = 86_400
const authorization = { authorization: `Bearer ${TEST_TOKEN}` }

let app: TestApp
let serial = 0
/** A number of its own for each test, with a contact and a task. */
let phone: string
let dataSourceId: string
let contactId: string
let taskId: string

beforeAll(async () => {
  app = await createTestApp({ clock })
})
beforeEach(async () => {
  serial += 1
  phone = `1390000${String(serial).padStart(4, '0')}`
  dataSourceId = await app.addDataSource(`list ${serial}`, [phone])
  const [id = ''] = await contactIdsOf(app, dataSourceId)
  contactId = id
  taskId = await app.addTask(`task ${serial}`, dataSourceId)
})
afterAll(() => app.close())

const path = (query = '', number = phone) => `/api/number/${encodeURIComponent(number)}/history${query}`
const history = async (query = '', number = phone) =>
  expectSuccess(await app.get<History>(path(query, number)))
const call = (secondsAgo: number, more = {}) =>
  endCall(app, {
    ...{ taskId, contactId, dataSourceId, phoneNumber: phone, start: ago(secondsAgo).toISOString() },
    ...more,
  })
const deny = (secondsAgo: number, reason: string, more = {}) =>
  addDenial(app, { taskId, contactId, phoneNumber: phone, reason, at: ago(secondsAgo), ...more })

async function addList(isGlobal: boolean): Promise<string> {
  const id = newId()
  await app.rows(
    `insert into do_not_call_list (id, name, description, is_global, create_time, update_time)
     values ($1::uuid, 'list ' || $1, '', $2, $3, $3)`,
    [id, isGlobal, ago(100 * DAY)],
  )
  return id
}

interface Entry {
  added: number
  expires?: number
  removed?: number
}

async function addEntry(listId: string, { added, expires, removed }: Entry): Promise<void> {
  const expireTime = expires === undefined ? null : ago(expires)
  const values = [phone, listId, phone, 'asked by mail', 'crm', ago(added), expireTime]
  await (removed === undefined
    ? app.rows(
        `insert into do_not_call_entry (phone_key, list_id, phone_number, note, actor, create_time, expire_time, position)
         values ($1, $2, $3, $4, $5, $6, $7, 1)`,
        values,
      )
    : app.rows(
        `insert into do_not_call_entry (phone_key, list_id, phone_number, note, actor, create_time, expire_time,
           remove_time, remove_actor)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'erp')`,
        [...values, ago(removed)],
      ))
}

describe('a number without a country', () => {
  const WITHOUT = '12025580003'
  const WITH = '+1 202 558 0003'

  it('is shown with the international number of the same digits, marked, wherever one looks', async () => {
    const sourceId = await app.addDataSource('From Excel', [WITHOUT])
    const task = await app.addTask('of a spreadsheet', sourceId)
    const [contact = ''] = await contactIdsOf(app, sourceId)
    const more = { taskId: task, contactId: contact, dataSourceId: sourceId, phoneNumber: WITHOUT }
    await call(300, more)
    await deny(200, 'daily_budget', {
      taskId: task,
      contactId: contact,
      phoneNumber: WITHOUT,
      until: ago(-60),
    })
    const own = await history('', WITHOUT)
    const other = await history('', WITH)
    expect(own.rows.map(({ kind, isOtherSpelling }) => [kind, isOtherSpelling])).toEqual([
      ['denial', false],
      ['call', false],
    ])
    expect(other.rows.map(({ kind, isOtherSpelling }) => [kind, isOtherSpelling])).toEqual([
      ['denial', true],
      ['call', true],
    ])
    expect(other).toMatchObject({
      total: 2,
      otherSpelling: WITHOUT,
      summary: { attemptsLastDay: 1, mayBeRung: true },
      withoutCountry: [
        {
          ...{
            dataSourceId: sourceId,
            dataSourceName: 'From Excel',
            contactId: contact,
            phoneNumber: WITHOUT,
          },
          likelyCountry: 'US',
        },
      ],
    })
    expect(own).toMatchObject({ otherSpelling: '+12025580003', internationalNumber: null })

    // "Do not call again" on the page of one of them stops both.
    const { id: listId } = expectSuccess(
      await app.post<{ id: string }>('/api/doNotCall/add', { name: 'asked', isGlobal: true }),
    )
    expectSuccess(await app.post(`/api/doNotCall/${listId}/entry/add`, { phoneNumbers: [WITH] }))
    for (const [number, isOtherSpelling] of [
      [WITH, false],
      [WITHOUT, true],
    ] as const) {
      const { summary, rows } = await history('', number)
      expect(summary).toMatchObject({
        mayBeRung: false,
        reason: 'do_not_call',
        doNotCall: [{ phoneNumber: WITH, isOtherSpelling }],
      })
      expect(rows[0]).toMatchObject({ kind: 'do_not_call_added', phoneNumber: WITH, isOtherSpelling })
    }
    // Both may be on one list, at the same moment.
    expectSuccess(await app.post(`/api/doNotCall/${listId}/entry/add`, { phoneNumbers: [WITHOUT] }))
    const rows = (await history('', WITH)).rows.slice(0, 2)
    expect(rows.map(({ kind, isOtherSpelling }) => [kind, isOtherSpelling]).sort()).toEqual([
      ['do_not_call_added', false],
      ['do_not_call_added', true],
    ])
    expect((await history(`?pageSize=1&afterId=${rows[0]?.id}`, WITH)).rows).toEqual([rows[1]])
    expectSuccess(await app.post(`/api/doNotCall/${listId}/entry/remove`, { phoneNumbers: [WITH] }))
    expect((await history('', WITH)).summary).toMatchObject({ mayBeRung: false })
  })

  it('is a contact of its own beside it, also in one data source', async () => {
    const sourceId = await app.addDataSource('both', [WITHOUT])
    expectSuccess(await app.post(`/api/dataSource/${sourceId}/contact/add`, { phoneNumber: WITH }))
    expectError(await app.post(`/api/dataSource/${sourceId}/contact/add`, { phoneNumber: WITHOUT }), 409)
  })
})

describe('the history of a number', () => {
  it('is empty for a number that was never heard of', async () => {
    expect(await history('', '4711')).toMatchObject({ phoneNumber: '4711', total: 0, rows: [] })
  })

  it('has calls, live calls and denials of all tasks, newest first', async () => {
    const callId = await call(300, { outcome: 1, talkMs: 2500, end: ago(270).toISOString() })
    await deny(200, 'recipient_hours', { until: ago(-3600), detail: { place: 'China' } })
    const other = await app.addTask(`other ${serial}`, dataSourceId)
    await deny(100, 'do_not_call', { taskId: other, detail: { listId: 'x' } })
    const liveId = await startCall(app, taskId, contactId, ago(5))
    const { total, rows } = await history()
    expect(total).toBe(4)
    expect(rows).toMatchObject([
      { kind: 'live_call', taskName: `task ${serial}`, contactId, cause: null, actor: 'dialer' },
      {
        kind: 'denial',
        reason: 'do_not_call',
        until: null,
        taskName: `other ${serial}`,
        detail: { listId: 'x' },
      },
      {
        kind: 'denial',
        reason: 'recipient_hours',
        until: '2026-11-16 11:00:00',
        detail: { place: 'China' },
        contactId,
      },
      {
        kind: 'call',
        time: '2026-11-16 09:55:00',
        endTime: '2026-11-16 09:55:30',
        outcome: 1,
        cause: 'answered',
        talkSeconds: 2.5,
        taskId,
        reason: null,
      },
    ])
    expect(rows[0]?.id).toContain(liveId)
    expect(rows[3]?.id).toContain(callId)
    expect(rows.map((row) => row.callId)).toEqual([liveId, null, null, callId])
  })

  it('says which trunk its calls have taken, and which number was shown', async () => {
    const trunk = { name: `Berlin ${serial}`, host: 'sip.example.com' }
    const { id: trunkId } = expectSuccess(await app.post<{ id: string }>('/api/trunk/add', trunk))
    await call(300, { trunkId, callerId: '+49301' })
    const liveId = await startCall(app, taskId, contactId, ago(5))
    await app.rows('update live_call set trunk_id = $2, caller_id = $3 where id = $1', [
      ...[liveId, trunkId, '+49302'],
    ])
    expect((await history()).rows).toMatchObject([
      { kind: 'live_call', trunkId, trunkName: trunk.name, callerId: '+49302' },
      { kind: 'call', trunkId, trunkName: trunk.name, callerId: '+49301' },
    ])
    const csv = await app.http.inject({ url: path('/export?labels=en'), headers: authorization })
    expect(csv.body).toContain('Added by,Trunk,Caller ID,Task ID')
    expect(csv.body).toContain(`${trunk.name},+49301`)
  })

  it('has what happened to its do-not-call entries, and who did it', async () => {
    const listId = await addList(false)
    await addEntry(listId, { added: 900, expires: 800, removed: 700 })
    await addEntry(listId, { added: 600, removed: 500 })
    await addEntry(listId, { added: 500 })
    const { total, rows } = await history()
    expect(total).toBe(5)
    expect(rows.map(({ kind, actor, time }) => [time.slice(11), kind, actor])).toEqual([
      ['09:51:40', 'do_not_call_replaced', 'crm'],
      ['09:50:00', 'do_not_call_added', 'crm'],
      ['09:48:20', 'do_not_call_removed', 'erp'],
      ['09:46:40', 'do_not_call_expired', 'service'],
      ['09:45:00', 'do_not_call_added', 'crm'],
    ])
    expect(rows[0]).toMatchObject({ listId, listName: `list ${listId}`, note: 'asked by mail', until: null })
  })

  it('has no expiry that is still to come', async () => {
    await addEntry(await addList(false), { added: 10, expires: -10 })
    expect((await history()).rows.map(({ kind }) => kind)).toEqual(['do_not_call_added'])
  })

  it('is the same for every way to write the number', async () => {
    await call(60)
    const written = `${phone.slice(0, 3)}-${phone.slice(3, 7)} ${phone.slice(7)}`
    expect(await history('', written)).toMatchObject({ phoneNumber: written, total: 1 })
  })

  it('needs a phone number', async () => {
    expectError(await app.get(path('', 'nobody')), 400, /^phoneNumber must be /)
    expectError(await app.get(path('', '13800138000.0')), 400, /decimal/)
    expectError(await app.get(path('/export', 'nobody')), 400, /^phoneNumber must be /)
    // It is on record before it is refused, and PostgreSQL stores no NUL.
    expectError(await app.get('/api/number/%00/history/export'), 400, /^phoneNumber must be /)
  })
})

describe('pages', () => {
  /** Several events at each instant, of all kinds. */
  async function addEvents(): Promise<void> {
    for (const seconds of [10, 10, 10, 20, 30, 30]) await call(seconds)
    const others = await Promise.all(
      ['a', 'b', 'c'].map((name) => app.addTask(`${name} ${serial}`, dataSourceId)),
    )
    for (const other of others) await deny(10, 'daily_budget', { taskId: other, until: ago(-DAY) })
    await addEntry(await addList(false), { added: 30, expires: 10 })
  }

  it('by number and after a row have every event once, in the same order', async () => {
    await addEvents()
    const whole = (await history('?pageSize=100')).rows.map(({ id }) => id)
    expect(whole).toHaveLength(11)
    expect(new Set(whole).size).toBe(11)
    const byNumber: string[] = []
    for (const pageNum of [1, 2, 3, 4, 5])
      byNumber.push(...(await history(`?pageSize=3&pageNum=${pageNum}`)).rows.map(({ id }) => id))
    expect(byNumber).toEqual(whole)
    const readOn: string[] = []
    for (;;) {
      const after = readOn.length > 0 ? `&afterId=${readOn.at(-1)}` : ''
      const { rows, total } = await history(`?pageSize=2${after}`)
      expect(total).toBe(11)
      if (rows.length === 0) break
      readOn.push(...rows.map(({ id }) => id))
    }
    expect(readOn).toEqual(whole)
  })

  it('go on where they were when a live call has ended', async () => {
    await call(300)
    const id = await startCall(app, taskId, contactId, ago(50))
    const [live] = (await history()).rows
    await app.rows('delete from live_call where id = $1', [id])
    await app.rows(
      `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause,
         start_time, end_time, talk_ms)
       values ($1, $2, $3, $4, $5, $5, 1, 1, 3, 'no_answer', $6, $6, 0)`,
      [id, taskId, contactId, dataSourceId, phone, ago(50)],
    )
    const after = await history(`?afterId=${live?.id}`)
    expect(after.rows.map(({ time }) => time)).toEqual(['2026-11-16 09:55:00'])
  })

  it('refuse a row that is not in the list', async () => {
    expectError(await app.get(path('?afterId=nothing')), 400, /^afterId must be the id of a row of this list/)
    expectError(await app.get(path(`?afterId=1-call-${newId()}`)), 400, /^afterId must be the id of a row/)
    expectError(await app.get(path(`?afterId=${'9'.repeat(18)}-call-${newId()}`)), 400, /^afterId must be/)
  })
})

describe('the summary of a number', () => {
  it('counts attempts in 24 hours and in 30 days, with a live call, beside the budget', async () => {
    for (const seconds of [60, DAY - 1, DAY, 29 * DAY, 30 * DAY]) await call(seconds)
    await startCall(app, taskId, contactId, ago(5))
    await app.rows('update service set attempts_per_day = 3, attempts_per_month = 9')
    expect((await history()).summary).toMatchObject({
      attemptsLastDay: 3,
      attemptsLastMonth: 5,
      attemptsPerDay: 3,
      attemptsPerMonth: 9,
      mayBeRung: true,
      until: null,
    })
    // The live call is not on record yet, so two attempts of the day are.
    await app.rows('update service set attempts_per_day = 2')
    expect((await history()).summary).toMatchObject({
      mayBeRung: false,
      reason: 'daily_budget',
      until: '2026-11-16 10:00:01',
    })
    await app.rows(`update service set budgets = '[{ "attempts": 2, "days": 7 }]', quiet_days = 1`)
    expect((await history()).summary).toMatchObject({
      budgets: [
        { attempts: 2, days: 1, used: 3 },
        { attempts: 2, days: 7, used: 4 },
        { attempts: 9, days: 30, used: 5 },
      ],
      quietUntil: '2026-11-17 09:59:00',
      reason: 'attempt_budget',
    })
    await app.rows(`update service set budgets = '[]', quiet_days = null`)
    await app.rows('update service set attempts_per_day = null, attempts_per_month = null')
    expect((await history()).summary).toMatchObject({ attemptsPerDay: null, attemptsPerMonth: null })
  })

  it('says on which lists the number is now', async () => {
    expect((await history()).summary).toMatchObject({ mayBeRung: true, reason: null, doNotCall: [] })
    await addEntry(await addList(false), { added: 60, expires: 10 })
    const named = await addList(false)
    await addEntry(named, { added: 50, expires: -10 })
    expect((await history()).summary).toMatchObject({
      mayBeRung: true,
      doNotCall: [{ listId: named, isGlobal: false, actor: 'crm', expireTime: '2026-11-16 10:00:10' }],
    })
    await addEntry(await addList(true), { added: 40 })
    expect((await history()).summary).toMatchObject({ mayBeRung: false, reason: 'do_not_call' })
  })

  it('says whether the destination is allowed at all', async () => {
    expect((await history('', '911')).summary).toMatchObject({ mayBeRung: false, reason: 'emergency_number' })
    await app.rows("update service set denied_prefixes = '{1390}'")
    expect((await history()).summary).toMatchObject({ mayBeRung: false, reason: 'denied_prefix' })
    await app.rows("update service set denied_prefixes = '{}'")
  })
})

describe('the export of a history', () => {
  it('has every event in the order of the list, as CSV and as a workbook', async () => {
    await call(300, { outcome: 3 })
    await deny(200, 'denied_prefix', { detail: { prefix: '139' } })
    const csv = await app.http.inject({ url: path('/export'), headers: authorization })
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toBe(
      `attachment; filename="number_${phone}_20261116100000.csv"`,
    )
    const [titles, ...lines] = csv.body.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(titles).toMatch(/^time,kind,phoneNumber,taskName,taskId,contactId,cause/)
    expect(lines).toEqual([
      `2026-11-16 09:56:40,denial,${phone},task ${serial},${taskId},${contactId},,,,denied_prefix,,"{""prefix"":""139""}",,,dialer,,,`,
      `2026-11-16 09:55:00,call,${phone},task ${serial},${taskId},${contactId},no_answer,2026-11-16 09:55:00,0,,,,,,dialer,,,`,
    ])
    const xlsx = await app.http.inject({ url: path('/export?format=xlsx'), headers: authorization })
    expect(xlsx.headers['content-disposition']).toContain('.xlsx"')
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  it('is read in batches', async () => {
    await app.rows(
      `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause,
         start_time, end_time, talk_ms)
       select gen_random_uuid(), $1, $2, $3, $4, $4, 1, 1, 3, 'no_answer', time, time, 0
       from generate_series(1, 2500) n cross join lateral (select $5::timestamptz - n / 3 * interval '1 second' as time) at`,
      [taskId, contactId, dataSourceId, phone, ago(0)],
    )
    const csv = await app.http.inject({ url: path('/export'), headers: authorization })
    expect(csv.body.trimEnd().split('\r\n')).toHaveLength(2501)
  })
})

it('reads as much as it shows, however many calls there are to this number and to others', async () => {
  await app.rows(
    `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause,
       start_time, end_time, talk_ms)
     select gen_random_uuid(), $1, $2, $3, number, number, 1, 1, 3, 'no_answer', time, time, 0
     from generate_series(1, 20000) n cross join lateral (
       select $5::timestamptz - n * interval '1 minute' as time, case when n % 10 = 0 then $4 else '555' || n end as number
     ) given`,
    [taskId, contactId, dataSourceId, phone, ago(0)],
  )
  await app.rows('analyze call')
  const watched = watchReads(app.database.db)
  const event = await queries.listNumberEvents.first(watched.db, [phone, ago(0), null, null, 1000, 1])
  watched.take()
  const [micros = ''] = event?.id.split('-', 1) ?? []
  const page = await queries.listNumberEvents(watched.db, [phone, ago(0), micros, event?.id, 0, 20])
  expect(page).toHaveLength(20)
  const { entries } = watched.take()
  expect(entries).toBeGreaterThanOrEqual(20)
  expect(entries).toBeLessThan(60)
})
