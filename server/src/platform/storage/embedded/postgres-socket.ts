// The unix socket of the embedded server. The path of a socket is limited to about a hundred bytes, which a data folder
// may exceed, so the socket has its own folder with a short path, closed to all accounts but the server's. /tmp is
// writable for everyone: a folder that another account created there under our name is refused. A systemd service has a /tmp that
// nobody else sees, so its socket is in its runtime folder.

import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresFailed } from './embedded-postgres-errors.ts'
import { type Account, handOver } from './postgres-account.ts'

export function socketFolderOf(clusterFolder: string, parent = '/tmp'): string {
  return join(parent, `carillon-${createHash('sha256').update(clusterFolder).digest('hex').slice(0, 12)}`)
}

/** Where the server that runs on this cluster has its socket: PostgreSQL notes it in the fifth line of its lock file. */
export async function findSocketFolder(clusterFolder: string): Promise<string> {
  const notes = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '')
  return notes.split('\n')[4] || socketFolderOf(clusterFolder)
}

/** `previousUid`: the account whose server ran here before; a killed server leaves the folder behind. */
export async function prepareSocketFolder(
  folder: string,
  account: Account,
  previousUid = account.uid,
): Promise<void> {
  if (previousUid !== account.uid) await removeIfOwnedBy(previousUid, folder)
  try {
    await mkdir(folder, { mode: 0o700 })
    await handOver(account, folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const { uid } = await assertOurs(folder, account)
  // An earlier start as root created the folder but was interrupted before it changed the owner.
  if (uid !== account.uid) await handOver(account, folder)
  await chmod(folder, 0o700)
}

async function removeIfOwnedBy(uid: number, folder: string): Promise<void> {
  const facts = await lstat(folder).catch(() => undefined)
  if (facts?.uid === uid) await removeSocketFolder(folder)
}

async function assertOurs(folder: string, account: Account): Promise<{ uid: number }> {
  const facts = await lstat(folder)
  const isOwned = facts.uid === account.uid || (account.isOther && facts.uid === 0)
  if (facts.isDirectory() && isOwned) return facts
  throw new EmbeddedPostgresFailed(
    `${folder}, where the database's socket belongs, was made by another user (id ${facts.uid}): remove it`,
  )
}

/** For a start that failed. Keeps the folder if it is not empty, because then it is not ours. */
export async function removeEmptySocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined)
}

/** For a server of ours that has ended; a killed server leaves its socket behind. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined)
}
