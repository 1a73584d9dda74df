// What a task would do if it were published: decided contact by contact, as a claim decides.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRecipientZones } from '../src/campaigns/permission/recipient-zones.ts'
import { createPreviews } from '../src/insight/explain/preview/preview.service.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createTimestamps, createZoneOffsets } from '../src/platform/kernel/timestamps.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { addDialerNode, endCall } from './support/call-fixtures.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf, dial, moveTo, skip } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

interface Preview {
  contacts: { total: number; done: number; rung: number; waiting: number; skipped: number }
  skipped: { reason: string; contacts: number }[]
  waiting: { reason: string; contacts: number; firstTime: string }[]
  firstCallTime: string | null
  expectedEndTime: string | null
  warnings: { code: string; [fact: string]: unknown }[]
  [field: string]: unknown
}

/** Monday, 10:00 in Shanghai. */
const NOW = '2026-11-16T02:00:00Z'
const clock = createManualClock(NOW)
const ago = (seconds: number) => new Date(Date.parse(NOW) - seconds * 1000)

let app: TestApp
let serial = 0
beforeAll(async () => {
  app = await createTestApp({ clock, gatewayKind: 'http' })
  await app.rows('update dialer set lines = 10, calls_per_second = 0')
})
beforeEach(async () => {
  serial += 1
  await app.rows('delete from dialer_node')
  await addDialerNode(app, { beat: ago(1) })
})
afterAll(() => app.close())

async function addTask(numbers: string[], settings = {}) {
  const dataSourceId = await app.addDataSource(`list ${serial}`, numbers)
  const taskId = await app.addTask(`task ${serial}`, dataSourceId, settings)
  return { taskId, dataSourceId, contactIds: await contactIdsOf(app, dataSourceId) }
}
/** With what every task without rules lacks; the other tests are about something else. */
const previewWithAll = async (taskId: string) =>
  expectSuccess(await app.get<Preview>(`/api/task/${taskId}/preview`))
const LACKING = ['no_hours', 'no_opt_out', 'no_budget']
async function preview(taskId: string): Promise<Preview> {
  const { warnings, ...rest } = await previewWithAll(taskId)
  return { ...rest, warnings: warnings.filter(({ code }) => !LACKING.includes(code)) }
}
const codes = async (taskId: string) => (await preview(taskId)).warnings.map(({ code }) => code)

async function setRules(rules: object): Promise<void> {
  expectSuccess(await app.post('/api/permission/settings', rules))
}

async function forbid(phoneNumber: string, isGlobal: boolean, expireTime?: string): Promise<string> {
  const { id } = expectSuccess(
    await app.post<{ id: string }>('/api/doNotCall/add', { name: newId(), isGlobal }),
  )
  const body = { phoneNumbers: [phoneNumber], ...(expireTime && { expireTime }) }
  expectSuccess(await app.post(`/api/doNotCall/${id}/entry/add`, body))
  return id
}

