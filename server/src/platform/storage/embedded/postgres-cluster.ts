// Creates the folder in which PostgreSQL keeps its data. It is made under a temporary name and renamed when it is
// complete, so that the next start cannot mistake the remains of an interrupted one for a database.

import { execFile } from 'node:child_process'
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type ClusterPlace, isCluster, writeNote } from './cluster-place.ts'
import { EmbeddedPostgresFailed } from './embedded-postgres-errors.ts'
import { SUPERUSER, writeLoginRules } from './postgres-access.ts'
import { type Account, asAccount, handOver } from './postgres-account.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)

/** Creates the cluster if there is none, and refuses one that these binaries cannot open. The caller holds the folder's lock. */
export async function prepareCluster(options: {
  dataDir: string
  place: ClusterPlace
  binaries: PostgresBinaries
  /** Not worth syncing to disk: the data will not survive a power failure anyway. */
  isDisposable: boolean
}): Promise<{ isNew: boolean }> {
  const { dataDir, place, binaries } = options
  await removeLeftovers(place.folder)
  const isNew = !(await isCluster(place.folder))
  if (isNew) await initialize(options)
  await assertUsable(place, binaries)
  if (dirname(place.folder) !== dataDir) await writeNote(dataDir, place.folder)
  return { isNew }
}

async function initialize({
  place,
  binaries,
  isDisposable,
}: Parameters<typeof prepareCluster>[0]): Promise<void> {
  const { folder, account } = place
  const unfinished = `${folder}.tmp-${process.pid}`
  try {
    await mkdir(unfinished, { mode: 0o700 })
    await handOver(account, unfinished)
    await runInitdb(binaries, unfinished, account, isDisposable)
    await writeLoginRules({ folder: unfinished, account })
    await rename(unfinished, folder)
    if (!isDisposable) await syncFolder(dirname(folder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
    throw new EmbeddedPostgresFailed(
      `${folder} is the database's place, but holds something else: move it away`,
    )
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function runInitdb(
  binaries: PostgresBinaries,
  folder: string,
  account: Account,
  isDisposable: boolean,
): Promise<void> {
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8']
  const args = ['-D', folder, '-U', SUPERUSER, '--auth=reject', '--no-instructions', ...locale]
  if (isDisposable) args.push('--no-sync')
  try {
    await run(binaries.initdb, args, { ...asAccount(account), env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } })
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    throw EmbeddedPostgresFailed.saying(`PostgreSQL could not create its files in ${dirname(folder)}`, output)
  }
}

async function assertUsable({ folder }: ClusterPlace, { major }: PostgresBinaries): Promise<void> {
  const { mode } = await stat(folder)
  // A copy, such as a restored backup, may have other file modes, which PostgreSQL refuses.
  if ((mode & 0o777) !== 0o700) await chmod(folder, 0o700)
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (version === major) return
  const found = `the database in ${folder} was made by PostgreSQL ${version}, which this PostgreSQL ${major} cannot open`
  throw new EmbeddedPostgresFailed(
    Number(version) < Number(major)
      ? `${found}: run "carillon upgrade", which copies it and keeps the old folder`
      : `${found}: run the newer Carillon that made it`,
  )
}

/** Removes the remains of interrupted starts. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = (await readdir(dirname(folder))).filter((name) => name.startsWith(`${basename(folder)}.tmp-`))
  for (const name of names) {
    // The initdb of an interrupted start may still be writing here; then the next start removes the folder.
    await rm(join(dirname(folder), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
