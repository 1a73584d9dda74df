// Programs from Debian's packages, into a folder of their own: nothing is installed on the machine, and no root is needed. apt finds the
// packages and verifies them by the archive's signatures as if for an empty system, so that everything they need comes along, down to the
// C library; they are only unpacked, and run by their own loader.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What to run, and what to put before the arguments. */
export interface Program {
  command: string
  args: readonly string[]
}

/** Debian's packages cannot be had here. */
export class PackagesUnavailable extends Error {
  override name = 'PackagesUnavailable'
}

/** Debian has Asterisk in sid (22) and in bullseye (16), not in between. */
export const SUITES = ['sid', 'bullseye']

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
const USUAL_MIRROR = 'http://deb.debian.org/debian'
const TRIPLETS: Record<string, string> = { arm64: 'aarch64-linux-gnu', x64: 'x86_64-linux-gnu' }

const run = promisify(execFile)

/** Throws PackagesUnavailable where Debian's packages do not run. */
export function debianTriplet(): string {
  const triplet = process.platform === 'linux' ? TRIPLETS[process.arch] : undefined
  if (triplet) return triplet
  throw new PackagesUnavailable(`Debian's packages do not run on ${process.platform} with ${process.arch}`)
}

interface UnpackOptions {
  suite: string
  packages: readonly string[]
  /** Replaced as a whole, once everything is there. */
  root: string
  /** The last step before that. */
  finish(folder: string): Promise<void>
}

export async function unpackPackages({ suite, packages, root, finish }: UnpackOptions): Promise<void> {
  if (!existsSync(KEYRING))
    throw new PackagesUnavailable(`${KEYRING} is missing: install the package debian-archive-keyring`)
  const building = `${root}.${process.pid}`
  const apt = join(building, 'apt')
  try {
    for (const each of ['lists/partial', 'archives/partial'])
      await mkdir(join(apt, each), { recursive: true })
    await writeFile(join(apt, 'status'), '')
    const source = `deb [signed-by=${KEYRING} check-valid-until=no] ${await findMirror()} ${suite} main\n`
    await writeFile(join(apt, 'sources.list'), source)
    const options = aptOptions(apt)
    await run('apt-get', [...options, 'update'])
    await run('apt-get', [...options, 'install', '--yes', '--download-only', ...packages], {
      maxBuffer: 2 ** 26,
    })
    const archives = join(apt, 'archives')
    const files = (await readdir(archives)).filter((name) => name.endsWith('.deb'))
    for (const name of files) await run('dpkg-deb', ['-x', join(archives, name), building])
    await rm(apt, { recursive: true })
    await finish(building)
    await rm(root, { recursive: true, force: true })
    // Whole, or not there.
    await rename(building, root)
  } catch (error) {
    throw new PackagesUnavailable(explain(error), { cause: error })
  } finally {
    await rm(building, { recursive: true, force: true })
  }
}

/** Where this machine has its packages from; a mirror of Debian has all of its suites. */
async function findMirror(): Promise<string> {
  const { stdout } = await run('apt-get', ['update', '--print-uris'])
  return /^'(\S+\/debian)\/dists\//m.exec(stdout)?.[1] ?? USUAL_MIRROR
}

/** A place of its own for everything that apt keeps. */
function aptOptions(folder: string): string[] {
  const options = {
    'Dir::State': folder,
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': folder,
    'Dir::Cache::archives': join(folder, 'archives'),
    'Dir::Etc::sourcelist': join(folder, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'APT::Sandbox::User': '',
    'APT::Install-Recommends': 'false',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '2',
    'Debug::NoLocking': 'true',
  }
  return Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
}

/** Where unpacked programs have their libraries. */
export function libraryFolders(root: string): string[] {
  const triplet = debianTriplet()
  return [`usr/lib/${triplet}`, `lib/${triplet}`, 'usr/lib'].map((path) => join(root, path))
}

/** How to run a program of unpacked packages. */
export async function unpackedProgram(
  root: string,
  path: string,
  libraries = libraryFolders(root),
): Promise<Program> {
  return {
    command: await findLoader(libraries),
    args: ['--library-path', libraries.join(':'), join(root, path)],
  }
}

async function findLoader(folders: readonly string[]): Promise<string> {
  for (const folder of folders.filter((each) => existsSync(each))) {
    const loader = (await readdir(folder)).find((name) => /^ld-linux.*\.so\.\d+$/.test(name))
    if (loader) return join(folder, loader)
  }
  throw new PackagesUnavailable('the packages brought no loader along')
}

function explain(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT' && String(error).includes('spawn'))
    return 'apt-get and dpkg-deb are needed, which this system does not have'
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  const lines = text.trim().split('\n')
  return lines.find((line) => line.startsWith('E:')) ?? lines.at(-1) ?? 'no reason given'
}
