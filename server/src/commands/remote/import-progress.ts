// The progress of an import on standard error.
import { counted } from '../../platform/kernel/counted.ts'
import { createProgressLine, inDigits, type Progress } from '../progress-line.ts'

export interface ImportCounts {
  /** Null until the file has been read once. */
  totalRows: number | null
  importCount: number
  successCount: number
  updatedCount: number
  failCount: number
}

export function createImportProgress(first: ImportCounts): (now: ImportCounts, isLast: boolean) => void {
  const startMs = performance.now()
  const show = createProgressLine()
  return (now, isLast) => {
    const rowsPerMs = (now.importCount - first.importCount) / (performance.now() - startMs)
    show(progressOf(now, Math.round(rowsPerMs * 1000)), isLast)
  }
}

export function progressOf(
  { totalRows, importCount, failCount }: ImportCounts,
  rowsPerSecond: number,
): Progress {
  if (totalRows === null) return { share: undefined, text: 'Reading the file' }
  const failed = failCount === 0 ? '' : `, ${inDigits(failCount)} failed`
  return {
    share: totalRows === 0 ? 1 : importCount / totalRows,
    text: `${inDigits(importCount)} of ${counted(totalRows, 'row')}${failed}`,
    more: `${inDigits(rowsPerSecond)} rows/s`,
  }
}
