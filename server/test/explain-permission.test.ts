// Why contacts may not be called, now or ever: explained, listed and counted, from rows as a claim leaves them.

import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../src/platform/kernel/ids.ts'
import { addDenial, endCall } from './support/call-fixtures.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createExplainApp } from './support/explain-app.ts'
import { openForFile } from './support/open-for-file.ts'
import { skip } from './support/task-fixtures.ts'

const app = await openForFile(createExplainApp())
beforeEach(() => app.calmDown())

/** The contact waits for permission, and the decision is stored. */
async function defer(taskId: string, contactId: string, reason: string, until: Date): Promise<void> {
  await app.dialed(taskId, contactId, { dueAt: until })
  await app.rows(
    'update dial set wait_reason = $3, calls = 0, attempts = 0 where task_id = $1 and contact_id = $2',
    [taskId, contactId, reason],
  )
  await deny(taskId, contactId, reason, { until })
}

async function deny(taskId: string, contactId: string, reason: string, more = {}): Promise<void> {
  const [contact] = await app.rows<{ phone_number: string }>(
    'select phone_number from contact where id = $1',
    [contactId],
  )
  const phoneNumber = contact?.phone_number ?? ''
  await addDenial(app, { taskId, contactId, phoneNumber, reason, at: app.at(-10), ...more })
}

async function addCalendar(days: string[]): Promise<string> {
  const id = newId()
  await app.rows(
    `insert into calendar (id, name, is_global, days, create_time, update_time)
     values ($1::uuid, $1::text, false, $2::jsonb, $3, $3)`,
    [id, JSON.stringify(days.map((date) => ({ date, name: 'a holiday' }))), app.at(0)],
  )
  return id
}

describe('a task', () => {
  it('is scheduled until its start', async () => {
    const { taskId, contactIds } = await app.addListTask(1, {
      scheduledStartTime: '2026-03-02 15:00:00',
      scheduledEndTime: '2026-03-06 18:00:00',
    })
    expect(await app.explain(taskId)).toMatchObject({
      state: 'scheduled',
      reasons: [{ code: 'scheduled', until: '2026-03-02 15:00:00' }],
      scheduledStartTime: '2026-03-02 15:00:00',
      scheduledEndTime: '2026-03-06 18:00:00',
    })
    expect(await app.contactIn(taskId, contactIds[0] ?? '')).toMatchObject({
      state: 'scheduled',
      nextTime: '2026-03-02 15:00:00',
    })
  })

  it('waits for a day of the week that is no holiday', async () => {
    // 2 March is a Monday.
    const calendarId = await addCalendar(['2026-03-02', '2026-03-03'])
    const settings = { weekdays: [1, 2, 4], calendarIds: [calendarId], dailyStartTime: '09:00' }
    const { taskId, contactIds } = await app.addListTask(1, settings)
    expect(await app.explain(taskId)).toMatchObject({
      state: 'outside_window',
      window: { isOpen: false, nextOpenTime: '2026-03-05 09:00:00', zone: 'service' },
    })
    expect(await app.contactIn(taskId, contactIds[0] ?? '')).toMatchObject({
      state: 'outside_window',
      nextTime: '2026-03-05 09:00:00',
    })
  })

  it('does not count tasks as rivals for lines that are not started yet', async () => {
    await app.rows('update dialer set lines = 0')
    const { taskId } = await app.addListTask(1, { priority: 3 })
    await app.addListTask(1, { priority: 1, scheduledStartTime: '2026-03-02 15:00:00' })
    await app.addListTask(1, { priority: 1, weekdays: [2] })
    await app.addListTask(1, { priority: 1, windowZone: 'recipient', weekdays: [2] })
    await app.rows('update dialer set lines = 1')
    const other = await app.addListTask(1)
    await app.rows(
      `insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
         attempt, priority, start_time)
       values ('1', $1, $1, $2, $1, $1, 1, '1', 1, 1, 3, $3)`,
      [newId(), other.taskId, app.at(-1)],
    )
    expect((await app.explain(taskId)).reasons[0]).toMatchObject({ code: 'waiting_for_line', tasksBefore: 1 })
  })

  it('says how many contacts wait for which permission, and which are skipped', async () => {
    const { taskId, contactIds } = await app.addListTask(6)
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = contactIds
    await defer(taskId, a, 'recipient_hours', app.at(7200))
    await defer(taskId, b, 'recipient_hours', app.at(3600))
    await defer(taskId, c, 'daily_budget', app.at(9000))
    await app.dialed(taskId, d, { dueAt: app.at(1800) })
    await skip(app, taskId, e, 'do_not_call')
    await app.dialed(taskId, f, { outcome: 1 })
    const { reasons, contacts } = await app.explain(taskId)
    expect(reasons.map(({ code, contacts, nextTime }) => [code, contacts, nextTime]).sort()).toEqual([
      ['daily_budget', 1, '2026-03-02 16:30:00'],
      ['recipient_hours', 2, '2026-03-02 15:00:00'],
      ['waiting_for_retry', 1, '2026-03-02 14:30:00'],
    ])
    expect(contacts).toEqual({
      total: 6,
      notDialed: 0,
      inProgress: 4,
      waitingRetry: 4,
      live: 0,
      success: 1,
      failed: 0,
      skipped: 1,
    })
  })
})

