// The times of contacts in the API and in files, contacts that are withdrawn, and what explanations and previews say about both.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createFilesApp, exportPath, type FilesApp } from './support/files-app.ts'
import { createManualClock } from './support/manual-clock.ts'
import { moveTo } from './support/task-fixtures.ts'

/** 09:30 in Shanghai. */
const clock = createManualClock('2026-03-02T01:30:00Z')
let app: FilesApp
let dataSourceId: string

beforeAll(async () => {
  app = await createFilesApp({ clock })
})
beforeEach(async () => {
  dataSourceId = await app.addDataSource(`customers ${Math.random()}`)
})
afterAll(() => app.close())

interface Listed {
  id: string
  phoneNumber: string
  callTime: string | null
  callUntil: string | null
  withdrawTime: string | null
}

const url = (rest: string) => `/api/dataSource/${dataSourceId}/${rest}`
const add = (body: object) => app.post<Listed>(url('contact/add'), body)
const update = (body: object) => app.post<Listed>(url('contact/update'), body)
const withdraw = (body: object) => app.post<Listed>(url('contact/withdraw'), body)
const restore = (body: object) => app.post<Listed>(url('contact/restore'), body)
const list = async () => expectSuccess(await app.get<{ rows: Listed[] }>(url('contacts'))).rows
const TIMES = { callTime: '2026-03-02 10:00:00', callUntil: '2026-03-02 18:00:00' }

describe('the times of a contact', () => {
  it('are added, listed, changed and removed', async () => {
    const added = expectSuccess(await add({ phoneNumber: '13800138000', name: 'Wang', ...TIMES }))
    expect(added).toMatchObject({ ...TIMES, withdrawTime: null, name: 'Wang' })
    expect(await list()).toMatchObject([TIMES])
    const callUntil = '2026-03-02 12:00:00'
    expect(expectSuccess(await update({ contactId: added.id, callUntil }))).toMatchObject({
      ...TIMES,
      callUntil,
    })
    expectSuccess(await update({ contactId: added.id, callTime: null, callUntil: null }))
    expect(await list()).toMatchObject([{ callTime: null, callUntil: null, name: 'Wang' }])
  })

  it('are refused if they are no times, or leave no time', async () => {
    const wrong = await add({ phoneNumber: '13800138000', callTime: 'tomorrow' })
    expectError(wrong, 400, /^callTime /)
    const empty = await add({ phoneNumber: '13800138000', ...TIMES, callUntil: TIMES.callTime })
    expectError(empty, 400, /^callUntil /)
    const { id } = expectSuccess(await add({ phoneNumber: '13800138000', callUntil: TIMES.callUntil }))
    const late = await update({ contactId: id, callTime: '2026-03-03 09:00:00' })
    expectError(late, 400, /^callUntil /)
    expect(await list()).toMatchObject([{ callTime: null, callUntil: TIMES.callUntil }])
  })
})

describe('a withdrawn contact', () => {
  it('stays in the list until it is restored, by id or by number', async () => {
    const { id } = expectSuccess(await add({ phoneNumber: '138 0013 8000' }))
    expect(expectSuccess(await withdraw({ contactId: id }))).toMatchObject({
      withdrawTime: '2026-03-02 09:30:00',
    })
    clock.advance(60_000)
    expect(expectSuccess(await withdraw({ phoneNumber: '138-0013-8000' }))).toMatchObject({
      id,
      withdrawTime: '2026-03-02 09:30:00',
    })
    expect(await list()).toMatchObject([{ id, withdrawTime: '2026-03-02 09:30:00' }])
    expect(expectSuccess(await restore({ phoneNumber: '13800138000' }))).toMatchObject({ withdrawTime: null })
    clock.set('2026-03-02T01:30:00Z')
  })

  it('must be one of the data source, named in one way', async () => {
    const { id } = expectSuccess(await add({ phoneNumber: '13800138000' }))
    expectError(await withdraw({ contactId: '0190a000-0000-7000-8000-000000000001' }), 404)
    expectError(await withdraw({ phoneNumber: '13800138001' }), 404)
    expectError(await withdraw({}), 400, /^contactId or/)
    expectError(await withdraw({ contactId: id, phoneNumber: '13800138000' }), 400, /^phoneNumber /)
    expectError(await withdraw({ phoneNumber: 'x' }), 400, /^phoneNumber /)
  })
})

