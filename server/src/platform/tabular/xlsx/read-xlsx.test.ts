import { describe, expect, it } from 'vitest'
import {
  inlineCell,
  readCells,
  readRows,
  relationships,
  sheetXml,
  workbookFile,
  workbookXml,
} from '../../../../test/corpus/tabular-files.ts'
import { InvalidInput, TooLarge } from '../../kernel/errors.ts'

const STYLES =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="00000000000"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/></cellXfs>'

function cellsOf(rows: string, rest: object = {}): Promise<string[][]> {
  return readCells(workbookFile({ rows, ...rest }))
}

describe('cells', () => {
  it.each([
    ['a shared string', '<c t="s"><v>1</v></c>', 'two'],
    ['a rich text without its phonetic guide', '<c t="s"><v>2</v></c>', '東京タワー'],
    ['kept spaces', '<c t="s"><v>3</v></c>', ' x '],
    ['spaces that nothing keeps', '<c t="s"><v>4</v></c>', 'x'],
    ['an empty shared string', '<c t="s"><v>5</v></c>', ''],
    ['escaped characters', '<c t="s"><v>6</v></c>', 'a\rb_x0041_'],
    ['an inline string', '<c t="inlineStr"><is><t>a &amp; b</t></is></c>', 'a & b'],
    [
      'an inline rich text',
      '<c t="inlineStr"><is><r><t>a</t></r><r><rPr><b/></rPr><t>b</t></r></is></c>',
      'ab',
    ],
    ['CDATA', '<c t="inlineStr"><is><t><![CDATA[a<b]]></t></is></c>', 'a<b'],
    ['the result of a formula', '<c t="str"><f>A1&amp;"x"</f><v>y_x000A_z</v></c>', 'y\nz'],
    ['a formula without a result', '<c><f>1+1</f></c>', ''],
    ['TRUE', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['FALSE', '<c t="b"><v>0</v></c>', 'FALSE'],
    ['an error', '<c t="e"><v>#N/A</v></c>', '#N/A'],
    ['an ISO date', '<c t="d"><v>2024-01-05T00:00:00</v></c>', '2024-01-05'],
    ['an ISO time', '<c t="d"><v>2024-01-05T10:11:12Z</v></c>', '2024-01-05 10:11:12'],
    ['a phone number stored as number', '<c><v>13800138000</v></c>', '13800138000'],
    ['a number with exponent', '<c t="n"><v>1.3800138E10</v></c>', '13800138000'],
    ['a date', '<c s="1"><v>45292</v></c>', '2024-01-01'],
    ['a padded number', '<c s="2"><v>2155501234</v></c>', '02155501234'],
    ['a percentage', '<c s="3"><v>0.12</v></c>', '12%'],
    ['a style that does not exist', '<c s="99"><v>0.12</v></c>', '0.12'],
  ])('reads %s', async (_, cell, shown) => {
    const sharedStrings =
      '<si><t>one</t></si><si><t>two</t></si>' +
      '<si><r><t>東京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><r><t>タワー</t></r><phoneticPr fontId="1"/></si>' +
      '<si><t xml:space="preserve"> x </t></si><si><t> x\n</t></si><si><t/></si><si><t>a_x000D_b_x005F_x0041_</t></si>'
    const rows = `<row>${inlineCell('title')}</row><row>${cell}${inlineCell('end')}</row>`
    expect(await cellsOf(rows, { sharedStrings, styles: STYLES })).toEqual([
      ['title', ''].slice(0, 1),
      [shown, 'end'],
    ])
  })

  it('counts dates from 1904 where the workbook says so', async () => {
    const parts = { 'xl/workbook.xml': workbookXml('<sheet r:id="rId1"/>', '<workbookPr date1904="1"/>') }
    expect(await cellsOf('<row><c s="1"><v>0</v></c></row>', { styles: STYLES, parts })).toEqual([
      ['1904-01-01'],
    ])
  })
})

describe('rows and columns', () => {
  it('places cells by their reference, and one after the other without', async () => {
    const rows = `<row r="1">${inlineCell('a', 'A1')}${inlineCell('c', 'C1')}${inlineCell('d')}</row><row>${inlineCell('x')}<c/>${inlineCell('z')}</row>`
    expect(await cellsOf(rows)).toEqual([
      ['a', '', 'c', 'd'],
      ['x', '', 'z', ''],
    ])
  })

  it('numbers rows as the sheet does: blank ones are left out but counted', async () => {
    const rows = `<row r="2">${inlineCell('a')}</row><row r="3"><c s="1"/></row><row>${inlineCell(' ')}</row><row r="9">${inlineCell('b')}</row><row>${inlineCell('c')}</row>`
    expect(await readRows(workbookFile({ rows }))).toEqual([
      { row: 2, cells: ['a'] },
      { row: 9, cells: ['b'] },
      { row: 10, cells: ['c'] },
    ])
  })

  it('ignores formatted but empty cells up to the last column', async () => {
    expect(await cellsOf(`<row>${inlineCell('a')}<c r="XFD1" s="1"/></row>`)).toEqual([['a']])
  })

  it('takes 10,000 rows and refuses one more', async () => {
    const rows = (count: number) => `<row>${inlineCell('x')}</row>`.repeat(count)
    expect(await cellsOf(rows(10_001))).toHaveLength(10_001)
    await expect(cellsOf(rows(10_002))).rejects.toThrow(TooLarge)
    await expect(cellsOf(rows(10_002))).rejects.toThrow('more than 10000 data rows')
  })

  it('refuses a cell over the limit only if it is in the sheet', async () => {
    const sharedStrings = `<si><t>${'x'.repeat(1001)}</t></si><si><t>${'_x0041_'.repeat(1000)}</t></si>`
    expect(await cellsOf('<row><c t="s"><v>1</v></c></row>', { sharedStrings })).toEqual([['A'.repeat(1000)]])
    await expect(cellsOf('<row><c/><c t="s"><v>0</v></c></row>', { sharedStrings })).rejects.toThrow(
      'Row 1, column B',
    )
    await expect(cellsOf(`<row>${inlineCell('x'.repeat(1001))}</row>`)).rejects.toThrow('Row 1, column A')
    await expect(cellsOf(`<row><c t="str"><v>${'x'.repeat(9000)}</v></c></row>`)).rejects.toThrow(
      'Row 1, column A',
    )
  })

  it.each([
    ['a row number beyond the sheet', `<row r="99999999999">${inlineCell('a')}</row>`],
    ['a row number that is none', `<row r="x">${inlineCell('a')}</row>`],
    ['rows out of order', `<row r="2">${inlineCell('a')}</row><row r="1">${inlineCell('b')}</row>`],
    ['a row twice', `<row r="2">${inlineCell('a')}</row><row r="2">${inlineCell('b')}</row>`],
    ['a column beyond the sheet', `<row>${inlineCell('a', 'ZZZZZZ1')}</row>`],
    ['the column after the last', `<row>${inlineCell('a', 'XFE1')}</row>`],
    ['a reference without a column', `<row>${inlineCell('a', '12')}</row>`],
    ['a shared string that is not there', '<row><c t="s"><v>7</v></c></row>'],
  ])('calls a sheet with %s damaged', async (_, rows) => {
    await expect(cellsOf(rows)).rejects.toThrow(
      new InvalidInput('The Excel file is damaged or incomplete', {
        fault: 'workbook_damaged',
        field: 'file',
      }),
    )
  })

  it('refuses more columns than allowed', async () => {
    await expect(cellsOf(`<row>${inlineCell('a', 'BI1')}</row>`)).rejects.toThrow(
      'Row 1 has more than 60 columns',
    )
    expect(await cellsOf(`<row>${inlineCell('a', 'BH1')}</row>`)).toHaveLength(1)
  })
})

describe('packages', () => {
  const sheet = (text: string) => sheetXml(`<row>${inlineCell(text)}</row>`)
  const three = ['worksheet', 'worksheet', 'worksheet'].map(
    (type, i) => [type, `worksheets/sheet${i + 1}.xml`] as [string, string],
  )
  const sheets = { 'xl/worksheets/sheet2.xml': sheet('second'), 'xl/worksheets/sheet3.xml': sheet('third') }

  it('takes the first visible sheet in the order of the workbook', async () => {
    const parts = {
      ...sheets,
      'xl/_rels/workbook.xml.rels': relationships(...three),
      'xl/workbook.xml': workbookXml(
        '<sheet state="hidden" r:id="rId1"/><sheet state="veryHidden" r:id="rId2"/><sheet r:id="rId3"/><sheet r:id="rId1"/>',
      ),
    }
    expect(await cellsOf(`<row>${inlineCell('first')}</row>`, { parts })).toEqual([['third']])
  })

  it('takes the first sheet if all are hidden, and passes over chart sheets', async () => {
    const parts = {
      ...sheets,
      'xl/_rels/workbook.xml.rels': relationships(
        ['chartsheet', 'chartsheets/sheet1.xml'],
        ...three.slice(1),
      ),
      'xl/workbook.xml': workbookXml(
        '<sheet state="hidden" r:id="rId1"/><sheet state="hidden" r:id="rId2"/>',
      ),
    }
    expect(await cellsOf('', { parts })).toEqual([['second']])
  })

  it.each(['/xl/worksheets/sheet2.xml', '../xl/worksheets/sheet2.xml', './worksheets/SHEET2.xml'])(
    'follows the target %s',
    async (target) => {
      const parts = { ...sheets, 'xl/_rels/workbook.xml.rels': relationships(['worksheet', target]) }
      expect(await cellsOf('', { parts })).toEqual([['second']])
    },
  )

  it('finds a workbook under another name', async () => {
    const parts = {
      '_rels/.rels': relationships(['officeDocument', '/book/main.xml']),
      'book/main.xml': workbookXml('<sheet r:id="rId1"/>'),
      'book/_rels/main.xml.rels': relationships(['worksheet', 'one.xml']),
      'book/one.xml': sheet('other'),
      'xl/workbook.xml': undefined,
    }
    expect(await cellsOf('', { parts })).toEqual([['other']])
  })

  it('manages without relationships', async () => {
    const parts = { '_rels/.rels': undefined, 'xl/_rels/workbook.xml.rels': undefined }
    expect(
      await cellsOf('<row><c t="s"><v>0</v></c></row>', { parts, sharedStrings: '<si><t>x</t></si>' }),
    ).toEqual([['x']])
  })

  it('reads prefixed names, as of the Open XML SDK', async () => {
    const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
    const parts = {
      'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="${namespace}"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c t="inlineStr"><x:is><x:t>b</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`,
      'xl/sharedStrings.xml': `<x:sst xmlns:x="${namespace}"><x:si><x:t>a</x:t></x:si></x:sst>`,
    }
    expect(await cellsOf('', { parts })).toEqual([['a', 'b']])
  })

  it('reads strict workbooks', async () => {
    const strict = (xml: string) =>
      xml
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006',
          'http://purl.oclc.org/ooxml/officeDocument',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          'http://purl.oclc.org/ooxml/spreadsheetml/main',
        )
    const parts = {
      '_rels/.rels': strict(relationships(['officeDocument', 'xl/workbook.xml'])),
      'xl/workbook.xml': strict(workbookXml('<sheet r:id="rId1"/>')),
      'xl/_rels/workbook.xml.rels': strict(relationships(['worksheet', 'worksheets/sheet1.xml'])),
      'xl/worksheets/sheet1.xml': strict(sheet('strict')),
    }
    expect(await cellsOf('', { parts })).toEqual([['strict']])
  })

  it('reads parts in UTF-16 and with a byte order mark', async () => {
    const xml = sheet('宽').replace('UTF-8', 'UTF-16')
    const marked = (encoding: BufferEncoding) => Buffer.from(`\ufeff${xml}`, encoding)
    for (const bytes of [marked('utf8'), marked('utf16le'), marked('utf16le').swap16()]) {
      expect(await cellsOf('', { parts: { 'xl/worksheets/sheet1.xml': bytes } })).toEqual([['宽']])
    }
  })

  it('moves on from empty sheets to the next with content, but not to a hidden one', async () => {
    const parts = {
      ...sheets,
      'xl/_rels/workbook.xml.rels': relationships(...three),
      'xl/workbook.xml': workbookXml(
        '<sheet r:id="rId1"/><sheet state="hidden" r:id="rId2"/><sheet r:id="rId3"/>',
      ),
    }
    for (const empty of ['', '<row r="3"/>', `<row>${inlineCell(' ')}</row>`])
      expect(await cellsOf(empty, { parts })).toEqual([['third']])
    const onlyHidden = {
      ...parts,
      'xl/workbook.xml': workbookXml('<sheet r:id="rId1"/><sheet state="hidden" r:id="rId2"/>'),
    }
    await expect(cellsOf('', { parts: onlyHidden })).rejects.toThrow('The file is empty')
  })

  it('refuses a workbook whose sheet is empty', async () => {
    await expect(cellsOf('')).rejects.toThrow(
      new InvalidInput('The file is empty', { fault: 'file_empty', field: 'file' }),
    )
  })
})

