// The history of a number as a file, read from the database while it is sent.
import type { ExportStyle } from '../../lists/contacts/export-file.ts'
import { idsLast, type Labels, labels, titleIn } from '../../platform/labels/labels.ts'
import { type TableFile, writeTable } from '../../platform/tabular/write-table.ts'
import type { CellKind } from '../../platform/tabular/xlsx/xlsx-parts.ts'

type Cell = string | number | boolean | object | null
export type FileRow = Record<string, Cell>

interface NumberColumn {
  title: string
  kind?: CellKind
  words?: keyof Labels
}

const COLUMNS: NumberColumn[] = [
  { title: 'time', kind: 'time' },
  { title: 'kind', words: 'kinds' },
  { title: 'phoneNumber' },
  { title: 'taskName' },
  { title: 'taskId' },
  { title: 'contactId' },
  { title: 'cause', words: 'causes' },
  { title: 'endTime', kind: 'time' },
  { title: 'talkSeconds', kind: 'number' },
  { title: 'reason', words: 'causes' },
  { title: 'until', kind: 'time' },
  { title: 'detail' },
  { title: 'listName' },
  { title: 'note' },
  { title: 'actor' },
  { title: 'trunkId' },
  { title: 'trunkName' },
  { title: 'callerId' },
]

export function writeNumberFile(
  rows: AsyncIterable<FileRow[]>,
  { format, labels: language }: ExportStyle,
): TableFile {
  const columns = language ? idsLast(COLUMNS) : COLUMNS
  async function* cells(): AsyncGenerator<string[][]> {
    for await (const batch of rows) {
      yield batch.map((row) =>
        columns.map(({ title, words }) => {
          const value = text(row[title] ?? null)
          return language && words ? (labels[language][words][value] ?? value) : value
        }),
      )
    }
  }
  return writeTable(
    {
      titles: columns.map(({ title }) => (language ? titleIn(language, title) : title)),
      rows: cells(),
      kinds: language ? columns.map(({ kind = 'text' }) => kind) : [],
    },
    format,
  )
}

function text(value: Cell): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
