// The history of imports, and their undo: exactly the contacts that an import added are deleted, while no task has dialed any of them.

import type { Static } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportRecord } from '../src/lists/imports/imports.schema.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { endCall, settleDial, startCall } from './support/call-fixtures.ts'
import { addList } from './support/do-not-call.ts'
import { untilHeldUp, whileLocked } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import {
  contactCount,
  createFilesApp,
  type FilesApp,
  numberedRows,
  storedContacts,
} from './support/files-app.ts'
import { type ImportJobs, importJobsOf, type Job } from './support/import-jobs.ts'
import { differencesIn } from './support/sums.ts'
import { complete, contactIdsOf, moveTo, skip } from './support/task-fixtures.ts'

let app: FilesApp
let jobs: ImportJobs
let names = 0
const newDataSource = (phoneNumbers: string[] = []) => app.addDataSource(`list ${names++}`, phoneNumbers)

beforeAll(async () => {
  app = await createFilesApp({ imports: { batchRows: 100, undoContacts: 70, pollMs: 50, retryPauseMs: 20 } })
  jobs = importJobsOf(app)
})
afterAll(() => app.close())

const undo = (id: string) => app.post<Job>(`/api/import/${id}/undo`)
const add = async (id: string, phoneNumber: string) =>
  expectSuccess(await app.post<{ id: string }>(`/api/dataSource/${id}/contact/add`, { phoneNumber })).id

async function history(id: string): Promise<Static<typeof ImportRecord>[]> {
  const path = `/api/dataSource/${id}/imports?pageSize=50`
  return expectSuccess(await app.get<{ rows: Static<typeof ImportRecord>[] }>(path)).rows
}

async function importFile(id: string, rows: string[][] | string, start = {}): Promise<Job> {
  const { id: jobId } = await jobs.begin(id, rows, start)
  return jobs.ended(jobId)
}

async function undone(id: string): Promise<Job> {
  expectSuccess(await undo(id))
  return jobs.ended(id)
}

const numbersOf = async (id: string) =>
  (await storedContacts(app, id)).map(({ phone_number }) => phone_number)

const positionsOf = (id: string) =>
  app.rows('select unnest(added_positions)::text as positions from import_job where id = $1', [id])

async function contactCountOf(taskId: string): Promise<number> {
  const path = `/api/task/detail/${taskId}`
  return expectSuccess(await app.get<{ contactCount: number }>(path)).contactCount
}

describe('the history of a data source', () => {
  it('says of each import what it did, and what its undo would do', async () => {
    const id = await newDataSource(['13800000001'])
    const file = 'phoneNumber,city\n13800000001,Oslo\n13800000002,Rome\n13800000003,Bern\nnone,\n'
    const first = await importFile(id, file)
    await jobs.upload(id, Buffer.from('phoneNumber,city\n13800000009,K\u00f6ln\n', 'latin1'), {
      encoding: 'windows-1252',
      fileName: 'k.csv',
    })
    const [uploaded, imported] = await history(id)
    expect(imported).toMatchObject({
      id: first.id,
      fileName: 'contacts.csv',
      status: 'completed',
      actor: 'ACCESS_TOKEN',
      addedCount: 2,
      updatedCount: 0,
      failCount: 2,
      duplicateCount: 1,
      encoding: 'utf-8',
      canUndo: true,
      undoContactCount: 2,
      undoProblem: null,
      undo: null,
    })
    expect(uploaded).toMatchObject({
      fileName: 'k.csv',
      status: 'uploaded',
      encoding: 'windows-1252',
      canUndo: false,
      undoProblem: { code: 'not_allowed', params: { operation: 'undo', status: 'uploaded' } },
    })
  })

  it('is paged like other lists, and only of this data source', async () => {
    const id = await newDataSource()
    await importFile(await newDataSource(), numberedRows(1))
    for (let file = 0; file < 3; file += 1) await importFile(id, numberedRows(1, 13_800_000_000 + file))
    const path = `/api/dataSource/${id}/imports`
    const ids = (await history(id)).map((record) => record.id)
    const page = expectSuccess(await app.get(`${path}?pageNum=2&pageSize=2`))
    expect(page).toMatchObject({ total: 3, rows: [{ id: ids[2] }] })
    const after = expectSuccess(await app.get(`${path}?afterId=${ids[0]}&pageSize=1`))
    expect(after).toMatchObject({ total: 3, rows: [{ id: ids[1] }] })
    expectError(await app.get(`/api/dataSource/${UNKNOWN_ID}/imports`), 404, UNKNOWN_ID)
    expectError(await app.get(`${path}?afterId=${UNKNOWN_ID}`), 400, 'afterId')
  })
})

