// Files that are imported into do-not-call lists, and exports of them.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../src/platform/kernel/ids.ts'
import { addList, entriesOf, entryCounts, numbersOn, pastEntries } from './support/do-not-call.ts'
import { untilHeldUp, whileLocked } from './support/eventually.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createFilesApp, type FilesApp, numberedRows } from './support/files-app.ts'
import { type ImportJobs, importJobsOf, type Job } from './support/import-jobs.ts'
import { createManualClock } from './support/manual-clock.ts'

const clock = createManualClock('2026-03-02T01:30:00Z')
let app: FilesApp
let jobs: ImportJobs

beforeAll(async () => {
  app = await createFilesApp({ clock, imports: { batchRows: 100, pollMs: 50, retryPauseMs: 20 } })
  jobs = importJobsOf(app, 'doNotCall')
  app.startImports()
})
afterAll(() => app.close())

async function imported(listId: string, content: string | string[][], start: object = {}): Promise<Job> {
  return jobs.ended((await jobs.begin(listId, content, start)).id)
}

/** Entries that held until yesterday. */
async function addExpired(listId: string, phoneNumbers: string[]): Promise<void> {
  const expireTime = '2026-03-03 00:00:00'
  expectSuccess(await app.post(`/api/doNotCall/${listId}/entry/add`, { phoneNumbers, expireTime }))
  await app.rows(
    'update do_not_call_entry set expire_time = $2 where list_id = $1 and phone_number = any($3)',
    [listId, new Date('2026-02-28T16:00:00Z'), phoneNumbers],
  )
}

async function failureCodes({ id }: Job) {
  return (await jobs.failures(id)).map(({ row, column, value, code }) => [row, column, value, code])
}

describe('an upload', () => {
  it('answers with a job of the list and proposes its fields', async () => {
    const id = await addList(app)
    const file = 'Mobile,note,expireTime,city,createTime\n13800138000,asked,2026-12-31,Bonn,x\n'
    const job = expectSuccess(await jobs.upload(id, file))
    expect(job).toMatchObject({ dataSourceId: null, doNotCallListId: id, status: 'uploaded' })
    expect(job.preview?.columns.map(({ field, ignoredReason }) => field ?? ignoredReason)).toEqual([
      ...['phoneNumber', 'note', 'expireTime', 'unknown_field', 'service_field'],
    ])
    const listed = async (query: string) =>
      expectSuccess(await app.get<{ rows: Job[] }>(`/api/import/list?${query}`)).rows.map((each) => each.id)
    expect(await listed(`doNotCallListId=${id}`)).toEqual([job.id])
    expect(await listed(`doNotCallListId=${await addList(app)}`)).toEqual([])
    expect(await listed('doNotCallListId=x')).toEqual([])
    expect(await entryCounts(app, id)).toEqual([0, 0])
  })

  it('is refused for a list that does not exist', async () => {
    for (const id of [UNKNOWN_ID, 'x'])
      expectError(await jobs.upload(id, 'phoneNumber\n'), 404, `do-not-call list "${id}" does not exist`)
    expectError(await jobs.upload(await app.addDataSource('no list'), 'phoneNumber\n'), 404)
  })

  it('can be mapped to the fields of a list only', async () => {
    const { id } = expectSuccess(await jobs.upload(await addList(app), 'a,b\n101,x\n'))
    const start = (field: string) =>
      app.post(`/api/import/${id}/start`, {
        columns: [
          { column: 0, field: 'phoneNumber' },
          { column: 1, field },
        ],
      })
    expectError(await start('city'), 400, /^columns\[1\]\.field: .*one of phoneNumber, note, expireTime$/)
    expectSuccess(await start('note'))
  })
})

