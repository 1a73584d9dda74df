import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inlineCell, workbookFile } from './corpus/tabular-files.ts'
import { expectError, expectSuccess, ID } from './support/expectations.ts'
import {
  contactCount,
  createFilesApp,
  type FilesApp,
  numberedRows,
  storedContacts,
} from './support/files-app.ts'

let app: FilesApp

beforeAll(async () => {
  app = await createFilesApp()
})
afterAll(() => app.close())

const addDataSource = (phoneNumbers: string[] = []) => app.addDataSource(randomUUID(), phoneNumbers)

async function fieldNames(dataSourceId: string): Promise<string[]> {
  const rows = await app.rows<{ field_names: string[] }>('select field_names from data_source where id = $1', [
    dataSourceId,
  ])
  return rows[0]?.field_names ?? []
}

describe('the answer', () => {
  it('lists the rows that failed in file order, as the spreadsheet numbers them', async () => {
    const id = await addDataSource(['+86 (138) 0013-8000'])
    const [there] = await storedContacts(app, id)
    const result = expectSuccess(
      await app.upload(
        id,
        'phoneNumber,customerName\n' + // 1
          '\n' +
          '13900139000,first\n' + // 3
          ' , ,\n' +
          ',no number\n' + // 5
          '"12","too\nshort"\n' + // 6
          '+8613800138000,in the database\n' + // 7
          '139-0013-9000,in this file\n' + // 8
          '13900139001,fine\n' + // 9
          '13900139002,more,cells\n' + // 10
          `${'9'.repeat(150)},long\n`, // 11
      ),
    )
    const [, first, last] = await storedContacts(app, id)
    const rule = 'phoneNumber must be an optional +, then 3 to 20 digits, which may be separated by spaces, dashes, dots or brackets'
    expect(result).toEqual({
      importCount: 8,
      successCount: 2,
      failCount: 6,
      updatedCount: 0,
      ignoredColumns: [],
      details: [
        { row: 5, phoneNumber: '', reason: 'missing', message: 'phoneNumber is required' },
        { row: 6, phoneNumber: '12', reason: 'invalid', message: rule },
        {
          row: 7,
          phoneNumber: '+8613800138000',
          reason: 'duplicate',
          message: `phoneNumber already belongs to contact ${there?.id}`,
          contactId: there?.id,
        },
        {
          row: 8,
          phoneNumber: '139-0013-9000',
          reason: 'duplicate',
          message: `phoneNumber already belongs to row 3, contact ${first?.id}`,
          contactId: first?.id,
        },
        { row: 10, phoneNumber: '13900139002', reason: 'invalid', message: 'the row has more cells than the title row' },
        { row: 11, phoneNumber: '9'.repeat(100), reason: 'invalid', message: rule },
      ],
    })
    expect(first).toMatchObject({ position: 2, phone_number: '13900139000', fields: { customerName: 'first' } })
    expect(last).toMatchObject({ position: 3, phone_number: '13900139001', fields: { customerName: 'fine' } })
    expect(await contactCount(app, id)).toBe(3)
  })

  it('finds duplicates and failed rows far apart in one file, still in file order', async () => {
    const id = await addDataSource()
    const rows = numberedRows(5000)
    rows[10] = ['x']
    rows[4999] = [rows[1]?.[0] ?? '']
    rows[5000] = ['']
    rows.push([rows[2]?.[0] ?? ''])
    const { details, ...counts } = expectSuccess(await app.upload(id, rows))
    expect(counts).toMatchObject({ importCount: 5000, successCount: 4997, failCount: 3 })
    expect(details.map(({ row, reason }) => [row, reason])).toEqual([
      [11, 'invalid'],
      [5000, 'duplicate'],
      [5002, 'duplicate'],
    ])
    expect(details[1]?.message).toContain('row 2, contact ')
    expect(await contactCount(app, id)).toBe(4997)
  })

  it('counts blank rows of a workbook too', async () => {
    const id = await addDataSource()
    const cell = (text: string) => inlineCell(text)
    const workbook = workbookFile({
      rows: `<row r="3">${cell('phoneNumber')}</row><row r="5"/><row r="7">${cell('12')}</row><row r="900">${cell('abc')}</row>`,
    })
    const { details } = expectSuccess(await app.upload(id, workbook))
    expect(details.map(({ row }) => row)).toEqual([7, 900])
  })

  it('is all zeros for a file with nothing below its titles', async () => {
    const id = await addDataSource()
    expect(expectSuccess(await app.upload(id, 'phoneNumber,name\n\n\n'))).toEqual({
      importCount: 0,
      successCount: 0,
      failCount: 0,
      updatedCount: 0,
      details: [],
      ignoredColumns: [],
    })
  })
})

