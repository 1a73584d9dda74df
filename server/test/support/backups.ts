// Backups in memory, and what a database has in all.

import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { restoreBackup } from '../../src/commands/backup/restore-backup.ts'
import { readTar } from '../../src/commands/backup/tar.ts'
import { type BackupContent, writeBackup } from '../../src/commands/backup/write-backup.ts'
import type { Database } from '../../src/platform/storage/database.ts'

export const DATABASE_ONLY: BackupContent = {
  dataDir: undefined,
  recordingsFolder: undefined,
  settings: '',
  hasSecrets: false,
}

export async function backUp(db: Database, content: Partial<BackupContent> = {}): Promise<Buffer> {
  const sink = new PassThrough()
  const time = new Date('2026-03-01T10:00:00Z')
  const [archive] = await Promise.all([
    buffer(sink),
    writeBackup({ ...DATABASE_ONLY, ...content, db, time }, sink),
  ])
  return archive
}

async function* inPieces(archive: Buffer) {
  for (let start = 0; start < archive.length; start += 10_000) yield archive.subarray(start, start + 10_000)
}

export function restore(archive: Buffer, db: Database, dataDir?: string) {
  return restoreBackup({
    source: inPieces(archive),
    openTarget: async () => ({ db, location: 'the target', dataDir }),
  })
}

/** The entries of an archive by their names. */
export async function unpack(archive: Buffer): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { name, content } of readTar(inPieces(archive))) {
    found[name] = ''
    for await (const bytes of content) found[name] += bytes.toString('latin1')
  }
  return found
}

/** The rows of each table as texts, and where the sequences are. */
export async function contentOf(db: Database): Promise<Record<string, unknown>> {
  const read = async <Row>(text: string) => (await db.query<Row>({ text })).rows
  const tables = await read<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of tables)
    content[name] = (await read<{ row: string }>(`select t::text as row from ${name} t order by 1`)).map(
      ({ row }) => row,
    )
  content['sequences'] = await read(
    `select sequencename::text as name, last_value::text as value from pg_sequences where schemaname = 'public' order by 1`,
  )
  return content
}
