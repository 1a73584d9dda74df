// Reads an archive as a stream, and says in one sentence why it cannot be used.
import { type Migration, readMigrations } from '../../platform/storage/migration-files.ts'
import * as archive from './archive.ts'
import { UnusableBackup } from './archive.ts'
import { BrokenTar, readTar, type TarEntry } from './tar.ts'

export interface ArchiveReader {
  header: archive.BackupHeader
  /** The entry that is next, undefined at the end. */
  next(): TarEntry | undefined
  /** The content of this file; the next one can be read after it. */
  read(): AsyncGenerator<Buffer, void>
  /** What was read, in order. */
  seen: archive.Entry[]
}

const NOT_A_BACKUP = 'this is not a backup of Carillon'
const MAX_TEXT_BYTES = 512 * 1024 * 1024

export async function openArchive(source: AsyncIterable<Buffer>): Promise<ArchiveReader> {
  const entries = readTar(explained(source))[Symbol.asyncIterator]()
  const seen: archive.Entry[] = []
  let current: TarEntry | undefined

  async function advance(): Promise<void> {
    try {
      current = (await entries.next()).value ?? undefined
    } catch (error) {
      throw explain(error)
    }
  }

  async function* read(): AsyncGenerator<Buffer, void> {
    if (!current) throw cut('it has no manifest')
    const { name, content } = current
    const meter = archive.createMeter()
    try {
      for await (const bytes of content) {
        meter.add(bytes)
        yield bytes
      }
    } catch (error) {
      throw explain(error)
    }
    seen.push({ name, size: meter.size(), sha256: meter.digest() })
    await advance()
  }

  try {
    await advance()
  } catch (error) {
    const isCut = error instanceof UnusableBackup && error.message.startsWith('the archive is cut')
    throw isCut ? error : new UnusableBackup(NOT_A_BACKUP, { cause: error })
  }
  if (current?.name !== archive.HEADER_ENTRY) throw new UnusableBackup(NOT_A_BACKUP)
  const header = await readJson<archive.BackupHeader>(read())
  if (header.format !== archive.FORMAT)
    throw new UnusableBackup(
      `the archive has format ${header.format}, but this version of Carillon reads format ${archive.FORMAT}: restore it with the version that made it (${header.carillon})`,
    )
  return { header, next: () => current, read, seen }
}

export async function readText(content: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const bytes of content) {
    size += bytes.length
    if (size > MAX_TEXT_BYTES) throw damaged('an entry is far too long')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

export async function readJson<Value>(content: AsyncIterable<Buffer>): Promise<Value> {
  const text = await readText(content)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw damaged('an entry is not JSON', cause)
  }
}

/** The archive is complete if it has what its manifest lists, and nothing else. */
export function assertComplete(seen: readonly archive.Entry[], { entries }: archive.Manifest): void {
  for (const [index, { name, size, sha256 }] of entries.entries()) {
    const found = seen[index]
    if (found?.name !== name) throw damaged(`${name} is missing`)
    if (found.size !== size || found.sha256 !== sha256) throw damaged(`${name} has another checksum`)
  }
  if (seen.length > entries.length) throw damaged(`${seen[entries.length]?.name} is not in its manifest`)
}

/** The migrations that make the schema of the archive: the first of ours. */
export async function migrationsOf({ migrations, carillon }: archive.BackupHeader): Promise<Migration[]> {
  const own = await readMigrations()
  const newest = own.at(-1)?.version ?? 0
  const last = migrations.at(-1)?.version ?? 0
  if (last > newest)
    throw new UnusableBackup(
      `the backup has schema version ${last} (Carillon ${carillon}), but this version of Carillon knows only up to ${newest}: restore it with the newer Carillon`,
    )
  for (const [index, { version, name, checksum }] of migrations.entries()) {
    const ours = own[index]
    if (ours?.version !== version || ours.name !== name || ours.checksum !== checksum)
      throw new UnusableBackup(
        `the backup was made with another migration ${version} (${name}) than this version of Carillon has: restore it with the version that made it (${carillon})`,
      )
  }
  return own.slice(0, migrations.length)
}

export function damaged(how: string, cause?: unknown): UnusableBackup {
  return new UnusableBackup(`the archive is damaged: ${how}; nothing was restored`, { cause })
}

export function cut(how: string, cause?: unknown): UnusableBackup {
  return new UnusableBackup(`the archive is cut: ${how}; nothing was restored`, { cause })
}

async function* explained(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  try {
    yield* source
  } catch (error) {
    throw explain(error)
  }
}

function explain(error: unknown): unknown {
  if (error instanceof BrokenTar)
    return error.message.startsWith('it ends') ? cut(error.message, error) : damaged(error.message, error)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return cut('it ends too early', error)
  if (code?.startsWith('Z_')) return damaged('it cannot be decompressed', error)
  return error
}
