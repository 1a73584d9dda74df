// Whether the place for answered calls exists in FreeSWITCH. Only a file with an absolute path can be checked; for an
// extension or another application, only a call shows it.
import type { PlaceState } from '../answer-watch.ts'
import type { EslConnection } from './esl-connection.ts'

export function createAnswerPlace(onAnswer: string) {
  const file = /^&playback\((\/[^)]*)\)$/i.exec(onAnswer)?.[1]
  const unknown: PlaceState = {
    kind: 'unknown',
    reason: `cannot check whether FreeSWITCH has ${onAnswer}: only a call shows it`,
  }

  return {
    async check(connection: EslConnection): Promise<PlaceState> {
      if (file === undefined) return unknown
      const answer = (await connection.send(`api file_exists ${file}`)).trim()
      if (answer === 'true') return { kind: 'there' }
      if (answer !== 'false') return unknown
      return { kind: 'missing', reason: `FreeSWITCH has no file ${file} (FREESWITCH_ON_ANSWER)` }
    },
  }
}