describe('an undo', () => {
  it('deletes the contacts that the import added and no others, if another one ran at the same time', async () => {
    const id = await newDataSource(['13700000001', '13800000005'])
    const uploads = [numberedRows(350), numberedRows(250, 13_900_000_000)]
    const [first, second] = await Promise.all(
      uploads.map(async (rows) => expectSuccess(await jobs.upload(id, rows))),
    )
    if (!first || !second) throw new Error('two uploads')
    // Both wait for the data source, which they then get in turn.
    await whileLocked(app.database.db, 'data_source', id, async () => {
      for (const each of [first, second]) expectSuccess(await app.post(`/api/import/${each.id}/start`, {}))
      await untilHeldUp(app.database.db, 2)
    })
    expect(await jobs.ended(first.id)).toMatchObject({ addedCount: 349, duplicateCount: 1 })
    expect(await jobs.ended(second.id)).toMatchObject({ addedCount: 250 })
    expect((await positionsOf(first.id)).length).toBeGreaterThan(1)
    await add(id, '13700000002')

    expect((await history(id)).find((record) => record.id === first.id)).toMatchObject({
      canUndo: true,
      undoContactCount: 349,
    })
    expect(expectSuccess(await undo(first.id)).status).toBe('undoing')
    expect(await jobs.ended(first.id)).toMatchObject({
      status: 'undone',
      addedCount: 349,
      undo: { actor: 'ACCESS_TOKEN', removedCount: 349, keptCount: 0, startTime: expect.any(String) },
    })
    const left = await numbersOf(id)
    expect(left.filter((number) => !number.startsWith('139'))).toEqual([
      '13700000001',
      '13800000005',
      '13700000002',
    ])
    expect(left).toHaveLength(253)
    expect(await contactCount(app, id)).toBe(253)
    expect(await positionsOf(first.id)).toEqual([])
  })

  it('leaves pages, searches and sums as if each contact had been deleted', async () => {
    const id = await newDataSource(['13800000007'])
    const job = await importFile(id, numberedRows(600))
    await add(id, '13900000001')
    expect(await undone(job.id)).toMatchObject({ status: 'undone' })
    const list = `/api/dataSource/${id}/contacts`
    expect(expectSuccess(await app.get(list))).toMatchObject({
      total: 2,
      rows: [{ phoneNumber: '13900000001' }, { phoneNumber: '13800000007' }],
    })
    expect(expectSuccess(await app.get(`${list}?phoneNumber=13800`))).toMatchObject({ total: 1 })
    expect(await differencesIn(app)).toEqual([])
    // The numbers are free again.
    expect(await importFile(id, numberedRows(20))).toMatchObject({ addedCount: 19, duplicateCount: 1 })
  })

  it('of contiguous batches keeps one range', async () => {
    const id = await newDataSource()
    const job = await importFile(id, numberedRows(350))
    expect(await positionsOf(job.id)).toEqual([{ positions: '[1,351)' }])
  })

  it('of an import that was canceled or failed deletes what it had added', async () => {
    const id = await newDataSource()
    const titles = Array.from({ length: 520 }, (_, i) => `f${i}`)
    // The second batch has more different fields than a data source may have.
    const rows = Array.from({ length: 126 }, (_, i) => [
      String(13_800_000_000 + i),
      ...titles.map((_, k) => (Math.floor(k / 20) === i - 100 ? 'x' : '')),
    ])
    const job = await importFile(id, [['phoneNumber', ...titles], ...rows])
    expect(job).toMatchObject({ status: 'failed', addedCount: 100 })
    expect(await undone(job.id)).toMatchObject({ status: 'undone', undo: { removedCount: 100 } })
    expect(await contactCount(app, id)).toBe(0)
  })

  it('skips contacts that were deleted since, and deletes those that were changed', async () => {
    const id = await newDataSource()
    const job = await importFile(id, numberedRows(3))
    const [first, second] = await contactIdsOf(app, id)
    expectSuccess(await app.post(`/api/dataSource/${id}/contact/delete`, { contactId: first }))
    const change = { contactId: second, phoneNumber: '13911112222', city: 'Oslo' }
    expectSuccess(await app.post(`/api/dataSource/${id}/contact/update`, change))
    expect((await history(id))[0]).toMatchObject({ undoContactCount: 2 })
    expect(await undone(job.id)).toMatchObject({ undo: { removedCount: 2, keptCount: 0 } })
    expect(await numbersOf(id)).toEqual([])
  })

  it('leaves contacts that existed before as the import changed them', async () => {
    const id = await newDataSource(['13800138000'])
    const file = 'phoneNumber,city\n13800138000,Oslo\n13800138001,Rome\n'
    const job = await importFile(id, file, { onDuplicate: 'update' })
    expect(job).toMatchObject({ addedCount: 1, updatedCount: 1 })
    await undone(job.id)
    expect(await storedContacts(app, id)).toMatchObject([
      { phone_number: '13800138000', fields: { city: 'Oslo' } },
    ])
  })

  it('takes its contacts out of the lists of tasks, as a deletion does', async () => {
    const id = await newDataSource(['13700000001'])
    const job = await importFile(id, numberedRows(150))
    const [, , skipped] = await contactIdsOf(app, id)
    const tasks = {
      draft: await app.addTask(`draft ${names}`, id),
      snapshot: await app.addTask(`snapshot ${names}`, id),
      live: await app.addTask(`live ${names}`, id, { listMode: 'live' }),
      completed: await app.addTask(`completed ${names}`, id),
    }
    for (const task of ['snapshot', 'live', 'completed'] as const) await moveTo(app, tasks[task], 'PAUSED')
    await skip(app, tasks.snapshot, skipped ?? '', 'do_not_call')
    await complete(app, tasks.completed)
    for (const task of Object.values(tasks)) expect(await contactCountOf(task)).toBe(151)
    expect(await undone(job.id)).toMatchObject({ undo: { removedCount: 150 } })
    for (const task of Object.values(tasks)) expect(await contactCountOf(task)).toBe(1)
    const dials = await app.rows('select from dial where task_id = $1', [tasks.snapshot])
    expect(dials).toEqual([])
    expect(await differencesIn(app)).toEqual([])
  })
})

