// Settings that change while a task is PAUSED: what is recorded, and what becomes of contacts that wait.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf, dial, dialRows, moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const NOW = '2026-03-02T02:00:00Z'
const clock = createManualClock(NOW)
let app: TestApp
let dataSourceId: string
let contacts: string[]
let id: string

beforeAll(async () => {
  app = await createTestApp({ clock })
})
beforeEach(async () => {
  clock.set(NOW)
  dataSourceId = await app.addDataSource(`customers ${Math.random()}`, ['101', '102', '103', '104'])
  contacts = await contactIdsOf(app, dataSourceId)
  id = await app.addTask(`task ${Math.random()}`, dataSourceId, { callInterval: 3600 })
  await moveTo(app, id, 'PAUSED')
})
afterAll(() => app.close())

interface Rescheduled {
  id: string
  taskName: string
  updateTime: string
  changes: object[]
}
const reschedule = (body: object) => app.post<Rescheduled>('/api/task/reschedule', { id, ...body })
const minutes = (count: number) => new Date(Date.parse(NOW) + count * 60_000)

/** What a settlement leaves of a contact whose call ended some minutes ago: it waits until `due`. */
async function waits(contactId: string, endedMinutesAgo: number, due: Date, more: object = {}) {
  await dial(app, id, contactId, 'waiting')
  const end = minutes(-endedMinutesAgo)
  const start = new Date(end.getTime() - 30_000)
  await app.rows(
    `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause,
       start_time, end_time, talk_ms, event_seq)
     values (gen_random_uuid(), $1, $2, $3, '101', '101', 1, 1, 2, 'busy', $4, $5, 0, next_event_seq())`,
    [id, contactId, dataSourceId, start, end],
  )
  await app.rows(
    `update dial set call_times = array[$3::timestamptz], due_at = $4, cause = 'busy', attempts = 1
     where task_id = $1 and contact_id = $2`,
    [id, contactId, start, due],
  )
  for (const [column, value] of Object.entries(more))
    await app.rows(`update dial set ${column} = $3 where task_id = $1 and contact_id = $2`, [
      id,
      contactId,
      value,
    ])
}

const waitingUntil = async () => (await dialRows(app, id)).map(({ due_at }) => due_at)

describe('a reschedule', () => {
  it('answers what has changed, and the audit trail keeps it', async () => {
    const answer = expectSuccess(
      await reschedule({
        priority: 1,
        dailyStartTime: '09:00',
        weekdays: [5, 1],
        scheduledEndTime: '2026-04-01 00:00:00',
        maxDialCount: 3,
      }),
    )
    const changes = [
      { field: 'priority', before: 3, after: 1 },
      { field: 'dailyStartTime', before: null, after: '09:00' },
      { field: 'weekdays', before: null, after: [1, 5] },
      { field: 'scheduledEndTime', before: null, after: '2026-04-01 00:00:00' },
    ]
    expect(answer).toEqual({
      id,
      taskName: expect.any(String),
      updateTime: '2026-03-02 10:00:00',
      changes,
    })
    const { rows } = expectSuccess(await app.get<{ rows: object[] }>(`/api/task/${id}/audit`))
    expect(rows[0]).toMatchObject({ operation: 'reschedule', status: 2, changes })
    expect(rows[1]).toMatchObject({ operation: 'pause', changes: null })
    expect(expectSuccess(await app.get<object>(`/api/task/${id}/settings`))).toMatchObject({
      priority: 1,
      dailyStartTime: '09:00',
      weekdays: [1, 5],
      callInterval: 3600,
    })
  })

  it('has a goal with its numbers, in the answer and on record', async () => {
    expectSuccess(await reschedule({ stopWhen: { successes: 5 } }))
    const { changes } = expectSuccess(await reschedule({ stopWhen: { successes: 9 } }))
    const { rows } = expectSuccess(await app.get<{ rows: { changes: object[] }[] }>(`/api/task/${id}/audit`))
    for (const told of [changes, rows[0]?.changes])
      expect(told).toEqual([
        {
          field: 'stopWhen',
          before: expect.objectContaining({ successes: 5 }),
          after: expect.objectContaining({ successes: 9 }),
        },
      ])
  })

  it('removes bounds with null', async () => {
    expectSuccess(await reschedule({ dailyStartTime: '09:00', dailyEndTime: '18:00' }))
    const { changes } = expectSuccess(await reschedule({ dailyStartTime: null }))
    expect(changes).toEqual([{ field: 'dailyStartTime', before: '09:00', after: null }])
  })

  it.each([
    [{}, 'priority, or another setting to change, is required'],
    [{ priority: null }, 'priority, or another setting to change, is required'],
    [{ priority: 6 }, 'priority must be from 1 to 5'],
    [{ callInterval: -1 }, 'callInterval must be from 0 to 86400'],
    [{ maxDialCount: 11 }, 'maxDialCount must be from 1 to 10'],
    [{ dailyStartTime: '09:00', dailyEndTime: '09:00' }, 'dailyStartTime and dailyEndTime must differ'],
    [{ weekdays: [8] }, 'weekdays[0] must be from 1 to 7'],
    [
      { scheduledStartTime: '2026-04-02 00:00:00', scheduledEndTime: '2026-04-01 00:00:00' },
      'scheduledEndTime must be later than scheduledStartTime',
    ],
  ])('%j is 400, and changes nothing', async (body, message) => {
    const answer = await reschedule(body)
    expectError(answer, 400)
    expect(answer.body.message).toBe(message)
    const { rows } = expectSuccess(await app.get<{ rows: object[] }>(`/api/task/${id}/audit`))
    expect(rows[0]).toMatchObject({ operation: 'pause' })
  })
})

