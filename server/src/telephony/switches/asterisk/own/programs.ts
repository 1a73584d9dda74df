// Where an Asterisk can be had: the one that ASTERISK_PROGRAM names, `asterisk` of this system, or the one that `carillon asterisk install` has
// fetched from Debian into the data folder. What was fetched is kept: sid moves, and an update is asked for.
import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type AsteriskPrograms, AsteriskUnavailable, findFetched, isUsable } from './fetch-asterisk.ts'
import type { OwnAsteriskSettings } from './own-asterisk-settings.ts'

export interface ProgramPlaces {
  /** ASTERISK_PROGRAM. */
  program: string | undefined
  dataDir: string
  /** Folders with programs. */
  path: readonly string[]
  /** What this system offers to install; read again for each question if it is missing. */
  readSystem?: () => Promise<System>
}

/** Not in the path of ordinary users. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin']

const run = promisify(execFile)

export function programPlaces(
  { program, path = '' }: Pick<OwnAsteriskSettings, 'program' | 'path'>,
  dataDir: string,
): ProgramPlaces {
  // A service without an Asterisk looks for one again and again, and asking apt takes half a second of a core: once is enough.
  let system: Promise<System> | undefined
  return {
    ...{ program, dataDir, path: [...path.split(delimiter).filter(Boolean), ...SYSTEM_FOLDERS] },
    readSystem: () => {
      system ??= readSystem()
      return system
    },
  }
}

/** Throws AsteriskUnavailable. */
export async function findPrograms(places: ProgramPlaces): Promise<AsteriskPrograms> {
  const { program, dataDir, path } = places
  if (program !== undefined) {
    if (!isProgram(program))
      throw new AsteriskUnavailable(`ASTERISK_PROGRAM names ${program}, which is not a program`)
    const found = installedAt(program)
    if (found) return found
    throw new AsteriskUnavailable(
      `ASTERISK_PROGRAM names ${program}, but no modules of Asterisk with res_ari.so and res_pjsip.so are in lib/asterisk/modules beside it`,
    )
  }
  for (const folder of path) {
    const candidate = join(folder, 'asterisk')
    const found = isProgram(candidate) ? installedAt(candidate) : undefined
    if (found) return found
  }
  const fetched = await findFetched(dataDir)
  if (fetched) return fetched
  throw new AsteriskUnavailable(adviceFor(await (places.readSystem ?? readSystem)()))
}

/** An Asterisk of a system: its modules and data are in folders beside that of the program. */
function installedAt(program: string): AsteriskPrograms | undefined {
  const prefix = dirname(dirname(realpathSync(program)))
  const libraries = [join(prefix, 'lib'), join(prefix, 'lib64')]
  const modules = [...libraries, ...libraries.flatMap(subfolders)]
    .map((folder) => join(folder, 'asterisk/modules'))
    .find(isUsable)
  const data = [join(prefix, 'share/asterisk'), '/var/lib/asterisk', join(prefix, 'var/lib/asterisk')].find(
    (folder) => existsSync(join(folder, 'documentation')),
  )
  if (modules === undefined || data === undefined) return undefined
  return { asterisk: { command: program, args: [] }, origin: program, modules, data }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

interface System {
  platform: NodeJS.Platform
  /** `debian`, `ubuntu` and the like. */
  id: string | undefined
  hasPackage: boolean
}

async function readSystem(): Promise<System> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  const id = /^ID="?([\w.-]+)"?$/m.exec(release)?.[1]
  return { platform: process.platform, id, hasPackage: await hasPackage() }
}

async function hasPackage(): Promise<boolean> {
  try {
    const { stdout } = await run('apt-cache', ['policy', 'asterisk'])
    return /Candidate: \d/.test(stdout)
  } catch {
    return false
  }
}

/** One sentence that says what to install on this system. */
export function adviceFor({ platform, id, hasPackage }: System): string {
  const none = 'there is no Asterisk to place calls with'
  const elsewhere = 'set GATEWAY=asterisk for an Asterisk on another machine or in a container'
  if (platform !== 'linux') return `${none}: it does not run on this system, so ${elsewhere}`
  if (hasPackage)
    return `${none}: run "sudo apt install asterisk", or "carillon asterisk install", which needs no root`
  if (id === 'debian')
    return `${none}: run "carillon asterisk install", which fetches it from Debian and needs no root`
  return `${none}: install the package asterisk of this system and set ASTERISK_PROGRAM if it is not found, or ${elsewhere}`
}
