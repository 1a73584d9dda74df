// Commands to an answered call. The call is parked in FreeSWITCH, and applications are executed on it one after the other. Each
// has a name that says what it is for, so that any node that controls the call later understands its end.
//
// `event-lock` matters: without it FreeSWITCH would run the next application inside of one that is being stopped, and
// go on with the stopped one afterwards.

import type { CallControl, Recording, Sound, Transfer } from '../../../conversations/answered-call.ts'
import { abilitiesOfStep } from '../../../conversations/flows/check/gateway-abilities.ts'
import type { CallAbility, Flow } from '../../../conversations/flows/flow.ts'
import { GatewayFault } from '../../refusals.ts'
import type { LiveCalls } from '../live-calls.ts'
import type { CallEvent } from './channel-events.ts'
import type { EslConnection } from './esl-connection.ts'
import { createFirstPlays } from './first-plays.ts'
import { CANNOT_PLAY, canPlay } from './flow-modules.ts'
import type { FreeswitchSettings } from './freeswitch-settings.ts'
import { requireId } from './live-channels.ts'
import { createRecordingFiles } from './recording-files.ts'
import { judgeTransfer, readTransferPlace } from './transfer-place.ts'

interface CallControlOptions {
  settings: FreeswitchSettings
  calls: LiveCalls
  /** Throws if there is none. */
  connection(): EslConnection
  /** How long a sound may take until it is there. */
  soundDelayMs: number
}

const PLAY = 'carillon-play-'
const TONE = 'carillon-tone-'
const RECORD = 'carillon-record-'
const TRANSFER = 'carillon-transfer'
/** What becomes part of a command must not end an argument, separate files or be expanded. */
const URL_SHAPE = /^https?:\/\/[\w.:/[\]~%?=&+-]+$/
/** How long a call waits for another one that fetches the same sound. */
const MAX_FETCH_WAIT_MS = 2000
const BEEP = 'tone_stream://%(400,0,1000)'
const RINGBACK = '%(1000,4000,425)'
/** The level below which a callee is silent. FreeSWITCH's own examples use it. */
const SILENCE_LEVEL = 200
const IS_GONE = /^-ERR (?:invalid session id|No such channel|Cannot locate session)/i

