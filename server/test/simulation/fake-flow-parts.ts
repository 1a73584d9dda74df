// What the flows of a world play, record and talk to: speech that may be late or fail, and voice agents that may refuse, hang or
// die. Everything that happens is kept, for the judge.

import {
  type AgentEnd,
  type BegunRecording,
  type FlowParts,
  SpeechFailed,
  type VoiceAgent,
} from '../../src/conversations/flow-parts.ts'
import type { AgentWord, SoundPart } from '../../src/conversations/flows/flow-state.ts'
import { READY_WITHIN_MS } from '../../src/dialing/dialer/flow-runtime/flow-speech.ts'
import type { Actor } from './actor.ts'
import { createChance, seedFor } from './chance.ts'

/** A sentence that begins so takes seconds. */
export const SLOW_TEXT = 'slowly made'

/** Less is not noticed, however busy the node is. */
const TROUBLE_MS = 100

export interface FlowHabits {
  speech(texts: string[]): { fate: 'ready' | 'failed'; delayMs: number }
  agent(): AgentCourse
}

export interface AgentCourse {
  end: AgentEnd
  afterMs: number
}

export interface AgentLog {
  callId: string
  taskId: string
  node: Actor
  said: AgentWord | null
  end: AgentEnd | null
}

export interface FlowParty {
  partsFor(actor: Actor, optOut: FlowParts['optOut']): FlowParts
  readonly begun: ReadonlyMap<string, BegunRecording>
  readonly agents: readonly AgentLog[]
  /** When an agent last failed, or speech was last not ready: tasks with a flow may get no lines for a while. */
  troubledMs(): number
}

export function textOf(part: SoundPart): string {
  return 'text' in part ? part.text : part.audioId
}

export function createFlowParty(
  habits: FlowHabits,
  nowMs: () => number,
  onSpeechFailed: () => void,
): FlowParty {
  /** What was said once is kept. */
  const made = new Set<string>()
  let troubledMs = Number.NEGATIVE_INFINITY
  const begun = new Map<string, BegunRecording>()
  const agents: AgentLog[] = []

  function openAgent(actor: Actor, { callId, taskId }: { callId: string; taskId: string }): VoiceAgent {
    const { end, afterMs } = habits.agent()
    const log: AgentLog = { callId, taskId, node: actor, said: null, end: null }
    agents.push(log)
    let onWord: (said: AgentWord) => void = () => undefined
    let onEnd: (how: AgentEnd) => void = () => undefined

    function finish(how: AgentEnd): void {
      if (log.end !== null) return
      if (how === 'done') {
        log.said = { fields: { mood: `fine on ${callId}` } }
        onWord(log.said)
      }
      log.end = how
      if (how !== 'done') troubledMs = nowMs()
      onEnd(how)
    }

    if (end === 'refused') actor.after(afterMs, () => finish('refused'))
    return {
      start: () => void actor.after(afterMs, () => finish(end)),
      key: () => undefined,
      answer: () => undefined,
      onWord(listener) {
        onWord = listener
      },
      onEnd(listener) {
        onEnd = listener
      },
      close: () => void actor.after(50, () => finish('done')),
    }
  }

  return {
    begun,
    agents,
    troubledMs: () => troubledMs,
    partsFor: (actor, optOut) => ({
      sounds: {
        async ready(parts) {
          const drawn = habits.speech(parts.map(textOf))
          const isMade = parts.every((part) => made.has(textOf(part)))
          const { fate, delayMs } = isMade ? ({ fate: 'ready', delayMs: 1 } as const) : drawn
          if (fate === 'failed' || delayMs > TROUBLE_MS) troubledMs = nowMs() + delayMs
          // Then the call goes on without it.
          if (delayMs >= READY_WITHIN_MS) onSpeechFailed()
          await actor.sleep(delayMs)
          if (fate === 'failed') {
            onSpeechFailed()
            throw new SpeechFailed('the provider of speech does not answer')
          }
          for (const part of parts) made.add(textOf(part))
          return parts.map((part) => ({ url: textOf(part), durationMs: lengthOf(textOf(part)) }))
        },
      },
      recordings: {
        async begin(recording) {
          await actor.sleep(1)
          begun.set(recording.id, recording)
        },
        callEnded: () => undefined,
      },
      agents: { open: (request) => openAgent(actor, request) },
      optOut,
      whyNotTransferred: async () => undefined,
      // Somebody resumes it at once.
      pauseTask: async () => undefined,
    }),
  }
}

/** The same for the same text. */
function lengthOf(text: string): number {
  return createChance(seedFor(1, text)).between(500, 4000)
}
