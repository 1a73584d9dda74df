// What is in a backup: a tar archive, compressed with gzip. Its first entry says what it is, so that it can be read as a stream;
// its last one lists all others with their size and SHA-256, so that a cut or damaged archive is noticed.
//
//   backup.json                      versions, time, tables with their columns, sequences
//   settings.env                     settings from the environment
//   tables/contact/000001.copy       rows in the text format of COPY, a few megabytes each
//   recordings/2026-03-01/….wav      recordings in the data folder
//   unwritten/….json                 what calls have said and is not in the database yet
//   access-token                     only with secrets
//   manifest.json                    the first entry again, the number of rows of each table, and the list of entries

import { createHash, type Hash } from 'node:crypto'
import { NUMBER_KEY_FILE } from '../../platform/kernel/secrets/number-key.ts'
import { SECRET_KEY_FILE } from '../../platform/kernel/secrets/secret-box.ts'
import type { MigrationRow, TableColumns } from './schema.queries.ts'

export const FORMAT = 1
export const HEADER_ENTRY = 'backup.json'
export const SETTINGS_ENTRY = 'settings.env'
export const MANIFEST_ENTRY = 'manifest.json'
export const TOKEN_ENTRY = 'access-token'
/** Files of the data folder that only a backup with secrets has. */
export const SECRET_FILES: readonly string[] = [TOKEN_ENTRY, NUMBER_KEY_FILE, SECRET_KEY_FILE]

export interface BackupHeader {
  format: typeof FORMAT
  carillon: string
  postgres: string
  /** The newest of the migrations. */
  schemaVersion: number
  time: string
  hasSecrets: boolean
  /** Of the seals of the audit trail, for `carillon audit verify`; null: there is none. Backups of earlier releases do not say. */
  auditHead?: string | null
  migrations: MigrationRow[]
  /** In the order in which their rows can be inserted. */
  tables: TableColumns[]
  sequences: { name: string; value: string }[]
}

export interface Entry {
  name: string
  size: number
  sha256: string
}

export interface Manifest extends BackupHeader {
  rows: Record<string, number>
  entries: Entry[]
}

/** An archive cannot be restored. The message is a sentence for the operator. */
export class UnusableBackup extends Error {
  override name = 'UnusableBackup'
}

export const tableEntry = (table: string, part: number) =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`

export function tableOf(entry: string): string | undefined {
  return /^tables\/(\w+)\/\d{6,}\.copy$/.exec(entry)?.[1]
}

/** Files of the data folder that an archive may have: nothing outside of it, and nothing hidden. */
export function isDataFile(entry: string): boolean {
  return SECRET_FILES.includes(entry) || /^(recordings|unwritten)(\/[\w-][\w.-]*)+$/.test(entry)
}

/** Passes bytes on, and knows their number and digest at the end. */
export function createMeter(): { add(bytes: Uint8Array): void; size(): number; digest(): string } {
  const hash: Hash = createHash('sha256')
  let size = 0
  return {
    add(bytes) {
      hash.update(bytes)
      size += bytes.length
    },
    size: () => size,
    digest: () => hash.digest('hex'),
  }
}
