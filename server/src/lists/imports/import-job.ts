// What an import job consists of. A job is `uploaded` until it is started, then `running`, and ends as `completed`, `failed` or
// `canceled`. Rows that were imported before it failed or was canceled stay, unless it is undone: it is `undoing` while its contacts
// are deleted, then `undone`.

import type { Encoding } from '../../platform/tabular/encodings.ts'
import type { ErrorCode } from '../../platform/words/error-codes.ts'
import type { IgnoredReason } from '../contacts/import-columns.ts'
import { TABLE_LIMITS } from '../contacts/import-contacts.ts'

export const IMPORT_STATUSES = [
  'uploaded',
  'running',
  'completed',
  'failed',
  'canceled',
  'undoing',
  'undone',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** Why a job failed: an error code of the API, or that the job was not started in time. */
export interface ImportError {
  code: ErrorCode | typeof NOT_STARTED
  params: object
  message: string
}

export const NOT_STARTED = 'import_not_started'

/** How the column with the phone numbers was recognised. */
export const PHONE_REASONS = ['field_name', 'title', 'content'] as const
export type PhoneReason = (typeof PHONE_REASONS)[number]

export interface PreviewColumn {
  /** From 0, as in `cells`. */
  column: number
  title: string
  /** The field that the column becomes by default; null: it is ignored. */
  field: string | null
  ignoredReason: IgnoredReason | null
}

export interface ImportPreview {
  format: 'csv' | 'xlsx'
  encoding: string | null
  separator: string | null
  sheet: string | null
  sheets: string[]
  headerRow: number
  columns: PreviewColumn[]
  phoneColumn: number | null
  phoneReason: PhoneReason | null
  rows: { row: number; cells: string[] }[]
}

/** How the file is read, as the user has said it; what is absent is detected. */
export interface FileReading {
  encoding?: Encoding | undefined
  headerRow?: number | undefined
  sheet?: string | undefined
}

export interface ColumnMapping {
  column: number
  field: string
}

export interface ImportSettings {
  columns: ColumnMapping[]
  onDuplicate: 'skip' | 'update'
  /** The field that becomes the display name of the contacts; null: none does. If it is absent, it is recognised. */
  nameField?: string | null
}

export const MAX_JOB_BYTES = 200 * 1024 * 1024

/** A sheet is ten times as large when it is unpacked, and has three elements for each cell. */
export const JOB_TABLE_LIMITS = {
  ...TABLE_LIMITS,
  maxRows: 1_000_000,
  maxTableLength: 1024 ** 3,
  maxElements: 100_000_000,
  maxStrings: 10_000_000,
  maxTextLength: 300_000_000,
  maxUncompressedBytes: 2 * 1024 ** 3,
}
/** How long reading the whole file may keep a thread busy. */
export const JOB_DEADLINE_MS = 10 * 60_000
