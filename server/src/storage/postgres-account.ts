// PostgreSQL refuses to run as root. When we are root, it runs as the owner of its files, or as `nobody`
// when there are none yet. That account may be unable to reach what root can: whether it does is tried,
// not computed, because modes are only part of the answer (access lists, mounts, namespaces).

import { execFile } from 'node:child_process'
import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedPostgresUnavailable } from './embedded-postgres-errors.ts'

const run = promisify(execFile)

export interface Account {
  uid: number
  gid: number
  /** Whether it is another account than ours, so that files must be handed over. */
  isOther: boolean
}

export async function chooseAccount(clusterFolder: string): Promise<Account> {
  const uid = process.getuid?.() ?? 0
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? 0, isOther: false }
  const owner = await stat(clusterFolder).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, isOther: true }
  return { uid: await idOf('-u'), gid: await idOf('-g'), isOther: true }
}

async function idOf(which: '-u' | '-g'): Promise<number> {
  try {
    const { stdout } = await run('id', [which, 'nobody'])
    // On macOS it is -2, which file systems want unsigned.
    return Number(stdout) >>> 0
  } catch (cause) {
    throw new EmbeddedPostgresUnavailable(
      'PostgreSQL does not run as root and this system has no account `nobody` to run it as: ' +
        'start Carillon as an ordinary user, or set DATABASE_URL',
      { cause },
    )
  }
}

/** The options that make a child process run as the account, from a place it can surely be in. */
export function asAccount({ uid, gid, isOther }: Account): { cwd: string; uid?: number; gid?: number } {
  // The child's ids are signed for Node, see above.
  return isOther ? { cwd: '/', uid: uid | 0, gid: gid | 0 } : { cwd: '/' }
}

export async function canEnter(account: Account, folder: string): Promise<boolean> {
  if (!account.isOther) return true
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], asAccount(account))
    return true
  } catch {
    return false
  }
}

export async function handOver(account: Account, path: string): Promise<void> {
  if (account.isOther) await chown(path, account.uid, account.gid)
}

export async function handOverAll(account: Account, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), account.uid, account.gid)
  }
  // Last, so that a start that was interrupted here begins again.
  await chown(folder, account.uid, account.gid)
}