describe('an import cannot be undone', () => {
  const refusal = async (id: string, jobId: string) =>
    (await history(id)).find((record) => record.id === jobId)

  it.each(['rung', 'ringing', 'rung and deleted since'])('if a contact of it was %s', async (state) => {
    const id = await newDataSource()
    const job = await importFile(id, numberedRows(5))
    const other = await importFile(id, numberedRows(5, 13_900_000_000))
    const taskId = await app.addTask(`spring ${names++}`, id)
    await moveTo(app, taskId, 'PAUSED')
    const contactId = (await contactIdsOf(app, id))[3] ?? ''
    const now = systemClock.now()
    if (state === 'ringing') await startCall(app, taskId, contactId, now)
    else await endCall(app, { taskId, contactId, dataSourceId: id, start: now.toISOString() })
    if (state === 'rung and deleted since')
      expectSuccess(await app.post(`/api/dataSource/${id}/contact/delete`, { contactId }))

    expect(await refusal(id, job.id)).toMatchObject({
      canUndo: false,
      undoProblem: { code: 'in_use', params: { reason: 'import_dialed', task: `spring ${names - 1}` } },
    })
    expectError(await undo(job.id), 409, `The task "spring ${names - 1}" has dialed contacts of this import`)
    expect(expectSuccess(await app.get<Job>(`/api/import/${job.id}`)).status).toBe('completed')
    // Of the other import nothing was dialed.
    expect(await refusal(id, other.id)).toMatchObject({ canUndo: true })
    expect(await undone(other.id)).toMatchObject({ status: 'undone', undo: { removedCount: 5 } })
    expect(await contactCount(app, id)).toBe(state === 'rung and deleted since' ? 4 : 5)
  })

  it('but one whose contacts only wait for their first call, or were refused by the gateway, can', async () => {
    const id = await newDataSource()
    const job = await importFile(id, numberedRows(5))
    const taskId = await app.addTask(`summer ${names++}`, id)
    await moveTo(app, taskId, 'PAUSED')
    const [first, second] = await contactIdsOf(app, id)
    await settleDial(app, taskId, first ?? '', { dueAt: systemClock.now() })
    await skip(app, taskId, second ?? '', 'do_not_call')
    await app.rows('update dial set calls = 0, attempts = 0 where task_id = $1', [taskId])
    expect(await undone(job.id)).toMatchObject({ undo: { removedCount: 5 } })
    expect(await contactCountOf(taskId)).toBe(0)
  })

  it('before it has ended, twice, or if it added nothing', async () => {
    const id = await newDataSource(['13800000000'])
    const uploaded = expectSuccess(await jobs.upload(id, numberedRows(2)))
    expectError(await undo(uploaded.id), 405, `import ${uploaded.id} is uploaded: undo is not allowed`)
    const job = await importFile(id, numberedRows(2))
    await undone(job.id)
    expectError(await undo(job.id), 405, 'is undone: undo is not allowed')
    expect(await refusal(id, job.id)).toMatchObject({ canUndo: false, undoContactCount: 0 })
    const empty = await importFile(id, numberedRows(1))
    expectError(await undo(empty.id), 409, 'added no contacts')
    expect(await refusal(id, empty.id)).toMatchObject({
      undoProblem: { code: 'not_applicable', params: { reason: 'import_added_nothing' } },
    })
    expectError(await undo(UNKNOWN_ID), 404, UNKNOWN_ID)
  })

  it('into a do-not-call list', async () => {
    const list = importJobsOf(app, 'doNotCall')
    const { id } = await list.begin(await addList(app, []), numberedRows(2))
    expect(await list.ended(id)).toMatchObject({ status: 'completed', addedCount: 2 })
    expectError(await undo(id), 409, 'into a do-not-call list cannot be undone')
  })
})

