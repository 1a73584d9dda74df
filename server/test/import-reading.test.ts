// How the file of an import is read: titles below other rows, no titles, the sheet of a workbook.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inlineCell, workbookFile } from './corpus/tabular-files.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createFilesApp, type FilesApp, storedContacts } from './support/files-app.ts'
import { type ImportJobs, importJobsOf } from './support/import-jobs.ts'

let app: FilesApp
let jobs: ImportJobs
beforeAll(async () => {
  app = await createFilesApp({ imports: { batchRows: 100 } })
  jobs = importJobsOf(app)
})
afterAll(() => app.close())

async function imported(id: string, jobId: string, start: object = {}) {
  expectSuccess(await app.post(`/api/import/${jobId}/start`, start))
  await jobs.ended(jobId)
  return (await storedContacts(app, id)).map(({ phone_number, fields }) => [phone_number, fields])
}

describe('the row with the titles', () => {
  it('may be below a title of the list, which may hold another separator', async () => {
    const id = await app.addDataSource('below a title')
    const file = 'Customers, spring 2026\n\nname;phone\nAnn;13800138000\nBo;13800138001\n'
    const job = expectSuccess(await jobs.upload(id, file, { headerRow: 3 }))
    expect(job.preview).toMatchObject({ headerRow: 3, separator: ';', phoneColumn: 1 })
    expect(job.preview?.rows[0]).toEqual({ row: 4, cells: ['Ann', '13800138000'] })
    expect(await imported(id, job.id)).toEqual([
      ['13800138000', { name: 'Ann' }],
      ['13800138001', { name: 'Bo' }],
    ])
  })

  it('may be missing: then every row is a contact, and columns have letters', async () => {
    const id = await app.addDataSource('without titles')
    const job = expectSuccess(await jobs.upload(id, '13800138000,Ann\n13800138001,Bo\n', { headerRow: 0 }))
    expect(job.preview).toMatchObject({ headerRow: 0, phoneColumn: 0, phoneReason: 'content' })
    expect(job.preview?.columns.map(({ title }) => title)).toEqual(['A', 'B'])
    expect(job.preview?.rows[0]).toEqual({ row: 1, cells: ['13800138000', 'Ann'] })
    const columns = [
      { column: 0, field: 'phoneNumber' },
      { column: 1, field: 'name' },
    ]
    expect(await imported(id, job.id, { columns })).toEqual([
      ['13800138000', { name: 'Ann' }],
      ['13800138001', { name: 'Bo' }],
    ])
  })

  it('is recognised, below a title or missing, so that no contact is lost as a title', async () => {
    const id = await app.addDataSource('recognised titles')
    const below = 'Customers, spring 2026\n\nname;phone\nAnn;13800138000\nBo;13800138001\n'
    const titled = expectSuccess(await jobs.upload(id, below))
    expect(titled.preview).toMatchObject({
      headerRow: 3,
      separator: ';',
      phoneColumn: 1,
      phoneReason: 'title',
    })
    const bare = expectSuccess(await jobs.upload(id, '13800138002\n13800138003\n'))
    expect(bare.preview).toMatchObject({ headerRow: 0, phoneColumn: 0, phoneReason: 'content' })
    await imported(id, titled.id)
    expect(await imported(id, bare.id)).toEqual([
      ['13800138000', { name: 'Ann' }],
      ['13800138001', { name: 'Bo' }],
      ['13800138002', {}],
      ['13800138003', {}],
    ])
  })

  it('is the one that was asked for, whatever it looks like', async () => {
    const id = await app.addDataSource('asked for')
    const job = expectSuccess(await jobs.upload(id, '13800138002\n13800138003\n', { headerRow: 1 }))
    expect(job.preview).toMatchObject({ headerRow: 1, rows: [{ row: 2, cells: ['13800138003'] }] })
  })

  it('must be in the file', async () => {
    const id = await app.addDataSource('too short')
    const answer = await jobs.upload(id, 'phone\n13800138000\n', { headerRow: 5 })
    expectError(answer, 400, /^The file has no row 5 or later$/)
    expectError(await jobs.upload(id, 'phone\n', { headerRow: 1001 }), 400, /headerRow/)
    expectError(await jobs.upload(id, 'phone\n', { headerRow: -1 }), 400, /headerRow/)
  })
})

describe('the sheet of a workbook', () => {
  const rowsOf = (...texts: string[]) => texts.map((text) => `<row>${inlineCell(text)}</row>`).join('')
  const file = workbookFile({
    rows: rowsOf('phone', '13800138000'),
    parts: {
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="Old" r:id="rId1"/><sheet name="新客户" r:id="rId9"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Type="x/worksheet" Target="worksheets/sheet9.xml"/></Relationships>',
      'xl/worksheets/sheet9.xml': `<worksheet><sheetData>${rowsOf('phone', '13900139000', '13900139001')}</sheetData></worksheet>`,
    },
  })

  it('is the first with rows, or the one that is named', async () => {
    const id = await app.addDataSource('two sheets')
    const first = expectSuccess(await jobs.upload(id, file)).preview
    expect(first).toMatchObject({ sheet: 'Old', sheets: ['Old', '新客户'] })
    const job = expectSuccess(await jobs.upload(id, file, { sheet: '新客户' }))
    expect(job.preview?.rows.map(({ cells }) => cells)).toEqual([['13900139000'], ['13900139001']])
    expect(await imported(id, job.id)).toEqual([
      ['13900139000', {}],
      ['13900139001', {}],
    ])
  })

  it('must be in it', async () => {
    const id = await app.addDataSource('unknown sheet')
    const answer = await jobs.upload(id, file, { sheet: 'New' })
    expectError(answer, 400, /^The workbook has no sheet "New"; it has "Old", "新客户"$/)
  })
})
