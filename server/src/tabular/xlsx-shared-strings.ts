// The table of texts that cells refer to by number. It comes as a whole before the first row, so it is what a hostile
// workbook would fill memory with: both the number of texts and their total length are capped.

import { InvalidInput } from '../kernel/errors.ts'
import { decodeXlsxText } from './xlsx-text.ts'
import { parseWholeXml } from './xlsx-xml.ts'

const MAX_STRINGS = 1_000_000
const MAX_TOTAL_CHARACTERS = 50_000_000

export async function readSharedStrings(
  part: AsyncIterable<Buffer>,
  maxCellLength: number,
): Promise<string[]> {
  const strings: string[] = []
  const text = collectText(maxCellLength)
  let total = 0
  await parseWholeXml(part, {
    open: text.open,
    text: text.text,
    close(name) {
      text.close(name)
      if (name !== 'si') return
      const value = text.take()
      total += value.length
      if (strings.push(value) > MAX_STRINGS || total > MAX_TOTAL_CHARACTERS) {
        throw new InvalidInput(
          'The workbook holds too much text: copy the sheet to import into a file of its own',
        )
      }
    },
  })
  return strings
}

/** Joins the <t> runs of a rich text, leaving out the phonetic guides (<rPh>) that are printed above it. */
export function collectText(maxLength: number) {
  // An escaped character takes seven; beyond that, a text is too long whatever it holds.
  const maxRawLength = 7 * (maxLength + 1)
  let raw = ''
  let run = ''
  let isInRun = false
  let isPreserved = false
  let isInPhonetic = false
  return {
    open(name: string, attributes: Record<string, string>) {
      if (name === 'rPh') isInPhonetic = true
      else if (name === 't' && !isInPhonetic) {
        isInRun = true
        isPreserved = attributes['xml:space'] === 'preserve'
      }
    },
    text(text: string) {
      if (isInRun && raw.length + run.length < maxRawLength) run += text
    },
    close(name: string) {
      if (name === 'rPh') isInPhonetic = false
      else if (name === 't' && isInRun) {
        raw += isPreserved || !isPadded(run) ? run : run.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
        run = ''
        isInRun = false
      }
    },
    /** One character over the limit is enough to show that there was more. */
    take(): string {
      const value = decodeXlsxText(raw).slice(0, maxLength + 1)
      raw = ''
      return value
    },
  }
}

function isPadded(text: string): boolean {
  return text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32
}
