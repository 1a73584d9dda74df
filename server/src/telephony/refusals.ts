// Why a call was certainly not placed, and whose fault it is: a gateway rejects with one of these.

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