describe('a started import', () => {
  it('adds every good row, batch by batch, and lists the others', async () => {
    const id = await addList(app, ['13800000003'])
    const rows = numberedRows(1000)
    rows[500] = ['no number']
    rows[501] = ['138-0000-0400']
    rows[502] = ['13800000500']
    rows[503] = ['13800000500']
    const job = await imported(id, rows)
    expect(job).toMatchObject({
      status: 'completed',
      totalRows: 1000,
      successCount: 996,
      updatedCount: 0,
      failCount: 4,
    })
    expect(await failureCodes(job)).toEqual([
      [5, 'phoneNumber', '13800000003', 'already_listed'],
      [501, 'phoneNumber', 'no number', 'phone_invalid'],
      [502, 'phoneNumber', '138-0000-0400', 'already_listed'],
      [504, 'phoneNumber', '13800000500', 'already_listed'],
    ])
    const [, , , last] = await jobs.failures(job.id)
    expect(last).toMatchObject({ params: { row: 503 }, message: 'phoneNumber is already in row 503' })
    expect(await entryCounts(app, id)).toEqual([997, 997])
  })

  it('reads notes and when entries expire: a date includes its day', async () => {
    const id = await addList(app)
    const rows = [
      ['phoneNumber', 'note', 'expireTime'],
      ['101', 'asked', '2026-12-31'],
      ['102', '', '2026-12-31 12:30:45'],
      ['103', '', '2026/4/5'],
      ['104', '', '2026-12-31T12:30'],
      ['105', ' spaces ', ''],
      ['106', '', '2026-02-30'],
      ['107', '', 'soon'],
      ['108', '', '2026-12-31 25:00:00'],
      ['109', 'n'.repeat(501), ''],
      ['110', '😀'.repeat(500), '9999-12-31'],
      ['111', '', '2026-01-05'],
    ]
    const job = await imported(id, rows)
    expect(await failureCodes(job)).toEqual([
      [7, 'expireTime', '2026-02-30', 'expire_time_invalid'],
      [8, 'expireTime', 'soon', 'expire_time_invalid'],
      [9, 'expireTime', '2026-12-31 25:00:00', 'expire_time_invalid'],
      [10, 'note', 'n'.repeat(100), 'field_too_long'],
      [12, 'expireTime', '2026-01-05', 'expire_time_passed'],
    ])
    const { rows: entries } = await entriesOf(app, id)
    expect(entries.map(({ phoneNumber, note, expireTime }) => [phoneNumber, note, expireTime])).toEqual([
      ['110', '😀'.repeat(500), '9999-12-31 23:59:59'],
      ['105', ' spaces ', null],
      ['104', '', '2026-12-31 12:30:00'],
      ['103', '', '2026-04-05 23:59:59'],
      ['102', '', '2026-12-31 12:30:45'],
      ['101', 'asked', '2026-12-31 23:59:59'],
    ])
    expect(entries.map(({ actor, isExpired }) => [actor, isExpired]).at(3)).toEqual(['ACCESS_TOKEN', false])
  })

  it('replaces entries if it is told to, and keeps the old ones as proof', async () => {
    const id = await addList(app, ['101', '102'])
    const file = 'phoneNumber,note\n101,first\n103,first\n1-01,second\n'
    const job = await imported(id, file, { onDuplicate: 'update' })
    expect(job).toMatchObject({ successCount: 3, updatedCount: 2, failCount: 0 })
    const { rows } = await entriesOf(app, id)
    expect(rows.map(({ phoneNumber, note }) => [phoneNumber, note])).toEqual([
      ['103', 'first'],
      ['102', ''],
      ['1-01', 'second'],
    ])
    expect(await pastEntries(app, id)).toMatchObject([{ phone_number: '101', note: '' }])
    expect(await entryCounts(app, id)).toEqual([3, 3])
  })

  it('replaces an entry that has expired, which is no duplicate', async () => {
    const id = await addList(app)
    await addExpired(id, ['101'])
    const job = await imported(id, 'phoneNumber\n101\n')
    expect(job).toMatchObject({ successCount: 1, updatedCount: 1, failCount: 0 })
    expect((await entriesOf(app, id)).rows).toMatchObject([{ phoneNumber: '101', isExpired: false }])
    expect(await entryCounts(app, id)).toEqual([1, 1])
  })

  it('fails if the list was deleted meanwhile', async () => {
    const id = await addList(app)
    const uploaded = expectSuccess(await jobs.upload(id, numberedRows(3)))
    expectSuccess(await app.post('/api/doNotCall/delete', { id }))
    expectSuccess(await app.post(`/api/import/${uploaded.id}/start`, {}))
    expect(await jobs.ended(uploaded.id)).toMatchObject({
      status: 'failed',
      error: { code: 'not_found', message: `do-not-call list "${id}" does not exist` },
    })
  })

  it('is exact while entries are added and removed', async () => {
    const id = await addList(app)
    const { id: jobId } = await jobs.begin(id, numberedRows(1000), { onDuplicate: 'update' })
    const some = (turn: number) =>
      Array.from({ length: 20 }, (_, index) => String(13_800_000_000 + turn * 31 + index * 7))
    for (let turn = 0; turn < 12; turn += 1) {
      const change = turn % 2 === 0 ? 'add' : 'remove'
      expectSuccess(await app.post(`/api/doNotCall/${id}/entry/${change}`, { phoneNumbers: some(turn) }))
    }
    const job = await jobs.ended(jobId)
    expect([job.status, job.importCount, job.failCount]).toEqual(['completed', 1000, 0])
    const [stated, counted] = await entryCounts(app, id)
    expect(stated).toBe(counted)
    expect(counted).toBeGreaterThan(800)
  })
})

