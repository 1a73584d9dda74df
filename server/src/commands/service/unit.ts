// The unit of the service: the template of the package with the paths of this machine.
import { readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { deployFolder } from '../../platform/kernel/files/package-folder.ts'
import { CommandFailed } from '../failure.ts'
import type { Machine } from './machine.ts'

/** Folders that the unit hides from the service. */
const HIDDEN = ['/home', '/root', '/run/user', '/tmp', '/var/tmp']
/** Settings that name a folder to write to. */
const FOLDER_SETTINGS = ['DATA_DIR', 'BACKUP_DIR']
/** What a stop takes beside STOP_WAIT: requests in progress, and the database. */
const STOP_REST_SECONDS = 90

interface UnitFacts {
  node: string
  program: string
  settings: string
  dataDir: string
  stopWaitSeconds: number
  writable: readonly string[]
}

export function renderUnit(facts: UnitFacts): string {
  const { node, program, settings, dataDir, stopWaitSeconds, writable } = facts
  const values: Record<string, string> = {
    NODE: quoted(node),
    PROGRAM: quoted(program),
    SETTINGS: settings,
    DATA: quoted(dataDir),
    STOP_LIMIT: `${stopWaitSeconds + STOP_REST_SECONDS}s`,
    WRITABLE: writable.map((folder) => `ReadWritePaths=${quoted(`-${folder}`)}`).join('\n'),
  }
  const template = readFileSync(join(deployFolder, 'systemd', 'carillon.service'), 'utf8')
  return template.replace(/@([A-Z_]+)@\n?/g, (found, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the unit has no value for ${name}`)
    const isLine = found.endsWith('\n')
    return value === '' ? '' : `${value}${isLine ? '\n' : ''}`
  })
}

/** As one word of a unit, in which a percent sign is a specifier and a dollar sign a variable. */
function quoted(word: string): string {
  const plain = word.replaceAll('%', '%%').replaceAll('$', '$$$$')
  return /^[\w./%$+@:-]+$/.test(plain) ? plain : `"${plain.replace(/["\\]/g, '\\$&')}"`
}

/** Folders outside the service's own that the settings let it write to. */
export function writableFolders(settings: Readonly<Record<string, string>>): string[] {
  return FOLDER_SETTINGS.flatMap((name) => {
    const folder = settings[name]
    if (!folder) return []
    if (!isAbsolute(folder))
      throw new CommandFailed(
        `${name} of a service must be a whole path such as /srv/carillon, not "${folder}"`,
      )
    return [folder]
  })
}

/**
 * The service runs under an account of its own, which has to reach the program. A home folder is also refused because whoever owns it
 * could change what the machine's service runs.
 */
export function checkReachable({ node, program, isCheckout }: Machine): void {
  const advice =
    'install Node.js and Carillon for all users (sudo npm install -g carillon), then run sudo carillon service install'
  if (isCheckout) throw new CommandFailed(`a checkout is not run as a service: ${advice}`)
  for (const path of [node, program]) {
    const hidden = HIDDEN.find((folder) => path.startsWith(`${folder}/`))
    if (hidden !== undefined)
      throw new CommandFailed(`${path} is below ${hidden}, which the service cannot see: ${advice}`)
    const closed = closedTo(path)
    if (closed !== undefined)
      throw new CommandFailed(
        `${path} cannot be read by the account of the service, because ${closed} is closed to others: ${advice}`,
      )
  }
}

/** What keeps other accounts from reading a file: the file itself, or a folder above it. */
function closedTo(path: string): string | undefined {
  if ((statSync(path).mode & 0o004) === 0) return path
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return folder
    if (folder === dirname(folder)) return undefined
  }
}
