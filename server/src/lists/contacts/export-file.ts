// Exports contacts as a file, streamed in constant memory. PostgreSQL writes the CSV itself; a workbook is made of the same
// rows. The export stops when its client disconnects.
import { Readable } from 'node:stream'
import { idsLast, labels, titleIn, type WordKind } from '../../platform/labels/labels.ts'
import { type CopySource, copyOut, literal, parseCopyText } from '../../platform/storage/copy-out.ts'
import type { Database } from '../../platform/storage/database.ts'
import { withCrlf } from '../../platform/tabular/csv/csv-line-ends.ts'
import { CSV_BOM, csvLine } from '../../platform/tabular/csv/write-csv.ts'
import { GUARD_PATTERNS } from '../../platform/tabular/formula-guard.ts'
import { CSV_FILE, type TableFile, XLSX_FILE } from '../../platform/tabular/write-table.ts'
import { createXlsxStream } from '../../platform/tabular/xlsx/write-xlsx.ts'
import type { CellKind } from '../../platform/tabular/xlsx/xlsx-parts.ts'
import type { Language } from '../../platform/words/languages.ts'

export type ExportFormat = 'csv' | 'excel'

export interface ExportColumn {
  title: string
  /** SQL expression over a row of `rowsBetween`. */
  expression: string
  /** A code that has words, for people who read the file. */
  words?: WordKind
  /** Another code, for people. */
  codeForPeople?: string
  /** What the column holds in a workbook for people; in others all cells are text. */
  kind?: CellKind
  /** Named by users: it keeps its title. */
  isNamedByUser?: boolean
  /** Text that users enter. In CSV it is guarded, because a spreadsheet could evaluate it as a formula. */
  isFreeText?: boolean
}

export interface ExportSource {
  columns: ExportColumn[]
  /** Positions 1 to this one are exported, in this order. */
  lastPosition: number
  /** A query for the rows with positions greater than `after` and up to `upTo`, with a column `position`. */
  rowsBetween(after: number, upTo: number): string | Promise<string>
}

export type ExportFile = TableFile

/** How the file shall be: for programs as the API names things, with `labels` for people in that language. */
export interface ExportStyle {
  format: ExportFormat
  labels?: Language | undefined
}

export function exportFile(db: Database, plain: ExportSource, { format, labels }: ExportStyle): ExportFile {
  const source = labels === undefined ? plain : forPeople(plain, labels)
  const titles = source.columns.map(({ title }) => title)
  if (format === 'csv') {
    return {
      stream: Readable.from(csvChunks(db, source, titles), { objectMode: false }),
      ...CSV_FILE,
    }
  }
  return {
    stream: createXlsxStream({
      titles,
      rows: rowBatches(db, source),
      cells: 'bytes',
      kinds: labels === undefined ? [] : source.columns.map(({ kind = 'text' }) => kind),
    }),
    ...XLSX_FILE,
  }
}

/** Readable titles, and words instead of codes. */
function forPeople(source: ExportSource, language: Language): ExportSource {
  const columns = idsLast(source.columns).map((column) => ({
    ...column,
    title: column.isNamedByUser ? column.title : titleIn(language, column.title),
    expression: column.words
      ? inWords(column.codeForPeople ?? column.expression, labels[language][column.words])
      : column.expression,
  }))
  return { ...source, columns }
}

function inWords(expression: string, words: Readonly<Record<string, string>>): string {
  const cases = Object.entries(words).map(([code, word]) => `when ${literal(code)} then ${literal(word)}`)
  return `case (${expression})::text ${cases.join(' ')} else (${expression})::text end`
}

async function* csvChunks(db: Database, source: ExportSource, titles: string[]): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_BOM + csvLine(titles))
  for await (const rows of copyOut(db, copySource(source, 'csv'))) yield withCrlf(rows)
}

async function* rowBatches(db: Database, source: ExportSource): AsyncGenerator<string[][]> {
  for await (const slice of copyOut(db, copySource(source, 'text'))) yield* parseCopyText(slice)
}

function copySource(
  { columns, lastPosition, rowsBetween }: ExportSource,
  format: 'csv' | 'text',
): CopySource {
  const expressions = columns
    .map(({ expression, isFreeText }) => {
      if (!isFreeText) return expression
      return `nullif(${format === 'csv' ? guardedInSql(expression) : expression}, '')`
    })
    .join(', ')
  return {
    lastPosition,
    // The offset keeps the planner from merging the queries, which would evaluate UNPACKED_FIELDS for every column.
    statement: async (after, upTo) =>
      `copy (
         select ${expressions} from (${await rowsBetween(after, upTo)} offset 0) as source order by position
       ) to stdout with (format ${format})`,
  }
}

/** guardCell in SQL. A cheap test lets most text through unchanged. */
export function guardedInSql(expression: string): string {
  const { firstCharacters, delimiters, plain, places } = GUARD_PATTERNS
  const codes = firstCharacters.map((char) => char.codePointAt(0)).join(', ')
  return `case
    when ascii(${expression}) not in (${codes}) and ${expression} !~ ${literal(delimiters)} then ${expression}
    when ${expression} ~ ${literal(plain)} then ${expression}
    else regexp_replace(${expression}, ${literal(places)}, '''', 'g')
  end`
}

/**
 * What `rowsBetween` selects as `fields`. Large values are stored compressed, and every ->> would unpack them again; the
 * result of || is unpacked. Seven times as fast for contacts of 50 kB, no slower for small ones.
 */
export const UNPACKED_FIELDS = "fields || '{}'"

/** The custom fields of a data source as columns. */
export function fieldColumns(names: string[]): ExportColumn[] {
  return names.map((name) => ({
    title: name,
    expression: `fields ->> ${literal(name)}`,
    isFreeText: true,
    isNamedByUser: true,
  }))
}

/** In PostgreSQL's own format and the time zone of the connection; to_char takes three times as long. */
export function timestampColumn(title: string, expression: string): ExportColumn {
  return { title, expression: `date_trunc('second', ${expression}::timestamp)`, kind: 'time' }
}
