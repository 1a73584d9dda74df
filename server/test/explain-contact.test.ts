// A contact in a task: its calls, and why it is not being called now.

import { beforeEach, describe, expect, it } from 'vitest'
import { endCall, startCall } from './support/call-fixtures.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createExplainApp } from './support/explain-app.ts'
import { openForFile } from './support/open-for-file.ts'
import { contactIdsOf, moveTo } from './support/task-fixtures.ts'

const app = await openForFile(createExplainApp())
beforeEach(() => app.calmDown())

describe('a contact in a task', () => {
  it('has every field', async () => {
    const { taskId, dataSourceId, contactIds } = await app.addListTask(3)
    const contactId = contactIds[0] ?? ''
    const call = { taskId, contactId, dataSourceId, outcome: 2 as const }
    const first = await endCall(app, { ...call, start: app.at(-300).toISOString() })
    const second = await endCall(app, { ...call, start: app.at(-100).toISOString(), attempt: 2 })
    await endCall(app, { ...call, contactId: contactIds[1] ?? '' })
    await app.dialed(taskId, contactId, { dueAt: app.at(60) })
    await app.rows('update dial set attempts = 2, calls = 2 where contact_id = $1', [contactId])

    const { calls, lastCall, ...rest } = await app.contactIn(taskId, contactId)
    expect(rest).toEqual({
      taskId,
      contactId,
      phoneNumber: expect.stringMatching(/^13\d{9}$/),
      callTime: null,
      callUntil: null,
      status: 4,
      state: 'waiting_interval',
      message: 'The contact waits for its next attempt until 14:01.',
      reasons: [
        {
          code: 'waiting_interval',
          message: 'The contact waits for its next attempt until 14:01.',
          until: '2026-03-02 14:01:00',
        },
      ],
      round: 1,
      attempts: 2,
      maxDialCount: 3,
      callCount: 2,
      nextTime: '2026-03-02 14:01:00',
      taskState: 'dialing',
      taskMessage: 'The next calls are about to start.',
      liveCall: null,
      result: null,
      denials: [],
    })
    expect(calls.map(({ id }) => id)).toEqual([second, first])
    expect(lastCall).toEqual(calls[0])
  })

  it('has no more than its latest 20 calls', async () => {
    const { taskId, dataSourceId, contactIds } = await app.addListTask(1)
    const contactId = contactIds[0] ?? ''
    for (let i = 0; i < 22; i += 1)
      await endCall(app, { taskId, contactId, dataSourceId, start: app.at(i).toISOString() })
    const { calls } = await app.contactIn(taskId, contactId)
    expect(calls).toHaveLength(20)
    expect(calls[0]).toMatchObject({ startTime: '2026-03-02 14:00:21' })
  })

  it('that is being called is live', async () => {
    const { taskId, contactIds } = await app.addListTask(1)
    const contactId = contactIds[0] ?? ''
    const id = await startCall(app, taskId, contactId, app.at(-20))
    await app.rows(`update live_call set caller_id = '+4930901820' where id = $1`, [id])
    expect(await app.contactIn(taskId, contactId)).toMatchObject({
      status: 4,
      state: 'live',
      liveCall: { id, startTime: '2026-03-02 13:59:40', round: 1, attempt: 1, callerId: '+4930901820' },
      lastCall: null,
      calls: [],
      nextTime: null,
    })
  })

  it('that waits for its turn knows how many come before it', async () => {
    const { taskId, dataSourceId, contactIds } = await app.addListTask(6)
    const last = contactIds[5] ?? ''
    expect(await app.contactIn(taskId, last)).toMatchObject({
      status: 3,
      state: 'waiting_turn',
      reasons: [{ contactsAhead: 5 }],
    })
    await app.dialed(taskId, contactIds[1] ?? '', { outcome: 1 })
    expectSuccess(
      await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId: contactIds[3] }),
    )
    expect((await app.contactIn(taskId, last)).reasons).toMatchObject([{ contactsAhead: 2 }])
    expect((await app.contactIn(taskId, contactIds[2] ?? '')).reasons).toMatchObject([{ contactsAhead: 0 }])
  })

  it('whose number is up elsewhere waits for that', async () => {
    const one = await app.addListTask(1)
    const two = await app.addDataSource('same number')
    const [{ phone_number: phoneNumber } = { phone_number: '' }] = await app.rows<{ phone_number: string }>(
      'select phone_number from contact where id = $1',
      [one.contactIds[0]],
    )
    expectSuccess(await app.post(`/api/dataSource/${two}/contact/add`, { phoneNumber }))
    const taskId = await app.addTask('same number', two)
    await moveTo(app, taskId, 'RUNNING')
    const [contactId = ''] = await contactIdsOf(app, two)
    await startCall(app, one.taskId, one.contactIds[0] ?? '', app.at(-5))
    expect(await app.contactIn(taskId, contactId)).toMatchObject({
      state: 'number_busy_elsewhere',
      reasons: [{ since: '2026-03-02 13:59:55' }],
    })
    expect(await app.contactIn(one.taskId, one.contactIds[0] ?? '')).toMatchObject({ state: 'live' })
  })

  it('says what keeps its task from dialing', async () => {
    const { taskId, contactIds } = await app.addListTask(1, {
      dailyStartTime: '18:00',
      dailyEndTime: '19:00',
    })
    const contactId = contactIds[0] ?? ''
    expect(await app.contactIn(taskId, contactId)).toMatchObject({
      state: 'outside_window',
      taskState: 'outside_window',
      reasons: [{ until: '2026-03-02 18:00:00' }, { code: 'waiting_turn' }],
      nextTime: '2026-03-02 18:00:00',
    })
    expectSuccess(await app.post('/api/task/pause', { id: taskId }))
    expect(await app.contactIn(taskId, contactId)).toMatchObject({ state: 'task_paused', nextTime: null })
  })

  it('that is done says how', async () => {
    const { taskId, contactIds } = await app.addListTask(2)
    await app.dialed(taskId, contactIds[0] ?? '', { outcome: 1 })
    await app.dialed(taskId, contactIds[1] ?? '', { outcome: 2 })
    expect(await app.contactIn(taskId, contactIds[0] ?? '')).toMatchObject({
      status: 1,
      state: 'done_success',
    })
    expect(await app.contactIn(taskId, contactIds[1] ?? '')).toMatchObject({
      status: 2,
      state: 'done_failed',
    })
  })

  it('that was added too late is not in the task, unless its list is live', async () => {
    const snapshot = await app.addListTask(1)
    const liveTaskId = await app.addTask('live', snapshot.dataSourceId, { listMode: 'live' })
    await moveTo(app, liveTaskId, 'RUNNING')
    const path = `/api/dataSource/${snapshot.dataSourceId}/contact/add`
    const { id } = expectSuccess(await app.post<{ id: string }>(path, { phoneNumber: '110' }))
    expect(await app.contactIn(snapshot.taskId, id)).toMatchObject({ status: 3, state: 'not_in_task' })
    expect(await app.contactIn(liveTaskId, id)).toMatchObject({ status: 3, state: 'waiting_turn' })
  })

  it('that was deleted is known if it was dialed', async () => {
    const { taskId, dataSourceId, contactIds } = await app.addListTask(2)
    const [called = '', never = ''] = contactIds
    await app.dialed(taskId, called, { dueAt: app.at(60) })
    await endCall(app, { taskId, contactId: called, dataSourceId, outcome: 2 })
    for (const contactId of [called, never]) await app.remove(dataSourceId, contactId)
    expect(await app.contactIn(taskId, called)).toMatchObject({
      status: 2,
      state: 'deleted',
      phoneNumber: expect.stringMatching(/^13/),
    })
    expectError(
      await app.get(`/api/task/${taskId}/contact/${never}`),
      404,
      `contact "${never}" does not exist`,
    )
  })

  it.each([UNKNOWN_ID, 'no-id'])('is a 404 if the contact or the task %s is unknown', async (id) => {
    const { taskId, contactIds } = await app.addListTask(1)
    const stranger = await app.addListTask(1)
    expectError(await app.get(`/api/task/${taskId}/contact/${id}`), 404, `contact "${id}" does not exist`)
    expectError(await app.get(`/api/task/${id}/contact/${contactIds[0]}`), 404, `task "${id}" does not exist`)
    expectError(await app.get(`/api/task/${taskId}/contact/${stranger.contactIds[0]}`), 404, /^contact/)
  })
})