describe('the preview of a draft', () => {
  it('has every field', async () => {
    const { taskId } = await addTask(['13800138000', '13800138001'])
    expect(await preview(taskId)).toEqual({
      taskId,
      status: 0,
      contacts: { total: 2, done: 0, rung: 2, waiting: 0, countryUnknown: 0, severalZones: 0, skipped: 0 },
      checkedContacts: 2,
      isEstimate: false,
      skipped: [],
      waiting: [],
      firstCallTime: '2026-11-16 10:00:00',
      // Two contacts with 1.5 calls of 45 seconds each on 10 lines, and an interval of a minute.
      expectedEndTime: '2026-11-16 10:01:13',
      assumptions: {
        lines: 10,
        callsPerSecond: 0,
        secondsPerCall: 45,
        attemptsPerContact: 1.5,
        isMeasured: false,
        place: null,
      },
      warnings: [],
    })
  })

  it('says who may never be called, by reason', async () => {
    const named = await forbid('13800138005', false)
    await forbid('13800138006', true)
    await forbid('13800138007', true, '2026-11-16 10:00:01')
    const numbers = [
      '110',
      '13800138005',
      '13800138006',
      '13800138007',
      '99912345',
      '99912346',
      '13800138008',
    ]
    await setRules({ deniedPrefixes: ['999'] })
    const { taskId } = await addTask(numbers, { doNotCallListIds: [named] })
    const shown = await preview(taskId)
    await setRules({ deniedPrefixes: [] })
    expect(shown.contacts).toMatchObject({ total: 7, done: 0, rung: 1, waiting: 0, skipped: 6 })
    expect(shown.skipped).toEqual([
      { reason: 'do_not_call', contacts: 3 },
      { reason: 'denied_prefix', contacts: 2 },
      { reason: 'emergency_number', contacts: 1 },
    ])
  })

  it('decides as of the time of the first call', async () => {
    await forbid('13800139001', true, '2026-11-17 09:00:00')
    const { taskId } = await addTask(['13800139001'], { scheduledStartTime: '2026-11-17 09:00:00' })
    expect(await preview(taskId)).toMatchObject({
      contacts: { rung: 1, skipped: 0 },
      firstCallTime: '2026-11-17 09:00:00',
    })
  })

  it('says who must wait for the budget, and until when', async () => {
    const { taskId, dataSourceId, contactIds } = await addTask(['13800140001', '13800140002', '13800140003'])
    const earlierId = await app.addTask('an earlier task', dataSourceId)
    const [a = '', b = ''] = contactIds
    const call = (contactId: string, phoneNumber: string, seconds: number) =>
      endCall(app, {
        taskId: earlierId,
        contactId,
        dataSourceId,
        phoneNumber,
        start: ago(seconds).toISOString(),
      })
    await call(a, '13800140001', 3600)
    await call(a, '13800140001', 7200)
    await call(b, '13800140002', 90_000)
    await setRules({ attemptsPerDay: 2, attemptsPerMonth: null })
    const daily = await preview(taskId)
    await setRules({ attemptsPerDay: 2, attemptsPerMonth: 1 })
    const monthly = await preview(taskId)
    await setRules({ attemptsPerDay: null, attemptsPerMonth: null })
    expect(daily).toMatchObject({
      contacts: { rung: 3, waiting: 1, skipped: 0 },
      waiting: [{ reason: 'daily_budget', contacts: 1, firstTime: '2026-11-17 08:00:00' }],
      firstCallTime: '2026-11-16 10:00:00',
    })
    // Not done before the last one may be called.
    expect(daily.expectedEndTime).toBe('2026-11-17 08:00:45')
    expect(monthly).toMatchObject({ waiting: [{ reason: 'monthly_budget', contacts: 2 }] })
  })

  it('follows the clocks of the recipients', async () => {
    const settings = { windowZone: 'recipient', dailyStartTime: '09:00', dailyEndTime: '18:00' }
    const { taskId } = await addTask(['+4930901820', '+4930901821', '+81312345678'], settings)
    expect(await preview(taskId)).toMatchObject({
      contacts: { rung: 3, waiting: 2 },
      waiting: [{ reason: 'recipient_hours', contacts: 2, firstTime: '2026-11-16 16:00:00' }],
      firstCallTime: '2026-11-16 10:00:00',
      assumptions: { place: '+49' },
    })
    const { taskId: germans } = await addTask2(['+4930901820'], settings)
    expect(await preview(germans)).toMatchObject({ firstCallTime: '2026-11-16 16:00:00' })
  })

  it('waits for its hours, weekdays and holidays by the clock of the service', async () => {
    const { taskId } = await addTask(['13800141001'], {
      dailyStartTime: '08:00',
      dailyEndTime: '09:00',
      weekdays: [3],
    })
    expect(await preview(taskId)).toMatchObject({
      contacts: { rung: 1, waiting: 0 },
      firstCallTime: '2026-11-18 08:00:00',
    })
  })

  it('waits for the hours of the task where a contact has a time of its own, unless it is too late then', async () => {
    const settings = { dailyStartTime: '09:00', dailyEndTime: '18:00' }
    const { taskId, dataSourceId, contactIds } = await addTask(['13800145001', '13800145002'], settings)
    const [a, b] = contactIds
    const times = (contactId: string | undefined, callUntil: string | null) =>
      app.post(`/api/dataSource/${dataSourceId}/contact/update`, {
        ...{ contactId, callTime: '2026-11-16 20:00:00', callUntil },
      })
    expectSuccess(await times(a, null))
    expectSuccess(await times(b, '2026-11-16 22:00:00'))
    expect(await preview(taskId)).toMatchObject({
      contacts: { rung: 1, waiting: 1, skipped: 1 },
      waiting: [{ reason: 'before_call_time', contacts: 1, firstTime: '2026-11-17 09:00:00' }],
      skipped: [{ reason: 'after_call_until', contacts: 1 }],
      firstCallTime: '2026-11-17 09:00:00',
    })
  })

  it('calls nobody if its hours never open', async () => {
    const days = Array.from({ length: 120 }, (_, day) => ({
      ...{ date: new Date(Date.parse(NOW) + day * 86_400_000).toISOString().slice(0, 10), name: 'off' },
    }))
    const { id } = expectSuccess(
      await app.post<{ id: string }>('/api/calendar/add', { name: 'closed', isGlobal: false, days }),
    )
    const { taskId } = await addTask(['13800146001'], { calendarIds: [id] })
    expect(await preview(taskId)).toMatchObject({
      contacts: { rung: 0, skipped: 1 },
      skipped: [{ reason: 'no_calling_hours', contacts: 1 }],
      firstCallTime: null,
      warnings: [{ code: 'no_opening' }],
    })
  })

  it('measures the pace by recent calls', async () => {
    const { taskId, dataSourceId, contactIds } = await addTask(['13800142001', '13800142002'])
    const [contactId = ''] = contactIds
    await moveTo(app, taskId, 'RUNNING')
    for (let i = 0; i < 20; i += 1) {
      const [start, end] = [ago(1000 + i * 60).toISOString(), ago(980 + i * 60).toISOString()]
      await endCall(app, { taskId, contactId, dataSourceId, phoneNumber: '13800142001', start, end })
    }
    await app.rows('update task_counter set success_contacts = 10 where task_id = $1', [taskId])
    const shown = await preview(taskId)
    await app.rows('delete from call')
    await app.rows('delete from task_counter')
    expect(shown['assumptions']).toMatchObject({ secondsPerCall: 20, isMeasured: true })
  })
})

