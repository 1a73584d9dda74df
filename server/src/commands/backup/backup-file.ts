// A backup as a file. It gets its name when it is complete, and only its owner can read it: it has the phone numbers of all contacts.
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createGzip } from 'node:zlib'
import { type BackupSummary, type WriteOptions, writeBackup } from './write-backup.ts'

export interface WrittenBackup extends BackupSummary {
  bytes: number
}

export const partOf = (path: string) => `${path}.part`

export async function writeBackupFile(options: WriteOptions, path: string): Promise<WrittenBackup> {
  const part = partOf(path)
  await rm(part, { force: true })
  const file = (await open(part, 'wx', 0o600)).createWriteStream({ flush: true })
  try {
    const summary = await writeBackup(options, createGzip(), file)
    const { size: bytes } = await stat(part)
    await rename(part, path)
    await syncFolder(dirname(path))
    return { ...summary, bytes }
  } finally {
    file.destroy()
    await rm(part, { force: true })
  }
}

/** A power failure must not undo the rename. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
