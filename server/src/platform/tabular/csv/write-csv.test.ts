import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCsvParser } from './parse-csv.ts'
import { CSV_BOM, csvLine } from './write-csv.ts'

describe('csvLine', () => {
  it('quotes only what needs it', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', ' x', 'x ', 'two\nlines', ''])).toBe(
      'a,"b,c","say ""hi"""," x","x ","two\nlines",\r\n',
    )
  })

  it('is read back as it was, whatever the text', () => {
    const cells = fc.array(
      fc.string({ unit: fc.oneof(fc.constantFrom('"', ',', '\r', '\n', ' '), fc.string()) }),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(cells, (written) => {
        const records: string[][] = []
        const parser = createCsvParser({
          delimiter: ',',
          maxCellLength: 10_000,
          firstLine: 1,
          onRecord: (_row, record) => records.push(record),
        })
        parser.write(csvLine(written))
        parser.end()
        expect(records).toEqual([written])
      }),
    )
  })
})

it('marks the file as UTF-8', () => {
  expect(Buffer.from(CSV_BOM).toString('hex')).toBe('efbbbf')
})
