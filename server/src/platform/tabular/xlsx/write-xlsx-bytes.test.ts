// A workbook of cells given as UTF-8 bytes is, byte for byte, the workbook of the same cells given as text.

import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createXlsxStream } from './write-xlsx.ts'
import { bytesOfText } from './xlsx-text.ts'

async function* one<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}

async function expectSameFile(titles: string[], rows: string[][]): Promise<void> {
  const bytes = rows.map((cells) => cells.map(bytesOfText))
  const [asText, asBytes] = await Promise.all([
    buffer(createXlsxStream({ titles, rows: one(rows) })),
    buffer(createXlsxStream({ titles, rows: one(bytes), cells: 'bytes' })),
  ])
  expect(asBytes.equals(asText)).toBe(true)
}

it('is the same for any text', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(
        '&',
        '<',
        '>',
        '_x',
        '0041_',
        ' ',
        '\t',
        '\n',
        '\r',
        '\0',
        'é',
        '客',
        '😀',
        '\ufffe',
        '\uffff',
      ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(cell), fc.array(fc.array(cell)), (titles, rows) =>
      expectSameFile(
        titles.map((title) => title.toWellFormed()),
        rows.map((cells) => cells.map((text) => text.toWellFormed())),
      ),
    ),
    { numRuns: 300 },
  )
})

it('is the same for text that is cut off', async () => {
  await expectSameFile(
    ['长'],
    [['客'.repeat(32_767)], ['客'.repeat(32_768)], [`${'x'.repeat(32_766)}客户`], ['é'.repeat(20_000)]],
  )
})
