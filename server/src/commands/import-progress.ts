// The progress of an import on standard error: a bar on a terminal, otherwise a line for every tenth of the rows.
import { isErrorTerminal, sayAside, sayInPlace } from './terminal.ts'

export interface ImportCounts {
  /** Null until the file has been read once. */
  totalRows: number | null
  importCount: number
  successCount: number
  updatedCount: number
  failCount: number
}

const BAR_WIDTH = 30

export function createImportProgress(first: ImportCounts): (now: ImportCounts, isLast: boolean) => void {
  const startMs = performance.now()
  let lastTenth = -1

  return (now, isLast) => {
    if (isErrorTerminal()) {
      const rowsPerMs = (now.importCount - first.importCount) / (performance.now() - startMs)
      sayInPlace(progressBar(now, Math.round(rowsPerMs * 1000)), isLast)
      return
    }
    const tenth = Math.floor(shareOf(now) * 10)
    if (tenth !== lastTenth) sayAside(rowsOf(now))
    lastTenth = now.totalRows === null ? lastTenth : tenth
  }
}

export function progressBar(now: ImportCounts, rowsPerSecond: number): string {
  if (now.totalRows === null) return rowsOf(now)
  const share = shareOf(now)
  const bar = '#'.repeat(share * BAR_WIDTH).padEnd(BAR_WIDTH, '.')
  const percent = `${Math.floor(share * 100)}%`.padStart(5)
  return `[${bar}]${percent}  ${rowsOf(now)}, ${inDigits(rowsPerSecond)} rows/s`
}

function rowsOf({ totalRows, importCount, failCount }: ImportCounts): string {
  if (totalRows === null) return 'Reading the file'
  const failed = failCount === 0 ? '' : `, ${inDigits(failCount)} failed`
  return `${inDigits(importCount)} of ${inDigits(totalRows)} rows${failed}`
}

function shareOf({ totalRows, importCount }: ImportCounts): number {
  return totalRows === null ? 0 : totalRows === 0 ? 1 : importCount / totalRows
}

/** 1234567 as 1,234,567. */
export function inDigits(count: number): string {
  return count.toLocaleString('en-US')
}