/** Another list in the same test. */
async function addTask2(numbers: string[], settings = {}) {
  serial += 1
  return addTask(numbers, settings)
}

describe('numbers whose country is not known', () => {
  const budgets = [{ attempts: 3, days: 1 }]
  const hours = { windowZone: 'recipient', dailyStartTime: '09:00', dailyEndTime: '18:00', budgets }
  const numbers = ['12025580001', '12025580002', '+12025580003', '2025580004']

  it('are a group of their own where the hours are those of the called person, and publishing says so', async () => {
    const { taskId, dataSourceId } = await addTask(numbers, hours)
    const own = { phoneNumber: '12025580005', timeZone: 'America/New_York' }
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/add`, own))
    const message =
      /^The country of 3 numbers is not known, so the hours are in the time zone of the service, not of the called person\./
    const warning = { code: 'country_unknown', contacts: 3, message: expect.stringMatching(message) }
    expect(await preview(taskId)).toMatchObject({
      contacts: { total: 5, rung: 5, countryUnknown: 3 },
      warnings: [warning],
    })
    const published = expectSuccess(await app.post<object>('/api/task/publish', { id: taskId }))
    expect(published).toMatchObject({ id: taskId, status: 1, warnings: [warning] })
    expectSuccess(await app.post('/api/task/stop', { id: taskId }))
  })

  it('are not those that may be in several time zones by their area code, which the preview counts too', async () => {
    // Florida on both sides of the Apalachicola, New York, and Florida where the contact says where.
    const { taskId, dataSourceId } = await addTask(['+18505550100', '+12125550101'], hours)
    const own = { phoneNumber: '+18505550102', timeZone: 'America/Chicago' }
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/add`, own))
    expect(await preview(taskId)).toMatchObject({
      contacts: { rung: 3, countryUnknown: 0, severalZones: 1 },
      warnings: [
        {
          code: 'several_zones',
          contacts: 1,
          message: expect.stringMatching(/^1 contact may be in several/),
        },
      ],
    })
  })

  it('are none once the data source has its country', async () => {
    const { taskId, dataSourceId } = await addTask(numbers, hours)
    expectSuccess(await app.post('/api/dataSource/update', { id: dataSourceId, country: 'US' }))
    expect(await preview(taskId)).toMatchObject({ contacts: { countryUnknown: 0 }, warnings: [] })
    expect(expectSuccess(await app.post<object>('/api/task/publish', { id: taskId }))).not.toHaveProperty(
      'warnings',
    )
    expectSuccess(await app.post('/api/task/stop', { id: taskId }))
  })

  it.each([
    ['the hours are those of the service', { ...hours, windowZone: 'service' }],
    ['there are no hours', { windowZone: 'recipient' }],
  ])('do not matter if %s', async (_, settings) => {
    const { taskId } = await addTask(numbers, settings)
    expect(await preview(taskId)).toMatchObject({ contacts: { countryUnknown: 0 }, warnings: [] })
  })
})