export function createCallControl({ settings, calls, connection, soundDelayMs }: CallControlOptions) {
  const files = createRecordingFiles(settings.recordings)
  /** Calls of this node that have a flow. */
  const controlled = new Set<string>()
  /** Sounds that were stopped, by call. */
  const stopped = new Map<string, string>()
  /** Messages whose tone is being played. */
  const messages = new Map<string, Recording & { isStopped: boolean }>()
  const transferring = new Set<string>()
  const firstPlays = createFirstPlays(MAX_FETCH_WAIT_MS)

  /** What it can play is known when it was asked. */
  const abilities = new Set<CallAbility>(['play', 'keys', 'transfer'])
  if (settings.recordings !== undefined) abilities.add('record')

  /** False if the call is over. Rejects if FreeSWITCH does not obey. */
  async function send(command: string, headers?: Record<string, string>): Promise<boolean> {
    const answer = (await connection().send(command, headers)).trim()
    if (IS_GONE.test(answer)) return false
    if (!answer.startsWith('+OK')) throw new Error(`FreeSWITCH refuses a command: ${answer || 'no answer'}`)
    return true
  }

  function execute(id: string, name: string, application: string, argument: string): Promise<boolean> {
    return send(`sendmsg ${requireId(id)}`, {
      'call-command': 'execute',
      'execute-app-name': application,
      'execute-app-arg': argument,
      'event-uuid': name,
      ...(application !== 'bridge' && { 'event-lock': 'true' }),
    })
  }

  async function recordMessage(
    id: string,
    recording: Pick<Recording, 'id' | 'maxSeconds' | 'silenceSeconds'>,
  ) {
    const { maxSeconds, silenceSeconds } = recording
    const argument = `${files.pathOf(recording.id)} ${maxSeconds} ${SILENCE_LEVEL} ${silenceSeconds}`
    await execute(id, `${RECORD}${recording.id}`, 'record', argument)
  }

  function reportRecorded(attemptId: string, recordingId: string, hasFailed: boolean): void {
    calls.report({ type: 'recorded', attemptId, recordingId, hasFailed })
  }

  /** A sound is being played. It may be on its way from the server of sounds. */
  async function hasSound(id: string): Promise<boolean> {
    const isPlaying = async () =>
      /^\+OK/.test((await connection().send(`api uuid_fileman ${id} none`)).trim())
    if (await isPlaying()) return true
    await new Promise((resolve) => setTimeout(resolve, soundDelayMs))
    return isPlaying()
  }

  async function hearToneEnd(id: string, recordingId: string): Promise<void> {
    const message = messages.get(id)
    if (message?.id !== recordingId) return
    messages.delete(id)
    try {
      if (!message.isStopped) await recordMessage(id, message)
      else reportRecorded(id, recordingId, true)
    } catch {
      reportRecorded(id, recordingId, true)
    }
  }

  function hearEnd({ id, name, response, disposition }: Extract<CallEvent, { type: 'executed' }>): void {
    if (name.startsWith(PLAY)) {
      const playId = name.slice(PLAY.length)
      firstPlays.noteEnded(id)
      const isStopped = stopped.get(id) === playId
      const result = response !== 'FILE PLAYED' ? 'failed' : isStopped ? 'stopped' : 'done'
      calls.report({ type: 'played', attemptId: id, playId, result })
    } else if (name.startsWith(TONE)) hearToneEnd(id, name.slice(TONE.length))
    else if (name.startsWith(RECORD)) {
      const recordingId = name.slice(RECORD.length)
      files.has(recordingId).then((isThere) => reportRecorded(id, recordingId, !isThere))
    } else if (name === TRANSFER && transferring.delete(id))
      calls.report({ type: 'transferred', attemptId: id, result: judgeTransfer(disposition) })
  }

  async function handOver(id: string, to: string): Promise<void> {
    if (await send(`api uuid_transfer ${id} ${to}`))
      calls.report({ type: 'transferred', attemptId: id, result: 'handed_over' })
  }

  /** A queue of mod_callcenter, or otherwise of mod_fifo. */
  async function queueApplication(name: string): Promise<string> {
    const hasModule = async (module: string) =>
      (await connection().send(`api module_exists ${module}`)).trim() === 'true'
    if (await hasModule('mod_callcenter')) return `callcenter:${name}`
    if (await hasModule('mod_fifo')) return `'fifo:${name} in'`
    throw new Error('FreeSWITCH has no queues: load mod_callcenter or mod_fifo')
  }

  async function transfer(attemptId: string, { to, timeoutSeconds }: Transfer): Promise<void> {
    const id = requireId(attemptId)
    const place = readTransferPlace(to, settings)
    if (place === undefined) calls.report({ type: 'transferred', attemptId: id, result: 'failed' })
    else if (place.kind === 'dialplan') await handOver(id, `${place.extension} XML ${place.context}`)
    else if (place.kind === 'queue') await handOver(id, `${await queueApplication(place.name)} inline`)
    else {
      transferring.add(id)
      await send(`api uuid_setvar ${id} transfer_ringback ${RINGBACK}`)
      // Early media would count as an answer.
      const variables = `{originate_timeout=${timeoutSeconds},ignore_early_media=true}`
      await execute(id, TRANSFER, 'bridge', `${variables}${place.dial}`)
    }
  }

  const control: CallControl = {
    abilities,

    async play(id, playId, sounds) {
      const file = fileOf(sounds)
      const name = `${PLAY}${requireId(playId)}`
      await firstPlays.turn(id, sounds[0]?.url ?? '')
      // The callee may have hung up meanwhile, or interrupted what was to come.
      if (stopped.get(id) === playId)
        calls.report({ type: 'played', attemptId: id, playId, result: 'stopped' })
      else await execute(id, name, 'playback', file)
    },

    async stopPlaying(id, playId) {
      stopped.set(id, playId)
      // `all`: also if it has not begun.
      await send(`api uuid_break ${requireId(id)} all`)
    },

    async record(id, recording) {
      const path = files.pathOf(recording.id)
      if (recording.what === 'call') {
        // The braces are no mistake: FreeSWITCH reads them as variables if there is a limit.
        await send(`api uuid_record ${requireId(id)} start ${path} ${recording.maxSeconds} {carillon=true}`)
      } else if (recording.hasTone) {
        messages.set(id, { ...recording, isStopped: false })
        await execute(id, `${TONE}${recording.id}`, 'playback', BEEP)
      } else await recordMessage(id, recording)
    },

    async stopRecording(id, recordingId) {
      const message = messages.get(id)
      if (message) message.isStopped = true
      const path = files.pathOf(recordingId)
      const answer = await connection().send(`api uuid_record ${requireId(id)} stop ${path}`)
      // Not the recording of the whole call: a message.
      if (/Cannot stop/.test(answer)) await send(`api uuid_break ${requireId(id)}`)
    },

    readRecording: files.read,
    removeRecording: files.remove,
    transfer,

    async sendKeys(attemptId, keys) {
      await send(`api uuid_send_dtmf ${requireId(attemptId)} ${keys}`)
    },

    async openMedia() {
      throw new Error('FreeSWITCH cannot connect the audio of a call to a voice agent')
    },

    async resume(attemptId, playId) {
      const id = requireId(attemptId)
      const state = answerState(await connection().send(`api uuid_dump ${id} json`))
      if (state !== 'ringing' && state !== 'early' && state !== 'answered')
        throw new Error('FreeSWITCH does not know the call')
      controlled.add(id)
      if (state !== 'answered') return 'ringing'
      return playId !== null && (await hasSound(id)) ? 'playing' : 'waiting'
    },
  }

  return {
    control,

    /** A call with a flow is about to be placed. Throws GatewayFault if FreeSWITCH cannot do what the flow says. */
    expect(id: string, { steps }: Flow): void {
      if (!abilities.has('play') && steps.some((step) => abilitiesOfStep(step).includes('play')))
        throw new GatewayFault(CANNOT_PLAY)
      controlled.add(id)
    },

    /** Asks FreeSWITCH what answered calls can be told to do. */
    async checkModules(opened: EslConnection): Promise<void> {
      if (await canPlay(opened)) abilities.add('play')
      else abilities.delete('play')
    },

    hear(event: CallEvent): void {
      const { id: attemptId } = event
      if (event.type === 'key') {
        if (controlled.has(attemptId)) calls.report({ type: 'key', attemptId, key: event.key })
      } else if (event.type === 'playing') firstPlays.noteBegun(attemptId)
      else if (event.type === 'executed') hearEnd(event)
      else if (transferring.delete(attemptId))
        calls.report({ type: 'transferred', attemptId, result: 'answered' })
    },

    /** The call is over. */
    forget(id: string): void {
      controlled.delete(id)
      stopped.delete(id)
      messages.delete(id)
      transferring.delete(id)
      firstPlays.noteEnded(id)
    },
  }
}

function fileOf(sounds: readonly Sound[]): string {
  const urls = sounds.map(({ url }) => url)
  const bad = urls.find((url) => !URL_SHAPE.test(url))
  if (bad !== undefined) throw new Error('FreeSWITCH cannot be given the address of a sound (MEDIA_URL)')
  return urls.length === 1 ? (urls[0] ?? '') : `file_string://${urls.join('!')}`
}

function answerState(dump: string): unknown {
  try {
    const channel: unknown = JSON.parse(dump)
    return typeof channel === 'object' && channel !== null && 'Answer-State' in channel
      ? channel['Answer-State']
      : undefined
  } catch {
    return undefined
  }
}