describe('an import that changes hands', () => {
  it('is done once: the batch of a node without the lease is rolled back', async () => {
    const id = await addList(app)
    const uploaded = expectSuccess(await jobs.upload(id, numberedRows(250)))
    await whileLocked(app.database.db, 'do_not_call_list', id, async () => {
      expectSuccess(await app.post(`/api/import/${uploaded.id}/start`, {}))
      await untilHeldUp(app.database.db)
      await app.rows(
        "update import_job set lease_owner = $2, lease_until = clock_timestamp() + interval '1 hour' where id = $1",
        [uploaded.id, newId()],
      )
    })
    await expect.poll(() => app.db.usage()).toMatchObject({ waiting: 0 })
    expect(await entryCounts(app, id)).toEqual([0, 0])

    const other = await createFilesApp({ database: app.database, clock, imports: { pollMs: 20 } })
    other.startImports()
    await app.rows('update import_job set lease_until = clock_timestamp() where id = $1', [uploaded.id])
    expect(await jobs.ended(uploaded.id)).toMatchObject({
      status: 'completed',
      successCount: 250,
      failCount: 0,
    })
    await other.close()
    expect(await entryCounts(app, id)).toEqual([250, 250])
    expect(await pastEntries(app, id)).toEqual([])
  })

  it('goes on where the node stopped', async () => {
    const node = await createFilesApp({ database: app.database, clock, imports: { batchRows: 10 } })
    const id = await addList(app)
    const { id: jobId } = await importJobsOf(node, 'doNotCall').begin(id, numberedRows(2000))
    await node.close()
    expect(await jobs.ended(jobId)).toMatchObject({ status: 'completed', successCount: 2000, failCount: 0 })
    expect(await entryCounts(app, id)).toEqual([2000, 2000])
  })

  it('stops when it is canceled, and keeps what it has imported', async () => {
    const id = await addList(app)
    const uploaded = expectSuccess(await jobs.upload(id, numberedRows(250)))
    await whileLocked(app.database.db, 'do_not_call_list', id, async () => {
      expectSuccess(await app.post(`/api/import/${uploaded.id}/start`, {}))
      await untilHeldUp(app.database.db)
      expectSuccess(await app.post(`/api/import/${uploaded.id}/cancel`))
    })
    expect(await jobs.ended(uploaded.id)).toMatchObject({ status: 'canceled', importCount: 0 })
    expect(await entryCounts(app, id)).toEqual([0, 0])
  })
})

