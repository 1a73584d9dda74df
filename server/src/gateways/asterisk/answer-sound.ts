// The sound that the callee hears, if the settings say so: played on the answer, and then the call is over. A sound that fails
// is the gateway's fault. Asterisk calls it failed as well when the callee hangs up in the middle; then it has said
// before that a hang-up was asked for.
import type { GatewayLog } from '../gateway-log.ts'
import { type AriClient, messageOf } from './ari-client.ts'

export interface AnswerSound {
  play(callId: string): void
  /** The call was not watched for a while: its sound may be over. */
  check(callId: string): Promise<void>
  /** Somebody hangs up: the callee, or we. */
  noteHangUp(callId: string): void
  noteEnd(callId: string, hasFailed: boolean): void
  /** The call is over: why its callee did not hear the sound, or undefined. */
  takeFault(callId: string): string | undefined
}

export interface AnswerSoundOptions {
  media: string
  ari: AriClient
  hangUp(callId: string): void
  /** A callee has heard the sound, or has not. */
  onPlayed(): void
  onFailed(reason: string): void
  log: GatewayLog
}

export function createAnswerSound(options: AnswerSoundOptions): AnswerSound {
  const { media, ari, hangUp, log } = options
  /** Of calls that are not over yet. */
  const hungUp = new Set<string>()
  const faults = new Map<string, string>()

  function fail(callId: string, reason: string): void {
    if (!hungUp.has(callId)) faults.set(callId, reason)
  }

  return {
    play(callId) {
      // The playback has the id of its call.
      const path = `/channels/${callId}/play/${callId}?media=${encodeURIComponent(media)}`
      ari.send('POST', path).then(
        ({ status, body }) => {
          // 404: hung up already.
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

    async check(callId) {
      const { status } = await ari.send('GET', `/playbacks/${callId}`)
      if (status === 404) hangUp(callId)
    },

    noteHangUp: (callId) => hungUp.add(callId),

    noteEnd(callId, hasFailed) {
      if (!hasFailed) options.onPlayed()
      if (!hasFailed || hungUp.has(callId)) return
      const reason = `Asterisk could not play ${media} to a callee (ASTERISK_ON_ANSWER)`
      fail(callId, reason)
      options.onFailed(reason)
    },

    takeFault(callId) {
      const fault = faults.get(callId)
      faults.delete(callId)
      hungUp.delete(callId)
      return fault
    },
  }
}
