// Imports in the background: upload with a preview, start, progress, failures, cancel.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inlineCell, workbookFile } from './corpus/tabular-files.ts'
import { encodeGbk } from './support/encode-gbk.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import {
  contactCount,
  createFilesApp,
  type FilesApp,
  numberedRows,
  storedContacts,
} from './support/files-app.ts'
import { type ImportJobs, importJobsOf, type Job } from './support/import-jobs.ts'

let app: FilesApp
let jobs: ImportJobs
let names = 0
const newDataSource = (phoneNumbers: string[] = []) => app.addDataSource(`list ${names++}`, phoneNumbers)

beforeAll(async () => {
  app = await createFilesApp({ imports: { batchRows: 100 } })
  jobs = importJobsOf(app)
})
afterAll(() => app.close())

describe('an upload', () => {
  it('answers with a job and a preview, and imports nothing', async () => {
    const id = await newDataSource()
    const rows = Array.from({ length: 30 }, (_, i) => `Ann ${i};1380013${8000 + i};x;1`)
    const file = `Name;Mobile No.;status;Name\n${rows.join('\n')}\n`
    const job = expectSuccess(await jobs.upload(id, file, { fileName: '客户.csv' }))
    expect(job).toMatchObject({
      dataSourceId: id,
      status: 'uploaded',
      fileName: '客户.csv',
      fileSize: Buffer.byteLength(file),
      totalRows: null,
      importCount: 0,
      startTime: null,
      endTime: null,
      columns: null,
      error: null,
    })
    const { rows: shown, ...facts } = job.preview ?? { rows: [] }
    expect(facts).toEqual({
      format: 'csv',
      encoding: 'utf-8',
      separator: ';',
      sheet: null,
      sheets: [],
      headerRow: 1,
      phoneColumn: 1,
      phoneReason: 'title',
      columns: [
        { column: 0, title: 'Name', field: 'Name', ignoredReason: null },
        { column: 1, title: 'Mobile No.', field: 'phoneNumber', ignoredReason: null },
        { column: 2, title: 'status', field: null, ignoredReason: 'service_field' },
        { column: 3, title: 'Name', field: null, ignoredReason: 'repeated_title' },
      ],
    })
    expect(shown.length).toBe(20)
    expect(shown[0]).toEqual({ row: 2, cells: ['Ann 0', '13800138000', 'x', '1'] })
    expect(await contactCount(app, id)).toBe(0)
  })

  it('finds Chinese in GB18030, or takes the encoding it is told', async () => {
    const id = await newDataSource()
    const file = encodeGbk('手机号,姓名\n13800138000,王小明\n13800138001,李红\n')
    const found = expectSuccess(await jobs.upload(id, file)).preview
    expect([found?.encoding, found?.phoneColumn, found?.columns[1]?.title]).toEqual(['gb18030', 0, '姓名'])
    const named = await jobs.upload(id, Buffer.from([0x70, 0x2c, 0xe9, 0x0a]), { encoding: 'windows-1252' })
    expect(expectSuccess(named).preview?.columns[1]?.title).toBe('é')
  })

  it('names the sheet of a workbook', async () => {
    const id = await newDataSource()
    const rows = ['电话', '13800138000'].map((text) => `<row>${inlineCell(text)}</row>`).join('')
    const { preview } = expectSuccess(await jobs.upload(id, workbookFile({ rows })))
    expect(preview).toMatchObject({ format: 'xlsx', sheet: 'Sheet1', encoding: null, separator: null })
  })

  it.each([
    ['with a thousand titles', `${Array(999).fill('漢'.repeat(250)).join()},phoneNumber\n`],
    ['with one title', 'phoneNumber\n'],
  ])('has a preview of bounded size, whatever is in a thousand columns %s', async (_, titles) => {
    const row = `${Array(999).fill('漢'.repeat(250)).join()},13800138000\n`
    const id = await newDataSource()
    const { preview, ...job } = expectSuccess(await jobs.upload(id, titles + row.repeat(30)))
    expect(preview?.rows).toHaveLength(20)
    expect(Buffer.byteLength(JSON.stringify(preview))).toBeLessThan(1024 * 1024)
    // A list reads none at all.
    const query = vi.spyOn(app.db, 'query')
    const { rows } = expectSuccess(await app.get<{ rows: object[] }>(`/api/import/list?dataSourceId=${id}`))
    expect(rows).toMatchObject([{ id: job.id }])
    const read = await Promise.all(query.mock.results.map(({ value }) => value))
    expect(read).not.toHaveLength(0)
    expect(JSON.stringify(read).length).toBeLessThan(10_000)
    query.mockRestore()
  })

  it('of a file that cannot be read is refused', async () => {
    const id = await newDataSource()
    expectError(await jobs.upload(id, ''), 400, 'The file is empty')
    expectError(await jobs.upload(id, Buffer.from('%PDF-1.7')), 400, 'neither CSV nor Excel')
    expectError(await jobs.upload(UNKNOWN_ID, 'phoneNumber\n'), 404, UNKNOWN_ID)
  })
})

