// The states of a call and its voice agent.
//
//   opening ──the connection opens──▶ ready ──the callee answers──┐
//      └──the callee answers──▶ answered ──the connection opens───┴▶ talking
//   talking ──the agent leaves──▶ leaving ──what it said was played──▶ over
//   talking, leaving ──the call ends──▶ stopped ──the agent closes, or its time is up──▶ over
//
// A failure leads to over from any other state, and so does the end of the call before talking.
import type { CallMedia } from '../answered-call.ts'
import type { ToAgent } from './media-stream.ts'

export type ConversationState =
  | { is: 'opening' }
  | { is: 'ready'; early: Early }
  /** `kept`: what has happened since the answer. */
  | { is: 'answered'; media: CallMedia; parameters: Record<string, string>; kept: ToAgent[] }
  /** `hasReported`: the last message was about the call. After it an agent may disconnect without closing properly. */
  | { is: 'talking'; media: CallMedia; hasReported: boolean }
  /** The agent has left, connected or not; what it said is still played. */
  | { is: 'leaving' }
  /** The agent was told that the call is over for it. */
  | { is: 'stopped' }
  | { is: 'over' }

/** What an agent sends before the answer, such as a greeting, is played when the callee answers. */
type Early = ReturnType<typeof createEarly>

/** A minute of audio in base64, and more. */
const MAX_EARLY_BYTES = 1024 * 1024

export function createEarly() {
  const texts: string[] = []
  let bytes = 0
  return {
    texts: texts as readonly string[],
    /** False: it is too much. */
    keep(text: string): boolean {
      bytes += text.length
      const isKept = bytes <= MAX_EARLY_BYTES
      if (isKept) texts.push(text)
      return isKept
    },
  }
}
