import { describe, expect, it } from 'vitest'
import {
  deflated,
  inlineCell,
  rawZip,
  readRows,
  refusal,
  sheetXml,
  workbookFile,
} from '../../../test/corpus/tabular-files.ts'
import { InvalidInput } from '../kernel/errors.ts'

const DAMAGED = 'The Excel file is damaged or incomplete'
const NEITHER = 'The file is neither CSV nor Excel (.xlsx)'
const OLE2 = Buffer.from('d0cf11e0a1b11ae1', 'hex')

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

  it.each([2n ** 40n, 2n ** 53n - 1n, 2n ** 63n, 2n ** 64n - 1n])(
    'refuses a 64-bit directory that points to byte %i',
    async (offset) => {
      const locator = Buffer.alloc(20)
      locator.write('PK\x06\x07', 'latin1')
      locator.writeBigUInt64LE(offset, 8)
      const end = good.subarray(-22)
      expect(await refusal(Buffer.concat([good.subarray(0, -22), locator, end]))).toBe(DAMAGED)
    },
  )

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
