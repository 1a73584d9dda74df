// An import from its first part to its last. It stops where a part is not taken, knows what went in until then, and
// can go on from there.
import type { Client } from '@carillon/client'
import {
  asInWholeFile,
  type FailedRow,
  failedRowLine,
  failedTitleLine,
  withWholeFileRows,
} from './failed-rows.ts'
import { type ImportPart, MOST_BYTES, MOST_ROWS, splitIntoParts, titlesToSend } from './import-parts.ts'
import { titledPhoneColumn } from './phone-column.ts'
import type { Survey } from './survey-table.ts'
import type { TableFile } from './table/open-table.ts'

export interface ImportPlan {
  dataSourceId: string
  file: File
  /** Undefined if the page cannot read the file; the service perhaps can. */
  read: { table: TableFile; survey: Survey; phoneColumn: number } | undefined
  onDuplicate: 'fail' | 'update'
}

export interface ImportTotals {
  importCount: number
  successCount: number
  updatedCount: number
  failCount: number
  ignoredColumns: string[]
  failedRows: FailedRow[]
}

export interface ImportState {
  step: 'running' | 'stopped' | 'done'
  /** From 0 to 1, of the whole file. */
  fraction: number
  /** The part under way, or the one that was not taken. */
  part: Pick<ImportPart, 'firstRow' | 'lastRow'> | undefined
  /** All of it is sent: the service is at work. */
  isStoring: boolean
  /** The last row that is dealt with; 0 if none is. */
  lastRowDone: number
  totals: ImportTotals
  /** Why it stopped; undefined if it was told to. */
  error: unknown
}

export interface ImportRun {
  read(): ImportState
  subscribe(onChange: () => void): () => void
  /** Begins, or goes on where it stopped. */
  start(): void
  stop(): void
  /** Leaves it as it is. */
  finish(): void
  /** The rows that failed, to mend and import again. */
  failedRowsFile(): File
}

/** Sending is one half of the work on a part, as far as anybody can tell. */
const SENDING_SHARE = 0.5

export function createImportRun(client: Client, plan: ImportPlan): ImportRun {
  const { dataSourceId, file, read, onDuplicate } = plan
  const listeners = new Set<() => void>()
  const titles = read ? titlesToSend(read.survey.titles, read.phoneColumn) : ['phoneNumber']
  const rowCount = Math.max(1, read?.survey.rowCount ?? 1)
  const parts =
    read && isRewritten(plan)
      ? splitIntoParts({ table: read.table, name: file.name, titles })
      : wholeFile(plan)
  const failedLines: string[] = []
  let pending: ImportPart | undefined
  let stopping = new AbortController()
  let rowsDone = 0
  let state: ImportState = {
    step: 'running',
    fraction: 0,
    part: undefined,
    isStoring: false,
    lastRowDone: 0,
    totals: {
      importCount: 0,
      successCount: 0,
      updatedCount: 0,
      failCount: 0,
      ignoredColumns: [],
      failedRows: [],
    },
    error: undefined,
  }
  function change(next: Partial<ImportState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  async function run(): Promise<void> {
    stopping = new AbortController()
    change({ step: 'running', error: undefined, isStoring: false })
    try {
      for (;;) {
        pending ??= (await parts.next()).value ?? undefined
        if (!pending) break
        await send(pending)
        pending = undefined
      }
      change({ step: 'done', fraction: 1, part: undefined })
    } catch (error) {
      change({ step: 'stopped', isStoring: false, error: stopping.signal.aborted ? undefined : error })
    }
  }

  async function send(part: ImportPart): Promise<void> {
    const share = part.rowCount / rowCount
    const before = rowsDone / rowCount
    change({ part, fraction: before, isStoring: false })
    const answer = await client
      .importContacts(dataSourceId, part.file, {
        onDuplicate,
        signal: stopping.signal,
        onProgress: (sent) =>
          change({ fraction: before + share * sent * SENDING_SHARE, isStoring: sent === 1 }),
      })
      .catch((error: unknown) => {
        throw inWordsOfWholeFile(error, part)
      })
    const failed = answer.details.map((each) => (part.rows ? asInWholeFile(each, rowIn(part)) : each))
    await noteFailedRows(part, failed)
    rowsDone += part.rowCount
    change({
      fraction: rowsDone / rowCount,
      lastRowDone: part.lastRow,
      totals: {
        importCount: state.totals.importCount + answer.importCount,
        successCount: state.totals.successCount + answer.successCount,
        updatedCount: state.totals.updatedCount + answer.updatedCount,
        failCount: state.totals.failCount + answer.failCount,
        ignoredColumns: answer.ignoredColumns,
        failedRows: [...state.totals.failedRows, ...failed],
      },
    })
  }

  async function noteFailedRows(part: ImportPart, failed: FailedRow[]): Promise<void> {
    const cells = await cellsOf(part, new Set(failed.map(({ row }) => row)))
    for (const each of failed)
      failedLines.push(failedRowLine(titles, each, cells.get(each.row) ?? [each.phoneNumber]))
  }

  async function cellsOf(part: ImportPart, wanted: Set<number>): Promise<Map<number, string[]>> {
    const cells = new Map<number, string[]>()
    if (wanted.size === 0) return cells
    for await (const rows of part.rows ? [part.rows] : (read?.table.rows() ?? []))
      for (const row of rows) if (wanted.has(row.row)) cells.set(row.row, row.cells)
    return cells
  }

  return {
    read: () => state,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    start: () => void run(),
    stop: () => stopping.abort(),
    finish: () => change({ step: 'done' }),
    failedRowsFile: () =>
      new File([failedTitleLine(titles), ...failedLines], failedFileName(file.name), { type: 'text/csv' }),
  }
}

/** Whether the file has to be written anew: it is too big, or its phone column has another title. */
export function isRewritten({ file, read }: Pick<ImportPlan, 'file' | 'read'>): boolean {
  if (!read) return false
  const { survey } = read
  return survey.rowCount > MOST_ROWS || file.size > MOST_BYTES || titledPhoneColumn(survey.titles) < 0
}

async function* wholeFile({ file, read }: ImportPlan): AsyncGenerator<ImportPart> {
  const { rowCount = 1, lastRow = 0 } = read?.survey ?? {}
  yield { file, rowCount, firstRow: read?.survey.sample[0]?.row ?? 0, lastRow, rows: undefined }
}

/** Row 2 of a part is its first after the titles. */
function rowIn({ rows }: ImportPart): (partRow: number) => number {
  return (partRow) => rows?.[partRow - 2]?.row ?? partRow
}

function inWordsOfWholeFile(error: unknown, part: ImportPart): unknown {
  if (error instanceof Error && part.rows) error.message = withWholeFileRows(error.message, rowIn(part))
  return error
}

function failedFileName(name: string): string {
  return `${name.replace(/\.\w+$/, '')}-failed.csv`
}
