import { describe, expect, it, onTestFinished } from 'vitest'
import { MB, readCells, workbookFile } from '../../../../test/corpus/tabular-files.ts'
import { readSharedStrings, type SharedStrings } from './xlsx-shared-strings.ts'

const LIMITS = {
  maxCellLength: 1000,
  maxUncompressedBytes: 100 * MB,
  maxElements: 10_000_000,
  maxStrings: 1_100_000,
  maxTextLength: 100_000_000,
}

async function* table(count: number, textAt: (index: number) => string): AsyncGenerator<Buffer> {
  yield Buffer.from('<sst>')
  for (let first = 0; first < count; first += 1000) {
    const length = Math.min(1000, count - first)
    yield Buffer.from(Array.from({ length }, (_, i) => `<si><t>${textAt(first + i)}</t></si>`).join(''))
  }
  yield Buffer.from('</sst>')
}

async function read(count: number, textAt: (index: number) => string): Promise<SharedStrings> {
  const strings = await readSharedStrings(table(count, textAt), LIMITS)
  onTestFinished(() => strings.close())
  return strings
}

describe('a table of shared strings', () => {
  it('may have more strings than memory should hold, in any order of use', async () => {
    const count = 1_050_000
    const textAt = (index: number) => `客户 ${index}`
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    const strings = await read(count, textAt)
    const mismatches: number[] = []
    const check = (index: number) => strings.get(index) === textAt(index) || mismatches.push(index)
    for (let index = 0; index < count; index += 1) check(index)
    // Far apart: nearly every lookup needs another block.
    for (let i = 0; i < 3000; i += 1) check((i * 7_919_993) % count)
    expect(mismatches).toEqual([])
    globalThis.gc?.()
    // All of them would take more than 40 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(30 * MB)
  })

  it('gives nothing for what is not an index', async () => {
    const strings = await read(300, String)
    expect([0, 127, 128, 299].map(strings.get)).toEqual(['0', '127', '128', '299'])
    expect([300, 1000, -1, 1.5, Number.NaN].map(strings.get)).toEqual(Array(5).fill(undefined))
  })

  it.each([{ maxTextLength: 199_999 }, { maxStrings: 1999 }])('is refused beyond %j', async (limit) => {
    const reading = readSharedStrings(
      table(2000, () => 'x'.repeat(100)),
      { ...LIMITS, ...limit },
    )
    await expect(reading).rejects.toMatchObject({
      message: 'The workbook holds too much text: save the sheet as CSV, or split it',
      detail: { fault: 'workbook_too_much_text' },
    })
  })
})

it('cells keep characters that UTF-8 cannot hold', async () => {
  const sharedStrings = `<si><t>a_xD800_b_x0000_</t></si>${'<si><t>x</t></si>'.repeat(400)}`
  const file = workbookFile({
    rows: '<row><c t="s"><v>0</v></c><c t="s"><v>400</v></c></row>',
    sharedStrings,
  })
  expect(await readCells(file)).toEqual([['a\ud800b\0', 'x']])
})
