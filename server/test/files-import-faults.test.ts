import { randomUUID } from 'node:crypto'
import { constants, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inlineCell, MB, sheetXml, workbookFile } from './corpus/tabular-files.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { contactCount, createFilesApp, type FilesApp, storedContacts } from './support/files-app.ts'

let app: FilesApp
let id: string

beforeAll(async () => {
  app = await createFilesApp()
})
beforeEach(async () => {
  id = await app.addDataSource(randomUUID(), ['13800138000'])
})
afterAll(() => app.close())

const row = (...cells: string[]) => `<row>${cells.map((cell) => inlineCell(cell)).join('')}</row>`
const goodRows = row('phoneNumber') + row('13900139000')
const goodWorkbook = workbookFile({ rows: goodRows })
const ole2 = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])

/** Three hundred times the same megabyte, packed once; the directory claims a thousandth of what comes out. */
function zipBomb(): Buffer {
  const block = `<si><t>${'x'.repeat(1000)}</t></si>`.repeat(1000)
  const packed = deflateRawSync(block, { finishFlush: constants.Z_SYNC_FLUSH })
  const parts = [deflateRawSync('<sst>', { finishFlush: constants.Z_SYNC_FLUSH }), ...Array(300).fill(packed)]
  const raw = { name: 'xl/sharedStrings.xml', packed: Buffer.concat(parts), size: MB / 4 }
  return workbookFile({ rows: goodRows, raw: [raw] })
}

const entities =
  '<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>'
const withDoctype = sheetXml(`${goodRows}${row('&c;')}`).replace('?>', `?>${entities}`)
const damaged = 'The Excel file is damaged or incomplete'
const neither = 'The file is neither CSV nor Excel'

