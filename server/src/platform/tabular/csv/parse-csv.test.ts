import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../kernel/errors.ts'
import { createCsvParser } from './parse-csv.ts'

function parse(chunks: string[], delimiter = ',', maxCellLength = 100): string[][] {
  const records: string[][] = []
  const parser = createCsvParser({
    delimiter,
    maxCellLength,
    firstLine: 1,
    onRecord: (row, cells) => {
      expect(row).toBe(records.length + 1)
      records.push(cells)
    },
  })
  for (const chunk of chunks) parser.write(chunk)
  parser.end()
  return records
}

describe('text after a closing quote', () => {
  const faultsOf = (text: string) => {
    const faults: [row: number, fault: string | undefined][] = []
    for (const size of [text.length, 1]) {
      faults.length = 0
      const parser = createCsvParser({
        delimiter: ',',
        maxCellLength: 100,
        firstLine: 1,
        onRecord: (row, _cells, fault) => faults.push([row, fault]),
      })
      for (let at = 0; at < text.length; at += size) parser.write(text.slice(at, at + size))
      parser.end()
    }
    return faults
  }

  it('is a fault of its row, and of no other', () => {
    expect(faultsOf('a,b\n1,"c"d\n2,"c"\n"x"y,"c"d\n')).toEqual([
      [1, undefined],
      [2, 'column B has text after its closing quote'],
      [3, undefined],
      [4, 'column A has text after its closing quote'],
    ])
  })

  it('is none if it is white space', () => {
    expect(faultsOf('"a" ,"b"\t\n')).toEqual([[1, undefined]])
  })
})

describe('createCsvParser', () => {
  it.each([
    ['LF', 'a,b\n1,2\n'],
    ['CRLF', 'a,b\r\n1,2\r\n'],
    ['CR', 'a,b\r1,2\r'],
    ['mixed', 'a,b\r\n1,2\n'],
    ['no end at all', 'a,b\n1,2'],
  ])('takes %s as line end', (_, text) => {
    expect(parse([text])).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it.each([
    ['a quoted delimiter', '"a,b",c', ['a,b', 'c']],
    ['a doubled quote', '"say ""hi""",c', ['say "hi"', 'c']],
    ['an empty quoted field', '"",c', ['', 'c']],
    ['quoted line ends', '"a\r\nb\rc\nd",e', ['a\r\nb\rc\nd', 'e']],
    ['a quote inside a plain field', '5" screen,c', ['5" screen', 'c']],
    ['a quote after a space', ' "a",c', [' "a"', 'c']],
    ['text after a closing quote', '"abc"def,c', ['abcdef', 'c']],
    ['spaces after a closing quote', '"a\nb" ,c', ['a\nb ', 'c']],
    ['a delimiter at the end', 'a,', ['a', '']],
    ['only delimiters', ',,', ['', '', '']],
  ])('reads %s', (_, text, cells) => {
    expect(parse([text])).toEqual([cells])
  })

  it('counts an empty line as a record', () => {
    expect(parse(['a\n\n\nb\n'])).toEqual([['a'], [''], [''], ['b']])
  })

  it.each([
    ['to the end of the file', 'a,b\r\n"x\ny",1\r\n"open,2\r\n3,4\r\n', 4],
    ['up to a quote in a later row', 'a,b\n1,"open\n3,say "hi"\n5,6\n', 2],
    ['up to a quoted field in a later row', 'a,b\n1,2\n"open,2\n"3",4\n', 3],
    ['for longer than a cell may be', `a\n"${'x\n'.repeat(200)}`, 2],
  ])('refuses a quote left open %s, and names its line', (_, text, line) => {
    expect(() => parse([text])).toThrow(InvalidInput)
    expect(() => parse([text])).toThrow(`opens in line ${line} `)
  })

  it('refuses a cell over the limit, quoted or not, and takes one at the limit', () => {
    expect(parse([`${'x'.repeat(100)},"${'""'.repeat(100)}"`])).toEqual([['x'.repeat(100), '"'.repeat(100)]])
    expect(() => parse([`a\nb,${'x'.repeat(101)}`])).toThrow('Row 2, column B')
    expect(() => parse([`a\n"${'x'.repeat(101)}"`])).toThrow('Row 2, column A')
    expect(() => parse([`a\n"${'x'.repeat(60)}"${'x'.repeat(60)}`])).toThrow('Row 2, column A')
  })

  it('refuses more columns than a sheet can have', () => {
    expect(() => parse([','.repeat(16_384)])).toThrow('Row 1 has more than 16384 columns')
  })

  it('does not care where the chunks are cut', () => {
    const text = fc.string({ unit: fc.constantFrom('"', '"', ',', '\r', '\n', 'a', '王') })
    fc.assert(
      fc.property(text, (sample) => {
        expect(attempt([...sample])).toEqual(attempt([sample]))
      }),
      { numRuns: 2000 },
    )
  })

  function attempt(chunks: string[]): string[][] | string {
    try {
      return parse(chunks)
    } catch (error) {
      return String(error)
    }
  }
})
