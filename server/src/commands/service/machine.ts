// What the commands of the service touch: the programs and folders of a Linux machine with systemd. Tests give it another root folder.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { SERVICE_SETTINGS } from '../../platform/kernel/env-file.ts'
import { isCheckout, packageFolder } from '../../platform/kernel/files/package-folder.ts'
import { CommandFailed } from '../failure.ts'

export const ACCOUNT = 'carillon'
export const UNIT = 'carillon.service'
const UNIT_FILE = `/etc/systemd/system/${UNIT}`

export interface Machine {
  /** `/`, except in tests. */
  root: string
  platform: NodeJS.Platform
  isRoot: boolean
  isCheckout: boolean
  /** The program that runs us, and what it runs. */
  node: string
  program: string
}

export interface Finished {
  code: number
  /** Of standard output and standard error together. */
  text: string
}

export function thisMachine(): Machine {
  return {
    root: '/',
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    isCheckout,
    node: realpathSync(process.execPath),
    program: realpathSync(join(packageFolder, 'bin', 'carillon.js')),
  }
}

export const unitFile = ({ root }: Machine) => join(root, UNIT_FILE)
export const settingsFile = ({ root }: Machine) => join(root, SERVICE_SETTINGS)

/** systemd itself says so in this way (sd_booted). */
export function needSystemd({ platform, root }: Machine): void {
  if (platform === 'linux' && existsSync(join(root, 'run/systemd/system'))) return
  throw new CommandFailed(
    platform === 'darwin'
      ? 'macOS has no systemd: let launchd run "carillon serve", see docs/install.md'
      : 'systemd does not run here: let the service manager of this system, or a container, run "carillon serve", see docs/install.md',
  )
}

export function needRoot({ isRoot }: Machine, command: string): void {
  if (!isRoot)
    throw new CommandFailed(`this changes the whole machine and needs root: sudo carillon ${command}`)
}

export function isInstalled(machine: Machine): boolean {
  return existsSync(unitFile(machine))
}

/** Runs a program to its end, whatever its exit code is. */
export function run(program: string, ...args: string[]): Promise<Finished> {
  return new Promise((done, reject) => {
    execFile(program, args, { encoding: 'utf8' }, (error, stdout, stderr) => {
      const code = error ? error.code : 0
      if (typeof code === 'number') done({ code, text: `${stdout}${stderr}`.trim() })
      else reject(new CommandFailed(`the program ${program} cannot be run: ${error?.message.split('\n', 1)}`))
    })
  })
}

export async function mustRun(program: string, ...args: string[]): Promise<string> {
  const { code, text } = await run(program, ...args)
  if (code === 0) return text
  throw new CommandFailed(`${[program, ...args].join(' ')} failed with code ${code}: ${text}`)
}

/** Runs a program that talks to the terminal itself, and returns its exit code. */
export async function runHere(program: string, ...args: string[]): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit' })
  // Ctrl-C is meant for the program, which ends with it.
  const ignore = () => undefined
  process.on('SIGINT', ignore)
  try {
    const [code] = await once(child, 'exit')
    return code ?? 0
  } catch (error) {
    throw new CommandFailed(`the program ${program} cannot be run: ${(error as Error).message}`)
  } finally {
    process.off('SIGINT', ignore)
  }
}
