// The types of the state machine: the state of a call's flow, the events that go in, and the commands that come out. The state is
// JSON: it is stored, so that another node can continue from it.

import type { TransferResult } from '../../platform/words/calls.ts'
import type { CallResult, Verdict } from './call-result.ts'
import type { Flow, FlowStep, StepOf } from './flow.ts'
import type { CallbackTime } from './run/callback-time.ts'
import type { Detector } from './run/detect-answer.ts'

/** What a call waits for in each of its phases; in `playing` also for a key, if its step hears keys meanwhile. */
export const WAITS_FOR = {
  playing: 'sound',
  listening: 'key',
  recording: 'recording',
  transferring: 'transfer',
  /** Transferred: the call ends without us. */
  talking: 'talk',
  streaming: 'agent',
  waiting_for_tone: 'tone',
  /** What asks who is calling is being told. */
  introducing: 'sound',
  /** The machine was told who calls, and somebody may take the call. */
  awaiting_person: 'talk',
  /** The last sentence is being played. */
  closing: 'sound',
  over: null,
} as const

export type Phase = keyof typeof WAITS_FOR
export const PHASES = Object.keys(WAITS_FOR) as Phase[]

export interface FlowState {
  step: string
  phase: Phase
  /** How many steps have begun. */
  visits: number
  /** How many sounds have begun: the id of the last one. */
  plays: number
  /** The last of them that was a sentence. */
  saidPlay?: number
  /** The current try of a gather step, and its keys. */
  tries: number
  keys: string
  /** A question without an answer. Until this time a key answers it, not the next question. */
  unanswered: { step: string; untilMs: number } | null
  detector: Detector
  /** When the detector looks again, in milliseconds since the answer. */
  lookAtMs?: number | null
  /** ISO 8601: for a node that takes the call over. */
  answerTime?: string
  /** Where the voice agent, or somebody else, has the call transferred to, until that is done or has failed. */
  agentTransfer?: string
  /** It was not the agent but somebody who looks at the call. */
  isRedirected?: boolean
  /** An assistant that asks who is calling: it may be one, it was told, it has talked again. */
  screening?: 'asked' | 'introduced' | 'forwarded'
  /** The tone of a machine is listened for. */
  isListening?: boolean
  /** Whether the flow has reacted to a machine. */
  hasLeft: boolean
  result: CallResult
}

/** A sentence or an uploaded audio. */
export type SoundPart = { text: string; language?: string; voice?: string } | { audioId: string }

export type FlowCommand =
  /** `isForAgent`: the agent has asked for it, and is told if it fails. */
  | { do: 'play'; playId: string; parts: SoundPart[]; isForAgent?: true }
  | { do: 'stopPlaying'; playId: string }
  /** Null cancels it. A timer of the same name is replaced. */
  | { do: 'timer'; timer: FlowTimer; ms: number | null }
  | { do: 'record'; recordingId: string; step: StepOf<'record'> }
  | { do: 'stopRecording'; recordingId: string }
  /** `whisper`: what the other party hears, before it takes the call with the key. */
  | {
      do: 'transfer'
      to: string
      timeoutSeconds: number
      whisper?: { part: SoundPart; acceptKey: string }
    }
  | { do: 'sendKeys'; keys: string }
  /** What it told the call to do is not done. */
  | { do: 'answerAgent'; command: AgentCommand['do']; error: string }
  /** The gateway listens until it tells of `tone` or `deaf`. */
  | { do: 'listenForTone' }
  | { do: 'stopListening' }
  | { do: 'stream'; step: StepOf<'stream'>; parameters: Record<string, string> }
  | { do: 'stopStream' }
  | { do: 'optOut'; listId: string }
  /** With a reason if the gateway has failed. */
  | { do: 'hangUp'; fault?: string }

export type FlowTimer = 'step' | 'verdict' | 'transfer'

export type FlowEvent =
  | { type: 'answered' }
  /** Another node was in control. */
  | { type: 'resumed'; isPlaying: boolean }
  /** It is played next, and this is the hash of its audio. */
  | { type: 'sounding'; part: SoundPart; sha256: string }
  | { type: 'played'; playId: string; result: 'done' | 'stopped' | 'failed' }
  | { type: 'key'; key: string }
  | { type: 'talk'; isTalking: boolean; talkMs: number }
  /** The tone of a machine has ended. */
  | { type: 'tone' }
  /** The tone cannot be listened for. */
  | { type: 'deaf' }
  | { type: 'timeout'; timer: FlowTimer }
  | { type: 'recorded' }
  /** The callee has hung up. `isUnheard`: the last sound has not begun. `isUnseen`: the call is gone, and nobody saw who ended it. */
  | { type: 'hungUp'; isUnheard?: boolean; isUnseen?: boolean }
  | { type: 'transferred'; result: TransferResult }
  /** Somebody has the call transferred. */
  | { type: 'redirected'; to: string }
  /** What the voice agent says about the call, while it goes on. */
  | { type: 'told'; said: AgentWord }
  /** The voice agent has gone, or could not be reached. */
  | { type: 'streamed'; how: NonNullable<CallResult['agent']> }

export interface AgentWord {
  verdict?: Verdict
  fields?: Record<string, string>
  /** The time of the callback, as the agent says it. */
  callbackTime?: string
  /** What the call is told to do, in order. */
  commands?: AgentCommand[]
}

export type AgentCommand =
  /** `whisper`: said to the other party, who then takes the call with the key. */
  | { do: 'transfer'; to: string; timeoutSeconds: number; whisper?: string; acceptKey: string }
  | { do: 'hangup' }
  | { do: 'sendDigits'; keys: string }
  | { do: 'say'; text: string; language?: string; voice?: string }

export interface FlowContext {
  flow: Flow
  /** A field of the contact. */
  field(name: string): string | undefined
  /** Parses a time from a step or a voice agent; undefined if it is not a time. */
  callbackTime(text: string): CallbackTime | undefined
  /** Makes the id of a new recording. */
  newId(): string
  /** Milliseconds since the answer. */
  atMs: number
  /** Told of every step that begins. */
  entered?(step: FlowStep): void
  /** False: the gateway does not hear when the callee talks, so only a pressed key says who answered. */
  canDetect?: boolean
  /** The gateway gives us the audio, so that the tone of a machine can be heard. */
  canHearTone?: boolean
}

export interface Advance {
  state: FlowState
  commands: FlowCommand[]
}