describe('a task that was stopped', () => {
  it('has contacts that were not dialed, and none that wait', async () => {
    const { taskId, contactIds } = await app.addListTask(3)
    const [a = '', b = ''] = contactIds
    await defer(taskId, a, 'recipient_hours', app.at(3600))
    await skip(app, taskId, b, 'do_not_call')
    expectSuccess(await app.post('/api/task/stop', { id: taskId }))
    // As the dialer clears what waits in a stopped task.
    await app.rows('delete from dial where task_id = $1 and due_at is not null', [taskId])
    await app.rows('update task set is_drained = true where id = $1', [taskId])
    expect((await app.explain(taskId)).contacts).toMatchObject({ notDialed: 2, inProgress: 0, skipped: 1 })
  })
})

describe('a contact', () => {
  it('that may never be called says why, and lists the decision', async () => {
    const { taskId, contactIds, dataSourceId } = await app.addListTask(1)
    const [contactId = ''] = contactIds
    await skip(app, taskId, contactId, 'denied_prefix')
    await deny(taskId, contactId, 'denied_prefix', { detail: { prefix: '13' } })
    const denial = {
      time: '2026-03-02 13:59:50',
      taskId,
      contactId,
      phoneNumber: expect.stringMatching(/^13/),
      reason: 'denied_prefix',
      until: null,
      detail: { prefix: '13' },
    }
    const contact = await app.contactIn(taskId, contactId)
    expect(contact).toMatchObject({ status: 3, state: 'denied_prefix', nextTime: null, callCount: 0 })
    expect(contact['denials']).toEqual([denial])
    const calls = await app.get<{ denials: object[] }>(
      `/api/dataSource/${dataSourceId}/contact/${contactId}/calls`,
    )
    expect(expectSuccess(calls)).toEqual({ total: 0, rows: [], denials: [denial] })
  })

  it('that waits for permission says until when', async () => {
    const { taskId, contactIds } = await app.addListTask(1)
    const [contactId = ''] = contactIds
    await defer(taskId, contactId, 'monthly_budget', app.at(7200))
    expect(await app.contactIn(taskId, contactId)).toMatchObject({
      state: 'monthly_budget',
      reasons: [{ code: 'monthly_budget', until: '2026-03-02 16:00:00' }],
      nextTime: '2026-03-02 16:00:00',
      denials: [{ reason: 'monthly_budget', until: '2026-03-02 16:00:00' }],
    })
  })

  it('waits for the hours of its own zone, if those of the recipient hold', async () => {
    const settings = { windowZone: 'recipient', dailyStartTime: '09:00', dailyEndTime: '18:00' }
    const { taskId, contactIds, dataSourceId } = await app.addListTask(2, settings)
    const [contactId = '', other = ''] = contactIds
    expectSuccess(
      await app.post(`/api/dataSource/${dataSourceId}/contact/update`, {
        contactId,
        timeZone: 'America/New_York',
      }),
    )
    expect(await app.contactIn(taskId, contactId)).toMatchObject({ nextTime: '2026-03-02 22:00:00' })
    // It is 14:00 for the other, whose number has no country.
    expect(await app.contactIn(taskId, other)).toMatchObject({ nextTime: '2026-03-02 14:00:00' })
  })

  it('that was deleted after a call still has its denials', async () => {
    const { taskId, contactIds, dataSourceId } = await app.addListTask(1)
    const [contactId = ''] = contactIds
    const [contact] = await app.rows<{ phone_number: string }>(
      'select phone_number from contact where id = $1',
      [contactId],
    )
    const phoneNumber = contact?.phone_number ?? ''
    await endCall(app, { taskId, contactId, dataSourceId, phoneNumber, start: app.at(-60).toISOString() })
    await deny(taskId, contactId, 'daily_budget', { until: app.at(60) })
    await app.remove(dataSourceId, contactId)
    expect((await app.contactIn(taskId, contactId))['denials']).toMatchObject([{ reason: 'daily_budget' }])
    const calls = await app.get<{ denials: object[] }>(
      `/api/dataSource/${dataSourceId}/contact/${contactId}/calls`,
    )
    expect(expectSuccess(calls).denials).toMatchObject([{ reason: 'daily_budget' }])
  })
})

