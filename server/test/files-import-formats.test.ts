import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createXlsxStream } from '../src/platform/tabular/xlsx/write-xlsx.ts'
import { inlineCell, relationships, sheetXml, workbookFile, workbookXml } from './corpus/tabular-files.ts'
import { encodeGbk } from './support/encode-gbk.ts'
import { encodeText } from './support/encode-text.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createFilesApp, storedContacts } from './support/files-app.ts'
import { openForFile } from './support/open-for-file.ts'

const app = await openForFile(createFilesApp())

async function imported(content: string | Buffer, fileName = 'contacts.csv') {
  const dataSourceId = await app.addDataSource(randomUUID())
  const result = expectSuccess(await app.upload(dataSourceId, content, { fileName }))
  expect(result.details).toEqual([])
  const contacts = await storedContacts(app, dataSourceId)
  expect(result.successCount).toBe(contacts.length)
  return contacts.map(({ phone_number, fields }) => ({ phoneNumber: phone_number, ...fields }))
}

const text = 'phoneNumber,customerName,address\n13800138000,张三,北京市朝阳区\n+86 139-0013-9000,李四,上海\n'
const contacts = [
  { phoneNumber: '13800138000', customerName: '张三', address: '北京市朝阳区' },
  { phoneNumber: '+86 139-0013-9000', customerName: '李四', address: '上海' },
]

function utf16be(content: string): Buffer {
  return Buffer.from(content, 'utf16le').swap16()
}

describe('CSV', () => {
  it.each<[string, string | Buffer]>([
    ['UTF-8', text],
    ['UTF-8 with a byte order mark', `\ufeff${text}`],
    ['UTF-16LE with a byte order mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16BE with a byte order mark', utf16be(`\ufeff${text}`)],
    ['UTF-16LE without one', Buffer.from(text, 'utf16le')],
    ['UTF-16BE without one', utf16be(text)],
    ['GBK as Excel writes it in China', encodeGbk(text.replaceAll('\n', '\r\n'))],
    ['semicolons', text.replaceAll(',', ';')],
    ['tabs', text.replaceAll(',', '\t')],
    [
      'tabs in UTF-16, which Excel calls Unicode text',
      Buffer.from(`\ufeff${text.replaceAll(',', '\t')}`, 'utf16le'),
    ],
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['CR', text.replaceAll('\n', '\r')],
    ['no line end at the end', text.trimEnd()],
    ['a separator line', `sep=;\r\n${text.replaceAll(',', ';')}`],
    ['every cell in quotes', text.replace(/[^,\n]+/g, '"$&"')],
    [
      'spaces around titles and numbers',
      text.replace('phoneNumber', ' phoneNumber ').replace('13800138000', ' 13800138000\t'),
    ],
  ])('reads %s', async (_, content) => {
    expect(await imported(content)).toEqual(contacts)
  })

  it('keeps line ends, quotes and delimiters inside quotes', async () => {
    const content =
      'phoneNumber,address\r\n13800138000,"1 High St\r\nFlat ""2"", left"\r\n13800138001,"a\nb"\r\n'
    expect(await imported(content)).toEqual([
      { phoneNumber: '13800138000', address: '1 High St\r\nFlat "2", left' },
      { phoneNumber: '13800138001', address: 'a\nb' },
    ])
  })

  it('goes by the content, not by the name', async () => {
    expect(await imported(text, 'contacts.xlsx')).toEqual(contacts)
    expect(await imported(text, '../../etc/passwd\u0000.exe')).toEqual(contacts)
  })
})

describe('.xlsx', () => {
  it('reads what our own writer writes', async () => {
    const rows = contacts.map(({ phoneNumber, customerName, address }) => [
      phoneNumber,
      customerName,
      address,
    ])
    async function* batches() {
      yield rows
    }
    const workbook = await buffer(
      createXlsxStream({ titles: ['phoneNumber', 'customerName', 'address'], rows: batches() }),
    )
    expect(await imported(workbook, 'contacts.xlsx')).toEqual(contacts)
    expect(await imported(workbook, 'contacts.csv')).toEqual(contacts)
  })

  it('reads numbers, long digits, dates and shared strings as a person sees them', async () => {
    const titles = ['phoneNumber', 'customerName', 'orderAmount', 'orderDate', 'account']
      .map((title, i) => inlineCell(title, `${'ABCDE'[i]}1`))
      .join('')
    const workbook = workbookFile({
      sharedStrings: '<si><t>张三</t></si><si><r><t>Ann </t></r><r><t xml:space="preserve"> Lee</t></r></si>',
      styles:
        '<numFmts><numFmt numFmtId="164" formatCode="0.00"/></numFmts>' +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs>',
      rows:
        `<row r="1">${titles}</row>` +
        '<row r="2"><c r="A2"><v>13800138000</v></c><c r="B2" t="s"><v>0</v></c><c r="C2" s="2"><v>99.5</v></c>' +
        '<c r="D2" s="1"><v>45292</v></c><c r="E2"><v>6222021234567890123</v></c></row>' +
        '<row r="4"><c r="A4"><v>1.3800138001E10</v></c><c r="B4" t="s"><v>1</v></c><c r="C4"><v>0.30000000000000004</v></c></row>',
    })
    expect(await imported(workbook)).toEqual([
      {
        phoneNumber: '13800138000',
        customerName: '张三',
        orderAmount: '99.50',
        orderDate: '2024-01-01',
        account: '6222021234567890123',
      },
      { phoneNumber: '13800138001', customerName: 'Ann Lee', orderAmount: '0.3' },
    ])
  })
})

