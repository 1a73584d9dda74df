// The title row of an import file: which column is the number, which are custom fields, which are passed over.
import { InvalidInput } from '../kernel/errors.ts'
import { isStorableText } from '../kernel/storable-text.ts'
import type { TableRow } from '../tabular/table-rows.ts'
import { fieldNameProblem, OWNED_NAMES } from './contact-fields.ts'

export interface ImportColumns {
  phoneNumber: number
  fields: { name: string; index: number }[]
  /** Titles of columns that the service fills itself. */
  ignored: string[]
  width: number
}

export function readTitles({ cells, fault }: TableRow): ImportColumns {
  if (fault !== undefined) throw new InvalidInput(`title row: ${fault}`)
  const titles = cells.map((cell) => cell.trim())
  const columns: ImportColumns = { phoneNumber: -1, fields: [], ignored: [], width: titles.length }
  const seen = new Set<string>()
  for (const [index, name] of titles.entries()) {
    if (name === '') continue
    if (seen.has(name)) throw new InvalidInput(`the title row has ${JSON.stringify(name)} twice`)
    seen.add(name)
    if (name === 'phoneNumber') columns.phoneNumber = index
    else if (OWNED_NAMES.has(name)) columns.ignored.push(name)
    else {
      if (!isStorableText(name)) throw new InvalidInput('the title row has a character that cannot be stored')
      const problem = fieldNameProblem(name)
      if (problem) throw new InvalidInput(`title row: ${problem}`)
      columns.fields.push({ name, index })
    }
  }
  if (columns.phoneNumber < 0) {
    const found = titles.filter(Boolean).slice(0, 10).join(', ')
    throw new InvalidInput(`the title row has no phoneNumber; it has: ${found.slice(0, 200)}`)
  }
  return columns
}
