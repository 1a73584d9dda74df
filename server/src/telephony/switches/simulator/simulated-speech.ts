// Speech for simulated lines on a machine without a speech program: nobody listens there, so only the length of a sentence
// matters. It is spoken quickly, as everything on simulated lines is quick: a trial shows its first results within seconds. Audios are
// those that were uploaded.
import type { FlowSounds } from '../../../conversations/flow-parts.ts'

const MS_PER_LETTER = 26
const MS_PER_IDEOGRAPH = 100
const IDEOGRAPHS = /\p{Script=Han}/gu
const PAUSE_MS = 200

export function createSimulatedSpeech(audios: FlowSounds): FlowSounds {
  return {
    async ready(parts) {
      const uploaded = await audios.ready(parts.filter((part) => !('text' in part)))
      return parts.map((part) => {
        const sound = 'text' in part ? { url: '', durationMs: lengthOf(part.text) } : uploaded.shift()
        if (!sound) throw new Error('a sound is missing')
        return sound
      })
    },
  }
}

function lengthOf(text: string): number {
  const ideographs = text.match(IDEOGRAPHS)?.length ?? 0
  return PAUSE_MS + ideographs * MS_PER_IDEOGRAPH + (text.length - ideographs) * MS_PER_LETTER
}
