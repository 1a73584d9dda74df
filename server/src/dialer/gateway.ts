// The interface between the dialer and what places its calls. The dialer chooses the id of an attempt and stores it before it
// asks for the call; a gateway never places two calls for one id.

import type { CallResult, MediaQuality } from '../flows/call-result.ts'
import type { CallAbility, Flow } from '../flows/flow.ts'
import type { TrunkState } from '../trunks/choose-trunk.ts'
import type { CallCause, TransferResult } from '../words/calls.ts'

export interface CallRequest {
  attemptId: string
  phoneNumber: string
  taskId: string
  contactId: string
  /** The username of one of our own phones, which is called instead of a number. */
  ownPhone?: string
  /** Only for a gateway that wants them. */
  details?: CallDetails
  /** It is for the simulator: whatever trunks there are now, no phone may ring. */
  isSimulated?: boolean
  /** What the answered call does. A gateway with `control` only keeps it for us; a platform runs it, with all texts filled in. */
  flow?: Flow
  /** For a platform: the addresses of uploaded audio, by step. */
  soundUrls?: Record<string, string>
  /** Nothing is ready for its flow here: only a platform can run it. */
  isForPlatform?: boolean
  /** Only for a gateway with trunks. It is on record. */
  route?: CallRoute
  /** The trunks that the call may take; empty: any. */
  trunkIds?: readonly string[]
  /**
   * The next route, after the trunk has refused the call before a phone rang. It is on record when this resolves, and the call must
   * be placed at once. `isTooLate`: it is not placed any more; this only tells whether another trunk could take it.
   */
  nextRoute?(isTooLate?: boolean): Promise<NextRoute>
}

/** By which trunk a call goes out, and which number the callee sees; null: the one that the trunk shows by itself. */
export interface CallRoute {
  trunkId: string
  callerId: string | null
}

/** `later`: no other trunk has room now, or the call may not be placed any more. `none`: all have refused it or are down. */
export type NextRoute = CallRoute | 'later' | 'none'

/** What the voice application or agent that talks to the callee may need. */
export interface CallDetails {
  taskName: string
  /** The contact's custom fields. */
  fields: Readonly<Record<string, string>>
}

export interface CallEnd {
  cause: CallCause
  /** Talk time: from answer to hang-up. */
  talkMs: number
  /**
   * Set when the call was placed but the gateway failed to handle it, for example because the announcement could not be
   * played: the reason. The cause is then `gateway_error`. The call is recorded, but it costs the contact no attempt, and
   * the node counts it like a GatewayFault.
   */
  fault?: string
  /** What a voice platform says came of the call. */
  result?: CallResult
  /** The SIP status that ended the call before it was answered, if the gateway knows it. */
  sipStatus?: number | undefined
  /** Of an answer that is otherwise a refusal by the trunk: a phone may have rung, so no other trunk gets the call. */
  mayHaveRung?: boolean
  /** How the sound of the callee arrived, if the gateway has measured it. */
  media?: MediaQuality
  /** Of an answered call: its end was not observed, for example because the switch was killed. What its flow was doing was broken off. */
  isUnseen?: boolean
}

export type GatewayEvent =
  /** Also sound before the answer (183 with early media): many carriers ring in band. */
  | { type: 'ringing'; attemptId: string }
  | { type: 'answered'; attemptId: string }
  | { type: 'ended'; attemptId: string; end: CallEnd }
  | ControlEvent

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

/**
 * What a gateway knows of an attempt. `unknown`: the call is not live, and how it ended is not known; a gateway that cannot
 * tell whether it is live must reject instead. `not_placed`: it was not placed and never will be; `refusal` says why, if
 * the far side refused this one call (see CallRefused).
 */
export type AttemptState =
  | { state: 'live' }
  | { state: 'ended'; end: CallEnd }
  | { state: 'not_placed'; refusal?: string }
  | { state: 'unknown' }

/** Why a call from outside is not answered: nobody has the number, the line is busy, or we cannot answer now. */
export type InboundRefusal = 'no_such_number' | 'busy' | 'unavailable'

/** Somebody calls one of our numbers, and nobody has answered yet. */
export interface InboundCall {
  /** Chosen by the gateway. */
  id: string
  /** By which it comes. */
  trunkId: string
  /** As the far end writes it; undefined: the caller does not show it. */
  callerNumber: string | undefined
  /** What was dialed, in the forms in which the far end tells it. */
  dialed: readonly string[]
  /** The caller hears it ring. From now on it is a call like others: its events come under its id. False: the caller has hung up. */
  take(): boolean
  /** Of a call that was taken. Its event `answered` follows. */
  answer(): Promise<void>
  refuse(why: InboundRefusal): void
}

/** Down: it cannot place any call. A gateway that only asks for fewer calls is up, and rejects calls with GatewayBusy. */
export type GatewayHealth = { isUp: true } | { isUp: false; reason: string }

