// The sound that the callee hears, if the settings say so: played on the answer, and then the call is over.
import type { GatewayLog } from '../gateway-log.ts'
import { type AriClient, messageOf } from './ari-client.ts'

export interface AnswerSound {
  play(callId: string): void
  /** The call was not watched for a while: its sound may be over. */
  check(callId: string): Promise<void>
}

export interface AnswerSoundOptions {
  media: string
  ari: AriClient
  hangUp(callId: string): void
  log: GatewayLog
}

export function createAnswerSound({ media, ari, hangUp, log }: AnswerSoundOptions): AnswerSound {
  return {
    play(callId) {
      // The playback has the id of its call.
      const path = `/channels/${callId}/play/${callId}?media=${encodeURIComponent(media)}`
      ari.send('POST', path).then(
        ({ status, body }) => {
          // 404: hung up already.
          if (status < 300 || status === 404) return
          log.warn(
            { call: callId, reason: `${status}${messageOf(body)}` },
            'Asterisk does not play the sound',
          )
          hangUp(callId)
        },
        () => hangUp(callId),
      )
    },

    async check(callId) {
      const { status } = await ari.send('GET', `/playbacks/${callId}`)
      if (status === 404) hangUp(callId)
    },
  }
}
