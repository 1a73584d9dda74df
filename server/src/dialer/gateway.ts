// The interface between the dialer and what places its calls. The dialer chooses the id of an attempt and stores it before it
// asks for the call; a gateway never places two calls for one id.

export interface CallRequest {
  attemptId: string
  phoneNumber: string
  taskId: string
  contactId: string
  /** Only for a gateway that wants them. */
  details?: CallDetails
}

/** What the voice application or agent that talks to the callee may need. */
export interface CallDetails {
  taskName: string
  /** The contact's custom fields. */
  fields: Readonly<Record<string, string>>
}

export const CallOutcome = { success: 1, fail: 2, noAnswer: 3 } as const
export type CallOutcome = (typeof CallOutcome)[keyof typeof CallOutcome]

/** The finer cause of an outcome. `voicemail`: a machine answered, nobody was reached. `lost`: the end was not observed. */
export type CallCause =
  | 'answered'
  | 'no_answer'
  | 'unreachable'
  | 'switched_off'
  | 'voicemail'
  | 'busy'
  | 'rejected'
  | 'invalid_number'
  | 'congestion'
  | 'network_error'
  | 'gateway_error'
  | 'lost'

const outcomeOf: Record<CallCause, CallOutcome> = {
  answered: CallOutcome.success,
  no_answer: CallOutcome.noAnswer,
  unreachable: CallOutcome.noAnswer,
  switched_off: CallOutcome.noAnswer,
  voicemail: CallOutcome.noAnswer,
  busy: CallOutcome.fail,
  rejected: CallOutcome.fail,
  invalid_number: CallOutcome.fail,
  congestion: CallOutcome.fail,
  network_error: CallOutcome.fail,
  gateway_error: CallOutcome.fail,
  lost: CallOutcome.fail,
}

export function outcomeOfCause(cause: CallCause): CallOutcome {
  return outcomeOf[cause]
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
}

export type GatewayEvent =
  | { type: 'ringing'; attemptId: string }
  | { type: 'answered'; attemptId: string }
  | { type: 'ended'; attemptId: string; end: CallEnd }

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

/** Down: it cannot place any call. A gateway that only asks for fewer calls is up, and rejects calls with GatewayBusy. */
export type GatewayHealth = { isUp: true } | { isUp: false; reason: string }

export interface Gateway {
  /** Whether it passes on the details of a call. Reading them takes time, so the dialer reads them only for such gateways. */
  readonly wantsDetails?: boolean
  /**
   * Resolves when the call is accepted. Its events may also come before that. Rejects with GatewayFault, GatewayBusy or
   * CallRefused if the call was certainly not placed. Any other rejection leaves that open: the dialer reconciles, and
   * if the call turns out not to be placed, it counts as refused.
   */
  originate(request: CallRequest): Promise<void>
  hangUp(attemptId: string): Promise<void>
  /** Attempts that are missing from the result are unknown. Rejects if it cannot tell now; it is then asked again. */
  reconcile(attemptIds: readonly string[]): Promise<ReadonlyMap<string, AttemptState>>
  health(): GatewayHealth
  /** There is one listener, the dialer. Events may come late, twice or not at all. */
  listen(onEvent: (event: GatewayEvent) => void): void
  close(): Promise<void>
}

/**
 * The gateway itself cannot place calls: unreachable, bad credentials, no such route. It costs no attempt. The node stops
 * claiming for a growing pause, and other nodes do its work.
 */
export class GatewayFault extends Error {
  override name = 'GatewayFault'
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

/**
 * The far side refuses this one call (400, or an error for this number only); others may be accepted. The contact is
 * tried again after growing pauses, a few times, and is then done with the cause `gateway_error`.
 */
export class CallRefused extends Error {
  override name = 'CallRefused'
}