describe('columns', () => {
  it('passes over those the service owns, and says so', async () => {
    const id = await addDataSource()
    const result = expectSuccess(
      await app.upload(id, 'id,customerName,status,phoneNumber,callCount,createTime,__proto__\nX,Ann,9,13800138000,7,never,{}\n'),
    )
    expect(result).toMatchObject({
      successCount: 1,
      ignoredColumns: ['id', 'status', 'callCount', 'createTime', '__proto__'],
    })
    const { body } = await app.get<{ rows: object[] }>(`/api/dataSource/${id}/contacts`)
    expect(body.data.rows).toEqual([
      expect.objectContaining({ id: expect.stringMatching(ID), customerName: 'Ann', status: 3, callCount: 0 }),
    ])
  })

  it('takes titles that mean something to JavaScript as plain names', async () => {
    const id = await addDataSource()
    const titles = ['constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf']
    expectSuccess(await app.upload(id, [['phoneNumber', ...titles], ['13800138000', ...titles.map(() => 'v')]]))
    const [contact] = await storedContacts(app, id)
    expect(contact?.fields).toEqual(Object.fromEntries(titles.map((title) => [title, 'v'])))
    expect(({} as Record<string, unknown>)['v']).toBeUndefined()
  })

  it('keeps the order of the file, whatever the names are', async () => {
    const id = await addDataSource()
    const titles = ['zeta', '10', '9', 'alpha', '2024']
    expectSuccess(
      await app.upload(id, [
        ['phoneNumber', ...titles],
        ['13800138000', '', '', '', '', 'e'],
        ['13800138001', 'a', 'b', 'c', 'd', ''],
      ]),
    )
    expect(await fieldNames(id)).toEqual(titles)
  })

  it('adds none that no imported contact has', async () => {
    const id = await addDataSource(['13800138000'])
    const { failCount } = expectSuccess(
      await app.upload(id, [
        ['phoneNumber', 'of a duplicate', 'of a bad row', 'used', 'empty'],
        ['13800138000', 'x', '', '', ''],
        ['1', '', 'x', '', ''],
        ['13800138001', '', '', 'x', ''],
      ]),
    )
    expect(failCount).toBe(2)
    expect(await fieldNames(id)).toEqual(['used'])
  })

  it('passes over a column without a title', async () => {
    const id = await addDataSource()
    expectSuccess(await app.upload(id, 'phoneNumber,,name\n13800138000,lost,Ann\n'))
    expect((await storedContacts(app, id))[0]?.fields).toEqual({ name: 'Ann' })
  })
})

