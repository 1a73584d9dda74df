// What becomes of each column of the file, as chosen in the preview.
import type { Schemas } from '@carillon/client'

export type ImportPreviewData = Schemas['ImportPreview']

export const PHONE_FIELD = 'phoneNumber'

export interface ColumnChoice {
  isImported: boolean
  /** The name of the custom field. */
  field: string
}

export type FieldProblem = 'required' | 'taken'

/** The names that a field can have, with their labels; undefined if any name will do. */
export type FieldChoices = Record<string, string> | undefined

/** The proposal of the service. If another phone column is chosen, the proposed one becomes a field named by its title. */
export function proposedChoices(
  { columns, phoneColumn }: ImportPreviewData,
  allowed: FieldChoices,
): ColumnChoice[] {
  return columns.map(({ column, title, field }) => {
    const name = field ?? title
    if (column !== phoneColumn)
      return { isImported: field !== null, field: isAllowed(name, allowed) ? name : '' }
    const own = title === PHONE_FIELD || !isAllowed(title, allowed) ? '' : title
    return { isImported: own !== '', field: own }
  })
}

function isAllowed(name: string, allowed: FieldChoices): boolean {
  return allowed === undefined || Object.hasOwn(allowed, name)
}

/** What is wrong with the field names, by column. */
export function fieldProblems(
  choices: ColumnChoice[],
  phoneColumn: number | null,
): (FieldProblem | undefined)[] {
  const taken = new Set([PHONE_FIELD])
  return choices.map(({ isImported, field }, column) => {
    if (!isImported || column === phoneColumn) return undefined
    const name = field.trim()
    if (name === '') return 'required'
    if (taken.has(name)) return 'taken'
    taken.add(name)
    return undefined
  })
}

/** The columns as the start of the import takes them. */
export function columnMapping(choices: ColumnChoice[], phoneColumn: number | null) {
  return choices.flatMap(({ isImported, field }, column) => {
    if (column === phoneColumn) return [{ column, field: PHONE_FIELD }]
    return isImported ? [{ column, field: field.trim() }] : []
  })
}

/** The name of a column in a spreadsheet: A, B, … Z, AA, … */
export function columnLetters(index: number): string {
  const before = index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)
  return before + String.fromCharCode(65 + (index % 26))
}