describe('an export', () => {
  const exportPath = (id: string, format: string) => `/api/doNotCall/${id}/export?format=${format}`

  it('has every entry, oldest first', async () => {
    const id = await addList(app)
    const add = (body: object) => app.post(`/api/doNotCall/${id}/entry/add`, body)
    expectSuccess(await add({ phoneNumbers: ['+8613800138000'], note: '=1+1, "quoted"' }))
    await addExpired(id, ['101', '102'])
    expectSuccess(await app.post(`/api/doNotCall/${id}/entry/remove`, { phoneNumbers: ['101'] }))
    expect((await app.exportCsv(exportPath(id, 'csv'))).split('\r\n')).toEqual([
      '\ufeffphoneNumber,note,expireTime,actor,createTime',
      `+8613800138000,"'=1+1, ""quoted""",,ACCESS_TOKEN,2026-03-02 09:30:00`,
      '102,,2026-03-01 00:00:00,ACCESS_TOKEN,2026-03-02 09:30:00',
      '',
    ])
    const response = await app.call(exportPath(id, 'csv'))
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="do_not_call_20260302093000.csv"',
    )
    await response.arrayBuffer()
  })

  it.each(['csv', 'excel', 'xlsx'])('as %s can be imported again, unchanged', async (format) => {
    const id = await addList(app)
    const notes = ['=1+1', "'quoted", 'a,b;"c"\n d', '客户要求', '', ' -2 ']
    for (const [index, note] of notes.entries()) {
      const phoneNumbers = [`+86 138-0013-80${index}0`]
      const expireTime = index % 2 ? '2027-06-01 12:00:00' : null
      expectSuccess(await app.post(`/api/doNotCall/${id}/entry/add`, { phoneNumbers, note, expireTime }))
    }
    await imported(id, numberedRows(1500))
    const file = await app.exportBytes(exportPath(id, format))
    const copy = await addList(app)
    const form = new FormData()
    form.set('file', new Blob([file]), `list.${format}`)
    const uploaded = (await (
      await app.call(`/api/doNotCall/${copy}/import`, { method: 'POST', body: form })
    ).json()) as { data: Job }
    expectSuccess(await app.post(`/api/import/${uploaded.data.id}/start`, {}))
    expect(await jobs.ended(uploaded.data.id)).toMatchObject({ status: 'completed', failCount: 0 })
    const stored = (listId: string) =>
      app.rows(
        `select phone_key, phone_number, note, expire_time from do_not_call_entry where list_id = $1 order by position`,
        [listId],
      )
    expect(await stored(copy)).toEqual(await stored(id))
    expect(await numbersOn(app, copy, '?pageSize=1')).toEqual(['13800001499'])
  })

  it('misses no number that is on the list throughout, whatever is replaced meanwhile', async () => {
    const id = await addList(app)
    await imported(id, numberedRows(1000))
    const response = await app.call(exportPath(id, 'csv'))
    const [, replaced] = await Promise.all([
      addNumbers(id, 'first'),
      addNumbers(id, 'second').then(() => response.text()),
    ])
    const numbers = replaced.split('\r\n').map((line) => line.split(',')[0])
    expect(new Set(numbers.slice(1, -1)).size).toBe(1000)
    expect(await entryCounts(app, id)).toEqual([1000, 1000])

    async function addNumbers(listId: string, note: string) {
      const phoneNumbers = numberedRows(1000).slice(1).flat()
      expectSuccess(await app.post(`/api/doNotCall/${listId}/entry/add`, { phoneNumbers, note }))
    }
  })

  it('of a list that does not exist is answered with 404, before any byte of a file', async () => {
    for (const id of [UNKNOWN_ID, 'x']) {
      const response = await app.call(exportPath(id, 'csv'))
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
      await response.arrayBuffer()
    }
  })
})
