// carillon service status, logs and remove.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { CommandFailed } from '../failure.ts'
import { say } from '../terminal.ts'
import { addressOf, whyNotReady } from './answers.ts'
import {
  ACCOUNT,
  isInstalled,
  type Machine,
  mustRun,
  needRoot,
  needSystemd,
  run,
  runHere,
  settingsFile,
  UNIT,
  unitFile,
} from './machine.ts'
import { DATA_FOLDER, readServiceConfig } from './settings.ts'

type Facts = readonly (readonly [string, string])[]

export function serviceFacts(machine: Machine, config: Config): Facts {
  const token =
    config.accessToken === undefined
      ? `sudo cat ${join(config.dataDir, 'access-token')}`
      : 'that of ACCESS_TOKEN'
  return [
    ['Console', addressOf(config)],
    ['Access token', token],
    ['Data', config.dataDir],
    ['Settings', `${settingsFile(machine)}; after a change: sudo systemctl restart carillon`],
    ['Log', 'sudo carillon service logs'],
  ]
}

export function describeService(facts: Facts): string {
  const width = Math.max(...facts.map(([label]) => label.length))
  return facts.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n')
}

/** The exit code is 0 if the service runs and is ready, otherwise 1. */
export async function showService(machine: Machine): Promise<void> {
  needInstalled(machine)
  const state = (await run('systemctl', 'is-active', UNIT)).text
  const start = (await run('systemctl', 'is-enabled', UNIT)).text
  const config = configIfReadable(machine)
  const why = state === 'active' ? config && (await whyNotReady(config)) : `its state is "${state}"`
  const known: Facts = config
    ? serviceFacts(machine, config)
    : [['Settings', `${settingsFile(machine)}, which only root can read: sudo carillon service status`]]
  const facts: Facts = [
    ['State', why === undefined ? (config ? 'running and ready' : 'running') : `not ready: ${why}`],
    ['Starts with the machine', start === 'enabled' ? 'yes' : `no (${start})`],
    ...known,
  ]
  say(describeService(facts))
  if (why !== undefined) process.exitCode = 1
}

export async function showLogs(
  machine: Machine,
  flags: { follow: boolean; lines: string | undefined },
): Promise<void> {
  needInstalled(machine)
  const { follow, lines = '100' } = flags
  if (!/^[1-9]\d{0,6}$/.test(lines))
    throw new CommandFailed(`--lines must be a whole number from 1, not "${lines}"`)
  const more = follow ? ['--follow'] : ['--no-pager']
  process.exitCode = await runHere('journalctl', '--unit', UNIT, '--lines', lines, '--output', 'cat', ...more)
}

/** What people have entered is never removed with the program. */
export async function removeService(machine: Machine): Promise<void> {
  needSystemd(machine)
  needRoot(machine, 'service remove')
  if (!isInstalled(machine)) {
    say('The service is not installed: there is nothing to remove.')
    return
  }
  const dataDir = configIfReadable(machine)?.dataDir ?? DATA_FOLDER
  await mustRun('systemctl', 'disable', '--now', UNIT)
  rmSync(unitFile(machine))
  await mustRun('systemctl', 'daemon-reload')
  // The unit of a service that had failed would be listed on.
  await run('systemctl', 'reset-failed', UNIT)
  say(
    `The service is stopped and removed. Kept are the data in ${dataDir}, the settings in ${settingsFile(machine)} and the account ${ACCOUNT}.\n` +
      'To install it again: sudo carillon service install\n' +
      `To delete everything for good: sudo rm -r ${dataDir} /var/cache/carillon ${join(machine.root, 'etc/carillon')} && sudo userdel ${ACCOUNT}`,
  )
}

function needInstalled(machine: Machine): void {
  needSystemd(machine)
  if (!isInstalled(machine))
    throw new CommandFailed('the service is not installed: sudo carillon service install')
}

/** Undefined if the settings cannot be read, or not be used. */
function configIfReadable(machine: Machine): Config | undefined {
  try {
    return readServiceConfig(machine)
  } catch {
    return undefined
  }
}
