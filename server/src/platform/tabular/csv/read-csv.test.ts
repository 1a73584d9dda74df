import { describe, expect, it } from 'vitest'
import { LIMITS, readCells, readRows, spool } from '../../../../test/corpus/tabular-files.ts'
import { InvalidInput, TooLarge } from '../../kernel/errors.ts'
import { readTable } from '../read-table.ts'

const TEXT = 'phoneNumber,姓名,备注\r\n13800138000,王小明,"上海,浦东"\r\n13900139000,欧阳娜娜,五\r\n'
const CELLS = [
  ['phoneNumber', '姓名', '备注'],
  ['13800138000', '王小明', '上海,浦东'],
  ['13900139000', '欧阳娜娜', '五'],
]
const GBK =
  '70686f6e654e756d6265722cd0d5c3fb2cb1b8d7a20d0a31333830303133383030302ccdf5d0a1c3f72c22c9cfbaa32cc6d6b6ab220d0a31333930303133393030302cc5b7d1f4c4c8c4c82ccee50d0a'

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16()
}

describe('encodings', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with BOM', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16LE with BOM', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16BE with BOM', utf16be(`\ufeff${TEXT}`)],
    ['UTF-16LE', Buffer.from(TEXT, 'utf16le')],
    ['UTF-16BE', utf16be(TEXT)],
    ['GBK as Excel writes it', Buffer.from(GBK, 'hex')],
  ])('reads %s', async (_, bytes) => {
    expect(await readCells(bytes)).toEqual(CELLS)
  })

  it('reads the four-byte characters of GB18030', async () => {
    const bytes = Buffer.from(
      '70686f6e654e756d6265722cd0d5c3fb0d0a31333830303133383030302c95328236fe9f8139ef310d0a',
      'hex',
    )
    expect((await readCells(bytes))[1]).toEqual(['13800138000', '𠀀䶮㐂'])
  })

  it('tells UTF-16 apart although common characters hold a NUL byte themselves', async () => {
    const text = `一,一,一\n${'一一一,一丁,一\n'.repeat(50)}`
    expect(await readCells(Buffer.from(text, 'utf16le'))).toHaveLength(51)
    expect(await readCells(utf16be(text))).toHaveLength(51)
  })

  it('decides by the whole file: the first character outside ASCII may come late', async () => {
    const ascii = `phoneNumber,name\r\n${'13800138000,Wang\r\n'.repeat(9000)}`
    const late = Buffer.concat([
      Buffer.from(ascii),
      Buffer.from('13900139000,'),
      Buffer.from('cdf5d0a1c3f7', 'hex'),
    ])
    expect((await readCells(late)).at(-1)).toEqual(['13900139000', '王小明'])
    expect((await readCells(`${ascii}13900139000,王小明`)).at(-1)).toEqual(['13900139000', '王小明'])
  })

  it('joins characters that lie across two reads', async () => {
    const text = `name\n${`${'王'.repeat(300)}\n`.repeat(500)}`
    for (const shift of ['', 'x', 'xx']) {
      const cells = await readCells(shift + text)
      expect(new Set(cells.slice(1).flat())).toEqual(new Set(['王'.repeat(300)]))
    }
  })

  it('reads UTF-8 without a mark whose characters lie across the ends of what is looked at', async () => {
    for (const bytes of [65_535, 65_536, 65_537]) {
      const cell = `${'x'.repeat(bytes - 7)}é王小明`
      const rows = await readRows(`name\n${cell}\n`, { ...LIMITS, maxCellLength: 100_000 })
      expect(rows.at(-1)?.cells).toEqual([cell])
    }
  })

  it('takes ASCII for UTF-8', async () => {
    let encoding: string | undefined
    await readRows('name,phone\nAnn,138\n', {
      onFacts: (facts) => {
        encoding = facts.format === 'csv' ? facts.encoding : undefined
      },
    })
    expect(encoding).toBe('utf-8')
  })

  it.each([
    ['Latin-1', Buffer.from('name,city\r\nJosé,Malmö\r\n', 'latin1')],
    ['a BOM that lies', Buffer.concat([Buffer.from('\ufeffname\n'), Buffer.from(GBK, 'hex')])],
    ['a file cut inside a character', Buffer.from(TEXT).subarray(0, -4)],
  ])('refuses %s', async (_, bytes) => {
    await expect(readRows(bytes)).rejects.toThrow(InvalidInput)
    await expect(readRows(bytes)).rejects.toThrow('encoding')
  })
})