describe('contacts that wait', () => {
  it('follow a new interval from the end of their last call on', async () => {
    await waits(contacts[0] ?? '', 10, minutes(50))
    await waits(contacts[1] ?? '', 50, minutes(10))
    expectSuccess(await reschedule({ callInterval: 1200 }))
    expect(await waitingUntil()).toEqual([minutes(10), minutes(-30)])
    expectSuccess(await reschedule({ callInterval: 7200 }))
    expect(await waitingUntil()).toEqual([minutes(110), minutes(70)])
  })

  it('wait longer if the callee or a refused call asked for it', async () => {
    await waits(contacts[0] ?? '', 10, minutes(300), { cause: 'callback' })
    await waits(contacts[1] ?? '', 10, minutes(200), { refusals: 1 })
    expectSuccess(await reschedule({ callInterval: 60 }))
    expect(await waitingUntil()).toEqual([minutes(300), minutes(200)])
  })

  it('are judged again if the hours change, but not before the interval is over', async () => {
    await waits(contacts[0] ?? '', 10, minutes(600), { wait_reason: 'recipient_hours' })
    await waits(contacts[1] ?? '', 90, minutes(600), { wait_reason: 'recipient_hours' })
    await app.rows('update task set rules_version = 7 where id = $1', [id])
    expectSuccess(await reschedule({ dailyEndTime: '23:00' }))
    expect(await waitingUntil()).toEqual([minutes(50), minutes(600)])
    // The dialer judges contacts of older rules once the task runs.
    const [task] = await app.rows('select rules_version from task where id = $1', [id])
    expect(task).toEqual({ rules_version: 0 })
  })

  it('get the new priority, unless a recall gave them one', async () => {
    await waits(contacts[0] ?? '', 10, minutes(50))
    await waits(contacts[1] ?? '', 10, minutes(50), { round: 2, priority: 5 })
    expectSuccess(await reschedule({ priority: 1 }))
    expect((await dialRows(app, id)).map(({ priority }) => priority)).toEqual([1, 5])
  })

  it('are done if they have used fewer attempts; more attempts reopen none', async () => {
    await waits(contacts[0] ?? '', 10, minutes(50))
    await waits(contacts[1] ?? '', 10, minutes(50), { attempts: 2 })
    expectSuccess(await reschedule({ maxDialCount: 2 }))
    expect((await dialRows(app, id)).map(({ outcome }) => outcome)).toEqual([null, 2])
    const counted = () => app.rows('select * from task_totals($1)', [id])
    expect(await counted()).toMatchObject([{ failed_contacts: 1 }])
    const [contact] = await app.rows(
      'select status from contact c cross join lateral contact_calls(c.data_source_id, c.position) where id = $1',
      [contacts[1]],
    )
    expect(contact).toEqual({ status: 2 })
    expectSuccess(await reschedule({ maxDialCount: 10 }))
    expect((await dialRows(app, id)).map(({ outcome }) => outcome)).toEqual([null, 2])
    expect(await counted()).toMatchObject([{ failed_contacts: 1 }])
  })

  it('follow before the task runs again, also those that were missed', async () => {
    await waits(contacts[0] ?? '', 10, minutes(50))
    expectSuccess(await reschedule({ priority: 2, callInterval: 600 }))
    // As a call would leave it that ended by the old settings.
    await app.rows('update dial set priority = 3, due_at = $2 where task_id = $1', [id, minutes(50)])
    expectSuccess(await app.post('/api/task/resume', { id }))
    expect(await dialRows(app, id)).toMatchObject([{ priority: 2, due_at: minutes(0) }])
    const [task] = await app.rows('select reschedules from task where id = $1', [id])
    expect(task).toEqual({ reschedules: 0 })
  })

  it('follow in steps, all of them', async () => {
    await app.rows(
      `insert into contact (id, data_source_id, position, phone_number, phone_key, fields, create_time, update_time)
       select gen_random_uuid(), $1, 100 + n, '2' || n, '2' || n, '{}', now(), now() from generate_series(1, 1200) n`,
      [dataSourceId],
    )
    await app.rows(
      `insert into dial (task_id, contact_id, position, phone_number, attempts, priority, due_at, calls, update_time)
       select $1, id, position, phone_number, 1 + position % 2, 3, $3, 1, $4 from contact
       where data_source_id = $2 and position > 100`,
      [id, dataSourceId, minutes(50), minutes(-10)],
    )
    expectSuccess(await reschedule({ priority: 4, maxDialCount: 2, callInterval: 60 }))
    const rows = await app.rows(
      `select outcome, priority, due_at, count(*)::int as contacts from dial where task_id = $1
       group by 1, 2, 3 order by outcome`,
      [id],
    )
    expect(rows).toEqual([
      { outcome: 2, priority: 3, due_at: null, contacts: 600 },
      { outcome: null, priority: 4, due_at: minutes(-9), contacts: 600 },
    ])
  })
})