describe('limits', () => {
  it('imports 10,000 rows and refuses 10,001 as a whole', async () => {
    const id = await addDataSource()
    expectError(await app.upload(id, numberedRows(10_001)), 413, 'The file has more than 10000 data rows')
    expect(await contactCount(app, id)).toBe(0)
    expect(await storedContacts(app, id)).toEqual([])
    const { importCount, successCount } = expectSuccess(await app.upload(id, [...numberedRows(10_000), [''], ['']]))
    expect({ importCount, successCount }).toEqual({ importCount: 10_000, successCount: 10_000 })
    expect(await contactCount(app, id)).toBe(10_000)
  })

  it('fails a row with a longer value than a field holds, and counts characters as a person does', async () => {
    const id = await addDataSource()
    const { details, successCount } = expectSuccess(
      await app.upload(id, [
        ['phoneNumber', 'note'],
        ['13800138000', 'x'.repeat(1000)],
        ['13800138001', 'x'.repeat(1001)],
        ['13800138002', '😀'.repeat(1000)],
        ['13800138003', '😀'.repeat(1001)],
      ]),
    )
    expect(successCount).toBe(2)
    expect(details.map(({ row, message }) => [row, message])).toEqual([
      [3, 'note must have at most 1000 characters'],
      [5, 'note must have at most 1000 characters'],
    ])
  })

  it('fails a row with more than 50 fields, not a file with more than 50 columns', async () => {
    const id = await addDataSource()
    const titles = Array.from({ length: 60 }, (_, i) => `f${i}`)
    const { details, successCount } = expectSuccess(
      await app.upload(id, [
        ['phoneNumber', ...titles],
        ['13800138000', ...titles.map((_, i) => (i < 50 ? 'x' : ''))],
        ['13800138001', ...titles.map((_, i) => (i < 51 ? 'x' : ''))],
        ['13800138002', ...titles.map((_, i) => (i >= 10 ? 'x' : ''))],
      ]),
    )
    expect(successCount).toBe(2)
    expect(details).toEqual([
      { row: 3, phoneNumber: '13800138001', reason: 'invalid', message: 'a contact has at most 50 custom fields' },
    ])
  })

  it('refuses the 501st field name of a data source, and takes the 500th', async () => {
    const id = await addDataSource()
    const rowsWith = (count: number, from: number) => [
      ['phoneNumber', ...Array.from({ length: count }, (_, i) => `f${from + i}`)],
      ...Array.from({ length: Math.ceil(count / 50) }, (_, row) => [
        String(13_800_000_000 + from * 100 + row),
        ...Array.from({ length: count }, (_, i) => (Math.floor(i / 50) === row ? 'x' : '')),
      ]),
    ]
    const message = 'the contacts of a data source have at most 500 different custom fields'
    expectError(await app.upload(id, rowsWith(501, 0)), 400, message)
    expect(await contactCount(app, id)).toBe(0)
    expect(expectSuccess(await app.upload(id, rowsWith(500, 0))).successCount).toBe(10)
    expectError(await app.upload(id, rowsWith(1, 500)), 400, message)
    expect(await contactCount(app, id)).toBe(10)
    expect((await fieldNames(id)).length).toBe(500)
  })
})

describe('characters', () => {
  it('keeps control characters and fails rows with what cannot be stored', async () => {
    const id = await addDataSource()
    const row = (number: string, note: string) => `<row>${inlineCell(number)}${inlineCell(note)}</row>`
    const workbook = workbookFile({
      rows:
        row('phoneNumber', 'note') +
        row('13800138000', 'bell _x0007_ here') +
        row('13800138001', 'nul _x0000_ here') +
        row('13800138002', 'half _xD83D_ here') +
        row('1380013_x0000_8003', 'x') +
        row('138_xD83D_', 'x'),
    })
    const { details } = expectSuccess(await app.upload(id, workbook))
    expect(details.map(({ row, reason }) => [row, reason])).toEqual([
      [3, 'invalid'],
      [4, 'invalid'],
      [5, 'invalid'],
      [6, 'invalid'],
    ])
    expect(details[0]?.message).toBe('note has a character that cannot be stored')
    expect((await storedContacts(app, id)).map(({ fields }) => fields['note'])).toEqual(['bell \u0007 here'])
  })

  it.each(['_x0000_', 'a_x0000_b', '_xDC00_'])('refuses a title with %s', async (title) => {
    const id = await addDataSource()
    const workbook = workbookFile({
      rows: `<row>${inlineCell('phoneNumber')}${inlineCell(title)}</row><row>${inlineCell('13800138000')}${inlineCell('x')}</row>`,
    })
    expectError(await app.upload(id, workbook), 400, 'the title row has a character that cannot be stored')
    expect(await contactCount(app, id)).toBe(0)
  })
})
