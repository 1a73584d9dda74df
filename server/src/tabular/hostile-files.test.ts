import { constants, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  deflated,
  drain,
  inlineCell,
  LIMITS,
  MB,
  peakMemoryOf,
  rawZip,
  readRows,
  sheetXml,
  spool,
  workbookFile,
} from '../../test/corpus/tabular-files.ts'
import { InvalidInput, TooLarge } from '../kernel/errors.ts'
import { readTable } from './read-table.ts'

const DAMAGED = 'The Excel file is damaged or incomplete'
const NEITHER = 'The file is neither CSV nor Excel (.xlsx)'
const OLE2 = Buffer.from('d0cf11e0a1b11ae1', 'hex')

async function refusal(content: string | Buffer | Iterable<Buffer>): Promise<string> {
  const error = await readRows(content).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(InvalidInput)
  return (error as InvalidInput).message
}

function* repeated(chunk: Buffer, times: number): Generator<Buffer> {
  for (let i = 0; i < times; i++) yield chunk
}

/** `times` copies of a chunk, compressed once: a deflated block that ends on a full flush can be repeated. */
function bomb(name: string, chunk: string, times: number, before = '', after = '') {
  const block = (text: string) => deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const packed = Buffer.concat([block(before), ...repeated(block(chunk), times), deflateRawSync(after)])
  return { name, packed, size: before.length + chunk.length * times + after.length, method: 8 }
}

describe('other kinds of files', () => {
  it.each([
    ['a JPEG', Buffer.from('ffd8ffe000104a46494600', 'hex')],
    ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a gzip', Buffer.from('1f8b0800', 'hex')],
    ['control characters', Buffer.from('\x01\x02\x03,\x04\x05')],
    ['a NUL in the middle of text', Buffer.from(`a,b\n${'1,2\n'.repeat(99)}\0`)],
  ])('refuses %s', async (_, bytes) => {
    expect(await refusal(bytes)).toContain(NEITHER)
  })

  it('refuses bytes without a pattern', async () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i * 31 + i) % 256))
    expect(await refusal(bytes)).toContain('if it is CSV at all')
  })

  it('takes a stray control character in a cell', async () => {
    expect(
      await readRows(`name,city,note\n${'Wang,Shanghai,hello\n'.repeat(20)}Li\x02,Beijing,\n`),
    ).toHaveLength(22)
  })

  it.each(['<!DOCTYPE html><table><tr><td>1', '\ufeff\n<html>', '<?xml version="1.0"?><Workbook/>'])(
    'refuses the web page or XML %j',
    async (text) => {
      expect(await refusal(text)).toContain('web page or XML')
    },
  )

  it('tells an encrypted workbook from an old one', async () => {
    const padding = Buffer.alloc(200_000, 0xff)
    const directory = Buffer.from('EncryptedPackage', 'utf16le')
    expect(await refusal(Buffer.concat([OLE2, padding, directory, padding]))).toContain('encrypted')
    // Wherever the name lies, across two reads too.
    for (const at of [131_060, 131_072]) {
      expect(await refusal(Buffer.concat([OLE2, Buffer.alloc(at - 8), directory]))).toContain('encrypted')
    }
    expect(await refusal(Buffer.concat([OLE2, padding]))).toContain('.xls)')
  })

  it.each([
    ['word/document.xml', 'Word'],
    ['ppt/presentation.xml', 'PowerPoint'],
    ['xl/workbook.bin', '.xlsb'],
    ['content.xml', '.ods'],
    ['Index/Document.iwa', 'Numbers'],
    ['holiday.jpg', 'ZIP archive without an Excel workbook'],
  ])('refuses a ZIP archive with %s in it', async (name, words) => {
    expect(await refusal(rawZip([deflated(name, 'x')]))).toContain(words)
  })

  it('refuses an empty ZIP archive', async () => {
    expect(await refusal(rawZip([]))).toContain('ZIP archive without an Excel workbook')
  })
})

