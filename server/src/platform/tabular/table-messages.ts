// The messages of a thread that reads files: one response to each request, in order.

import type { Failure } from '../kernel/threads/thread-failure.ts'
import type { ReadTableOptions, TableFacts } from './read-table.ts'
import type { TableRow } from './table-rows.ts'

export type TableOptions = Omit<ReadTableOptions, 'onFacts' | 'onEnd'>

export type Question =
  /** Opens the file and reads up to the first rows. */
  | { kind: 'open'; path: string; options: TableOptions }
  | { kind: 'next' }
  | { kind: 'close' }
  /** Reads the whole file and counts its data rows. */
  | { kind: 'count'; path: string; options: TableOptions }

export type Answer =
  | { kind: 'opened'; facts: TableFacts; titles: TableRow; rows: TableRow[] }
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'end' }
  | { kind: 'counted'; dataRows: number }
  | { kind: 'failed'; failure: Failure }
