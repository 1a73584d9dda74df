// Nightly backups, by one node of several: each looks once a minute whether one is due, and an advisory lock lets one of them write it.
// It is no lease of `platform/work/lease.ts`, because a backup that ends with its node is not taken over. It runs beside all else, on connections of its own.

import { basename } from 'node:path'
import type { BackupState } from '../../insight/overview/backup-state.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { DatabaseAddress } from '../../platform/storage/connection.ts'
import { withCopySession } from '../../platform/storage/copy-session.ts'
import { createDatabase, type Database } from '../../platform/storage/database.ts'
import { sqlState } from '../../platform/storage/database-errors.ts'
import { createLoop } from '../../platform/work/loop.ts'
import * as queries from './backup.queries.ts'
import { writeBackupFile } from './backup-file.ts'
import { createBackupFolder } from './backup-folder.ts'
import type { BackupSettings } from './backup-settings.ts'
import { isBackupDue, isBackupExpected, isBackupLate } from './backup-times.ts'
import { BACKUP_LOCK, tryBackupLock } from './schema.queries.ts'
import type { BackupContent } from './write-backup.ts'

interface NightlyOptions {
  db: Database
  connection: DatabaseAddress
  clock: Clock
  log: Log
  timestamps: Timestamps
  /** Undefined: this node makes none. */
  settings: BackupSettings | undefined
  /** What a backup has beside the database. */
  content: Omit<BackupContent, 'hasSecrets'>
}

const POLL_MS = 60_000
/** One holds the lock, the other one copies. */
const CONNECTIONS = 2

export function createNightlyBackups(options: NightlyOptions) {
  const { db, connection, clock, log, timestamps, settings } = options
  const loop = createLoop({ name: 'looking for a due backup', work: look, everyMs: POLL_MS, log })

  /** Makes a backup if one is due and no other node makes it. */
  async function look(): Promise<void> {
    if (!settings) return
    const row = await queries.readBackup.first(db)
    if (!row || !isBackupDue(row, clock.now(), timestamps)) return
    const limits = { idleInTransactionMs: 0 }
    const own = createDatabase({
      connection,
      maxConnections: CONNECTIONS,
      log,
      limits,
      applicationName: 'carillon backup',
    })
    try {
      await withCopySession(own, async (session) => {
        if (!(await tryBackupLock.first(session, [BACKUP_LOCK]))?.is_free) return
        // Another node may have made it meanwhile.
        const now = await queries.readBackup.first(session)
        if (now && isBackupDue(now, clock.now(), timestamps)) await make(own, now.series, settings)
      })
    } finally {
      // Ends the session, and with it the lock.
      await own.close()
    }
  }

  async function make(
    own: Database,
    series: string,
    { folder, keep, hasRecordings, hasSecrets }: BackupSettings,
  ) {
    const time = clock.now()
    await queries.noteBackup(db, [{ try_time: time }])
    try {
      const files = createBackupFolder(folder, series)
      const path = await files.prepare(time)
      const { content } = options
      const recordingsFolder = hasRecordings ? content.recordingsFolder : undefined
      const written = await writeBackupFile(
        { ...content, recordingsFolder, hasSecrets, db: own, time, signal: loop.signal },
        path,
      )
      const removed = await files.keepNewest(keep)
      const { rows, recordings, bytes } = written
      const good = { good_time: time, good_file: basename(path), good_bytes: bytes }
      await queries.noteBackup(db, [{ ...good, fail_time: null, failure: null }])
      log.info({ file: path, bytes, rows, recordings, removed: removed.length }, 'nightly backup written')
    } catch (error) {
      if (loop.signal.aborted) {
        await queries.noteBackup(db, [{ try_time: null }])
        return
      }
      log.error({ err: error, folder }, 'the nightly backup failed; retrying in an hour')
      await queries.noteBackup(db, [{ fail_time: clock.now(), failure: reasonOf(error) }])
    }
  }

  return {
    look,

    /** Undefined if nobody makes backups. */
    async state(): Promise<BackupState | undefined> {
      const row = await queries.readBackup.first(db)
      const now = clock.now()
      if (!row || !isBackupExpected(row, now, settings !== undefined)) return undefined
      return { ...row, isFailed: row.fail_time !== null, isLate: isBackupLate(row, now) }
    },

    start(): void {
      if (settings) loop.start()
    },

    stop: (): Promise<void> => loop.stop(),
  }
}

/** Errors of files name the path. Those of the database may have values of rows, so only their code is shown. */
function reasonOf(error: unknown): string {
  const code = sqlState(error)
  if (code !== undefined && !/^E[A-Z]+$/.test(code)) return `the database answered with the error ${code}`
  return error instanceof Error ? error.message : String(error)
}
