// Recordings of calls, kept by Asterisk until they are fetched. A recording of the call's own channel would hold up every
// other command, and hear only the callee. So a whole call is recorded through a snoop channel, which hears both sides
// and ends with the call. A message is recorded on the channel itself: nothing else happens meanwhile.
import type { Recording } from '../../../../conversations/answered-call.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { type ControlLine, channelIdOf, ownerOf } from '../ari/control-line.ts'

const FETCH_WITHIN_MS = 120_000

export function createCallRecordings({ ari, app, command, started, remove, report }: ControlLine) {
  const nameOf = (recordingId: string) => `carillon-${recordingId}`
  const liveMessages = new Map<string, string>()

  async function recordCall(callId: string, { id, maxSeconds }: Recording): Promise<void> {
    const snoopId = channelIdOf(callId, 'snoop')
    const hasStarted = started(snoopId)
    const path = `/channels/${callId}/snoop/${snoopId}`
    const wasMade = await command('POST', path, { spy: 'both', whisper: 'none', app: app() })
    if (!wasMade) return
    await hasStarted
    await command('POST', `/channels/${snoopId}/record`, {
      ...FORM,
      name: nameOf(id),
      maxDurationSeconds: maxSeconds,
    })
  }

  async function recordMessage(callId: string, recording: Recording): Promise<void> {
    liveMessages.set(callId, recording.id)
    await command('POST', `/channels/${callId}/record`, {
      ...FORM,
      name: nameOf(recording.id),
      maxDurationSeconds: recording.maxSeconds,
      maxSilenceSeconds: recording.silenceSeconds,
      beep: recording.hasTone,
    })
  }

  function endMessage(callId: string, hasFailed: boolean): void {
    const recordingId = liveMessages.get(callId)
    if (recordingId === undefined) return
    liveMessages.delete(callId)
    report({ type: 'recorded', attemptId: callId, recordingId, hasFailed })
  }

  return {
    record: (callId: string, recording: Recording) =>
      recording.what === 'call' ? recordCall(callId, recording) : recordMessage(callId, recording),

    async stop(recordingId: string): Promise<void> {
      await command('POST', `/recordings/live/${nameOf(recordingId)}/stop`)
    },

    async read(recordingId: string): Promise<Uint8Array | undefined> {
      // It may go on for a moment after its call. A part of the file would be taken for all of it.
      const live = await ari.send('GET', `/recordings/live/${nameOf(recordingId)}`)
      if (live.status === 200) return undefined
      const path = `/recordings/stored/${nameOf(recordingId)}/file`
      const answer = await ari.send('GET', path, { timeoutMs: FETCH_WITHIN_MS })
      if (answer.status === 200) return answer.bytes
      if (answer.status === 404) return undefined
      throw new Error(`Asterisk answers ${answer.status} when a recording is fetched`)
    },

    async remove(recordingId: string): Promise<void> {
      await command('DELETE', `/recordings/stored/${nameOf(recordingId)}`)
    },

    applyEvent({ id, name, hasFailed }: Extract<AriEvent, { type: 'recorded' }>): void {
      const recordingId = liveMessages.get(id)
      if (recordingId !== undefined && name === nameOf(recordingId)) endMessage(id, hasFailed)
      // The longest time is over, or the recording was stopped.
      else if (ownerOf(id)?.kind === 'snoop') remove('channels', id)
    },

    /** Events of the call may have been missed. */
    async catchUp(callId: string): Promise<void> {
      const recordingId = liveMessages.get(callId)
      if (recordingId === undefined) return
      const { status } = await ari.send('GET', `/recordings/live/${nameOf(recordingId)}`)
      if (status === 404) endMessage(callId, false)
    },

    forget: (callId: string) => liveMessages.delete(callId),
  }
}

const FORM = { format: 'wav', ifExists: 'overwrite', terminateOn: 'none' }