describe('explanation and preview', () => {
  async function addTask(): Promise<string> {
    const taskId = await app.addTask(`task ${Math.random()}`, dataSourceId)
    await moveTo(app, taskId, 'RUNNING')
    return taskId
  }
  const explain = async (taskId: string, contactId: string) =>
    expectSuccess(await app.get<Record<string, unknown>>(`/api/task/${taskId}/contact/${contactId}`))

  const saying = (code: string) => expect.arrayContaining([expect.objectContaining({ code })])

  it('name the time for which a contact waits, before the task has come to it', async () => {
    const { id } = expectSuccess(await add({ phoneNumber: '13800138000', ...TIMES }))
    const other = expectSuccess(await add({ phoneNumber: '13800138001' }))
    const gone = expectSuccess(await add({ phoneNumber: '13800138002' }))
    const late = expectSuccess(await add({ phoneNumber: '13800138003', callUntil: '2026-03-02 09:00:00' }))
    expectSuccess(await withdraw({ contactId: gone.id }))
    const taskId = await addTask()
    expect(await explain(taskId, id)).toMatchObject({
      reasons: expect.arrayContaining([
        expect.objectContaining({ code: 'before_call_time', until: TIMES.callTime }),
      ]),
      ...TIMES,
      nextTime: TIMES.callTime,
    })
    const listed = expectSuccess(
      await app.get<{ rows: Record<string, unknown>[] }>(`/api/task/${taskId}/contacts`),
    )
    expect(listed.rows.find((row) => row['id'] === id)).toMatchObject(TIMES)
    expect(listed.rows.find((row) => row['id'] === other.id)).toMatchObject({
      callTime: null,
      callUntil: null,
    })
    const [titles = '', ...lines] = (await app.exportCsv(`/api/task/${taskId}/export?format=csv`)).split(
      '\r\n',
    )
    expect(titles).toContain('nextCallTime,callTime,callUntil,withdrawTime')
    expect(lines.find((line) => line.startsWith(id))).toContain(`${TIMES.callTime},${TIMES.callUntil}`)
    expect(await explain(taskId, other.id)).toMatchObject({ nextTime: '2026-03-02 09:30:00' })
    expect(await explain(taskId, gone.id)).toMatchObject({ reasons: saying('withdrawn'), nextTime: null })
    expect(await explain(taskId, late.id)).toMatchObject({
      reasons: saying('after_call_until'),
      nextTime: null,
    })
    // In one voice: the next opening of the hours is too late, wherever one looks.
    const due = { dueAt: '2026-03-03 09:30:00', callUntil: '2026-03-02 20:00:00' }
    expectSuccess(await update({ contactId: other.id, callUntil: due.callUntil }))
    await app.rows(
      `insert into dial (task_id, contact_id, position, phone_number, attempts, calls, priority, due_at, cause, update_time)
       select $1, id, position, phone_number, 1, 1, 3, $3, 'busy', $3 from contact where id = $2`,
      [taskId, other.id, due.dueAt],
    )
    expect(await explain(taskId, other.id)).toMatchObject({
      ...{ reasons: saying('after_call_until'), nextTime: null },
    })
    const waiting = expectSuccess(
      await app.get<{ rows: Record<string, unknown>[] }>(`/api/task/${taskId}/contacts`),
    )
    expect(waiting.rows.find((row) => row['id'] === other.id)).toMatchObject({ nextAttemptTime: null })
    await app.rows('delete from dial where task_id = $1', [taskId])
    expectSuccess(await update({ contactId: other.id, callUntil: null }))
    const preview = expectSuccess(await app.get<Record<string, unknown>>(`/api/task/${taskId}/preview`))
    expect(preview).toMatchObject({
      contacts: { total: 4, rung: 2, waiting: 1, skipped: 2 },
      waiting: [{ reason: 'before_call_time', contacts: 1, firstTime: TIMES.callTime }],
      skipped: expect.arrayContaining([
        { reason: 'withdrawn', contacts: 1 },
        { reason: 'after_call_until', contacts: 1 },
      ]),
      firstCallTime: '2026-03-02 09:30:00',
    })
    expect(String(preview['expectedEndTime']) >= TIMES.callTime).toBe(true)
  })
})

describe('files', () => {
  const importCsv = (csv: string, onDuplicate?: 'update') =>
    app.upload(dataSourceId, csv, onDuplicate && { onDuplicate })

  it('have times as people write them; a row with another is refused and names the column', async () => {
    const { successCount, details } = expectSuccess(
      await importCsv(
        [
          'phoneNumber,callTime,callUntil,name',
          '13800138000,2026/3/2 10:00,2026年3月2日 18:00,Wang',
          '13800138001,2026-03-02T10:00:00+01:00,,Li',
          '13800138002,02/03/2026,,Zhao',
          '13800138003,2026-03-02 10:00,2026-03-01,Sun',
          '13800138004,2026-03-02,2026-03-02,Qian',
          '13800138005,,,Zhou',
        ].join('\n'),
      ),
    )
    expect(successCount).toBe(4)
    expect(details).toMatchObject([
      { row: 4, code: 'call_time_invalid', message: expect.stringContaining('callTime') },
      { row: 5, code: 'call_until_not_later' },
    ])
    expect((await list()).reverse()).toMatchObject([
      TIMES,
      { callTime: '2026-03-02 17:00:00', callUntil: null },
      { callTime: '2026-03-02 00:00:00', callUntil: '2026-03-02 23:59:59' },
      { callTime: null, callUntil: null },
    ])
  })

  it('that are exported have the times if there are any, and can be imported again', async () => {
    const { id } = expectSuccess(await add({ phoneNumber: '13800138000', name: 'Wang' }))
    expect((await app.exportCsv(exportPath(dataSourceId, 'csv'))).split('\r\n')[0]).not.toContain('callTime')
    expectSuccess(await update({ contactId: id, ...TIMES }))
    const csv = await app.exportCsv(exportPath(dataSourceId, 'csv'))
    expect(csv).toContain(`,${TIMES.callTime},${TIMES.callUntil}`)
    expectSuccess(await update({ contactId: id, callTime: null, callUntil: null }))
    expect(expectSuccess(await importCsv(csv, 'update'))).toMatchObject({ successCount: 1 })
    expect(await list()).toMatchObject([TIMES])
  })

  it('that update contacts keep the times of blank cells, and leave no contact without a time', async () => {
    expectSuccess(await add({ phoneNumber: '13800138000', ...TIMES }))
    const rows = [
      'phoneNumber,callTime,callUntil',
      '13800138000,2026-03-02 11:00,',
      '13800138000,2026-03-03 11:00,',
    ]
    const { details } = expectSuccess(await importCsv(rows.join('\n'), 'update'))
    expect(details).toMatchObject([{ row: 3, code: 'call_until_not_later' }])
    expect(await list()).toMatchObject([{ ...TIMES, callTime: '2026-03-02 11:00:00' }])
  })
})