describe('a started import', () => {
  it('imports every good row, batch by batch, and lists the others', async () => {
    const id = await newDataSource(['13800000003'])
    const rows = numberedRows(1000)
    rows[500] = ['no number']
    rows[501] = ['13800000400']
    const { id: jobId } = await jobs.begin(id, rows)
    const job = await jobs.ended(jobId)
    expect(job).toMatchObject({
      status: 'completed',
      totalRows: 1000,
      importCount: 1000,
      successCount: 997,
      updatedCount: 0,
      failCount: 3,
      onDuplicate: 'skip',
      columns: [{ column: 0, field: 'phoneNumber' }],
      preview: null,
      error: null,
    })
    expect(await contactCount(app, id)).toBe(998)
    const failures = await jobs.failures(jobId)
    expect(failures.map(({ row, column, value, code }) => [row, column, value, code])).toEqual([
      [5, 'phoneNumber', '13800000003', 'duplicate'],
      [501, 'phoneNumber', 'no number', 'phone_invalid'],
      [502, 'phoneNumber', '13800000400', 'duplicate'],
    ])
    const [known] = await storedContacts(app, id)
    expect(failures[0]).toMatchObject({ params: { contactId: known?.id }, message: expect.any(String) })
  })

  it('takes the columns it is told, under the names it is told', async () => {
    const id = await newDataSource()
    const file = [
      ['phoneNumber', '备用', '姓名', 'secret'],
      ['old', '13800138000', '王', 'x'],
    ]
    const columns = [
      { column: 1, field: 'phoneNumber' },
      { column: 2, field: 'customerName' },
    ]
    const { id: jobId } = await jobs.begin(id, file, { columns })
    expect(await jobs.ended(jobId)).toMatchObject({ status: 'completed', columns })
    expect(await storedContacts(app, id)).toMatchObject([
      { phone_number: '13800138000', fields: { customerName: '王' } },
    ])
  })

  it('merges duplicates where it is told to', async () => {
    const id = await newDataSource(['13800138000'])
    const file = 'phoneNumber,city\n13800138000,Oslo\n13800138001,Rome\n13800138001,Bern\n'
    const { id: jobId } = await jobs.begin(id, file, { onDuplicate: 'update' })
    expect(await jobs.ended(jobId)).toMatchObject({ successCount: 3, updatedCount: 2, failCount: 0 })
    const contacts = await storedContacts(app, id)
    expect(contacts.map(({ phone_number, fields }) => [phone_number, fields])).toEqual([
      ['13800138000', { city: 'Oslo' }],
      ['13800138001', { city: 'Bern' }],
    ])
  })

  it('changes nothing if the file cannot be read to its end', async () => {
    const id = await newDataSource()
    const rows = Array.from({ length: 3000 }, (_, i) => `${13_800_000_000 + i},x`).join('\n')
    const { id: jobId } = await jobs.begin(id, `phoneNumber,name\n${rows}\n13900000000,"left open\n`)
    const job = await jobs.ended(jobId)
    expect(job).toMatchObject({
      status: 'failed',
      importCount: 0,
      error: { code: 'file_unreadable', params: { reason: 'quote_left_open' } },
    })
    expect(job.error?.message).toContain('line 3002')
    const wide = await jobs.begin(
      id,
      `phoneNumber,name\n${`${rows}\n`.repeat(10)}13900000000${',x'.repeat(1001)}\n`,
    )
    expect((await jobs.ended(wide.id)).error).toMatchObject({
      code: 'file_too_large',
      params: { reason: 'too_many_columns', row: 30_002, max: 1000 },
    })
    expect(await contactCount(app, id)).toBe(0)
  })

  it('keeps nothing of the file', async () => {
    const id = await newDataSource()
    const { id: jobId } = await jobs.begin(id, numberedRows(3))
    await jobs.ended(jobId)
    expect(await app.rows('select from import_piece where job_id = $1', [jobId])).toEqual([])
  })

  it('tells its progress as events, which end with it', async () => {
    const id = await newDataSource()
    const uploaded = expectSuccess(await jobs.upload(id, numberedRows(500)))
    const events = await jobs.follow(uploaded.id)
    expect(await events.next()).toMatchObject({ event: 'import', data: { status: 'uploaded' } })
    // Without a body it is imported as the preview proposes.
    expectSuccess(await app.post(`/api/import/${uploaded.id}/start`))
    const seen: Job[] = []
    for (let event = await events.next(); event; event = await events.next())
      seen.push(event.data as unknown as Job)
    const counts = seen.map(({ importCount }) => importCount)
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
    expect(seen.at(-1)).toMatchObject({ status: 'completed', importCount: 500, totalRows: 500 })
  })
})