describe('what a task with real calls lacks', () => {
  const flow = { steps: [{ id: 'hello', type: 'say', text: 'Hello.' }] }
  const lackingOf = async (settings: object) => {
    const { taskId } = await addTask(['100'], settings)
    const codes = (await previewWithAll(taskId)).warnings.map(({ code }) => code)
    const published = expectSuccess(
      await app.post<Partial<Preview>>('/api/task/publish', { id: taskId }),
    ).warnings
    expectSuccess(await app.post('/api/task/stop', { id: taskId }))
    serial += 1
    expect(published?.map(({ code }) => code) ?? []).toEqual(codes)
    return codes
  }

  it('is told before it is published, and in the answer', async () => {
    expect(await lackingOf({})).toEqual(['no_hours', 'no_budget'])
    expect(await lackingOf({ flow })).toEqual(LACKING)
    const { id: listId } = expectSuccess(
      await app.post<{ id: string }>('/api/doNotCall/add', { name: newId(), isGlobal: false }),
    )
    const withKey = { steps: [...flow.steps, { id: 'out', type: 'optOut', listId }] }
    const hours = { dailyStartTime: '09:00', dailyEndTime: '18:00' }
    expect(await lackingOf({ ...hours, flow: withKey })).toEqual(['no_budget'])
    expect(await lackingOf({ ...hours, flow: withKey, budgets: [{ attempts: 3, days: 1 }] })).toEqual([])
    await setRules({ budgets: [{ attempts: 9, days: 7 }] })
    expect(await lackingOf({ flow })).toEqual(['no_hours', 'no_opt_out'])
    await setRules({ budgets: [] })
  })

  it('is given a budget when it is published, where the service has one for such tasks', async () => {
    const settingsOf = async (id: string) =>
      expectSuccess(await app.get<{ budgets: object[] }>(`/api/task/${id}/settings`)).budgets
    const { taskId: earlier } = await addTask(['100'], {})
    expectSuccess(await app.post('/api/task/publish', { id: earlier }))
    serial += 1
    await setRules({ defaultAttemptsPerDay: 3 })
    const { taskId } = await addTask(['100'], {})
    serial += 1
    expect((await previewWithAll(taskId)).warnings).toContainEqual({
      ...{ code: 'default_budget', attempts: 3 },
      message: expect.stringContaining('at most 3 times in 24 hours'),
    })
    expect(await settingsOf(taskId)).toEqual([])
    const { warnings } = expectSuccess(await app.post<Partial<Preview>>('/api/task/publish', { id: taskId }))
    expect(warnings?.map(({ code }) => code)).toEqual(['no_hours', 'default_budget'])
    expect(await settingsOf(taskId)).toEqual([{ attempts: 3, days: 1 }])
    expect(await settingsOf(earlier)).toEqual([])
    const { taskId: own } = await addTask(['100'], { budgets: [{ attempts: 9, days: 7 }] })
    serial += 1
    expectSuccess(await app.post('/api/task/publish', { id: own }))
    expect(await settingsOf(own)).toEqual([{ attempts: 9, days: 7 }])
    await setRules({ defaultAttemptsPerDay: null })
    const { taskId: free } = await addTask(['100'], {})
    expectSuccess(await app.post('/api/task/publish', { id: free }))
    expect(await settingsOf(free)).toEqual([])
    for (const id of [earlier, taskId, own, free]) expectSuccess(await app.post('/api/task/stop', { id }))
    serial += 1
  })
})

