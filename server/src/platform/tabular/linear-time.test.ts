// No file makes its reader work out of proportion to its size: four times as much of anything takes about four times as
// long. Where time grows with the square, it would take sixteen times as long.
import { describe, expect, it } from 'vitest'
import { inlineCell, readRows, workbookFile } from '../../../test/corpus/tabular-files.ts'
import { encodeGbk } from '../../../test/support/encode-gbk.ts'

const LIMITS = { maxCellLength: 32_767, maxColumns: 1000 }
const ROW = `<row>${inlineCell('x')}</row>`
const gbk = encodeGbk('王')

/** Each makes a file that has `n` of something; a reader may refuse it, but not dawdle. */
const shapes: [name: string, file: (n: number) => Buffer | string, n: number][] = [
  ['spaces inside a shared string', (n) => shared(`<t> a${' '.repeat(n)}b</t>`), 200_000],
  ['spaces around a shared string', (n) => shared(`<t>${' '.repeat(n)}a${' '.repeat(n)}</t>`), 100_000],
  ['padded runs', (n) => shared(`<r><t> a${' '.repeat(500)}b</t></r>`.repeat(n)), 2000],
  ['spaces inside an inline text', (n) => sheet(inlineCell(` a${' '.repeat(n)}b`)), 200_000],
  ['spaces before a number', (n) => sheet(`<c><v>${' '.repeat(n)}1x</v></c>`), 200_000],
  ['zeros after a date', (n) => sheet(`<c t="d"><v>2024-01-05T00:00:00.${'0'.repeat(n)}x</v></c>`), 200_000],
  ['digits of a number', (n) => sheet(`<c><v>1${'0'.repeat(n)}x</v></c>`), 200_000],
  ['entities', (n) => shared(`<t>${'&amp;'.repeat(n)}</t>`), 40_000],
  ['escapes', (n) => shared(`<t>${'_x0041_'.repeat(n)}</t>`), 28_000],
  ['halves of escapes', (n) => shared(`<t>${'_x004'.repeat(n)}</t>`), 40_000],
  ['spaces inside a tag', (n) => sheet(`<c${' '.repeat(n)}/>`), 200_000],
  ['attributes', (n) => sheet(`<c ${Array.from({ length: n }, (_, i) => `a${i}=""`).join(' ')}/>`), 20_000],
  ['a comment', (n) => sheet(`<!--${'- '.repeat(n)}-->`), 100_000],
  [
    'format codes',
    (n) => styled(`<numFmt numFmtId="164" formatCode="${'0"'.repeat(100)}"/>`.repeat(n)),
    2000,
  ],
  ['rows of a workbook', (n) => workbookFile({ rows: ROW.repeat(n) }), 2000],
  ['quotes of a CSV cell', (n) => `a\n"${'""'.repeat(n)}"\n`, 8000],
  ['an open quote', (n) => `a\n"${'x\n'.repeat(n)}`, 8000],
  ['spaces after a closing quote', (n) => `a\n"x"${' '.repeat(n)}y\n`, 8000],
  ['quoted cells', (n) => 'a\n'.concat('"x","y"\n'.repeat(n)), 2400],
  ['apostrophes', (n) => `a\n${"'".repeat(n)}=\n`, 8000],
  ['apostrophes and delimiters', (n) => `a\n"${"';".repeat(n)}"\n`, 4000],
  ['blank lines', (n) => `a\n${'\n'.repeat(n)}`, 250_000],
  ['spaces before the titles', (n) => `${' '.repeat(n)}<\n`, 8000],
  ['a phone number of spaces', (n) => `phoneNumber\n123${' '.repeat(n)}x\n`, 8000],
  [
    'GB18030',
    (n) =>
      Buffer.concat([
        Buffer.from('a\n'),
        ...Array(n).fill(Buffer.concat([gbk, gbk, gbk, Buffer.from('\n')])),
      ]),
    2400,
  ],
  ['bytes of no encoding', (n) => Buffer.from(`a\n${'Jürgen\n'.repeat(n)}`, 'latin1'), 100_000],
]

function shared(content: string): Buffer {
  return workbookFile({
    rows: `${ROW}<row><c t="s"><v>0</v></c></row>`,
    sharedStrings: `<si>${content}</si>`,
  })
}

function sheet(cell: string): Buffer {
  return workbookFile({ rows: `${ROW}<row>${cell}</row>` })
}

function styled(formats: string): Buffer {
  return workbookFile({ rows: ROW, styles: `<numFmts>${formats}</numFmts>` })
}

/** The least processor time of a few readings: what else runs on the machine only ever adds to it. */
async function timeOf(content: Buffer | string): Promise<number> {
  const times: number[] = []
  for (let reading = 0; reading < 3; reading++) {
    const before = process.cpuUsage()
    await readRows(content, LIMITS).catch(() => undefined)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}

describe('the time to read a file', () => {
  it.each(shapes)('grows in proportion to %s', async (_, file, n) => {
    await timeOf(file(100))
    const [once, fourfold] = [await timeOf(file(n)), await timeOf(file(4 * n))]
    // What is over in a moment either way is measured too roughly for a ratio.
    expect(fourfold).toBeLessThan(8 * Math.max(once, 20))
  })
})