/** A WAV file: 8 kHz, 16 bit, mono. */
export interface Sound {
  url: string
  durationMs: number
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
  /** False: a platform has the call, and runs its flow. Without this it has none. */
  has?(attemptId: string): boolean
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
   * The audio of the callee, to listen for the tone of a machine; closed before anything is played. Without this it cannot be heard;
   * undefined if it cannot in this call.
   */
  listen?(attemptId: string): Promise<Pick<CallMedia, 'onAudio' | 'close'> | undefined>
  /**
   * Listens in on a call, also on one of another node if the switch is the same; the callee hears the notice next. Never delays the call otherwise,
   * and ends with it. Without this nobody can listen in.
   */
  overhear?(attemptId: string, notice: readonly Sound[]): Promise<Overheard>
  /**
   * Takes over a call that another node controlled. What it does now: ringing, playing (this `playId` has not ended, and its end
   * will be reported), or waiting for a command. Rejects if that cannot be known.
   */
  resume(attemptId: string, playId: string | null): Promise<'ringing' | 'playing' | 'waiting'>
}

export interface Gateway {
  /** Present if answered calls can be controlled from here. */
  readonly control?: CallControl
  /** It sends the flow along, for a platform that runs it: with each call, or with those that go there. */
  readonly sendsFlow?: 'always' | 'sometimes' | undefined
  /** Whether it passes on the details of a call. Reading them takes time, so the dialer reads them only for such gateways. */
  readonly wantsDetails?: boolean
  /**
   * Resolves when the call is accepted. Its events may also come before that. Rejects with GatewayFault, GatewayBusy or
   * CallRefused if the call was certainly not placed. Any other rejection leaves that open: the dialer reconciles, and
   * if the call turns out not to be placed, it counts as refused.
   */
  originate(request: CallRequest): Promise<void>
  hangUp(attemptId: string): Promise<void>
  /**
   * Attempts that are missing from the result are unknown. Rejects if it cannot tell now; it is then asked again. `trunkOf`: the trunk
   * that is on record for a call that another process has placed.
   */
  reconcile(
    attemptIds: readonly string[],
    trunkOf?: (attemptId: string) => string | null | undefined,
  ): Promise<ReadonlyMap<string, AttemptState>>
  health(): GatewayHealth
  /** It has no simulator, so calls that are bound to one cannot be placed. */
  hasNoSimulator?: boolean
  /** The trunks of which the dialer chooses one for each call; undefined: calls need none now. Simulated calls never do. */
  trunks?(): readonly TrunkState[] | undefined
  /** The usernames of our own phones that it can call now; it need not be up for them. Without this it has none. */
  ownPhones?(): Promise<ReadonlySet<string>>
  /** There is one listener, the dialer. Events may come late, twice or not at all. */
  listen(onEvent: (event: GatewayEvent) => void): void
  /** Of a gateway that can be called: there is one listener, the dialer. Without one, calls are refused. */
  listenInbound?(onCall: (call: InboundCall) => void): void
  close(): Promise<void>
}

interface RefusalOptions extends ErrorOptions {
  /** The trunk's answer, if there was one. */
  sipStatus?: number | undefined
}

class Refusal extends Error {
  readonly sipStatus: number | undefined

  constructor(message: string, options?: RefusalOptions) {
    super(message, options)
    this.sipStatus = options?.sipStatus
  }
}

/**
 * The gateway itself cannot place calls: unreachable, bad credentials, no such route. It costs no attempt. The node stops
 * claiming for a growing pause, and other nodes do its work.
 */
export class GatewayFault extends Refusal {
  override name = 'GatewayFault'
}

/**
 * No trunk that this call may take works: each refuses all calls or is down. It costs no attempt. Trunks hold themselves back, so the
 * node goes on with calls that may take others; a task that gets nothing but this for long is FAILED.
 */
export class TrunkFault extends GatewayFault {
  override name = 'TrunkFault'
  /** When the first of these trunks may be tried again. */
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number, options?: RefusalOptions) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Back-pressure: the gateway works but accepts no more calls for the moment (429, overload, too slow). It costs no attempt and
 * does not count for the circuit breaker. The dialer slows down as far as needed.
 */
export class GatewayBusy extends Error {
  override name = 'GatewayBusy'
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** The gateway was not asked, because the request waited too long on this node. So the reason cannot be the contact. */
export class NotAsked extends GatewayBusy {
  override name = 'NotAsked'
}

/** None of the trunks that the call may take has a free line now. That says nothing about calls that may take others. */
export class TrunksFull extends NotAsked {
  override name = 'TrunksFull'
}

/**
 * The far side refuses this one call (400, or an error for this number only); others may be accepted. The contact is
 * tried again after growing pauses, a few times, and is then done with the cause `gateway_error`.
 */
export class CallRefused extends Refusal {
  override name = 'CallRefused'
}
