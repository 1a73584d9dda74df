import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  drain,
  inlineCell,
  LIMITS,
  MB,
  peakMemoryOf,
  type RawEntry,
  refusal,
  spool,
  workbookFile,
} from '../../../test/corpus/tabular-files.ts'
import { leastOf } from '../../../test/support/least-of.ts'
import { TooLarge } from '../kernel/errors.ts'
import { readTable } from './read-table.ts'

function* repeated(chunk: Buffer, times: number): Generator<Buffer> {
  for (let i = 0; i < times; i++) yield chunk
}

/** `times` copies of a chunk, compressed once: a deflated block that ends on a full flush can be repeated. */
function bomb(name: string, chunk: string, times: number, before = '', after = ''): RawEntry {
  const block = (text: string) => deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([block(before), ...repeated(block(chunk), times), deflateRawSync(after)])
  return { name, packed, size: before.length + chunk.length * times + after.length, method: 8 }
}

describe('bombs', () => {
  const name = 'xl/worksheets/sheet1.xml'
  const start = '<worksheet><sheetData><row><c t="inlineStr"><is><t>'

  it.each([
    ['of text', bomb(name, '0'.repeat(MB), 1024, start)],
    ['of text that lies about its size', { ...bomb(name, '0'.repeat(MB), 1024, start), size: 100 }],
    ['of nested elements', { ...bomb(name, '<a>'.repeat(MB / 4), 300, start), size: 100 }],
    ['of attributes', { ...bomb(name, ' a="b"'.repeat(MB / 8), 300, '<worksheet'), size: 100 }],
    ['of comments', { ...bomb(name, '-'.repeat(MB), 300, '<worksheet><!--'), size: 100 }],
    [
      'of empty cells',
      { ...bomb(name, '<c/>'.repeat(MB / 4), 300, '<worksheet><sheetData><row>'), size: 100 },
    ],
    ['of empty rows', { ...bomb(name, '<row/>'.repeat(MB / 8), 300, '<worksheet><sheetData>'), size: 100 }],
    [
      'of elements outside the table',
      { ...bomb(name, '<col/>'.repeat(MB / 64), 2000, '<worksheet><cols>'), size: 100 },
    ],
    [
      'of shared strings',
      { ...bomb('xl/sharedStrings.xml', '<si><t>x</t></si>'.repeat(MB / 32), 300, '<sst>'), size: 100 },
    ],
    [
      'of long shared strings',
      {
        ...bomb('xl/sharedStrings.xml', `<si><t>${'x'.repeat(1000)}</t></si>`.repeat(1000), 200, '<sst>'),
        size: 100,
      },
    ],
    [
      'of styles',
      { ...bomb('xl/styles.xml', '<xf/>'.repeat(MB / 8), 300, '<styleSheet><cellXfs>'), size: 100 },
    ],
    [
      'of sheets',
      { ...bomb('xl/workbook.xml', '<sheet/>'.repeat(MB / 8), 300, '<workbook><sheets>'), size: 100 },
    ],
  ])('stops at a bomb %s', { timeout: 60_000 }, async (_, entry) => {
    const rows = '<row><c t="s" s="1"><v>0</v></c></row>'
    const file = workbookFile({ rows, sharedStrings: '', styles: '', raw: [entry] })
    expect(file.length).toBeLessThan(4 * MB)
    const peak = await peakMemoryOf(async () => {
      expect(await refusal(file)).not.toBe('')
    })
    expect(peak).toBeLessThan(250 * MB)
  })

  it('counts the parts of a workbook together', async () => {
    const strings = bomb(
      'xl/sharedStrings.xml',
      `<!--${'-x'.repeat(1000)}-->`.repeat(100),
      300,
      '<sst>',
      '</sst>',
    )
    const sheet = bomb(
      name,
      `<col a="${'x'.repeat(1000)}"/>`.repeat(100),
      300,
      '<worksheet>',
      '<sheetData/></worksheet>',
    )
    const file = workbookFile({ rows: '', sharedStrings: '', raw: [strings, sheet] })
    const limits = { ...LIMITS, maxUncompressedBytes: 80 * MB }
    await expect(readTable(await spool(file), limits).next()).rejects.toThrow('too large when unpacked')
    await expect(readTable(await spool(file), LIMITS).next()).rejects.toThrow('The file is empty')
  })

  it('stops at the row limit without unpacking the rest', async () => {
    const row = `<row>${inlineCell('x')}</row>`
    const file = workbookFile({
      rows: '',
      raw: [bomb(name, row.repeat(1000), 4000, '<worksheet><sheetData>')],
    })
    const read = readTable(await spool(file), { ...LIMITS, maxUncompressedBytes: 1024 * MB })
    await expect(drain(read)).rejects.toThrow(TooLarge)
  })
})

describe('endless CSV', () => {
  it.each([
    ['a line of 64 MB', Buffer.alloc(MB, 'x'), 'Row 1, column A'],
    ['millions of columns', Buffer.alloc(MB, ','), 'more than 16384 columns'],
    ['millions of filled columns', Buffer.alloc(MB, 'x,'), 'more than 16384 columns'],
    ['a quote that never closes', Buffer.alloc(MB, '"x\n'), 'line 1 is not closed'],
    ['blank lines', Buffer.alloc(MB, '\n'), 'beyond row 1048576'],
  ])('stops at %s', async (_, chunk, words) => {
    const file = await spool(repeated(chunk, 64))
    const measure = () =>
      peakMemoryOf(async () => {
        await expect(readTable(file, LIMITS).next()).rejects.toThrow(words)
      })
    expect(await leastOf(120 * MB, measure)).toBeLessThan(120 * MB)
  })

  it('stops at the row limit of a big file in little memory', async () => {
    const file = await spool(repeated(Buffer.from('13800138000,王小明,上海\n'.repeat(30_000)), 64))
    const peak = await peakMemoryOf(async () => {
      await expect(drain(readTable(file, LIMITS))).rejects.toThrow(TooLarge)
    })
    expect(peak).toBeLessThan(120 * MB)
  })
})
