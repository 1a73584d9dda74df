// Writes a backup while the service runs: all rows of one snapshot of the database, then the files that belong to it. One
// connection is enough: a transaction of the level repeatable read sees one snapshot from its first statement on.
//
// Rows are written in the text format of COPY. The binary format is neither promised between major versions nor readable; the
// text format is both, and compressed it is no larger.

import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readHeadName } from '../../access/audit/seal-audit.ts'
import { NAME_FILE, readStoreName } from '../../conversations/recordings/folder-store.ts'
import { countKeptFiles, listKeptFiles } from '../../conversations/recordings/recordings.queries.ts'
import { LOWEST_ID } from '../../platform/kernel/ids.ts'
import { VERSION } from '../../platform/kernel/version.ts'
import { type CopySession, withCopySession } from '../../platform/storage/copy-session.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { sqlState } from '../../platform/storage/database-errors.ts'
import { SchemaTooNew } from '../../platform/storage/migration-errors.ts'
import { readMigrations } from '../../platform/storage/migration-files.ts'
import { recordChange } from '../../platform/trail/record.ts'
import * as archive from './archive.ts'
import * as schema from './schema.queries.ts'
import { withoutSecrets } from './secrets.ts'
import { inOrderOfReferences } from './table-order.ts'
import { TAR_END, tarHeader, tarPadding } from './tar.ts'

export interface BackupContent {
  /** The files of this data folder; undefined: only the database. */
  dataDir: string | undefined
  /** Undefined: recordings stay out. */
  recordingsFolder: string | undefined
  /** The settings from the environment, as lines. */
  settings: string
  hasSecrets: boolean
}

export interface WriteOptions extends BackupContent {
  /** Its connections must have no time limits. */
  db: Database
  time: Date
  /** Ends it early. */
  signal?: AbortSignal | undefined
  /** How much of all is done, by size, and with what. */
  onProgress?: ((share: number, what: string) => void) | undefined
}

export interface BackupSummary {
  tables: number
  rows: number
  recordings: number
  /** Recordings in other stores: those of other machines, and those in S3. */
  recordingsElsewhere: number
}

type Through = NodeJS.ReadWriteStream
type Sink = NodeJS.WritableStream

const PART_BYTES = 4 * 1024 * 1024
const PAGE = 1000
const LINE_END = 10

/** Writes the archive, uncompressed, through the streams. */
export async function writeBackup(
  options: WriteOptions,
  ...streams: [...Through[], Sink]
): Promise<BackupSummary> {
  const { db, signal } = options
  const write = async (session: CopySession) => {
    await schema.useCommonFormats(session)
    await session.query({ text: schema.BEGIN_SNAPSHOT })
    const writer = createWriter(session, options)
    // An object is a piece of the archive of up to 64 KiB: more of them need not wait in memory.
    const pieces = Readable.from(writer.pieces(), { highWaterMark: 1 })
    await pipeline([pieces, ...streams], signal ? { signal } : {})
    await session.query({ text: 'commit' })
    return writer.summary()
  }
  await recordBackup(options)
  return withCopySession(db, write, signal)
}

/** Before its first byte. A database of an older schema is copied without it: what it has no columns for cannot be on record there. */
async function recordBackup({ db, time, hasSecrets, recordingsFolder }: WriteOptions): Promise<void> {
  const after = { hasSecrets, hasRecordings: recordingsFolder !== undefined }
  const isOlder = (error: unknown) => ['42P01', '42703'].includes(sqlState(error) ?? '')
  await recordChange(db, { at: time, operation: 'backup.create', after }).catch((error) => {
    if (!isOlder(error)) throw error
  })
}

