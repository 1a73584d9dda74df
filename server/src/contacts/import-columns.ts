// The title row of an import file: which column is the number, which are custom fields, which are passed over.
import { InvalidInput, shorten } from '../kernel/errors.ts'
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

export function readTitles({ row, cells, fault }: TableRow): ImportColumns {
  if (fault !== undefined)
    throw new InvalidInput(`title row: ${fault}`, { code: 'text_after_quote', field: 'file', row })
  const titles = cells.map((cell) => cell.trim())
  const columns: ImportColumns = { phoneNumber: -1, fields: [], ignored: [], width: titles.length }
  const seen = new Set<string>()
  for (const [index, name] of titles.entries()) {
    if (name === '') continue
    if (seen.has(name)) throw titleTwice(name, row)
    seen.add(name)
    if (name === 'phoneNumber') columns.phoneNumber = index
    else if (OWNED_NAMES.has(name)) columns.ignored.push(name)
    else {
      if (!isStorableText(name)) throw unstorableTitle(row)
      const problem = fieldNameProblem(name)
      if (problem) throw new InvalidInput(`title row: ${problem.message}`, { ...problem.detail, row })
      columns.fields.push({ name, index })
    }
  }
  if (columns.phoneNumber < 0) {
    const found = titles.filter(Boolean).slice(0, 10)
    throw new InvalidInput(`the title row has no phoneNumber; it has: ${found.join(', ').slice(0, 200)}`, {
      code: 'title_phone_missing',
      field: 'file',
      row,
      params: { titles: found.map(shorten) },
    })
  }
  return columns
}

function titleTwice(title: string, row: number): InvalidInput {
  const params = { title: shorten(title) }
  const detail = { code: 'title_twice', field: 'file', row, params } as const
  return new InvalidInput(`the title row has ${JSON.stringify(title)} twice`, detail)
}

function unstorableTitle(row: number): InvalidInput {
  const detail = { code: 'unstorable_text', field: 'file', row } as const
  return new InvalidInput('the title row has a character that cannot be stored', detail)
}
