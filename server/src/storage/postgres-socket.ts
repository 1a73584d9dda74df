// The socket the embedded server is reached by. A socket's path has a limit of about a hundred bytes, which
// a data folder may well exceed, so it is in a short folder of its own, closed to everybody but the server's
// account. /tmp is open to all: a folder that somebody else put there under our name is refused.

import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir, rm, rmdir } from 'node:fs/promises'
import { EmbeddedPostgresFailed } from './embedded-postgres-errors.ts'
import { type Account, handOver } from './postgres-account.ts'

export function socketFolderOf(clusterFolder: string): string {
  return `/tmp/carillon-${createHash('sha256').update(clusterFolder).digest('hex').slice(0, 12)}`
}

/** `previousUid`: the account whose server ran here before, and left the folder behind if it was killed. */
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
  // Root began to make it and did not get to handing it over.
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

/** After a start that failed. If there is something in it, it is not ours. */
export async function removeEmptySocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined)
}

/** After a server of ours, which leaves its socket behind if it was killed. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined)
}
