// The sound that the callee hears, if the settings name one: played on the answer, then the call is hung up. A playback that
// fails is the gateway's fault. Asterisk also reports `failed` when the callee hangs up during the playback; in that case a
// hang-up request for the channel came first.
import type { Log } from '../../../../platform/kernel/log/log.ts'
import { type AriClient, messageOf } from '../ari/ari-client.ts'

export type AnswerSound = ReturnType<typeof createAnswerSound>

interface AnswerSoundOptions {
  media: string
  ari: AriClient
  hangUp(callId: string): void
  /** The sound was played to a callee, or failed. */
  onPlayed(): void
  onFailed(reason: string): void
  log: Log
}

export function createAnswerSound(options: AnswerSoundOptions) {
  const { media, ari, hangUp, log } = options
  /** Only calls that have not ended. */
  const hungUp = new Set<string>()
  const faults = new Map<string, string>()

  function fail(callId: string, reason: string): void {
    if (!hungUp.has(callId)) faults.set(callId, reason)
  }

  return {
    play(callId: string): void {
      // The playback has the id of its call.
      const path = `/channels/${callId}/play/${callId}?media=${encodeURIComponent(media)}`
      ari.send('POST', path).then(
        ({ status, body }) => {
          // 404: the call was already hung up.
          if (status < 300 || status === 404) return
          const reason = `Asterisk does not play ${media} (${status}${messageOf(body)})`
          log.warn({ call: callId, reason }, 'the callee of an answered call hears nothing')
          fail(callId, reason)
          hangUp(callId)
        },
        (error: Error) => {
          fail(callId, error.message)
          hangUp(callId)
        },
      )
    },

    /** Events of the call may have been missed: its sound may be over. */
    async check(callId: string): Promise<void> {
      const { status } = await ari.send('GET', `/playbacks/${callId}`)
      if (status === 404) hangUp(callId)
    },

    /** A hang-up was requested, by the callee or by us. */
    noteHangUp: (callId: string) => hungUp.add(callId),

    noteEnd(callId: string, hasFailed: boolean): void {
      if (!hasFailed) options.onPlayed()
      if (!hasFailed || hungUp.has(callId)) return
      const reason = `Asterisk could not play ${media} to a callee (ASTERISK_ON_ANSWER)`
      fail(callId, reason)
      options.onFailed(reason)
    },

    /** For a call that has ended: why the callee did not hear the sound, or undefined. */
    takeFault(callId: string): string | undefined {
      const fault = faults.get(callId)
      faults.delete(callId)
      hungUp.delete(callId)
      return fault
    },
  }
}
