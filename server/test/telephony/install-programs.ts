// Asterisk, sipp and espeak-ng from Debian's packages, into a folder of their own: nothing is installed on the machine, and no root is
// needed. apt finds and verifies the packages as if for an empty system, so that everything they need comes along,
// down to the C library; they are only unpacked, and run by their own loader.
//
// Debian has Asterisk in sid (22) and in bullseye (16), not in between. TELEPHONY_SUITE chooses one of them.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Programs {
  suite: string
  asterisk: Program
  sipp: Program
  /** Speech for the phones: `espeak-ng`, with the place of its voices. */
  espeak: Program
  /** Where Asterisk finds its modules, and its sounds and documentation. */
  modules: string
  data: string
}

/** What to run, and what to put before the arguments. */
export interface Program {
  command: string
  args: string[]
}

/** Debian's packages cannot be had here. */
export class PackagesUnavailable extends Error {
  override name = 'PackagesUnavailable'
}

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
const SUITES = ['sid', 'bullseye']
const PACKAGES = ['asterisk', 'asterisk-core-sounds-en-gsm', 'sip-tester', 'espeak-ng']
/** Of the package that was added last: an older folder does not have it. */
const NEWEST_PROGRAM = 'usr/bin/espeak-ng'
const TRIPLETS: Record<string, string> = { arm64: 'aarch64-linux-gnu', x64: 'x86_64-linux-gnu' }

const run = promisify(execFile)

export async function installPrograms(say: (text: string) => void = () => undefined): Promise<Programs> {
  const triplet = process.platform === 'linux' ? TRIPLETS[process.arch] : undefined
  if (!triplet) throw new PackagesUnavailable(`nothing is known for ${process.platform} on ${process.arch}`)
  const wanted = process.env['TELEPHONY_SUITE']
  const folder = process.env['TELEPHONY_FOLDER'] ?? join(homedir(), '.cache', 'carillon', 'telephony')
  const failures: string[] = []
  for (const suite of wanted ? [wanted] : SUITES) {
    const root = join(folder, `${suite}-${process.arch}`)
    try {
      if (!existsSync(join(root, NEWEST_PROGRAM))) {
        say(`getting ${PACKAGES.join(', ')} of Debian ${suite} into ${root}`)
        await install(suite, root)
      }
      return await findPrograms(suite, root, triplet)
    } catch (error) {
      failures.push(`${suite}: ${explain(error)}`)
    }
  }
  throw new PackagesUnavailable(failures.join('; '))
}

async function install(suite: string, root: string): Promise<void> {
  if (!existsSync(KEYRING)) throw new Error(`${KEYRING} is missing: is this Debian?`)
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
    await run('apt-get', [...options, 'install', '--yes', '--download-only', ...PACKAGES], {
      maxBuffer: 2 ** 26,
    })
    const archives = join(apt, 'archives')
    const packages = (await readdir(archives)).filter((name) => name.endsWith('.deb'))
    for (const name of packages) await run('dpkg-deb', ['-x', join(archives, name), building])
    await rm(apt, { recursive: true })
    await symlink('en_US_f_Allison', join(building, 'usr/share/asterisk/sounds/en'))
    await rm(root, { recursive: true, force: true })
    // Whole, or not there.
    await rename(building, root)
  } finally {
    await rm(building, { recursive: true, force: true })
  }
}

/** Where this machine has its packages from; a mirror of Debian has all of its suites. */
async function findMirror(): Promise<string> {
  const { stdout } = await run('apt-get', ['update', '--print-uris'])
  const mirror = /^'(\S+\/debian)\/dists\//m.exec(stdout)?.[1]
  if (!mirror) throw new Error('apt knows no mirror of Debian')
  return mirror
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

async function findPrograms(suite: string, root: string, triplet: string): Promise<Programs> {
  const libraries = [`usr/lib/${triplet}`, `lib/${triplet}`, 'usr/lib'].map((path) => join(root, path))
  const loader = await findLoader(libraries)
  const program = (path: string): Program => ({
    command: loader,
    args: ['--library-path', libraries.join(':'), join(root, path)],
  })
  const modules = [...libraries.map((path) => join(path, 'asterisk/modules'))].find((path) =>
    existsSync(join(path, 'res_ari.so')),
  )
  if (!modules) throw new Error(`${root} has no Asterisk with ARI in it`)
  // espeak-ng needs a library of this package, which looks there for its own.
  libraries.push(join(root, `usr/lib/${triplet}/pulseaudio`))
  const voices = libraries.find((path) => existsSync(join(path, 'espeak-ng-data')))
  if (!voices) throw new Error(`${root} has no voices for espeak-ng`)
  const espeak = program('usr/bin/espeak-ng')
  return {
    suite,
    asterisk: program('usr/sbin/asterisk'),
    sipp: program('usr/bin/sipp'),
    espeak: { ...espeak, args: [...espeak.args, `--path=${voices}`] },
    modules,
    data: join(root, 'usr/share/asterisk'),
  }
}

async function findLoader(folders: string[]): Promise<string> {
  for (const folder of folders.filter((each) => existsSync(each))) {
    const loader = (await readdir(folder)).find((name) => /^ld-linux.*\.so\.\d+$/.test(name))
    if (loader) return join(folder, loader)
  }
  throw new Error('the packages brought no loader along')
}

function explain(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  const lines = text.trim().split('\n')
  return lines.find((line) => line.startsWith('E:')) ?? lines.at(-1) ?? 'no reason given'
}
