import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MB, peakMemoryOf, readCells, readRows, spool } from '../../../../test/corpus/tabular-files.ts'
import { createXlsxStream } from './write-xlsx.ts'
import { openZip } from './xlsx-zip.ts'

async function* batches(...rows: string[][][]): AsyncGenerator<string[][]> {
  yield* rows
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function partOf(file: Buffer, name: string): Promise<string> {
  const zip = await openZip(await spool(file), 1024 * MB)
  return (await bytesOf(zip.read(name))).toString()
}

/** Rows without end, counting how many batches were asked for. */
function endless() {
  const source = {
    pulled: 0,
    isReturned: false,
    [Symbol.asyncIterator]: () => source,
    next: async () => {
      source.pulled++
      const row = Array.from({ length: 8 }, () => Math.random().toString(36))
      return { done: false as const, value: Array.from({ length: 100 }, () => row) }
    },
    return: async () => {
      source.isReturned = true
      return { done: true as const, value: undefined }
    },
  }
  return source
}

describe('createXlsxStream', () => {
  it('is read back as it was written', async () => {
    const titles = ['phoneNumber', '姓名', 'a & b <c>']
    const rows = [
      ['+8613800138000', '王小明', '=1+1'],
      ['00123', ' padded ', 'two\nlines\r\nand\ta tab'],
      ['', '', '_x0041_ \u0001 😀'],
    ]
    const file = await bytesOf(
      createXlsxStream({ titles, rows: batches(rows.slice(0, 1), [], rows.slice(1)) }),
    )
    expect(await readCells(file)).toEqual([titles, ...rows])
  })

  it('keeps any text whatever', async () => {
    const unit = fc.oneof(
      fc.constantFrom(
        '_',
        'x',
        '0',
        '4',
        'F',
        ' ',
        '\t',
        '\r',
        '\n',
        '&',
        '<',
        '>',
        ']',
        '\0',
        '\u001f',
        '\ufffe',
        '\ud83d',
        '\ude00',
        '\u0085',
        '\u2028',
      ),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    )
    const cell = fc.string({ unit, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 30 }), async (rows) => {
        // An end that is never blank keeps the row from being skipped or cut.
        const marked = rows.map((row) => [...row, 'end'])
        const file = await bytesOf(createXlsxStream({ titles: ['a', 'b', 'c'], rows: batches(marked) }))
        expect((await readCells(file)).slice(1)).toEqual(marked)
      }),
      { numRuns: 100 },
    )
  })

  it('writes a file of titles only', async () => {
    expect(await readCells(await bytesOf(createXlsxStream({ titles: ['a', 'b'], rows: batches() })))).toEqual(
      [['a', 'b']],
    )
  })

  it('writes text cells, a bold and frozen title row, and no warning marks', async () => {
    const file = await bytesOf(createXlsxStream({ titles: ['phone'], rows: batches([['138']]) }))
    const sheet = await partOf(file, 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<c r="A2" s="1" t="inlineStr"><is><t>138</t></is></c>')
    expect(sheet).toContain('<c r="A1" s="2"')
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2"')
    expect(sheet).toContain('<ignoredError sqref="A1:A2" numberStoredAsText="1"/>')
    expect(await partOf(file, 'xl/styles.xml')).toContain('numFmtId="49" fontId="1"')
  })

  it('goes on to another sheet with the titles repeated', async () => {
    const rows = Array.from({ length: 7 }, (_, i) => [String(i)])
    const file = await bytesOf(
      createXlsxStream({ titles: ['n'], rows: batches(rows.slice(0, 5), rows.slice(5)), maxSheetRows: 4 }),
    )
    const texts = async (n: number) =>
      [...(await partOf(file, `xl/worksheets/sheet${n}.xml`)).matchAll(/<t>(.*?)<\/t>/g)].map(
        (match) => match[1],
      )
    expect(await texts(1)).toEqual(['n', '0', '1', '2'])
    expect(await texts(2)).toEqual(['n', '3', '4', '5'])
    expect(await texts(3)).toEqual(['n', '6'])
    expect(await partOf(file, 'xl/workbook.xml')).toContain('name="Sheet3" sheetId="3" r:id="rId3"')
    expect(await partOf(file, '[Content_Types].xml')).toContain('/xl/worksheets/sheet3.xml')
    expect(await readRows(file)).toHaveLength(4)
  })

  it('does not open a sheet for nothing when the last one is just full', async () => {
    const file = await bytesOf(
      createXlsxStream({ titles: ['n'], rows: batches([['1'], ['2']]), maxSheetRows: 3 }),
    )
    expect(await partOf(file, '[Content_Types].xml')).not.toContain('sheet2')
  })

  it('cuts a cell that Excel could not hold', async () => {
    const file = await bytesOf(
      createXlsxStream({ titles: ['a'], rows: batches([[`${'x'.repeat(32_766)}😀`]]) }),
    )
    const [, [cell] = []] = await readCells(file, { maxCellLength: 100_000 })
    expect(cell).toBe(`${'x'.repeat(32_766)}\ud83d`)
  })

  it('pulls no more rows than the reader makes room for', async () => {
    const source = endless()
    const stream = createXlsxStream({ titles: ['a'], rows: source })
    await new Promise((resolve) => stream.once('readable', resolve))
    let before = -1
    // Settled once it stays the same while the compressor's threads have had time to report.
    while (before !== source.pulled) {
      before = source.pulled
      for (let i = 0; i < 200; i++) await setImmediate()
    }
    expect(source.pulled).toBeLessThan(100)
    stream.read()
    await expect.poll(() => source.pulled > before).toBe(true)
    stream.destroy()
  })

  it('tells the source to return when the stream is destroyed, and pulls no more', async () => {
    const source = endless()
    const stream = createXlsxStream({ titles: ['a'], rows: source })
    for await (const _ of stream) break
    await expect.poll(() => source.isReturned).toBe(true)
    const { pulled } = source
    for (let i = 0; i < 200; i++) await setImmediate()
    expect(source.pulled).toBe(pulled)
  })

  it('tells the source to return even if nothing was ever read', async () => {
    const source = endless()
    createXlsxStream({ titles: ['a'], rows: source }).destroy()
    await expect.poll(() => source.isReturned).toBe(true)
    expect(source.pulled).toBe(0)
  })

  it('fails as its source does', async () => {
    async function* failing(): AsyncGenerator<string[][]> {
      yield [['1']]
      throw new Error('the connection is gone')
    }
    await expect(bytesOf(createXlsxStream({ titles: ['a'], rows: failing() }))).rejects.toThrow(
      'the connection is gone',
    )
  })

  it('stays in constant memory', async () => {
    const source = endless()
    let bytes = 0
    const peak = await peakMemoryOf(async () => {
      for await (const chunk of createXlsxStream({ titles: ['a'], rows: source })) {
        bytes += chunk.length
        if (source.pulled > 1000) break
      }
    })
    expect(bytes).toBeGreaterThan(MB)
    expect(peak).toBeLessThan(100 * MB)
  })
})
