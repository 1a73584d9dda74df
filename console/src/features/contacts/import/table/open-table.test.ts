// The page has to see in a file what the service will see in it: the same rows under the same numbers.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createXlsxStream } from '../../../../../../server/src/tabular/write-xlsx.ts'
import {
  drain,
  inlineCell,
  LIMITS,
  readRows,
  relationships,
  sheetXml,
  spool,
  workbookFile,
  workbookXml,
} from '../../../../../../server/test/corpus/tabular-files.ts'
import { encodeGbk } from '../../../../../../server/test/support/encode-gbk.ts'
import { openTable } from './open-table.ts'

const TEXT = 'phoneNumber,姓名,备注\r\n13800138000,王小明,"上海,浦东"\r\n\r\n13900139000,欧阳娜娜,五\r\n'

async function rowsHere(content: Buffer | string) {
  const table = await openTable(new Blob([new Uint8Array(Buffer.from(content))]))
  return drain(table.rows())
}

async function expectSame(content: Buffer | string): Promise<void> {
  const there = await readRows(content, { ...LIMITS, maxCellLength: 32_767, maxRows: 1_000_000 })
  expect(there.length).toBeGreaterThan(0)
  expect(await rowsHere(content)).toEqual(there)
}

describe('CSV', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16LE with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16BE with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
    ['UTF-16LE', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16BE', Buffer.from(TEXT, 'utf16le').swap16()],
    ['GB18030', encodeGbk(TEXT)],
    ['GB18030 that shows late', encodeGbk(`a\n${'0123456789\n'.repeat(30_000)}王`)],
    ['semicolons', 'a;b;c,d\n1;2;3'],
    ['tabs', 'a\tb\n1\t2'],
    ['a separator line', 'sep=|\r\na|b\r\n1|2'],
    ['blank rows and quotes', 'a,b\n\n1,"x\ny\nz"\n , \n"",\n2,3\n\n'],
    ['text after a closing quote', 'a,b\n1,"c"d\n2,3\n'],
    ['apostrophes of an export', `a,b\n'=1,"x;'=2"\n`],
    ['short and long rows', 'a,b,c\n1\n1,2,3,,\n1,2,3,,5\n'],
    ['characters across two reads', `name\n${`${'王'.repeat(300)}\n`.repeat(900)}`],
  ])('is read as the service reads it: %s', async (_, content) => {
    await expectSame(content)
  })

  it.each([
    ['an open quote', 'a,b\n1,"x\n2,3\n'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['German in Windows-1252', Buffer.from('name\r\nJürgen\r\n', 'latin1')],
    ['Latin-1', Buffer.from('name,city\r\nJosé,Malmö\r\n', 'latin1')],
  ])('is refused in the words of the service: %s', async (_, content) => {
    const said = (work: Promise<unknown>) =>
      work.then(
        () => 'nothing',
        (error: Error) => error.message,
      )
    expect(await said(rowsHere(content))).toBe(await said(readRows(content)))
  })
})

describe('XLSX', () => {
  const styles =
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="00000000000"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>' +
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="2"/></cellXfs>'
  const sharedStrings =
    '<si><t>one</t></si><si><r><t>東京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><r><t>タワー</t></r></si>' +
    '<si><t xml:space="preserve"> x </t></si><si><t> x\n</t></si><si><t/></si><si><t>a_x000D_b_x005F_x0041_</t></si>'
  const cells =
    '<c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c><c t="s"><v>5</v></c>' +
    '<c t="inlineStr"><is><t>a &amp; b</t></is></c><c t="inlineStr"><is><t><![CDATA[a<b]]></t></is></c>' +
    '<c t="str"><f>A1&amp;"x"</f><v>y_x000A_z</v></c><c><f>1+1</f></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c>' +
    '<c t="d"><v>2024-01-05T10:11:12Z</v></c><c><v>13800138000</v></c><c t="n"><v>1.3800138E10</v></c>' +
    '<c s="1"><v>45292</v></c><c s="2"><v>2155501234</v></c><c s="3"><v>0.12</v></c><c t="s"><v>0</v></c>'

  it('is read as the service reads it, whatever is in its cells', async () => {
    const rows = `<row>${cells}</row><row r="4"><c s="4"><v>13900139000</v></c><c><f>1</f></c></row><row r="5" spans="1:3"><c r="C5" s='1'><v>1</v></c></row>`
    await expectSame(workbookFile({ rows, sharedStrings, styles }))
  })

  it('is read from the first sheet that can be seen, wherever it is', async () => {
    const parts = {
      'xl/workbook.xml': workbookXml(
        '<sheet name="hidden" sheetId="1" state="hidden" r:id="rId1"/><sheet name="a&gt;b" sheetId="2" r:id="rId2"/>',
      ),
      'xl/_rels/workbook.xml.rels': relationships(
        ['worksheet', 'worksheets/sheet1.xml'],
        ['worksheet', '/xl/worksheets/other.xml'],
      ),
      'xl/worksheets/other.xml': sheetXml(`<row>${inlineCell('seen')}</row>`),
    }
    await expectSame(workbookFile({ rows: `<row>${inlineCell('hidden')}</row>`, parts }))
  })

  it('is read from the next sheet if one is empty, and a formula without a result is not passed over', async () => {
    const parts = {
      'xl/workbook.xml': workbookXml('<sheet r:id="rId1"/><sheet r:id="rId2"/>'),
      'xl/_rels/workbook.xml.rels': relationships(
        ['worksheet', 'worksheets/sheet1.xml'],
        ['worksheet', 'worksheets/other.xml'],
      ),
      'xl/worksheets/other.xml': sheetXml(
        `<row>${inlineCell('title')}</row><row><c><f>1</f></c></row><row r="4"/>`,
      ),
    }
    await expectSame(workbookFile({ rows: '', parts }))
  })

  it('takes no longer than it has to over padded text', async () => {
    const sharedStrings = `<si><t> a${' '.repeat(500_000)}b</t></si>`
    await expectSame(workbookFile({ rows: `<row>${inlineCell('x')}</row>`, sharedStrings }))
  })

  it('is read from a workbook of many rows', async () => {
    async function* batches() {
      for (let batch = 0; batch < 20; batch++)
        yield Array.from({ length: 1000 }, (_, row) => [`138${batch}${row}`, `<客户 & ${row}>`, ''])
    }
    const stream = createXlsxStream({ titles: ['phoneNumber', 'customerName', 'x'], rows: batches() })
    await expectSame(await buffer(Readable.from(stream)))
  })

  it.each([
    ['an archive of something else', workbookFile({ rows: '', parts: { 'word/document.xml': '<x/>' } })],
    ['half of a workbook', workbookFile({ rows: `<row>${inlineCell('x')}</row>` }).subarray(0, 600)],
  ])('is refused in the words of the service: %s', async (_, content) => {
    const said = (work: Promise<unknown>) =>
      work.then(
        () => 'nothing',
        (error: Error) => error.message,
      )
    expect(await said(rowsHere(content))).toBe(await said(spool(content).then(() => readRows(content))))
  })
})
