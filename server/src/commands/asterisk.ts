// carillon asterisk install and status: the Asterisk that Carillon runs for its trunks.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readConfig } from '../config.ts'
import { findRunning, readAccess } from '../telephony/switches/asterisk/own/asterisk-home.ts'
import { type AsteriskPrograms, installAsterisk } from '../telephony/switches/asterisk/own/fetch-asterisk.ts'
import { findPrograms, programPlaces } from '../telephony/switches/asterisk/own/programs.ts'
import { readTrunkStates, type TrunkState } from '../telephony/switches/asterisk/own/states/trunk-states.ts'
import { CommandFailed } from './failure.ts'
import { say } from './terminal.ts'

const run = promisify(execFile)

export async function installAsteriskCommand({ isUpdate }: { isUpdate: boolean }): Promise<void> {
  const { dataDir } = readConfig()
  const programs = await installAsterisk({ dataDir, isUpdate, say })
  say(`${await versionOf(programs)} is ready (${programs.origin}).`)
  say(
    'A running service uses it as soon as it needs an Asterisk; one that runs already is replaced at the next start.',
  )
}

/** The exit code is 0 if an Asterisk runs, or could be started for a trunk. */
export async function asteriskStatusCommand(): Promise<void> {
  const { dataDir, ownAsterisk } = readConfig()
  const programs = await findPrograms(programPlaces(ownAsterisk, dataDir))
  say(`Program  ${await versionOf(programs)} (${programs.origin})`)
  const pid = await findRunning(dataDir)
  const access = pid === undefined ? undefined : await readAccess(dataDir)
  if (pid === undefined || access === undefined) {
    say('Running  no: the service starts it when there is a trunk')
    return
  }
  say(`Running  yes, as process ${pid}`)
  const states = await readTrunkStates(access.manager).catch((error: Error) => {
    throw new CommandFailed(error.message)
  })
  for (const state of states.sort((a, b) => (a.id < b.id ? -1 : 1)))
    say(`Trunk    ${state.id}: ${describe(state)}`)
}

async function versionOf({ asterisk: { command, args }, origin }: AsteriskPrograms): Promise<string> {
  try {
    const { stdout } = await run(command, [...args, '-V'])
    return stdout.trim()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(`the Asterisk of ${origin} does not run: ${reason.trim()}`)
  }
}

function describe({ isReachable, roundTripMs, registration }: TrunkState): string {
  const far =
    isReachable === undefined
      ? 'not asked yet'
      : isReachable
        ? `answers${roundTripMs === undefined ? '' : ` in ${roundTripMs.toFixed(1)} ms`}`
        : 'does not answer'
  const words = {
    registered: 'registered',
    rejected: 'the registration was rejected',
    waiting: 'not registered yet',
  }
  return registration === undefined ? far : `${far}, ${words[registration]}`
}