describe('a phone number in a cell that holds a number', () => {
  const workbook = workbookFile({
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="2"/><xf numFmtId="14"/></cellXfs>',
    rows:
      `<row>${inlineCell('phoneNumber')}${inlineCell('orderAmount')}</row>` +
      '<row><c s="1"><v>13900139000</v></c><c s="1"><v>99</v></c></row>' +
      '<row><c><v>13900139001</v></c></row>' +
      '<row><c><v>13900139002.5</v></c></row>' +
      '<row><c s="2"><v>45292</v></c></row>' +
      `<row>${inlineCell('13900139003.0')}</row>` +
      '<row><c s="1"><v>13900139001</v></c></row>',
  })

  it('loses the decimals that its format shows, and nothing else', async () => {
    const dataSourceId = await app.addDataSource(randomUUID())
    const { details } = expectSuccess(await app.upload(dataSourceId, workbook))
    expect(await storedContacts(app, dataSourceId)).toMatchObject([
      { phone_number: '13900139000', fields: { orderAmount: '99.00' } },
      { phone_number: '13900139001' },
    ])
    expect(details.map(({ row, phoneNumber, reason }) => [row, phoneNumber, reason])).toEqual([
      [4, '13900139002.5', 'invalid'],
      [5, '2024-01-01', 'invalid'],
      [6, '13900139003.0', 'invalid'],
      [7, '13900139001', 'duplicate'],
    ])
  })

  it('is refused with its decimals in CSV, where nothing says that it is a number', async () => {
    const dataSourceId = await app.addDataSource(randomUUID())
    const { details } = expectSuccess(await app.upload(dataSourceId, 'phoneNumber\n13800138003.0\n'))
    expect(details).toEqual([
      {
        row: 2,
        phoneNumber: '13800138003.0',
        reason: 'invalid',
        code: 'phone_decimal',
        params: {},
        message: expect.stringContaining('decimal ending'),
      },
    ])
  })
})

