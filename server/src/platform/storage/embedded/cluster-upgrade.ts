// A cluster of another major version of PostgreSQL: which one it is, and how a copy of it takes its place. The old cluster is kept
// beside it, under a name with its version, until a person removes it.
//
// Between the two renames there is no cluster. A start would make an empty one, so it refuses while an old one is there (see
// `assertNotInterrupted`), and the next upgrade finishes what was begun: the copy is marked before the first rename.

import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isCluster, keptClusters, makeReachable, placeCluster, possibleFolders } from './cluster-place.ts'
import { SYSTEM_FOLDER } from './embedded-postgres.ts'
import { lockFolder } from './folder-lock.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { readPassword, writePassword } from './postgres-password.ts'

export interface ClusterVersions {
  /** The major version of PostgreSQL that made the database; undefined: there is none. */
  found: string | undefined
  /** The major version of PostgreSQL that comes with this version of Carillon. */
  own: string
  /** Where the copy is made, on the same file system. */
  workFolder: string
}

const WORK = 'upgrade.part'
const COMPLETE = 'complete'

export async function compareVersions(dataDir: string): Promise<ClusterVersions> {
  const data = await makeReachable(dataDir)
  await finishInterrupted(data)
  const { folder, account } = await placeCluster(data, SYSTEM_FOLDER)
  const copyFolder = account.isOther ? await makeReachable(SYSTEM_FOLDER) : data
  const { major: own } = await findPostgresBinaries({ account, copyFolder })
  const found = (await isCluster(folder)) ? await versionOf(folder) : undefined
  return { found, own, workFolder: join(dirname(folder), WORK) }
}

/** Empty, and open for the account that PostgreSQL runs as. */
export async function makeWorkFolder({
  workFolder,
}: ClusterVersions): Promise<{ binaries: string; copy: string }> {
  await rm(workFolder, { recursive: true, force: true })
  await makeReachable(workFolder)
  const binaries = join(workFolder, 'binaries')
  await mkdir(binaries, { mode: 0o755 })
  return { binaries, copy: copyOf(workFolder) }
}

/** The data folder of the copy. */
const copyOf = (workFolder: string) => join(workFolder, 'data')

/** Puts the copy in the place of the old cluster; no server may run on either. Returns where the old one is kept. */
export async function swapClusters(dataDir: string, { workFolder }: ClusterVersions): Promise<string> {
  const data = await makeReachable(dataDir)
  const { folder } = await placeCluster(data, SYSTEM_FOLDER)
  const lock = await lockFolder(`${folder}.lock`, data)
  try {
    const kept = await freeName(`${folder}-${await versionOf(folder)}`)
    await writeFile(join(workFolder, COMPLETE), '', { flush: true })
    await rename(folder, kept)
    await moveCopy(data, folder, workFolder)
    return kept
  } finally {
    lock.release()
  }
}

async function finishInterrupted(dataDir: string): Promise<void> {
  for (const folder of await possibleFolders(dataDir)) {
    const workFolder = join(dirname(folder), WORK)
    const [kept] = await keptClusters(folder)
    if (kept === undefined || (await isCluster(folder))) continue
    const isComplete = await exists(join(workFolder, COMPLETE))
    if (isComplete && (await isCluster(join(copyOf(workFolder), 'postgres'))))
      await moveCopy(dataDir, folder, workFolder)
  }
}

async function moveCopy(dataDir: string, folder: string, workFolder: string): Promise<void> {
  const copy = copyOf(workFolder)
  const password = await readPassword(copy)
  await rename(join(copy, 'postgres'), folder)
  // If this does not happen, the next start sets a new one.
  if (password !== undefined) await writePassword(dataDir, password)
  await rm(workFolder, { recursive: true, force: true })
}

async function versionOf(folder: string): Promise<string> {
  return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
}

async function freeName(name: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`
    if (!(await exists(free))) return free
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
