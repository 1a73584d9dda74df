// PostgreSQL refuses to run as root. If we are root, it runs as the owner of its files; if there are no files yet, as the
// owner of the data folder; if that is root, as the account `carillon` if it exists, otherwise as `nobody`, which other
// programs may also use. That account may be unable to reach what root can reach. This is tried, not computed, because
// file modes are only part of the answer (access lists, mounts, namespaces).

import { execFile } from 'node:child_process'
import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedPostgresUnavailable } from './embedded-postgres-errors.ts'

const run = promisify(execFile)

export interface Account {
  uid: number
  gid: number
  /** Whether it differs from our own account, so that the ownership of files must change. */
  isOther: boolean
  /** Whether unrelated programs run under it too. */
  isShared: boolean
}

/** The account to prefer, and the one every system has. */
export interface AccountNames {
  own: string
  shared: string
}

export const ACCOUNT_NAMES: AccountNames = { own: 'carillon', shared: 'nobody' }

/** Once the dedicated account exists, it takes over the files of the shared one: see `takeOverFiles`. */
export async function chooseAccount(clusterFolder: string, names = ACCOUNT_NAMES): Promise<Account> {
  const uid = process.getuid?.() ?? 0
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? 0, isOther: false, isShared: false }
  const [own, shared] = await Promise.all([findAccount(names.own), findAccount(names.shared)])
  const owner = await stat(clusterFolder).catch(() => undefined)
  // Before there are files, whoever has the data folder, such as the account of a service, will have them.
  const { uid: has = 0, gid = 0 } = owner ?? (await stat(dirname(clusterFolder)).catch(() => undefined)) ?? {}
  if (has !== 0 && has !== shared?.uid) return { uid: has, gid, isOther: true, isShared: false }
  const isFree = owner === undefined || owner.uid === 0
  if (own && (isFree || (await canEnter({ ...own, isShared: false }, dirname(clusterFolder)))))
    return { ...own, isShared: false }
  if (shared) return { ...shared, isShared: true }
  throw new EmbeddedPostgresUnavailable(
    `PostgreSQL does not run as root and this system has no account \`${names.own}\` to run it as: ` +
      'create it, start Carillon as an ordinary user, or set DATABASE_URL',
  )
}

/** Both ids from one program: it runs at each start. */
async function findAccount(name: string): Promise<Omit<Account, 'isShared'> | undefined> {
  try {
    const { stdout } = await run('id', [name])
    const [, uid, gid] = /^uid=(-?\d+)\D.*?\bgid=(-?\d+)/.exec(stdout) ?? []
    if (uid === undefined || gid === undefined) return undefined
    // On macOS the id of nobody is -2, which file systems expect as unsigned.
    return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0, isOther: true }
  } catch {
    return undefined
  }
}

/** The options that make a child process run as the account, in a folder that it can always enter. */
export function asAccount({ uid, gid, isOther }: Pick<Account, 'uid' | 'gid' | 'isOther'>): {
  cwd: string
  uid?: number
  gid?: number
} {
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

/**
 * Makes the account the owner of the files of a cluster without a running server, if they belong to another account: a
 * copy made by root, such as a restored backup, or files older than the dedicated account. Returns the previous owner.
 */
export async function takeOverFiles(account: Account, folder: string): Promise<number> {
  const { uid } = await stat(folder)
  if (account.isOther && uid !== account.uid) await handOverAll(account, folder)
  return uid
}

async function handOverAll(account: Account, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), account.uid, account.gid)
  }
  // Last, so that an interrupted start is repeated.
  await chown(folder, account.uid, account.gid)
}
