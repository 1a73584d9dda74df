// Whether FreeSWITCH has what answered calls are to get. It can say of a file that is played by its path; of an extension, or of
// another application, only a call tells.
import type { PlaceState } from '../answer-watch.ts'
import type { EslConnection } from './esl-connection.ts'

export function createAnswerPlace(onAnswer: string) {
  const file = /^&playback\((\/[^)]*)\)$/i.exec(onAnswer)?.[1]
  const unknown: PlaceState = {
    kind: 'unknown',
    reason: `whether FreeSWITCH has ${onAnswer} for answered calls shows only in a call`,
  }

  return {
    async look(connection: EslConnection): Promise<PlaceState> {
      if (file === undefined) return unknown
      const answer = (await connection.send(`api file_exists ${file}`)).trim()
      if (answer === 'true') return { kind: 'there' }
      if (answer !== 'false') return unknown
      return { kind: 'missing', reason: `FreeSWITCH has no file ${file} (FREESWITCH_ON_ANSWER)` }
    },
  }
}
