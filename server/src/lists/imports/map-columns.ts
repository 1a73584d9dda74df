// Turns the column mapping of an import's start into the columns that rows are read with.

import { InvalidInput, quote } from '../../platform/kernel/errors.ts'
import { type ColumnRules, type ImportColumns, PHONE_FIELD } from '../contacts/import-columns.ts'
import { recognizeNameField } from '../data-sources/name-field.ts'
import type { ColumnMapping, ImportPreview } from './import-job.ts'

/** The mapping that the preview proposes. */
export function proposedMapping({ columns }: ImportPreview): ColumnMapping[] {
  return columns.flatMap(({ column, field }) => (field === null ? [] : [{ column, field }]))
}

/** The column whose field, as the preview proposes it, is recognised as the display name, or null. */
export function proposedNameColumn(preview: ImportPreview): number | null {
  const fields = proposedMapping(preview).filter(({ column }) => column !== preview.phoneColumn)
  const name = recognizeNameField(fields.map(({ field }) => field))
  return fields.find(({ field }) => field === name)?.column ?? null
}

/** Refuses an invalid mapping with a message that names the entry. */
export function mapColumns(
  mapping: ColumnMapping[],
  { columns }: ImportPreview,
  { fieldProblem }: ColumnRules,
): ImportColumns {
  const mapped: ImportColumns = { phoneNumber: -1, fields: [], ignored: [], width: columns.length }
  const taken = { columns: new Set<number>(), fields: new Set<string>() }
  for (const [index, { column, field }] of mapping.entries()) {
    const entry = `columns[${index}]`
    if (column >= columns.length) {
      throw new InvalidInput(`${entry}.column must be less than ${columns.length} (got ${column})`, {
        fault: 'out_of_range',
        field: `${entry}.column`,
        params: { min: 0, max: columns.length - 1 },
      })
    }
    if (taken.columns.has(column)) throw repeated(`${entry}.column`, `column ${column}`)
    if (taken.fields.has(field)) throw repeated(`${entry}.field`, quote(field))
    taken.columns.add(column)
    taken.fields.add(field)
    if (field === PHONE_FIELD) mapped.phoneNumber = column
    else {
      const problem = fieldProblem(field)
      if (problem)
        throw new InvalidInput(`${entry}.field: ${problem.message}`, {
          ...problem.detail,
          field: `${entry}.field`,
        })
      mapped.fields.push({ name: field, index: column })
    }
  }
  if (mapped.phoneNumber < 0) {
    throw new InvalidInput(`columns must map one column to ${PHONE_FIELD}: none was recognised`, {
      fault: 'required',
      field: 'columns',
    })
  }
  mapped.fields.sort((a, b) => a.index - b.index)
  return mapped
}

function repeated(field: string, what: string): InvalidInput {
  return new InvalidInput(`${field} repeats ${what}`, { fault: 'invalid', field })
}
