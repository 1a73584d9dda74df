// The columns of an export that tell what came of the calls. Only tasks with a flow have them.

import type { Flow } from '../../../conversations/flows/flow.ts'
import { resultNames } from '../../../conversations/flows/steps/steps.ts'
import { type ExportColumn, timestampColumn } from '../../../lists/contacts/export-file.ts'
import { literal } from '../../../platform/storage/copy-out.ts'

/** Max number of columns of each kind: a voice agent may invent any number of fields. */
export const MAX_RESULT_NAMES = 200

interface FoundName {
  kind: 'digits' | 'fields'
  name: string
}

/** Over a row with a column `result`. A title that a custom field has gets `call.` in front. */
export function resultColumns(flow: Flow, found: FoundName[], taken: string[]): ExportColumn[] {
  const seen = (kind: FoundName['kind']) => found.filter((each) => each.kind === kind).map(({ name }) => name)
  const columns: ExportColumn[] = [
    { title: 'verdict', expression: "result -> 'verdict' ->> 'is'", words: 'verdicts' },
    ...namedColumns('digits', 'digits', [...resultNames(flow, 'digits'), ...seen('digits')]),
    ...namedColumns(
      'result',
      'fields',
      [...resultNames(flow, 'result'), ...seen('fields')].filter(isNotCallback),
    ),
    { title: 'transfer', expression: "result -> 'transfer' ->> 'result'", words: 'transfers' },
    { title: 'optOut', expression: "case when result ? 'optOut' then 'yes' end", words: 'answers' },
    timestampColumn('callbackTime', "(result ->> 'callbackTime')::timestamptz"),
    {
      title: 'recording',
      expression:
        "(select string_agg(each ->> 'id', ' ') from jsonb_array_elements(result -> 'recordings') as each)",
    },
  ]
  return columns.map((column) =>
    taken.includes(column.title) ? { ...column, title: `call.${column.title}` } : column,
  )
}

/** The callback has a column of its own, as a time. */
const isNotCallback = (field: string) => field !== 'callbackTime'

/** Callees, agents and platforms give these values: text that a spreadsheet must not run. */
function namedColumns(prefix: string, part: string, names: string[]): ExportColumn[] {
  return [...new Set(names)].map((name) => ({
    title: `${prefix}.${name}`,
    expression: `result -> '${part}' ->> ${literal(name)}`,
    isFreeText: true,
  }))
}
