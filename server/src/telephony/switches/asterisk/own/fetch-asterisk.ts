// The Asterisk that `carillon asterisk install` fetches from Debian into the data folder. What was fetched is kept: sid moves, and an update
// is asked for.
import { existsSync } from 'node:fs'
import { readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import {
  debianTriplet,
  libraryFolders,
  PackagesUnavailable,
  type Program,
  SUITES,
  unpackedProgram,
  unpackPackages,
} from './debian-packages.ts'

export interface AsteriskPrograms {
  asterisk: Program
  /** For people: where it comes from. */
  origin: string
  /** Where Asterisk finds its modules, and its sounds and documentation. */
  modules: string
  data: string
}

/** There is no Asterisk to run here. The message says what to do. */
export class AsteriskUnavailable extends Error {
  override name = 'AsteriskUnavailable'
}

const PACKAGES = ['asterisk', 'asterisk-core-sounds-en-gsm']
const PROGRAM = 'usr/sbin/asterisk'

export function programsFolder(dataDir: string): string {
  return join(dataDir, 'asterisk', 'programs')
}

export async function findFetched(dataDir: string): Promise<AsteriskPrograms | undefined> {
  for (const suite of SUITES) {
    const root = rootOf(dataDir, suite)
    if (existsSync(join(root, PROGRAM))) return unpackedAsterisk(root, originOf(suite, root))
  }
  return undefined
}

interface InstallOptions {
  dataDir: string
  /** Fetches it even if it is there. */
  isUpdate: boolean
  say(text: string): void
}

/** Throws AsteriskUnavailable. */
export async function installAsterisk({ dataDir, isUpdate, say }: InstallOptions): Promise<AsteriskPrograms> {
  const kept = isUpdate ? undefined : await findFetched(dataDir)
  if (kept) return kept
  const failures: string[] = []
  for (const suite of SUITES) {
    try {
      debianTriplet()
      const root = rootOf(dataDir, suite)
      say(`getting ${PACKAGES.join(' and ')} of Debian ${suite} into ${root}`)
      await unpackPackages({ suite, root, packages: PACKAGES, finish: keepAsterisk })
      return await unpackedAsterisk(root, originOf(suite, root))
    } catch (error) {
      if (!(error instanceof PackagesUnavailable)) throw error
      failures.push(`${suite}: ${error.message}`)
    }
  }
  throw new AsteriskUnavailable(
    `Asterisk cannot be fetched from Debian (${failures.join('; ')}): install the package asterisk where your system has one, or set ` +
      'GATEWAY=asterisk for an Asterisk on another machine',
  )
}

/** How to run the Asterisk of packages that were unpacked into a folder. */
export async function unpackedAsterisk(root: string, origin: string): Promise<AsteriskPrograms> {
  const modules = libraryFolders(root)
    .map((path) => join(path, 'asterisk/modules'))
    .find(isUsable)
  if (!modules) throw new PackagesUnavailable(`${root} has no Asterisk with ARI in it`)
  const asterisk = await unpackedProgram(root, PROGRAM)
  return { asterisk, origin, modules, data: join(root, 'usr/share/asterisk') }
}

/** Whether a folder of modules is enough to place calls. */
export function isUsable(modules: string): boolean {
  return ['res_ari.so', 'res_pjsip.so'].every((name) => existsSync(join(modules, name)))
}

/** The package's own scripts, which do not run here, would do it. */
export function linkSounds(folder: string): Promise<void> {
  return symlink('en_US_f_Allison', join(folder, 'usr/share/asterisk/sounds/en'))
}

/** Removes documentation, perl and the like: all but the program, its data and the libraries. */
async function keepAsterisk(folder: string): Promise<void> {
  await linkSounds(folder)
  const triplet = debianTriplet()
  const isLibrary = (name: string) => name === 'asterisk' || /\.so(\.|$)/.test(name)
  const kept: [string, (name: string) => boolean][] = [
    ['', (name) => ['usr', 'lib'].includes(name)],
    ['usr', (name) => ['sbin', 'share', 'lib'].includes(name)],
    ['usr/sbin', (name) => name === 'asterisk'],
    ['usr/share', (name) => name === 'asterisk'],
    ['usr/lib', (name) => name === triplet || isLibrary(name)],
    ['lib', (name) => name === triplet],
    [`usr/lib/${triplet}`, isLibrary],
    [`lib/${triplet}`, isLibrary],
  ]
  for (const [path, isKept] of kept)
    for (const name of await readdir(join(folder, path)).catch(() => []))
      if (!isKept(name)) await rm(join(folder, path, name), { recursive: true, force: true })
}

function rootOf(dataDir: string, suite: string): string {
  return join(programsFolder(dataDir), `${suite}-${process.arch}`)
}

function originOf(suite: string, root: string): string {
  return `Debian ${suite}, fetched into ${root}`
}