describe('broken workbooks', () => {
  const good = workbookFile({ rows: `<row>${inlineCell('a')}</row>`.repeat(2000) })
  const entryOf = (content: string) => deflated('xl/worksheets/sheet1.xml', sheetXml(content))

  it('refuses a file cut off anywhere', async () => {
    for (let length = 4; length < good.length; length += 97) {
      expect(await refusal(good.subarray(0, length))).toBe(DAMAGED)
    }
  })

  it('turns whatever flipped bytes cause into an error of its own', async () => {
    for (let at = 4; at < good.length; at += 41) {
      const bytes = Buffer.from(good)
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      const error = await readRows(bytes).catch((reason: unknown) => reason)
      expect(Array.isArray(error) || error instanceof InvalidInput).toBe(true)
    }
  })

  it('refuses encrypted entries', async () => {
    expect(await refusal(workbookFile({ rows: '', raw: [{ ...entryOf(''), flags: 1 }] }))).toContain(
      'encrypted',
    )
    expect(await refusal(workbookFile({ rows: '', raw: [{ ...entryOf(''), flags: 0x41 }] }))).toContain(
      'encrypted',
    )
  })

  it('refuses a compression it does not know', async () => {
    expect(await refusal(workbookFile({ rows: '', raw: [{ ...entryOf(''), method: 14 }] }))).toBe(DAMAGED)
  })

  it('refuses a package without the sheet its workbook names', async () => {
    expect(await refusal(workbookFile({ rows: '', parts: { 'xl/worksheets/sheet1.xml': undefined } }))).toBe(
      DAMAGED,
    )
  })

  it.each([
    ['cut off', '<worksheet><sheetData><row>'],
    ['with crossed tags', '<worksheet><sheetData><row></c></row></sheetData></worksheet>'],
    ['without elements', 'hello'],
    ['of other bytes', Buffer.from('<worksheet><sheetData><row>\xff\xfe', 'latin1')],
  ])('refuses a sheet %s', async (_, sheet) => {
    expect(await refusal(workbookFile({ rows: '', parts: { 'xl/worksheets/sheet1.xml': sheet } }))).toBe(
      DAMAGED,
    )
  })

  it('refuses document types, and with them every entity', async () => {
    const entities = Array.from(
      { length: 20 },
      (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`,
    ).join('')
    const doctype = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">${entities}]>`
    const sheet = `${doctype}<worksheet><sheetData><row>${inlineCell('&e20;')}</row></sheetData></worksheet>`
    expect(await refusal(workbookFile({ rows: '', parts: { 'xl/worksheets/sheet1.xml': sheet } }))).toBe(
      DAMAGED,
    )
    expect(await refusal(workbookFile({ rows: `<row>${inlineCell('&e20;')}</row>` }))).toBe(DAMAGED)
  })

  it('refuses an archive of too many parts', async () => {
    const parts = Array.from({ length: 10_001 }, (_, i) => ({
      name: `xl/${i}`,
      packed: Buffer.alloc(0),
      size: 0,
      method: 0,
    }))
    expect(await refusal(rawZip(parts))).toContain('too many parts')
  })
})

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
    expect(peak).toBeLessThan(350 * MB)
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
    await expect(readTable(await spool(file), limits).next()).rejects.toThrow('too big once unpacked')
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
    const peak = await peakMemoryOf(async () => {
      await expect(readTable(file, LIMITS).next()).rejects.toThrow(words)
    })
    expect(peak).toBeLessThan(120 * MB)
  })

  it('stops at the row limit of a big file in little memory', async () => {
    const file = await spool(repeated(Buffer.from('13800138000,王小明,上海\n'.repeat(30_000)), 64))
    const peak = await peakMemoryOf(async () => {
      await expect(drain(readTable(file, LIMITS))).rejects.toThrow(TooLarge)
    })
    expect(peak).toBeLessThan(120 * MB)
  })
})
