// Where PostgreSQL keeps its data (its "cluster"): in `postgres` in the data folder. If we are root and the account
// that PostgreSQL runs as cannot reach the data folder, the cluster is in a system folder instead, and a note in the
// data folder says where. The note is binding: once data is there, a change of permissions must not make us start
// over with an empty cluster.

import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { EmbeddedPostgresFailed } from './embedded-postgres-errors.ts'
import { type Account, type AccountNames, canEnter, chooseAccount } from './postgres-account.ts'

export interface ClusterPlace {
  folder: string
  account: Account
}

const NOTE = 'postgres-location.txt'

export async function placeCluster(
  dataDir: string,
  systemFolder: string,
  names?: AccountNames,
): Promise<ClusterPlace> {
  const place = await findPlace(dataDir, systemFolder, names)
  const { folder, account } = place
  await makeReachable(dirname(folder))
  const owner = (await stat(folder).catch(() => undefined))?.uid ?? account.uid
  if (owner !== account.uid && !account.isOther) {
    throw new EmbeddedPostgresFailed(
      `the database in ${folder} belongs to the user with the id ${owner}, but Carillon runs as ${account.uid}: ` +
        'run it as that user, or as root',
    )
  }
  return place
}

async function findPlace(dataDir: string, systemFolder: string, names?: AccountNames): Promise<ClusterPlace> {
  const inside = join(dataDir, 'postgres')
  const account = await chooseAccount(inside, names)
  if (await isCluster(inside)) return { folder: inside, account }
  const noted = await readNote(dataDir)
  await assertNotInterrupted(dataDir)
  if (noted !== undefined) {
    if (await isCluster(noted)) return { folder: noted, account: await chooseAccount(noted, names) }
    throw new EmbeddedPostgresFailed(
      `the data of ${dataDir} was kept in ${noted}, which no longer exists: bring it back, ` +
        `or delete ${join(dataDir, NOTE)} to begin with an empty database`,
    )
  }
  if (await canEnter(account, dataDir)) return { folder: inside, account }
  const folder = join(
    systemFolder,
    createHash('sha256').update(dataDir).digest('hex').slice(0, 12),
    'postgres',
  )
  return { folder, account: await chooseAccount(folder, names) }
}

/** Where the cluster of a data folder may be. */
export async function possibleFolders(dataDir: string): Promise<string[]> {
  const noted = await readNote(dataDir)
  return [join(dataDir, 'postgres'), ...(noted === undefined ? [] : [noted])]
}

/** The old clusters that upgrades have left beside this one: `postgres-17`. */
export async function keptClusters(folder: string): Promise<string[]> {
  const names = await readdir(dirname(folder)).catch(() => [])
  const kept = names.filter(
    (name) =>
      name.startsWith(`${basename(folder)}-`) && /^\d+(-\d+)?$/.test(name.slice(basename(folder).length + 1)),
  )
  return kept.map((name) => join(dirname(folder), name))
}

/** An upgrade that was killed in its last moment leaves the old cluster without the new one. */
async function assertNotInterrupted(dataDir: string): Promise<void> {
  for (const folder of await possibleFolders(dataDir)) {
    const [kept] = await keptClusters(folder)
    if (kept !== undefined && !(await isCluster(folder)))
      throw new EmbeddedPostgresFailed(
        `there is no database in ${folder}, but an old one in ${kept}: run "carillon upgrade", which finishes an upgrade that was ` +
          `interrupted, or move ${kept} elsewhere to begin with an empty database`,
      )
  }
}

/** Creates the folder with permissions that let the account enter it, whatever our umask is. */
export async function makeReachable(path: string): Promise<string> {
  const folder = resolve(path)
  try {
    const first = await mkdir(folder, { recursive: true })
    if (first !== undefined) {
      for (let made = folder; made.length >= first.length; made = dirname(made)) await chmod(made, 0o711)
    }
    return await realpath(folder)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EmbeddedPostgresFailed(`the folder ${folder} cannot be used: ${reason}`, { cause })
  }
}

export async function isCluster(folder: string): Promise<boolean> {
  try {
    await stat(join(folder, 'PG_VERSION'))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false
    // The cluster belongs to another account: we can see that it exists but not read it.
    return stat(folder).then(
      () => true,
      () => false,
    )
  }
}

export async function readNote(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, NOTE), 'utf8').catch(() => '')
  return text.split('\n').find((line) => line.startsWith('/'))
}

export async function writeNote(dataDir: string, folder: string): Promise<void> {
  const text =
    'The account PostgreSQL runs as cannot reach this folder, so the database is kept in\n' +
    `${folder}\nKeep this file: it is how the database is found. A backup must include that folder.\n`
  const path = join(dataDir, NOTE)
  if ((await readFile(path, 'utf8').catch(() => '')) !== text) await writeFile(path, text)
}