describe('delimiters', () => {
  it.each([
    ['comma', 'a,b,c;d\n1,2,3', ['a', 'b', 'c;d']],
    ['semicolon', 'a;b;c,d\n1;2;3', ['a', 'b', 'c,d']],
    ['tab', 'a\tb\tc,d\n1\t2\t3', ['a', 'b', 'c,d']],
  ])('tells %s by the title line', async (_, text, titles) => {
    expect(await readCells(text)).toEqual([titles, ['1', '2', '3']])
  })

  it('does not count delimiters inside quoted titles', async () => {
    expect(await readCells('"a,b,c";"d,e"\n1;2')).toEqual([
      ['a,b,c', 'd,e'],
      ['1', '2'],
    ])
  })

  it('takes a single column', async () => {
    expect(await readCells('phoneNumber\n13800138000\n')).toEqual([['phoneNumber'], ['13800138000']])
  })

  it.each([';', ',', '\t', '|'])('honours the line sep=%s, which a spreadsheet hides', async (delimiter) => {
    expect(await readRows(`sep=${delimiter}\r\na${delimiter}b\r\n1${delimiter}2`)).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['1', '2'] },
    ])
  })
})

describe('rows', () => {
  it('skips blank rows but counts them; a quoted field of many lines is one row', async () => {
    expect(await readRows('a,b\n\n1,"x\ny\nz"\n , \n"",\n2,3\n\n')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 3, cells: ['1', 'x\ny\nz'] },
      { row: 6, cells: ['2', '3'] },
    ])
  })

  it('fills short rows, and keeps extra cells only where there is something in them', async () => {
    expect(await readCells('a,b,c\n1\n1,2,3,,\n1,2,3,,5\n')).toEqual([
      ['a', 'b', 'c'],
      ['1', '', ''],
      ['1', '2', '3'],
      ['1', '2', '3', '', '5'],
    ])
  })

  it('takes the first row that is not blank for the titles', async () => {
    expect(await readRows('\r\n;;\r\na;b\r\n1;2')).toEqual([
      { row: 3, cells: ['a', 'b'] },
      { row: 4, cells: ['1', '2'] },
    ])
  })

  it('yields a file of titles only', async () => {
    expect(await readRows('a,b')).toEqual([{ row: 1, cells: ['a', 'b'] }])
  })

  it.each(['', '\ufeff', '\r\n\r\n', ' , , \n'])('refuses %j as empty', async (text) => {
    await expect(readRows(text)).rejects.toThrow(
      new InvalidInput('The file is empty', { fault: 'file_empty', field: 'file' }),
    )
  })

  it('yields batches, the titles first', async () => {
    const sizes: number[] = []
    for await (const batch of readTable(await spool(`a\n${'1\n'.repeat(9999)}`), LIMITS))
      sizes.push(batch.length)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(10_000)
  })

  it('takes 10,000 rows and refuses one more, not counting titles and blank rows', async () => {
    const rows = `a,b\n${'1,2\n\n'.repeat(10_000)}`
    expect(await readRows(rows)).toHaveLength(10_001)
    await expect(readRows(`${rows}1,2`)).rejects.toThrow(TooLarge)
    await expect(readRows(`${rows}1,2`)).rejects.toThrow('more than 10000 data rows')
  })

  it('refuses more columns than allowed, unless the extra ones are blank', async () => {
    expect(await readCells(`a${','.repeat(100)}\n1${','.repeat(100)}`)).toEqual([['a'], ['1']])
    await expect(readRows(`a\n1${','.repeat(60)}x`)).rejects.toThrow('Row 2 has more than 60 columns')
  })

  it('leaves the file open and stops reading when the caller does', async () => {
    const file = await spool(`a\n${'1\n'.repeat(200_000)}`)
    for await (const _ of readTable(file, { ...LIMITS, maxRows: 1e6 })) break
    expect((await file.stat()).size).toBe(400_002)
  })
})

it('finds out at once that a file ends before the row of its titles', async () => {
  await expect(readRows('\r\n'.repeat(100), { ...LIMITS, headerRow: 1000 })).rejects.toThrow(
    'The file has no row 1000 or later',
  )
})