describe('warnings', () => {
  it('say which fields of the flow contacts lack', async () => {
    const steps = [
      { id: 'hello', type: 'say', text: 'Hello {{name}} of {{city}}, {{title|dear}}.' },
      { id: 'number', type: 'say', text: 'Your number is {{phoneNumber}}.' },
    ]
    const { taskId, dataSourceId } = await addTask(['13800138000', '13800138001'], { flow: { steps } })
    const contact = { phoneNumber: '13800138002', name: 'Ada', city: 'London' }
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/add`, contact))
    const bob = { phoneNumber: '13800138003', name: 'Bob', city: '' }
    expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/add`, bob))
    expect((await preview(taskId)).warnings).toMatchObject([
      { code: 'field_empty', field: 'name', contacts: 2 },
      { code: 'field_empty', field: 'city', contacts: 3 },
    ])
  })

  it('about an empty list', async () => {
    const { taskId } = await addTask([])
    expect(await preview(taskId)).toMatchObject({
      contacts: { total: 0, rung: 0 },
      firstCallTime: null,
      expectedEndTime: null,
      warnings: [{ code: 'empty_list' }],
    })
  })

  it('about a window past midnight, but not until midnight', async () => {
    const past = await addTask(['13800143001'], { dailyStartTime: '20:00', dailyEndTime: '02:00' })
    expect(await codes(past.taskId)).toEqual(['window_past_midnight'])
    const until = await addTask2(['13800143001'], { dailyStartTime: '20:00', dailyEndTime: '00:00' })
    expect(await codes(until.taskId)).toEqual([])
  })

  it('about another running task with the same list', async () => {
    const { taskId, dataSourceId } = await addTask(['13800144001'])
    const other = await app.addTask(`other ${serial}`, dataSourceId)
    expect(await codes(taskId)).toEqual([])
    await moveTo(app, other, 'RUNNING')
    expect((await preview(taskId)).warnings).toEqual([
      {
        code: 'list_dialed_by_other',
        message: `The task "other ${serial}" is running and dials the same data source: the same people may be called by both.`,
        taskId: other,
        taskName: `other ${serial}`,
      },
    ])
    expect(await codes(other)).toEqual([])
  })

  it('about a dialer that does not run, and a gateway that calls nobody', async () => {
    const { taskId } = await addTask(['13800145001'])
    await app.rows('delete from dialer_node')
    expect(await codes(taskId)).toEqual(['no_dialer'])
    const simulated = await createTestApp({ clock, database: app.database })
    try {
      const shown = await simulated.get<Preview>(`/api/task/${taskId}/preview`)
      expect(shown.body.data.warnings.map(({ code }) => code)).toEqual(['no_dialer', 'simulated_gateway'])
    } finally {
      await simulated.close()
    }
  })

  it('about an end that comes too soon', async () => {
    const { taskId } = await addTask(['13800146001'], { scheduledEndTime: '2026-11-16 10:00:30' })
    expect((await preview(taskId)).warnings).toMatchObject([
      { code: 'end_before_done', time: '2026-11-16 10:00:30' },
    ])
    const { taskId: enough } = await addTask2(['13800146001'], { scheduledEndTime: '2026-11-16 12:00:00' })
    expect(await codes(enough)).toEqual([])
  })

  it('about hours that never open', async () => {
    const { taskId } = await addTask(['13800147001'], { weekdays: [1] })
    const days = Array.from({ length: 20 }, (_, week) => {
      const date = new Date(Date.parse('2026-11-16T00:00:00Z') + week * 7 * 86_400_000)
      return { date: date.toISOString().slice(0, 10) }
    })
    await app.rows(
      `insert into calendar (id, name, is_global, days, create_time, update_time)
       values ($1::uuid, $1::text, true, $2::jsonb, $3, $3)`,
      [newId(), JSON.stringify(days), ago(0)],
    )
    const shown = await preview(taskId)
    await app.rows('delete from calendar')
    expect(shown).toMatchObject({
      firstCallTime: null,
      expectedEndTime: null,
      warnings: [{ code: 'no_opening' }],
    })
  })
})

