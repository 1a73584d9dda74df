import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inlineCell, workbookFile } from './corpus/tabular-files.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import {
  contactCount,
  createFilesApp,
  fieldNames,
  numberedRows,
  storedContacts,
} from './support/files-app.ts'
import { openForFile } from './support/open-for-file.ts'

const app = await openForFile(createFilesApp())

const addDataSource = () => app.addDataSource(randomUUID())

describe('limits', () => {
  it('imports 10,000 rows and refuses 10,001 as a whole', async () => {
    const id = await addDataSource()
    expectError(await app.upload(id, numberedRows(10_001)), 413, 'The file has more than 10000 data rows')
    expect(await contactCount(app, id)).toBe(0)
    expect(await storedContacts(app, id)).toEqual([])
    const { importCount, successCount } = expectSuccess(
      await app.upload(id, [...numberedRows(10_000), [''], ['']]),
    )
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
      {
        row: 3,
        phoneNumber: '13800138001',
        reason: 'invalid',
        code: 'too_many_fields',
        params: { max: 50 },
        message: 'a contact has at most 50 custom fields',
      },
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
    const message = 'The contacts of a data source have at most 500 different custom fields'
    expectError(await app.upload(id, rowsWith(501, 0)), 400, message)
    expect(await contactCount(app, id)).toBe(0)
    expect(expectSuccess(await app.upload(id, rowsWith(500, 0))).successCount).toBe(10)
    expectError(await app.upload(id, rowsWith(1, 500)), 400, message)
    expect(await contactCount(app, id)).toBe(10)
    expect((await fieldNames(app, id)).length).toBe(500)
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