describe('a row', () => {
  const title = `<row>${inlineCell('a')}${inlineCell('b')}</row>`

  it('that is only a formula without a result is a row', async () => {
    const rows = `<row><c><f>1</f></c></row>${title}<row><c><f>1+1</f></c></row><row><c/></row><row><c t="str"><f>""</f><v></v></c></row>`
    expect(await readRows(workbookFile({ rows }))).toEqual([
      { row: 2, cells: ['a', 'b'] },
      { row: 3, cells: ['', ''], unsolved: [0] },
    ])
  })

  it('says which of its numbers show more than digits', async () => {
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="2"/></cellXfs>'
    const rows = `${title}<row><c><v>138</v></c><c s="1"><v>138</v></c></row><row>${inlineCell('1.0')}</row>`
    expect(await readRows(workbookFile({ rows, styles }))).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['138', '138.00'], numeric: [1] },
      { row: 3, cells: ['1.0', ''] },
    ])
  })

  it('has at most as much text as it may, and so has the table', async () => {
    const sharedStrings = `<si><t>${'x'.repeat(1000)}</t></si>`
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`
    const file = workbookFile({ rows: row.repeat(3), sharedStrings })
    expect(await readRows(file)).toHaveLength(3)
    await expect(readRows(file, { maxRowLength: 49_999 })).rejects.toThrow(
      new InvalidInput('Row 1 has more than 49999 characters', {
        fault: 'row_too_long',
        field: 'file',
        row: 1,
        params: { max: 49_999 },
      }),
    )
    await expect(readRows(file, { maxTableLength: 149_999 })).rejects.toThrow(
      new InvalidInput('The table has more than 149999 characters', {
        fault: 'table_too_long',
        field: 'file',
        params: { max: 149_999 },
      }),
    )
  })
})