describe('the preview of another state', () => {
  it('has what is left to do', async () => {
    const { taskId, contactIds } = await addTask(['13800148001', '13800148002', '13800148003', '13800148004'])
    const [a = '', b = '', c = ''] = contactIds
    await moveTo(app, taskId, 'RUNNING')
    await dial(app, taskId, a, 'success')
    await skip(app, taskId, b, 'too_short')
    await dial(app, taskId, c, 'waiting')
    expect((await preview(taskId)).contacts).toMatchObject({
      total: 4,
      done: 2,
      rung: 2,
      waiting: 0,
      skipped: 0,
    })
  })

  it('of an unknown task is 404', async () => {
    expectError(await app.get(`/api/task/${UNKNOWN_ID}/preview`), 404, 'does not exist')
    expectError(await app.get('/api/task/nothing/preview'), 404, 'does not exist')
  })
})

describe('a long list', () => {
  async function addLongList(contacts: number) {
    const { taskId, dataSourceId } = await addTask([])
    // Every fourth number is an emergency number by its country code.
    await app.rows(
      `insert into contact (id, data_source_id, position, phone_number, phone_key, create_time, update_time)
       select gen_random_uuid(), $1, n, number, number, $3, $3
       from generate_series(1, $2::int) n cross join lateral (
         select case when n % 4 = 0 then '+999' || n else '+86138' || (10000000 + n) end as number
       ) given`,
      [dataSourceId, contacts, ago(0)],
    )
    await app.rows('update data_source set contact_count = $2::int, last_position = $2::int where id = $1', [
      dataSourceId,
      contacts,
    ])
    return taskId
  }

  /** Each look at the clock takes as long. */
  function previewsAt(msPerLook: number) {
    let elapsed = 0
    const timeZone = 'Asia/Shanghai'
    const offsetAt = createZoneOffsets(timeZone)
    return createPreviews({
      db: app.db,
      clock: {
        ...clock,
        elapsedMs: () => {
          elapsed += msPerLook
          return elapsed
        },
      },
      zone: { timestamps: createTimestamps(timeZone), offsetAt },
      recipientZones: createRecipientZones(offsetAt),
      areCallsSimulated: async () => true,
      gatewayKind: () => 'http',
    })
  }

  it('is read in batches, each contact once', async () => {
    await setRules({ deniedPrefixes: ['+999'] })
    const taskId = await addLongList(20_000)
    const shown = await previewsAt(0).preview(taskId)
    await setRules({ deniedPrefixes: [] })
    expect(shown).toMatchObject({
      contacts: { total: 20_000, rung: 15_000, skipped: 5000 },
      checkedContacts: 20_000,
      isEstimate: false,
    })
  })

  it('is estimated from a part if the time is up', async () => {
    await setRules({ deniedPrefixes: ['+999'] })
    const taskId = await addLongList(20_000)
    const shown = await previewsAt(2000).preview(taskId)
    await setRules({ deniedPrefixes: [] })
    expect(shown.isEstimate).toBe(true)
    expect(shown.checkedContacts).toBeGreaterThan(4000)
    expect(shown.checkedContacts).toBeLessThan(20_000)
    expect(shown.contacts).toMatchObject({ total: 20_000, done: 0, rung: 15_000, waiting: 0, skipped: 5000 })
  })
})