function createWriter(db: CopySession, options: WriteOptions) {
  const { dataDir, recordingsFolder, time, onProgress = () => undefined } = options
  const entries: archive.Entry[] = []
  const rows: Record<string, number> = {}
  const files = { recordings: 0, elsewhere: 0 }
  let doneBytes = 0
  let totalBytes = 1

  async function* entry(name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) {
    const meter = archive.createMeter()
    yield tarHeader(name, size, time)
    for await (const bytes of content) {
      meter.add(bytes)
      yield bytes
    }
    if (meter.size() !== size) throw new Error(`${name} changed while it was read`)
    yield tarPadding(size)
    entries.push({ name, size, sha256: meter.digest() })
  }

  async function* text(name: string, content: string) {
    const bytes = Buffer.from(content)
    yield* entry(name, bytes.length, [bytes])
  }

  async function* table(of: schema.TableRow) {
    const copy = db.copyOut(schema.copyOutStatement(of))
    let [part, bytes] = [0, 0]
    for await (const pieces of partsOf(copy.content)) {
      const size = sizeOf(pieces)
      part += 1
      yield* entry(archive.tableEntry(of.name, part), size, pieces)
      bytes += size
      onProgress((doneBytes + Math.min(bytes, of.bytes)) / totalBytes, of.name)
    }
    doneBytes += of.bytes
    rows[of.name] = await copy.countRows()
  }

  /** Recordings may be erased meanwhile: those that are gone are left out. */
  async function* file(name: string, path: string) {
    const found = await stat(path).catch(ignoreMissing)
    if (!found) return false
    const content = found.size === 0 ? [] : createReadStream(path, { end: found.size - 1 })
    yield* entry(name, found.size, content)
    doneBytes += found.size
    return true
  }

  /** The recordings that the snapshot has: others would be files that nobody ever erases. */
  async function* recordings(folder: string, store: string) {
    yield* file(`recordings/${NAME_FILE}`, join(folder, NAME_FILE))
    for (let after = LOWEST_ID; ; ) {
      const page = await listKeptFiles(db, [store, after, PAGE])
      for (const { id, file: name } of page) {
        if (yield* file(`recordings/${name}`, join(folder, name))) files.recordings += 1
        after = id
      }
      onProgress(doneBytes / totalBytes, 'recordings')
      if (page.length < PAGE) return
    }
  }

  async function* dataFiles(folder: string) {
    const unwritten = await readdir(join(folder, 'unwritten')).catch(ignoreMissing)
    for (const name of unwritten ?? [])
      if (name.endsWith('.json')) yield* file(`unwritten/${name}`, join(folder, 'unwritten', name))
    if (options.hasSecrets) for (const name of archive.SECRET_FILES) yield* file(name, join(folder, name))
  }

  async function* pieces(): AsyncGenerator<Buffer, void> {
    const tables = await readTables(db, options.hasSecrets)
    const header = await readHeader(db, tables, options)
    const store = recordingsFolder === undefined ? undefined : await readStoreName(recordingsFolder)
    const kept = await countKeptFiles.first(db, [store ?? null])
    files.elsewhere = kept?.elsewhere ?? 0
    totalBytes = sumOf(tables.map(({ bytes }) => bytes)) + (kept?.bytes ?? 0) + 1

    yield* text(archive.HEADER_ENTRY, json(header))
    yield* text(archive.SETTINGS_ENTRY, options.settings)
    for (const each of tables) yield* table(each)
    if (recordingsFolder !== undefined && store !== undefined) yield* recordings(recordingsFolder, store)
    if (dataDir !== undefined) yield* dataFiles(dataDir)
    const manifest: archive.Manifest = { ...header, rows, entries: [...entries] }
    yield* text(archive.MANIFEST_ENTRY, json(manifest))
    yield TAR_END
    onProgress(1, 'done')
  }

  return {
    pieces,
    summary: (): BackupSummary => ({
      tables: Object.keys(rows).length,
      rows: sumOf(Object.values(rows)),
      recordings: files.recordings,
      recordingsElsewhere: files.elsewhere,
    }),
  }
}

async function readTables(db: Queryable, hasSecrets: boolean): Promise<schema.TableRow[]> {
  const tables = inOrderOfReferences(await schema.listTables(db))
  return hasSecrets ? tables : withoutSecrets(tables)
}

async function readHeader(
  db: Queryable,
  tables: schema.TableRow[],
  { hasSecrets, time }: WriteOptions,
): Promise<archive.BackupHeader> {
  if (!(await schema.hasMigrations.first(db))?.has)
    throw new archive.UnusableBackup('there is nothing to back up: the database has no tables of Carillon')
  const migrations = await schema.listMigrations(db)
  const [last, newest] = [migrations.at(-1)?.version ?? 0, (await readMigrations()).at(-1)?.version ?? 0]
  // What of it is secret is not known here.
  if (last > newest) throw new SchemaTooNew(last, newest)
  const sequences = await schema.listSequences(db)
  return {
    format: archive.FORMAT,
    carillon: VERSION,
    postgres: (await schema.readServerVersion.first(db))?.version ?? '',
    schemaVersion: last,
    time: time.toISOString(),
    hasSecrets,
    auditHead: tables.some(({ name }) => name === 'audit_seal') ? await readHeadName(db) : null,
    migrations,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    // One that was never used begins as it was made.
    sequences: sequences.flatMap(({ name, last_value: value }) => (value === null ? [] : [{ name, value }])),
  }
}

/** Whole rows, a few megabytes at a time: the size of an entry comes before its content. A line end is always the end of a row. */
async function* partsOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let pieces: Buffer[] = []
  let size = 0
  for await (const bytes of content) {
    const end = bytes.lastIndexOf(LINE_END) + 1
    if (size + bytes.length >= PART_BYTES && end > 0) {
      yield [...pieces, bytes.subarray(0, end)]
      pieces = [bytes.subarray(end)]
    } else {
      pieces.push(bytes)
    }
    size = sizeOf(pieces)
  }
  if (size > 0) yield pieces
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
const sizeOf = (pieces: Buffer[]) => sumOf(pieces.map(({ length }) => length))
const json = (value: object) => `${JSON.stringify(value, null, 1)}\n`

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
