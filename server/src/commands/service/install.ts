// carillon service install: an account, a file of settings and a unit; run again after an upgrade it writes the unit anew and restarts.
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import { deployFolder } from '../../platform/kernel/files/package-folder.ts'
import { InvalidSetting } from '../../platform/kernel/settings.ts'
import { CommandFailed } from '../failure.ts'
import { say, sayAside } from '../terminal.ts'
import { isListening, waitUntilReady } from './answers.ts'
import {
  ACCOUNT,
  type Machine,
  mustRun,
  needRoot,
  needSystemd,
  run,
  settingsFile,
  UNIT,
  unitFile,
} from './machine.ts'
import { readServiceConfig, readSettings } from './settings.ts'
import { describeService, serviceFacts } from './status.ts'
import { checkReachable, renderUnit, writableFolders } from './unit.ts'

export async function installService(machine: Machine): Promise<void> {
  needSystemd(machine)
  checkReachable(machine)
  needRoot(machine, 'service install')

  const account = await ensureAccount()
  const settings = ensureSettings(machine, account)
  const config = checkSettings(machine)
  const writable = writableFolders(settings)
  for (const folder of writable) makeFolder(join(machine.root, folder), account)
  await checkPort(config, machine)

  const { dataDir, stopWaitSeconds } = config
  const text = renderUnit({ ...machine, settings: settingsFile(machine), dataDir, stopWaitSeconds, writable })
  writeWhole(unitFile(machine), text)
  await mustRun('systemctl', 'daemon-reload')
  await mustRun('systemctl', 'enable', UNIT)
  await mustRun('systemctl', 'restart', UNIT)
  sayAside('Starting the service…')
  await waitUntilReady(config)
  say(
    `Carillon runs as a service and starts with the machine.\n\n${describeService(serviceFacts(machine, config))}`,
  )
}

interface Account {
  uid: number
  gid: number
}

async function ensureAccount(): Promise<Account> {
  const isThere = (await run('id', '-u', ACCOUNT)).code === 0
  if (!isThere) {
    const place = ['--home-dir', '/var/lib/carillon', '--no-create-home', '--shell', '/usr/sbin/nologin']
    await mustRun('useradd', '--system', '--user-group', ...place, '--comment', 'Carillon', ACCOUNT)
  }
  const idOf = async (which: string) => Number(await mustRun('id', which, ACCOUNT))
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/** Made once, with examples, and never changed again: it belongs to the administrator. It may have passwords in it. */
function ensureSettings(machine: Machine, { gid }: Account): Record<string, string> {
  const file = settingsFile(machine)
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
    const examples = readFileSync(join(deployFolder, 'systemd', 'carillon.env'))
    writeFileSync(file, examples, { mode: 0o640, flag: 'wx' })
    // -1 leaves the owner, who is root.
    chownSync(file, -1, gid)
  }
  return readSettings(machine)
}

/** Before anything is restarted: a service that runs goes on running. */
function checkSettings(machine: Machine): Config {
  const cannot = (why: string) => new CommandFailed(`${settingsFile(machine)} cannot be used: ${why}`)
  let config: Config
  try {
    config = readServiceConfig(machine)
  } catch (error) {
    throw error instanceof InvalidSetting ? cannot(error.message) : error
  }
  if (config.port === 0) throw cannot('PORT must be a fixed one such as 3000, not 0')
  return config
}

function makeFolder(folder: string, { uid, gid }: Account): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownSync(folder, uid, gid)
}

/** Another program that answers there would look like the service. */
async function checkPort({ host, port }: Config, machine: Machine): Promise<void> {
  if ((await run('systemctl', 'is-active', UNIT)).code === 0 || !(await isListening({ host, port }))) return
  throw new CommandFailed(
    `port ${port} on ${host} is taken: stop what uses it, or set PORT in ${settingsFile(machine)}, then run this again`,
  )
}

/** Complete or not at all. */
function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, text, { mode: 0o644 })
  renameSync(`${file}.new`, file)
}
