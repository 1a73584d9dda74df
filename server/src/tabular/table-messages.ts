// What a thread that reads files is asked, and what it answers: one answer to each question, in order.

import type { ReadTableOptions, TableFacts } from './read-table.ts'
import type { TableRow } from './table-rows.ts'

export type TableOptions = Omit<ReadTableOptions, 'onFacts'>

export type Question =
  /** Opens the file and reads up to the first rows. */
  { kind: 'open'; path: string; options: TableOptions } | { kind: 'next' } | { kind: 'close' }

export type Answer =
  | { kind: 'opened'; facts: TableFacts; rows: TableRow[] }
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'end' }
  | { kind: 'failed'; failure: Failure }

/** An error class does not survive the way between two threads. */
export interface Failure {
  type: 'InvalidInput' | 'TooLarge' | 'other'
  message: string
  code: string | undefined
  stack: string | undefined
}
