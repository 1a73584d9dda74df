// When a call may go to the next trunk: it was certainly not placed, or its carrier refused it before a phone rang, for a reason that is
// the trunk's. And what to tell the dialer if no trunk takes it.
import type { CallEnd } from '../gateway.ts'
import { CallRefused, GatewayBusy, GatewayFault, TrunkFault, TrunksFull } from '../refusals.ts'
import { isAboutTrunk } from '../sip-answer.ts'
import type { TrunkLine } from './trunk-line.ts'

/** When to look for a free line again. A call that ends sooner wakes the dialer anyway. */
const FULL_PAUSE_MS = 200

export type NotPlaced = GatewayFault | GatewayBusy | CallRefused

export interface Refusal {
  line: TrunkLine
  error: NotPlaced
}

export function wasNotPlaced(error: unknown): error is NotPlaced {
  return error instanceof GatewayFault || error instanceof GatewayBusy || error instanceof CallRefused
}

/** Without a SIP status nobody was called: the trunk is down or silent, or the switch refused. */
export function mayFailOver(error: NotPlaced): boolean {
  if (error instanceof GatewayBusy) return true
  return error.sipStatus === undefined || isAboutTrunk(error.sipStatus)
}

/** The trunk refused a call that it had accepted, as far as the end shows. */
export function isRefusal({ cause, talkMs, sipStatus, fault, mayHaveRung }: CallEnd): boolean {
  const wasTaken = cause === 'answered' || talkMs > 0 || fault !== undefined || mayHaveRung === true
  return !wasTaken && isAboutTrunk(sipStatus)
}

/** The reason with the name of the trunk. */
export function reasonOf(line: TrunkLine, reason: string): string {
  return `trunk ${line.trunk().name}: ${reason}`
}

/** The trunks that the call may take have no room, or it may not be placed any more. */
export function notNow({ refusals }: { refusals: readonly Refusal[] }, isTooLate: boolean): TrunksFull {
  const last = refusals.at(-1)
  return last && isTooLate
    ? new TrunksFull(`${reasonOf(last.line, last.error.message)}; another trunk gets the call`, 0)
    : new TrunksFull('the trunks have no free line for another call', FULL_PAUSE_MS)
}

/** Why no trunk takes the call. `others`: trunks that it may take, and that have not refused it. */
export function explainRefusals(refusals: readonly Refusal[], others: readonly TrunkLine[]): NotPlaced {
  const reasons = [
    ...refusals.map(({ line, error }) => reasonOf(line, error.message)),
    ...others.flatMap((line) => {
      const fault = line.fault()
      return fault === undefined ? [] : [reasonOf(line, fault)]
    }),
  ].join('; ')
  const errors = refusals.map(({ error }) => error)
  const busy = errors.find((error) => error instanceof GatewayBusy)
  if (busy) return busy
  const refused = errors.find((error) => error instanceof CallRefused)
  if (refused) return new CallRefused(reasons, { sipStatus: refused.sipStatus, cause: refused })
  const sipStatus = errors.find((error) => error instanceof GatewayFault)?.sipStatus
  const held = [...refusals.map(({ line }) => line), ...others].map((line) => line.heldMs())
  const retryAfterMs = held.length === 0 ? 0 : Math.min(...held)
  return new TrunkFault(reasons === '' ? 'no trunk is enabled' : reasons, retryAfterMs, { sipStatus })
}
