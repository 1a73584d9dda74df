// PostgreSQL comes as one npm package per platform. Two things may keep it from running where npm put it. npm does not
// pack symbolic links, so an install script makes them, and that script may not have run. And the account that
// PostgreSQL runs as may be unable to reach the folder (node_modules under /root). Missing links are made in place if
// we may; otherwise the binaries are copied to a folder of our own.

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedPostgresUnavailable } from './embedded-postgres-errors.ts'
import { type Account, asAccount } from './postgres-account.ts'

const run = promisify(execFile)

export interface PostgresBinaries {
  postgres: string
  initdb: string
  /** The major version: clusters of other major versions cannot be opened. */
  major: string
}

interface FindBinariesOptions {
  account: Account
  /** Where a copy may be put. */
  copyFolder: string
  /** The platform package; default: found by its name. */
  packageFolder?: string | undefined
}

export async function findPostgresBinaries(options: FindBinariesOptions): Promise<PostgresBinaries> {
  const { account, copyFolder, packageFolder = findPackage() } = options
  const hasLinks = await makeLinks(packageFolder).catch(() => false)
  try {
    if (hasLinks) return await tryBinaries(packageFolder, account)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw doesNotRun(error)
  }
  const copy = await copyPackage(packageFolder, copyFolder)
  return tryBinaries(copy, account).catch((error) => {
    throw doesNotRun(error)
  })
}

function doesNotRun(cause: unknown): EmbeddedPostgresUnavailable {
  return new EmbeddedPostgresUnavailable(explainFailedRun(cause, hasGlibc()), { cause })
}

export function explainFailedRun(cause: unknown, isGlibc: boolean): string {
  const why = isGlibc
    ? `does not run on this system: ${String(cause).trim()}`
    : 'needs glibc, and this system has another C library (Alpine has musl)'
  return `the embedded PostgreSQL ${why}; set DATABASE_URL to a PostgreSQL server, 14 or later`
}

/** Which C library our own program was started with. Systems other than Linux count as having the right one. */
function hasGlibc(): boolean {
  try {
    return process.platform !== 'linux' || !readFileSync('/proc/self/maps', 'utf8').includes('/ld-musl-')
  } catch {
    return true
  }
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    // The package exports only dist/index.js.
    return dirname(dirname(require.resolve(name)))
  } catch (cause) {
    throw new EmbeddedPostgresUnavailable(
      `there is no embedded PostgreSQL for ${process.platform}-${process.arch} here (npm package ${name}): ` +
        'install it, or set DATABASE_URL to a PostgreSQL server',
      { cause },
    )
  }
}

async function tryBinaries(folder: string, account: Account): Promise<PostgresBinaries> {
  const bin = join(folder, 'native', 'bin')
  const binaries = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
  const { stdout } = await run(binaries.postgres, ['--version'], { ...asAccount(account), env: {} })
  const major = /(\d+)(\.|devel|beta|rc)/.exec(stdout)?.[1]
  if (major === undefined) throw new Error(`unexpected answer to --version: ${stdout}`)
  return { ...binaries, major }
}

/** Makes the missing links and returns whether all exist; their paths are relative to the package's folder. */
async function makeLinks(folder: string): Promise<true> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(folder, target)
    const exists = await lstat(link).catch(() => undefined)
    if (!exists) await symlink(basename(source), link).catch(ignoreExisting)
  }
  return true
}

/** The copy gets its final name last, so a folder of that name is always complete. */
async function copyPackage(packageFolder: string, copyFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const target = join(copyFolder, `postgresql-${version}`)
  if (await lstat(target).catch(() => undefined)) return target
  const unfinished = `${target}.tmp-${process.pid}-${Date.now()}`
  try {
    await mkdir(unfinished, { recursive: true })
    await chmod(unfinished, 0o755)
    await copyTree(join(packageFolder, 'native'), join(unfinished, 'native'))
    await makeLinks(unfinished)
    await rename(unfinished, target).catch(ignoreExisting)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return target
}

/** The copy is writable even if the folders of the package are not, and readable by the account of PostgreSQL whatever the umask is. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    // Static libraries are a tenth of the size, and nothing needs them.
    else if (!entry.name.endsWith('.a')) await copyFile(source, target)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error
}
