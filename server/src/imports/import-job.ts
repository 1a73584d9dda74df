// What an import job is made of. A job is `uploaded` until somebody starts it, then `running`; it ends as `completed`, `failed` or
// `canceled`. Rows that were imported before it failed or was canceled stay.
import type { ErrorCode } from '../kernel/error-codes.ts'

export const IMPORT_STATUSES = ['uploaded', 'running', 'completed', 'failed', 'canceled'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** Why a job as a whole failed: the code of an error of the API, or that nobody started it. */
export interface ImportError {
  code: ErrorCode | typeof NOT_STARTED
  params: object
  message: string
}

export const NOT_STARTED = 'import_not_started'

/** Why a column is taken for the one with the phone numbers. */
export const PHONE_REASONS = ['field_name', 'title', 'content'] as const
export type PhoneReason = (typeof PHONE_REASONS)[number]

/** Why a column is left out unless somebody maps it. */
export const IGNORED_REASONS = ['no_title', 'repeated_title', 'service_field', 'invalid_title'] as const
export type IgnoredReason = (typeof IGNORED_REASONS)[number]

export interface PreviewColumn {
  /** From 0, as in `cells`. */
  column: number
  title: string
  /** What the column becomes if nothing else is said; null: nothing. */
  field: string | null
  ignoredReason: IgnoredReason | null
}

export interface ImportPreview {
  format: 'csv' | 'xlsx'
  encoding: string | null
  separator: string | null
  sheet: string | null
  columns: PreviewColumn[]
  phoneColumn: number | null
  phoneReason: PhoneReason | null
  rows: { row: number; cells: string[] }[]
}

export interface ColumnMapping {
  column: number
  field: string
}

export interface ImportSettings {
  columns: ColumnMapping[]
  onDuplicate: 'skip' | 'update'
}

export const MAX_JOB_ROWS = 1_000_000
export const MAX_JOB_BYTES = 200 * 1024 * 1024

/** Of a file that is read for a job: a sheet of a million rows is ten times its size when it is unpacked. */
export const JOB_TABLE_LIMITS = {
  maxRows: MAX_JOB_ROWS,
  maxColumns: 1000,
  maxCellLength: 32_767,
  maxTableLength: 1024 ** 3,
  maxUncompressedBytes: 2 * 1024 ** 3,
}
/** How long reading a file from end to end may keep a thread busy. */
export const JOB_DEADLINE_MS = 10 * 60_000
