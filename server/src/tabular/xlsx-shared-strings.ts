// The table of strings that cells refer to by number. It is read as a whole before the first row, so a hostile workbook could
// use it to fill memory: both the number of strings and their total length are limited.

import { InvalidInput } from '../kernel/errors.ts'
import { collectText } from './xlsx-text.ts'
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
          { code: 'workbook_too_much_text', field: 'file' },
        )
      }
    },
  })
  return strings
}