describe('an undo that has begun', () => {
  /** As the node that decided it left it behind when it died. */
  async function leaveBehind(jobId: string, leaseSeconds = -1): Promise<void> {
    await app.rows(
      `update import_job set status = 'undoing', undo_actor = 'someone', undo_time = now(), lease_owner = $2,
         lease_until = clock_timestamp() + $3 * interval '1 second' where id = $1`,
      [jobId, newId(), leaseSeconds],
    )
  }

  async function continueElsewhere(jobId: string): Promise<Job> {
    const node = await createFilesApp({ database: app.database, imports: { undoContacts: 2 } })
    node.startImports()
    const ended = await jobs.ended(jobId)
    await node.close()
    return ended
  }

  it('is continued by another node where it was left', async () => {
    const id = await newDataSource()
    const job = await importFile(id, numberedRows(7))
    for (const contactId of (await contactIdsOf(app, id)).slice(0, 2))
      expectSuccess(await app.post(`/api/dataSource/${id}/contact/delete`, { contactId }))
    await app.rows("update import_job set undone_count = 2, added_positions = '{[3,8)}' where id = $1", [
      job.id,
    ])
    await leaveBehind(job.id)
    const running = await history(id)
    expect(running[0]).toMatchObject({ status: 'undoing', undoContactCount: 5, canUndo: false })
    expect(await continueElsewhere(job.id)).toMatchObject({
      status: 'undone',
      undo: { actor: 'someone', removedCount: 7, keptCount: 0 },
    })
    expect(await contactCount(app, id)).toBe(0)
  })

  it('keeps contacts that a task has begun to dial since, and says how many', async () => {
    const id = await newDataSource()
    const job = await importFile(id, numberedRows(7))
    const taskId = await app.addTask(`autumn ${names++}`, id)
    await moveTo(app, taskId, 'PAUSED')
    const contacts = await contactIdsOf(app, id)
    await leaveBehind(job.id)
    await startCall(app, taskId, contacts[1] ?? '', systemClock.now())
    await settleDial(app, taskId, contacts[4] ?? '', { outcome: 1 })
    expect(await continueElsewhere(job.id)).toMatchObject({ undo: { removedCount: 5, keptCount: 2 } })
    expect(await contactIdsOf(app, id)).toEqual([contacts[1], contacts[4]])
    expect(await contactCountOf(taskId)).toBe(2)
  })

  it('is not removed with old imports', async () => {
    const id = await newDataSource()
    const job = await importFile(id, numberedRows(2))
    const old = await importFile(id, numberedRows(1, 13_900_000_000))
    await leaveBehind(job.id, 3600)
    await app.rows(`update import_job set end_time = now() - interval '31 days' where data_source_id = $1`, [
      id,
    ])
    const cleaner = await createFilesApp({ database: app.database, imports: { pollMs: 10 } })
    cleaner.startImports()
    await expect.poll(async () => (await app.get(`/api/import/${old.id}`)).status).toBe(404)
    await cleaner.close()
    expect(expectSuccess(await app.get<Job>(`/api/import/${job.id}`)).status).toBe('undoing')
  })
})
