// What an answered call can be told to do, and what it reports. Gateways implement it; flows, recordings and voice agents use it.

import type { TransferResult } from '../platform/words/calls.ts'
import type { CallAbility } from './flows/flow.ts'

/** What happens in a call that is under control. Once the callee has hung up, nothing of this is reported any more, only the end. */
export type ControlEvent =
  /**
   * The callee has hung up: the flow ends at once. Comes before all that the hang-up causes: a message that is cut off is not
   * reported as recorded, nor a sound as played. `ended` follows, and means the same if this event is missing.
   */
  | { type: 'hungUp'; attemptId: string }
  /** The sounds were played to the end, were stopped, or could not be played. */
  | { type: 'played'; attemptId: string; playId: string; result: 'done' | 'stopped' | 'failed' }
  /** A key was pressed: 0-9, * or #. */
  | { type: 'key'; attemptId: string; key: string }
  /** The callee has begun to talk, or was silent for a while after talking for `talkMs`. */
  | { type: 'talk'; attemptId: string; isTalking: boolean; talkMs: number }
  /** A message was recorded to its end. The recording of a whole call ends with it. */
  | { type: 'recorded'; attemptId: string; recordingId: string; hasFailed: boolean }
  /** How a transfer went. After `answered` the two talk, and the call ends with either of them. */
  | { type: 'transferred'; attemptId: string; result: TransferResult }

/** A WAV file: 8 kHz, 16 bit, mono. */
export interface Sound {
  url: string
  durationMs: number
  /** Of the file; undefined: there is none, or it is not known. */
  sha256?: string
}

export interface Recording {
  id: string
  what: 'call' | 'message'
  maxSeconds: number
  /** A message ends after this much silence. */
  silenceSeconds: number
  /** Whether a tone comes first. */
  hasTone: boolean
}

export interface Transfer {
  /** As in the flow: `sip:`, `tel:`, `queue:` or `dialplan:`. */
  to: string
  timeoutSeconds: number
  /** What the other party hears; only who presses the key meanwhile, or in this time after it, gets the call. */
  whisper?: { sounds: readonly Sound[]; acceptKey: string; withinMs: number }
}

/** The audio of a call, both ways: 8 kHz mu-law. */
export interface CallMedia {
  /** What the callee says, as it comes: mostly 20 ms at a time. There is one listener each. */
  onAudio(listener: (audio: Uint8Array) => void): void
  /** A mark has been reached: all audio sent before it was played, or cleared. */
  onMark(listener: (name: string) => void): void
  /** The audio has ended, for example because the callee has hung up. */
  onClose(listener: () => void): void
  /** Any length at once: it is queued, played in time, and nothing is lost. */
  send(audio: Uint8Array): void
  mark(name: string): void
  /** Forgets what is queued: the callee interrupts. */
  clear(): void
  close(): void
}

/** The audio of both sides of a call, for somebody who listens in: 8 kHz mu-law. There is one listener each. */
export type Overheard = Pick<CallMedia, 'onAudio' | 'onClose' | 'close'>

/**
 * What an answered call can be told to do. A rejection means that it was not done. Commands about a call that has ended do
 * nothing: its end is reported anyway.
 */
export interface CallControl {
  readonly abilities: ReadonlySet<CallAbility>
  /** False: a platform has the call, and runs its flow. */
  has(attemptId: string): boolean
  /** One after the other. `playId` is chosen by us and used once. The end is a `played` event. */
  play(attemptId: string, playId: string, sounds: readonly Sound[]): Promise<void>
  stopPlaying(attemptId: string, playId: string): Promise<void>
  record(attemptId: string, recording: Recording): Promise<void>
  stopRecording(attemptId: string, recordingId: string): Promise<void>
  /** A WAV file, once the call or the message is over; undefined if there is none. */
  readRecording(recordingId: string): Promise<Uint8Array | undefined>
  removeRecording(recordingId: string): Promise<void>
  /** A call whose audio is open keeps it until the other party has taken the call. */
  transfer(attemptId: string, transfer: Transfer): Promise<void>
  /** To the callee: 0-9, * and #. */
  sendKeys(attemptId: string, keys: string): Promise<void>
  openMedia(attemptId: string): Promise<CallMedia>
  /**
   * The audio of the callee, to listen for the tone of a machine; closed before anything is played. Undefined if it cannot be heard in
   * this call.
   */
  listen(attemptId: string): Promise<Pick<CallMedia, 'onAudio' | 'close'> | undefined>
  /**
   * Listens in on a call, also on one of another node if the switch is the same; the callee hears the notice next. Never delays the call otherwise,
   * and ends with it. Undefined if nobody can listen in on calls of this line.
   */
  overhear(attemptId: string, notice: readonly Sound[]): Promise<Overheard | undefined>
  /**
   * Takes over a call that another node controlled. What it does now: ringing, playing (this `playId` has not ended, and its end
   * will be reported), or waiting for a command. Rejects if that cannot be known.
   */
  resume(attemptId: string, playId: string | null): Promise<'ringing' | 'playing' | 'waiting'>
}