describe('an encoding', () => {
  const german = Buffer.from('phoneNumber,name\r\n13800138000,Jürgen Groß\r\n', 'latin1')
  const importWith = async (content: Buffer, encoding?: string) => {
    const dataSourceId = await app.addDataSource(randomUUID())
    return { dataSourceId, answer: await app.upload(dataSourceId, content, { encoding }) }
  }
  const namesOf = async (dataSourceId: string) =>
    (await storedContacts(app, dataSourceId)).map(({ fields }) => fields['name'])

  it('that would make Chinese of German is refused, naming the parameter that decides', async () => {
    const { dataSourceId, answer } = await importWith(german)
    expectError(answer, 400, /query parameter encoding, for example encoding=windows-1252/)
    expect(answer.body).toMatchObject({
      errors: [
        {
          field: 'encoding',
          code: 'encoding_unknown',
          params: { encodings: expect.arrayContaining(['windows-1252', 'big5']) },
        },
      ],
    })
    expect(await storedContacts(app, dataSourceId)).toEqual([])
  })

  it.each<[string, string, Buffer]>([
    ['windows-1252', 'Jürgen Groß', german],
    ['windows-1252', '“5 €”', Buffer.from('phoneNumber,name\n138001,\x935 \x80\x94\n', 'latin1')],
    ['gb18030', '王', encodeGbk('phoneNumber,name\n138001,王\n')],
    ['utf-8', '王', Buffer.from('\ufeffphoneNumber,name\n138001,王\n')],
    ['utf-16le', '王', Buffer.from('\ufeffphoneNumber,name\n138001,王\n', 'utf16le')],
    ['utf-16be', '王', utf16be('phoneNumber,name\n138001,王\n')],
    ['big5', '王', Buffer.concat([Buffer.from('phoneNumber,name\n138001,'), Buffer.from('a4fd', 'hex')])],
    [
      'shift_jis',
      '山',
      Buffer.concat([Buffer.from('phoneNumber,name\n138001,'), Buffer.from('8e52', 'hex')]),
    ],
    [
      'windows-1251',
      'Да',
      Buffer.concat([Buffer.from('phoneNumber,name\n138001,'), Buffer.from('c4e0', 'hex')]),
    ],
  ])('that is named decides: %s', async (encoding, name, content) => {
    const { dataSourceId, answer } = await importWith(content, encoding)
    expect(expectSuccess(answer).details).toEqual([])
    expect(await namesOf(dataSourceId)).toEqual([name])
  })

  it.each([
    ['big5', ['陳志明', '林淑芬', '黃俊傑']],
    ['shift_jis', ['山田太郎', '佐藤花子', '高橋健一']],
  ])('is asked for rather than guessed: %s', async (encoding, names) => {
    const rows = names.map((name, index) => `1380013${8000 + index},${name}\n`).join('')
    const content = encodeText(`phoneNumber,name\n${rows}`, encoding)
    expectError((await importWith(content)).answer, 400, /query parameter encoding/)
    const { dataSourceId, answer } = await importWith(content, encoding)
    expect(expectSuccess(answer).details).toEqual([])
    expect(await namesOf(dataSourceId)).toEqual(names)
  })

  it('that the file is not in is a 400, and so is one that nobody knows', async () => {
    expectError((await importWith(german, 'utf-8')).answer, 400, 'The file is not in the encoding utf-8')
    expectError((await importWith(german, 'klingon')).answer, 400, /^encoding must be one of utf-8, /)
  })
})

describe('a row of CSV with text after a closing quote', () => {
  it('fails, and the others are imported', async () => {
    const dataSourceId = await app.addDataSource(randomUUID())
    const content = 'phoneNumber,name\n13800138000,"c"d\n13800138001,"e"\n'
    const { details, successCount } = expectSuccess(await app.upload(dataSourceId, content))
    expect(successCount).toBe(1)
    expect(details).toEqual([
      {
        row: 2,
        phoneNumber: '13800138000',
        reason: 'invalid',
        code: 'text_after_quote',
        params: {},
        message: 'column B has text after its closing quote',
      },
    ])
  })

  it('is a fault of the file if it is the title row', async () => {
    const dataSourceId = await app.addDataSource(randomUUID())
    const answer = await app.upload(dataSourceId, 'phoneNumber,"na"me\n13800138000,x\n')
    expectError(answer, 400, 'title row: column B has text after its closing quote')
  })
})

describe('a row that is only a formula without a result', () => {
  it('fails, and says that the result is missing', async () => {
    const dataSourceId = await app.addDataSource(randomUUID())
    const workbook = workbookFile({
      rows:
        `<row>${inlineCell('phoneNumber')}${inlineCell('name')}</row>` +
        '<row><c><f>"138"&amp;"00138000"</f></c></row>' +
        '<row><c r="B3"><f>"x"</f></c></row>' +
        `<row>${inlineCell('13800138001')}</row>`,
    })
    const { details, importCount } = expectSuccess(await app.upload(dataSourceId, workbook))
    expect(importCount).toBe(3)
    expect(details).toEqual([
      {
        row: 2,
        phoneNumber: '',
        reason: 'missing',
        code: 'phone_formula_without_result',
        params: {},
        message: expect.stringContaining('formula whose result'),
      },
      {
        row: 3,
        phoneNumber: '',
        reason: 'missing',
        code: 'phone_missing',
        params: {},
        message: 'phoneNumber is required',
      },
    ])
  })
})

describe('a workbook whose first sheet is empty', () => {
  it('is imported from the next with content', async () => {
    const workbook = workbookFile({
      rows: '',
      parts: {
        'xl/workbook.xml': workbookXml('<sheet r:id="rId1"/><sheet r:id="rId2"/>'),
        'xl/_rels/workbook.xml.rels': relationships(
          ['worksheet', 'worksheets/sheet1.xml'],
          ['worksheet', 'worksheets/sheet2.xml'],
        ),
        'xl/worksheets/sheet2.xml': sheetXml(
          `<row>${inlineCell('phoneNumber')}</row><row>${inlineCell('13800138000')}</row>`,
        ),
      },
    })
    expect(await imported(workbook)).toEqual([{ phoneNumber: '13800138000' }])
  })
})
