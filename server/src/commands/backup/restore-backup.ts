// Restores a backup into an empty database. All of it is one transaction, from the first table to the last checksum: whatever
// goes wrong, also a kill, leaves the database empty. Files are unpacked beside their place and moved there before the commit.

import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type CopySession, withCopySession } from '../../platform/storage/copy-session.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { sqlState } from '../../platform/storage/database-errors.ts'
import * as archive from './archive.ts'
import { UnusableBackup } from './archive.ts'
import {
  type ArchiveReader,
  assertComplete,
  cut,
  damaged,
  migrationsOf,
  openArchive,
  readJson,
  readText,
} from './read-archive.ts'
import * as schema from './schema.queries.ts'

export interface RestoreTarget {
  /** Its connections must have no time limits. */
  db: Database
  /** Where the data is, in words for people. */
  location: string
  /** For the files of the archive; undefined: they are left out. */
  dataDir: string | undefined
}

interface RestoreOptions {
  /** The archive, uncompressed. */
  source: AsyncIterable<Buffer>
  /** Called when the archive is known to be one that can be restored. */
  openTarget(header: archive.BackupHeader): Promise<RestoreTarget>
  onProgress?: ((what: string, rows: number) => void) | undefined
}

export interface RestoreSummary {
  header: archive.BackupHeader
  rows: number
  files: number
  settings: string
}

const STAGING = 'restore.part'
const SETTINGS_FILE = 'restored-settings.env'

export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const reader = await openArchive(options.source)
  const migrations = await migrationsOf(reader.header)
  const target = await options.openTarget(reader.header)
  const { db, dataDir } = target
  await assertNoFiles(dataDir)
  const staging = dataDir === undefined ? undefined : join(dataDir, STAGING)
  try {
    const loaded = await withCopySession(db, async (session) => {
      await schema.useCommonFormats(session)
      await session.query({ text: 'begin' })
      await assertEmpty(session, target.location)
      await session.createSchema(migrations)
      const summary = await load(session, reader, { ...options, staging })
      const moved = staging === undefined ? [] : await publish(staging, dataDir as string)
      await session.query({ text: 'commit' }).catch(async (error) => {
        for (const path of moved) await rm(path, { recursive: true, force: true })
        throw error
      })
      return summary
    })
    await db.query({ text: 'analyze' })
    return loaded
  } finally {
    if (staging !== undefined) await rm(staging, { recursive: true, force: true })
  }
}

async function assertEmpty(db: Queryable, location: string): Promise<void> {
  const found = (await schema.countRelations.first(db))?.relations ?? 0
  if (found > 0)
    throw new UnusableBackup(
      `the database at ${location} is not empty: restore into another DATA_DIR or an empty database`,
    )
}

async function assertNoFiles(dataDir: string | undefined): Promise<void> {
  if (dataDir === undefined) return
  await rm(join(dataDir, STAGING), { recursive: true, force: true }) // of a restore that was killed
  for (const name of ['recordings', 'unwritten']) {
    const found = await readdir(join(dataDir, name)).catch(() => [])
    if (found.length > 0)
      throw new UnusableBackup(
        `the folder ${join(dataDir, name)} is not empty: restore into another DATA_DIR`,
      )
  }
}

async function load(
  session: CopySession,
  reader: ArchiveReader,
  { staging, onProgress }: Pick<RestoreOptions, 'onProgress'> & { staging: string | undefined },
): Promise<RestoreSummary> {
  const { header } = reader
  const tables = new Map(header.tables.map((table) => [table.name, table]))
  const rows: Record<string, number> = Object.fromEntries(header.tables.map(({ name }) => [name, 0]))
  let [settings, files] = ['', 0]
  await session.query({ text: schema.emptyTablesStatement([...tables.keys()]) })
  for (;;) {
    const name = reader.next()?.name
    if (name === undefined) throw cut('it has no manifest')
    if (name === archive.MANIFEST_ENTRY) break
    const table = tables.get(archive.tableOf(name) ?? '')
    if (table) {
      rows[table.name] = (rows[table.name] ?? 0) + (await loadTable(session, reader, table))
      onProgress?.(table.name, sumOf(rows))
    } else if (name === archive.SETTINGS_ENTRY) {
      settings = await readText(reader.read())
      if (staging !== undefined) await keepFile(textPieces(settings), join(staging, SETTINGS_FILE))
    } else if (archive.isDataFile(name)) {
      if (staging === undefined) for await (const _ of reader.read());
      else await keepFile(reader.read(), join(staging, name))
      files += 1
      onProgress?.('files', sumOf(rows))
    } else throw damaged(`it has the unknown entry ${name}`)
  }
  const seen = [...reader.seen]
  const manifest = await readJson<archive.Manifest>(reader.read())
  if (reader.next() !== undefined) throw damaged('it goes on behind its manifest')
  assertComplete(seen, manifest)
  for (const [table, expected] of Object.entries(manifest.rows))
    if (rows[table] !== expected)
      throw damaged(`table ${table} has ${rows[table]} rows instead of ${expected}`)
  for (const { name, value } of header.sequences) await schema.setSequence(session, [name, value])
  return { header, rows: sumOf(rows), files, settings }
}

/** All entries of a table that follow each other are one COPY. Returns the number of rows. */
async function loadTable(
  session: CopySession,
  reader: ArchiveReader,
  table: schema.TableColumns,
): Promise<number> {
  async function* parts() {
    for (;;) {
      const next = reader.next()
      if (!next || archive.tableOf(next.name) !== table.name) return
      yield* reader.read()
    }
  }
  try {
    return await session.copyIn(schema.copyInStatement(table), parts())
  } catch (error) {
    // Data exceptions, violated constraints, and columns that the schema does not have. The message may have values of rows.
    if (/^(22|23|42)/.test(sqlState(error) ?? ''))
      throw damaged(`rows of table ${table.name} cannot be stored (${sqlState(error)})`, error)
    throw error
  }
}

async function* textPieces(text: string) {
  yield Buffer.from(text)
}

async function keepFile(content: AsyncIterable<Buffer>, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(content, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
}

/** Moves what was unpacked to its place, and returns the new paths. */
async function publish(staging: string, dataDir: string): Promise<string[]> {
  const names = await readdir(staging).catch(() => [])
  const moved: string[] = []
  for (const name of names) {
    await rename(join(staging, name), join(dataDir, name))
    moved.push(join(dataDir, name))
  }
  return moved
}

const sumOf = (rows: Record<string, number>) => Object.values(rows).reduce((sum, count) => sum + count, 0)
