// What the dialer needs of whatever places its calls. An attempt has an id that the dialer chooses and has
// written down before it asks; a gateway never places two calls for one id.

export interface CallRequest {
  attemptId: string
  phoneNumber: string
  taskId: string
  contactId: string
  /** Only for a gateway that wants them. */
  details?: CallDetails
}

/** What whoever talks to the callee may want to know. */
export interface CallDetails {
  taskName: string
  /** The contact's custom fields. */
  fields: Readonly<Record<string, string>>
}

export const CallOutcome = { success: 1, fail: 2, noAnswer: 3 } as const
export type CallOutcome = (typeof CallOutcome)[keyof typeof CallOutcome]

/** The finer cause of an outcome. `lost` is nobody's word: the end of the call was not seen. */
export type CallCause =
  | 'answered'
  | 'no_answer'
  | 'unreachable'
  | 'switched_off'
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
  /** How long the two parties were connected. */
  talkMs: number
}

export type GatewayEvent =
  | { type: 'ringing'; attemptId: string }
  | { type: 'answered'; attemptId: string }
  | { type: 'ended'; attemptId: string; end: CallEnd }

/**
 * What a gateway knows of an attempt afterwards. `unknown` is an honest answer to how it went, but the call is
 * not up: who cannot even tell that must reject. `not_placed` is a promise: it was not, and will not be.
 */
export type AttemptState =
  | { state: 'live' }
  | { state: 'ended'; end: CallEnd }
  | { state: 'not_placed' }
  | { state: 'unknown' }

export type GatewayHealth = { isUp: true } | { isUp: false; reason: string }

export interface Gateway {
  /** Reading them costs the dialer some time, so it does it only for gateways that pass them on. */
  readonly wantsDetails?: boolean
  /**
   * Resolves when the call is accepted; its events follow, and may come before. Rejects with GatewayFault if
   * the call was certainly not placed; any other rejection leaves that open, and the dialer will reconcile.
   */
  originate(request: CallRequest): Promise<void>
  hangUp(attemptId: string): Promise<void>
  /** Ids that are left out of the answer are unknown. Rejects if it cannot tell now, to be asked again. */
  reconcile(attemptIds: readonly string[]): Promise<ReadonlyMap<string, AttemptState>>
  health(): GatewayHealth
  /** One listener: the dialer. Events may come late, twice or not at all. */
  listen(onEvent: (event: GatewayEvent) => void): void
  close(): Promise<void>
}

/** The gateway could not place the call for a cause of its own: no contact pays for it. */
export class GatewayFault extends Error {
  override name = 'GatewayFault'
}