describe('the denials of a task', () => {
  const denials = async (taskId: string) =>
    expectSuccess(await app.get<{ taskId: string; reasons: object[] }>(`/api/task/${taskId}/denials`))

  it('are none at first', async () => {
    const { taskId } = await app.addListTask(1)
    expect(await denials(taskId)).toEqual({ taskId, reasons: [] })
  })

  it('are counted by reason, with the contacts that they concern now', async () => {
    const { taskId, contactIds } = await app.addListTask(5)
    const [a = '', b = '', c = '', d = '', e = ''] = contactIds
    await defer(taskId, a, 'recipient_hours', app.at(3600))
    await deny(taskId, a, 'recipient_hours', { at: app.at(-86_400), until: app.at(-3600) })
    await deny(taskId, b, 'recipient_hours', { at: app.at(-5), until: app.at(3600) })
    await app.dialed(taskId, b, { outcome: 2 })
    await skip(app, taskId, c, 'too_short')
    await deny(taskId, c, 'too_short')
    await app.dialed(taskId, d, { outcome: 2 })
    await app.rows("update dial set cause = 'do_not_call' where task_id = $1 and contact_id = $2", [
      taskId,
      d,
    ])
    await deny(taskId, d, 'do_not_call')
    await deny(taskId, e, 'too_short')
    const other = await app.addListTask(1)
    await deny(other.taskId, other.contactIds[0] ?? '', 'too_long')
    expect(await denials(taskId)).toEqual({
      taskId,
      reasons: [
        {
          reason: 'recipient_hours',
          kind: 'not_yet',
          decisions: 3,
          contacts: 1,
          lastTime: '2026-03-02 13:59:55',
        },
        { reason: 'too_short', kind: 'never', decisions: 2, contacts: 1, lastTime: '2026-03-02 13:59:50' },
        { reason: 'do_not_call', kind: 'never', decisions: 1, contacts: 1, lastTime: '2026-03-02 13:59:50' },
      ],
    })
  })

  it('of an unknown task are 404', async () => {
    expectError(await app.get(`/api/task/${UNKNOWN_ID}/denials`), 404, 'does not exist')
    expectError(await app.get('/api/task/nothing/denials'), 404, 'does not exist')
  })
})
