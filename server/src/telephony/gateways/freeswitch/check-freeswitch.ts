// Checks whether a call could be placed through this FreeSWITCH now, without placing one.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Finding } from '../finding.ts'
import { createAnswerPlace } from './answer-place.ts'
import { CHANNEL_EVENTS } from './channel-events.ts'
import { type EslConnection, openEslConnection } from './esl-connection.ts'
import { CANNOT_PLAY, canPlay } from './flow-modules.ts'
import type { FreeswitchSettings } from './freeswitch-settings.ts'
import { createTrunk } from './trunk.ts'

const PATIENCE_MS = 5000

export async function checkFreeswitch(settings: FreeswitchSettings): Promise<Finding[]> {
  const { host, port, password } = settings
  let connection: EslConnection
  try {
    connection = await openEslConnection({
      host,
      port,
      password,
      events: CHANNEL_EVENTS,
      timeoutMs: PATIENCE_MS,
      onEvent: () => undefined,
      onClose: () => undefined,
    })
  } catch (error) {
    return [{ level: 'problem', text: wordsOf(error) }]
  }
  try {
    const connected: Finding = {
      level: 'ok',
      text: `FreeSWITCH at ${host}:${port} answers and takes the password`,
    }
    return [
      connected,
      await checkTrunk(settings, connection),
      await checkOnAnswer(settings, connection),
      ...(await checkFlows(connection)),
      ...(await checkRecordings(settings, connection)),
    ]
  } catch (error) {
    return [{ level: 'problem', text: wordsOf(error) }]
  } finally {
    connection.close()
  }
}

async function checkTrunk({ dial }: FreeswitchSettings, connection: EslConnection): Promise<Finding> {
  const trunk = createTrunk(dial)
  await trunk.check(connection)
  const fault = trunk.fault()
  if (fault !== undefined) return { level: 'problem', text: fault }
  const unregistered = trunk.registrationFault()
  if (unregistered !== undefined) return { level: 'problem', text: unregistered }
  if (trunk.name === undefined)
    return { level: 'warning', text: `whether ${dial} can be dialed shows only when a call is placed` }
  return { level: 'ok', text: `the trunk ${trunk.name} is not down as far as FreeSWITCH knows` }
}

async function checkOnAnswer({ onAnswer }: FreeswitchSettings, connection: EslConnection): Promise<Finding> {
  const state = await createAnswerPlace(onAnswer).check(connection)
  if (state.kind === 'there')
    return { level: 'ok', text: `answered calls get ${onAnswer}, and the file exists` }
  return { level: state.kind === 'missing' ? 'problem' : 'warning', text: state.reason }
}

/** What flows need. Without it all other calls can be placed. */
async function checkFlows(connection: EslConnection): Promise<Finding[]> {
  return (await canPlay(connection)) ? [] : [{ level: 'warning', text: CANNOT_PLAY }]
}

/** Both must see the folder; whether both may write and read there, only a call shows. */
async function checkRecordings(
  { recordings: folder }: FreeswitchSettings,
  connection: EslConnection,
): Promise<Finding[]> {
  if (folder === undefined) return []
  const isThere = await access(folder, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isThere)
    return [
      { level: 'problem', text: `this service cannot read and write ${folder} (FREESWITCH_RECORDINGS)` },
    ]
  if ((await connection.send(`api file_exists ${folder}`)).trim() === 'false')
    return [{ level: 'problem', text: `FreeSWITCH has no folder ${folder} (FREESWITCH_RECORDINGS)` }]
  return [{ level: 'ok', text: `calls can be recorded in ${folder}` }]
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
