import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PHONE_NUMBER_RULE } from '../src/platform/kernel/phone/phone-number.ts'
import { inlineCell, workbookFile } from './corpus/tabular-files.ts'
import { expectSuccess, ID } from './support/expectations.ts'
import {
  contactCount,
  createFilesApp,
  fieldNames,
  numberedRows,
  storedContacts,
} from './support/files-app.ts'
import { openForFile } from './support/open-for-file.ts'

const app = await openForFile(createFilesApp())

const addDataSource = (phoneNumbers: string[] = []) => app.addDataSource(randomUUID(), phoneNumbers)

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
    const rule = `phoneNumber must be ${PHONE_NUMBER_RULE}`
    expect(result).toEqual({
      importCount: 8,
      successCount: 2,
      failCount: 6,
      updatedCount: 0,
      unplacedCount: 2,
      unplaced: [3, 9].map((row) => expect.objectContaining({ row })),
      ignoredColumns: [],
      details: [
        {
          row: 5,
          phoneNumber: '',
          reason: 'missing',
          code: 'phone_missing',
          params: {},
          message: 'phoneNumber is required',
        },
        { row: 6, phoneNumber: '12', reason: 'invalid', code: 'phone_invalid', params: {}, message: rule },
        {
          row: 7,
          phoneNumber: '+8613800138000',
          reason: 'duplicate',
          code: 'duplicate',
          params: { contactId: there?.id },
          message: `phoneNumber already belongs to contact ${there?.id}`,
          contactId: there?.id,
        },
        {
          row: 8,
          phoneNumber: '139-0013-9000',
          reason: 'duplicate',
          code: 'duplicate',
          params: { contactId: first?.id, row: 3 },
          message: `phoneNumber already belongs to row 3, contact ${first?.id}`,
          contactId: first?.id,
        },
        {
          row: 10,
          phoneNumber: '13900139002',
          reason: 'invalid',
          code: 'too_many_cells',
          params: { max: 2 },
          message: 'the row has more cells than the title row',
        },
        {
          row: 11,
          phoneNumber: '9'.repeat(100),
          reason: 'invalid',
          code: 'phone_invalid',
          params: {},
          message: rule,
        },
      ],
    })
    expect(first).toMatchObject({
      position: 2,
      phone_number: '13900139000',
      fields: { customerName: 'first' },
    })
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
      unplacedCount: 0,
      unplaced: [],
      ignoredColumns: [],
    })
  })
})

describe('columns', () => {
  it('passes over those the service owns, and says so', async () => {
    const id = await addDataSource()
    const result = expectSuccess(
      await app.upload(
        id,
        'id,customerName,status,phoneNumber,callCount,createTime,__proto__\nX,Ann,9,13800138000,7,never,{}\n',
      ),
    )
    expect(result).toMatchObject({
      successCount: 1,
      ignoredColumns: ['id', 'status', 'callCount', 'createTime', '__proto__'],
    })
    const { body } = await app.get<{ rows: object[] }>(`/api/dataSource/${id}/contacts`)
    expect(body.data.rows).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(ID),
        customerName: 'Ann',
        status: 3,
        callCount: 0,
      }),
    ])
  })

  it('takes titles that mean something to JavaScript as plain names', async () => {
    const id = await addDataSource()
    const titles = ['constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf']
    expectSuccess(
      await app.upload(id, [
        ['phoneNumber', ...titles],
        ['13800138000', ...titles.map(() => 'v')],
      ]),
    )
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
    expect(await fieldNames(app, id)).toEqual(titles)
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
    expect(await fieldNames(app, id)).toEqual(['used'])
  })

  it('passes over a column without a title', async () => {
    const id = await addDataSource()
    expectSuccess(await app.upload(id, 'phoneNumber,,name\n13800138000,lost,Ann\n'))
    expect((await storedContacts(app, id))[0]?.fields).toEqual({ name: 'Ann' })
  })
})
