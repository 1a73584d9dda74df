// Speech for simulated lines on a machine without a speech program: nobody listens there, so only the length of a sentence
// matters.
import type { FlowSounds } from '../../dialer/flow-parts.ts'

const MS_PER_LETTER = 65
const MS_PER_IDEOGRAPH = 250
const IDEOGRAPHS = /\p{Script=Han}/gu
const PAUSE_MS = 300

export function createSimulatedSpeech(): FlowSounds {
  return {
    async ready(parts) {
      return parts.map((part) => ({ url: '', durationMs: 'text' in part ? lengthOf(part.text) : 2000 }))
    },
  }
}

function lengthOf(text: string): number {
  const ideographs = text.match(IDEOGRAPHS)?.length ?? 0
  return PAUSE_MS + ideographs * MS_PER_IDEOGRAPH + (text.length - ideographs) * MS_PER_LETTER
}
