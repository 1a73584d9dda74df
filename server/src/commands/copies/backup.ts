// carillon backup, with or without a running service.
import { rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createGzip } from 'node:zlib'
import { type Config, readConfig } from '../../config.ts'
import { createSilentLog } from '../../platform/kernel/log/log.ts'
import type { DatabaseAddress } from '../../platform/storage/connection.ts'
import { createDatabase, type Database } from '../../platform/storage/database.ts'
import { hasEmbeddedPostgres } from '../../platform/storage/embedded/embedded-postgres.ts'
import { bytes as inBytes } from '../../platform/words/bytes.ts'
import { partOf, writeBackupFile } from '../backup/backup-file.ts'
import { settingLines } from '../backup/backup-settings.ts'
import { type BackupSummary, type WriteOptions, writeBackup } from '../backup/write-backup.ts'
import { CommandFailed } from '../failure.ts'
import { shareStorage } from '../open-storage.ts'
import { inDigits } from '../progress-line.ts'
import { isTerminal, say, sayAside } from '../terminal.ts'
import { explainCopy } from './explain.ts'
import { createProgress, progressLine } from './progress.ts'

interface BackupFlags {
  hasSecrets: boolean
  hasRecordings: boolean
}

export async function backupCommand([file, ...rest]: string[], flags: BackupFlags): Promise<void> {
  if (file === undefined || file === '')
    throw new CommandFailed(
      'backup needs the name of a file, such as carillon.tar.gz, or - for standard output',
    )
  if (rest.length > 0) throw new CommandFailed(`too many arguments: ${rest.join(' ')}`)
  const config = readConfig()
  await (file === '-' ? assertNoTerminal() : assertFree(file))
  await assertHasData(config)
  const storage = await shareStorage(config, createSilentLog())
  const db = openForCopies(storage.connection)
  const progress = createProgress()
  try {
    const options: WriteOptions = {
      db,
      time: new Date(),
      dataDir: config.dataDir,
      recordingsFolder: flags.hasRecordings ? config.recordings.folder : undefined,
      settings: settingLines(config.given, flags.hasSecrets),
      hasSecrets: flags.hasSecrets,
      onProgress: (share, what) => progress.show(progressLine(share, what)),
    }
    const startMs = performance.now()
    const done = file === '-' ? await writeOut(options) : await writeTo(options, file)
    progress.end()
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
    // Standard output may be the archive.
    const tell = file === '-' ? sayAside : say
    for (const line of describe(done, seconds, flags)) tell(line)
  } catch (error) {
    throw explainCopy(error, 'the backup cannot be written', storage.location)
  } finally {
    await db.close()
    await storage.close()
  }
}

/** A copy of everything takes as long as it takes. */
export function openForCopies(connection: DatabaseAddress): Database {
  return createDatabase({
    ...{ connection, maxConnections: 1, log: createSilentLog() },
    ...{ applicationName: 'carillon backup', limits: { idleInTransactionMs: 0 } },
  })
}

interface Done extends BackupSummary {
  /** Where it is, and how large. */
  place: string
}

async function writeOut(options: WriteOptions): Promise<Done> {
  return { ...(await writeBackup(options, createGzip(), process.stdout)), place: 'standard output' }
}

async function writeTo(options: WriteOptions, file: string): Promise<Done> {
  const path = resolve(file)
  const abandon = () => rmSync(partOf(path), { force: true })
  process.once('exit', abandon)
  try {
    const { bytes, ...summary } = await writeBackupFile(options, path)
    return { ...summary, place: `${path} (${inBytes(bytes)})` }
  } finally {
    process.off('exit', abandon)
  }
}

function describe(done: Done, seconds: string, { hasSecrets, hasRecordings }: BackupFlags): string[] {
  const { tables, rows, recordings, recordingsElsewhere, place } = done
  const [, s] = ['', recordings === 1 ? '' : 's']
  const lines = [
    `Backed up ${tables} tables with ${inDigits(rows)} rows and ${inDigits(recordings)} recording${s} in ${seconds} s: ${place}`,
  ]
  if (recordingsElsewhere > 0 && hasRecordings)
    lines.push(
      `${inDigits(recordingsElsewhere)} more recordings are not in it: they are in S3 or in the data folder of another machine.`,
    )
  if (!hasSecrets) lines.push('Access tokens and other secrets are not in it; --with-secrets includes them.')
  return lines
}

function assertNoTerminal(): void {
  if (isTerminal())
    throw new CommandFailed('standard output is a terminal: name a file, or pipe the backup into a program')
}

async function assertFree(file: string): Promise<void> {
  if (await stat(file).catch(() => undefined))
    throw new CommandFailed(`${resolve(file)} exists already: name another file, or remove it first`)
}

/** Opening a folder without a database would create one. */
async function assertHasData({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl === undefined && !(await hasEmbeddedPostgres(dataDir)))
    throw new CommandFailed(
      `there is no database in ${resolve(dataDir)}: set DATA_DIR or DATABASE_URL to that of the service`,
    )
}