describe('a start is refused', () => {
  let job: Job
  beforeAll(async () => {
    job = expectSuccess(await jobs.upload(await newDataSource(), 'a,b\nx,y\n'))
  })
  const start = (body: object) => app.post(`/api/import/${job.id}/start`, body)

  it.each([
    ['no phone number', {}, 'columns must map one column to phoneNumber'],
    [
      'a column twice',
      {
        columns: [
          { column: 0, field: 'phoneNumber' },
          { column: 0, field: 'b' },
        ],
      },
      /columns\[1\].column/,
    ],
    [
      'a field twice',
      {
        columns: [
          { column: 0, field: 'phoneNumber' },
          { column: 1, field: 'phoneNumber' },
        ],
      },
      /columns\[1\].field/,
    ],
    [
      'a column that is not there',
      { columns: [{ column: 2, field: 'phoneNumber' }] },
      /columns\[0\].column must be less than 2/,
    ],
    ['a field of the service', { columns: [{ column: 0, field: 'status' }] }, 'status is set by the service'],
    ['another word for duplicates', { onDuplicate: 'fail' }, 'onDuplicate'],
  ])('with %s', async (_, body, message) => {
    expectError(await start(body), 400, message)
  })

  it('with a field that it does not have, instead of importing without it', async () => {
    const unknown = { mapping: { Mobile: 'phoneNumber' } }
    expectError(
      await start(unknown),
      400,
      /^this operation has no field "mapping"; it has columns, onDuplicate, nameField$/,
    )
  })

  it('of what is not there, or twice', async () => {
    expectError(await app.post(`/api/import/${UNKNOWN_ID}/start`, {}), 404, UNKNOWN_ID)
    const columns = [{ column: 0, field: 'phoneNumber' }]
    expectSuccess(await start({ columns }))
    expectError(await start({ columns }), 405, 'start is not allowed')
  })
})

describe('what failed', () => {
  it('is a CSV file, safe to open, and a list in pages', async () => {
    const id = await newDataSource()
    const file = '手机号,备注\n=1+1,x\n,y\n13800138000,"a"b\n13800138001,z,1\n13800138002,ok\n'
    const { id: jobId } = await jobs.begin(id, file)
    expect(await jobs.ended(jobId)).toMatchObject({ successCount: 1, failCount: 4 })
    const response = await app.call(`/api/import/${jobId}/failures`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="import_failures_${jobId}.csv"`,
    )
    const lines = (await response.text()).replace('\ufeff', '').trimEnd().split('\r\n')
    expect(lines.map((line) => line.split(',').slice(0, 4))).toEqual([
      ['row', 'column', 'value', 'code'],
      ['2', '手机号', "'=1+1", 'phone_invalid'],
      ['3', '手机号', '', 'phone_missing'],
      ['4', '备注', 'ab', 'text_after_quote'],
      ['5', 'C', '1', 'too_many_cells'],
    ])
    const page = await app.get<{ total: number; rows: { row: number }[] }>(
      `/api/import/${jobId}/failure/list?pageNum=2&pageSize=3`,
    )
    expect(expectSuccess(page)).toMatchObject({ total: 4, rows: [{ row: 5, params: { max: 2 } }] })
    const after = async (id: string) =>
      expectSuccess(await app.get(`/api/import/${jobId}/failure/list?pageSize=2&afterId=${id}`))
    expect(await after('3')).toMatchObject({ total: 4, rows: [{ id: '4', row: 4 }, { id: '5' }] })
    expect(await after('5')).toMatchObject({ total: 4, rows: [] })
    for (const unknown of ['77', 'x', UNKNOWN_ID])
      expectError(
        await app.get(`/api/import/${jobId}/failure/list?afterId=${unknown}`),
        400,
        'afterId must be the id of a row of this list',
      )
    const missing = await app.get(`/api/import/${jobId}/failure/list?code=phone_missing`)
    expect(expectSuccess(missing)).toMatchObject({ total: 1, rows: [{ row: 3 }] })
    expectError(await app.get(`/api/import/${jobId}/failure/list?code=unknown`), 400, 'code must be one of')
    expectError(await app.get(`/api/import/${UNKNOWN_ID}/failure/list`), 404, UNKNOWN_ID)
  })
})

describe('the list', () => {
  it('has the newest first, of one data source if it is told, and goes on behind a row', async () => {
    const id = await newDataSource()
    const ids: string[] = []
    for (let count = 1; count <= 3; count++)
      ids.unshift(expectSuccess(await jobs.upload(id, numberedRows(count))).id)
    const list = async (query: string) => {
      const path = `/api/import/list?dataSourceId=${id}${query}`
      const { total, rows } = expectSuccess(await app.get<{ total: number; rows: Job[] }>(path))
      return [total, rows.map((job) => job.id)]
    }
    expect(await list('')).toEqual([3, ids])
    expect(await list('&pageSize=2&pageNum=2')).toEqual([3, ids.slice(2)])
    expect(await list(`&afterId=${ids[0]}`)).toEqual([3, ids.slice(1)])
    const everything = expectSuccess(await app.get<{ total: number; rows: Job[] }>('/api/import/list'))
    expect(everything.total).toBeGreaterThan(3)
    expect(everything.rows[0]).not.toHaveProperty('preview')
  })
})
