// What the dialer needs of other parts of the service so that answered calls can follow a flow. app/dialing.ts connects them.

import type { CallMedia, Sound } from './answered-call.ts'
import type { AgentWord, SoundPart } from './flows/flow-state.ts'

export interface FlowParts {
  sounds: FlowSounds
  recordings: FlowRecordings
  agents: VoiceAgents
  /** Puts the number on a do-not-call list. Doing it again changes nothing. */
  optOut(request: { listId: string; phoneNumber: string; callId: string }): Promise<void>
  /** Why a call may not be transferred to this place; undefined: it may. */
  whyNotTransferred(to: string): Promise<{ reason: string; place?: string } | undefined>
  /** Pauses a task whose calls cannot speak. Rejects with NotAllowed if it does not run. */
  pauseTask(taskId: string, reason: string): Promise<void>
}

export interface FlowSounds {
  /**
   * The sounds of these parts, in order. What is missing is synthesised. Rejects with SpeechFailed. `isForOwnPhone`: somebody hears
   * them, whatever the gateway for numbers is; `isSimulated`: nobody does.
   */
  ready(
    parts: readonly SoundPart[],
    call?: { isForOwnPhone?: boolean; isSimulated?: boolean },
  ): Promise<Sound[]>
}

/** No sentence can be made: the provider fails, an audio is gone. The message says why. */
export class SpeechFailed extends Error {
  override name = 'SpeechFailed'
}

export interface BegunRecording {
  id: string
  what: 'call' | 'message'
  callId: string
  taskId: string
  contactId: string
  phoneNumber: string
  /** As its task compares it: the data source may have a country of its own. */
  phoneKey: string
}

export interface FlowRecordings {
  /** Stored before the recording begins, so that any node can fetch it from the switch after the call. */
  begin(recording: BegunRecording): Promise<void>
  /** The call is over: its recordings can be fetched. */
  callEnded(callId: string): void
}

export interface AgentRequest {
  url: string
  callId: string
  taskId: string
  contactId: string
  /** It has no task: `taskId` is only what the agent is told. */
  isSingle?: boolean | undefined
  phoneNumber: string
  /** Fields of the contact and parameters of the step. */
  parameters: Record<string, string>
}

/** How a voice agent has ended: it closed the connection as agreed, or it failed. */
export type AgentEnd = 'done' | 'refused' | 'silent' | 'died'

export interface VoiceAgents {
  /** Opens the connection at once; the conversation begins with `start`. */
  open(request: AgentRequest): VoiceAgent
}

/** `command`: which one is not done; left out if the message itself is wrong. */
export interface AgentReply {
  command?: string
  error: string
  message: string
}

export interface VoiceAgent {
  /** The call was answered: connects the agent with its audio. The parameters replace those known when it was opened. */
  start(media: CallMedia, parameters?: Record<string, string>): void
  key(key: string): void
  /** Something that it said is not done. */
  answer(reply: AgentReply): void
  /** What the agent says about the call. There is one listener each. */
  onWord(listener: (said: AgentWord) => void): void
  /** Told once, also if the connection failed before `start`. */
  onEnd(listener: (how: AgentEnd) => void): void
  /** The call is over, or the agent has had its time. Ends with `done`. */
  close(): void
}