it('foretells what the dialer then does', async () => {
  const settings = parseSimulatorSettings('seed=7, answered=100, ring=0-0, talk=0-0')
  const gateway = createSimulator({ settings, clock: systemClock })
  const dialing = await createTestApp({ role: 'all', gateway })
  try {
    const numbers = Array.from({ length: 30 }, (_, n) => `138001500${n + 10}`)
    const dataSourceId = await dialing.addDataSource('customers', ['911', '112', '77712345', ...numbers])
    const list = await dialing.post<{ id: string }>('/api/doNotCall/add', { name: 'no', isGlobal: true })
    const forbidden = { phoneNumbers: numbers.slice(0, 5) }
    expectSuccess(await dialing.post(`/api/doNotCall/${list.body.data.id}/entry/add`, forbidden))
    expectSuccess(
      await dialing.post('/api/permission/settings', { deniedPrefixes: ['777'], attemptsPerDay: 1 }),
    )
    const contactIds = await contactIdsOf(dialing, dataSourceId)
    const earlier = await dialing.addTask('earlier', dataSourceId)
    for (const index of [20, 21]) {
      const [contactId = '', phoneNumber = ''] = [contactIds[index + 3], numbers[index]]
      const start = new Date(Date.now() - 3_600_000).toISOString()
      await endCall(dialing, { taskId: earlier, contactId, dataSourceId, phoneNumber, start })
    }
    const taskId = await dialing.addTask('now', dataSourceId)
    const foretold = expectSuccess(await dialing.get<Preview>(`/api/task/${taskId}/preview`))
    expect(foretold.contacts).toMatchObject({ total: 33, done: 0, rung: 25, waiting: 2, skipped: 8 })

    await moveTo(dialing, taskId, 'RUNNING')
    dialing.startDialing()
    await eventually(async () => {
      const { contacts } = expectSuccess(
        await dialing.get<{ contacts: object }>(`/api/task/${taskId}/explain`),
      )
      expect(contacts).toMatchObject({ success: 23, skipped: 8, waitingRetry: 2 })
    })
    const { reasons } = expectSuccess(
      await dialing.get<{ reasons: { reason: string; contacts: number }[] }>(`/api/task/${taskId}/denials`),
    )
    const told = [...foretold.skipped, ...foretold.waiting].map(({ reason, contacts }) => [reason, contacts])
    expect(reasons.map(({ reason, contacts }) => [reason, contacts]).sort()).toEqual(told.sort())

    const historyOf = async (number = '') =>
      expectSuccess(await dialing.get<{ rows: object[] }>(`/api/number/${number}/history`)).rows
    const listId = list.body.data.id
    expect(await historyOf(numbers[0])).toMatchObject([
      { kind: 'denial', reason: 'do_not_call', until: null, detail: { listId }, taskName: 'now' },
      { kind: 'do_not_call_added', listId, listName: 'no' },
    ])
    expect(await historyOf(numbers[20])).toMatchObject([
      {
        kind: 'denial',
        reason: 'daily_budget',
        until: foretold.waiting[0]?.firstTime,
        contactId: contactIds[23],
      },
      { kind: 'call', cause: 'answered', taskName: 'earlier' },
    ])
    expect(await historyOf('77712345')).toMatchObject([
      { reason: 'denied_prefix', detail: { prefix: '777' } },
    ])
  } finally {
    await dialing.stopDialing(5000)
    await dialing.close()
  }
})