describe('a file that cannot be imported changes nothing and says why', () => {
  it.each<[string, () => string | Buffer, number, string | RegExp]>([
    ['an empty file', () => '', 400, 'The file is empty'],
    ['nothing but a byte order mark', () => '\ufeff', 400, 'The file is empty'],
    ['blank lines only', () => '\n \n,,\n', 400, 'The file is empty'],
    [
      'no phoneNumber title',
      () => 'name,phone\nAnn,13900139000\n',
      400,
      /no column phoneNumber; it has: name, phone$/,
    ],
    [
      'no title row',
      () => '13900139000,Ann\n13900139001,Bob\n',
      400,
      'no column phoneNumber; it has: 13900139000, Ann',
    ],
    [
      'phoneNumber twice',
      () => 'phoneNumber,phoneNumber\n1,2\n',
      400,
      'The title "phoneNumber" occurs twice in the title row',
    ],
    [
      'another title twice',
      () => 'phoneNumber,a, a \n13900139000,1,2\n',
      400,
      'The title "a" occurs twice in the title row',
    ],
    [
      'a title of 65 characters',
      () => `phoneNumber,${'t'.repeat(65)}\n13900139000,x\n`,
      400,
      '1 to 64 characters',
    ],
    ['a JPEG named .csv', () => Buffer.from('ffd8ffe000104a46494600010100', 'hex'), 400, neither],
    ['a PDF', () => '%PDF-1.7\nphoneNumber\n13900139000\n', 400, neither],
    [
      'a web page',
      () => '<html><table><tr><td>phoneNumber</td></tr></table></html>',
      400,
      'a web page or XML',
    ],
    ['random bytes', () => Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)), 400, /./],
    ['text with NULs', () => 'phoneNumber\n13900139000\n139\u0000\n', 400, neither],
    ['a legacy .xls', () => ole2, 400, /format of Excel before 2007 \(\.xls\): save it as \.xlsx/],
    [
      'an encrypted workbook',
      () => Buffer.concat([ole2, Buffer.from('EncryptedPackage', 'utf16le'), Buffer.alloc(500)]),
      400,
      'The Excel file is encrypted: save it without a password',
    ],
    ['a truncated workbook', () => goodWorkbook.subarray(0, goodWorkbook.length - 100), 400, damaged],
    ['half a workbook', () => goodWorkbook.subarray(0, goodWorkbook.length / 2), 400, damaged],
    ['a zip bomb', zipBomb, 400, 'The workbook holds too much text'],
    [
      'a DOCTYPE with entities',
      () => workbookFile({ rows: '', parts: { 'xl/worksheets/sheet1.xml': withDoctype } }),
      400,
      damaged,
    ],
    ['an undeclared entity', () => workbookFile({ rows: row('phoneNumber', '&xxe;') }), 400, damaged],
    [
      'a huge line',
      () => `phoneNumber,note\n13900139000,${'x'.repeat(10 * MB)}\n`,
      400,
      'Row 2, column B: the cell has more than 32767 characters',
    ],
    [
      'a quote that never closes',
      () => `phoneNumber,note\n13900139000,"${'x\n'.repeat(5 * MB)}`,
      400,
      'The quote that opens in line 2',
    ],
    [
      'a million columns',
      () => `phoneNumber${','.repeat(1_000_000)}x\n13900139000\n`,
      400,
      /Row 1 has more than 1\d+ columns/,
    ],
    [
      '1,001 titles',
      () => `phoneNumber${Array.from({ length: 1000 }, (_, i) => `,f${i}`).join('')}\n`,
      400,
      'Row 1 has more than 1000 columns',
    ],
    [
      'a column far to the right',
      () => workbookFile({ rows: `<row>${inlineCell('phoneNumber', 'A1')}${inlineCell('x', 'XFD1')}</row>` }),
      400,
      'columns',
    ],
    [
      'a bad row after good batches',
      () => `phoneNumber\n${Array.from({ length: 5000 }, (_, i) => `${13_900_000_000 + i}\n`).join('')}"`,
      400,
      'The quote that opens in line 5002',
    ],
  ])('%s', async (_, content, status, message) => {
    const answer = await app.upload(id, content(), { fileName: 'contacts.csv' })
    expectError(answer, status)
    expect(answer.body.message).toMatch(message)
    expect(answer.body.message.length).toBeLessThan(400)
    expect(await contactCount(app, id)).toBe(1)
    expect(await storedContacts(app, id)).toHaveLength(1)
    // The lock on the data source is gone with the attempt.
    expect(expectSuccess(await app.upload(id, 'phoneNumber\n13900139000\n')).successCount).toBe(1)
  })
})

describe('a data source that is not there', () => {
  it.each([UNKNOWN_ID, 'abc', "' or 1=1 --"])('is a 404 for %s', async (unknown) => {
    expectError(
      await app.upload(encodeURIComponent(unknown), 'phoneNumber\n13900139000\n'),
      404,
      'does not exist',
    )
  })
})

describe('onDuplicate', () => {
  it('names the row for programs when the file cannot be read', async () => {
    const form = new FormData()
    form.set('file', new Blob(['\nphoneNumber,a,a\n13900139000,2,3\n']), 'a.csv')
    const path = `/api/dataSource/${id}/contact/batchImport`
    const response = await app.call(path, { method: 'POST', body: form })
    expect(await response.json()).toEqual({
      code: 400,
      message: 'The title "a" occurs twice in the title row',
      data: null,
      errors: [
        { field: 'file', row: 2, code: 'file_layout_wrong', params: { reason: 'title_twice', title: 'a' } },
      ],
    })
  })

  it('takes fail and update only', async () => {
    const form = new FormData()
    form.set('file', new Blob(['phoneNumber\n13900139000\n']), 'a.csv')
    const response = await app.call(`/api/dataSource/${id}/contact/batchImport?onDuplicate=merge`, {
      method: 'POST',
      body: form,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      code: 400,
      message: 'onDuplicate must be one of fail, update',
      data: null,
      errors: [{ field: 'onDuplicate', code: 'not_one_of', params: { allowed: ['fail', 'update'] } }],
    })
    expect(await contactCount(app, id)).toBe(1)
  })
})
