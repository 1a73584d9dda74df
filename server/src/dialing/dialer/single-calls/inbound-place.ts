// What the dialer needs to know of a number that was called. app/dialing.ts finds it among the trunks.
import type { PhoneNumber } from '../../../platform/kernel/phone/phone-number.ts'
import type { InboundCall } from '../../../telephony/gateway.ts'

/** One of our numbers, and what happens to those who call it. */
export interface InboundPlace {
  trunkName: string
  /** The number that was called. */
  callerId: string
  flowId: string
  /** For callers that nobody has called; null: the same flow. */
  unknownFlowId: string | null
  /** Max number of calls from outside by this trunk at the same time, on each node. */
  maxCalls: number
  /** Max number of calls of one caller within a minute, on each node. */
  callsPerCaller: number
  /** Undefined: the caller does not show a number. */
  caller: PhoneNumber | undefined
}

/** Undefined: nobody has the number that was called. */
export type FindInboundPlace = (
  call: Pick<InboundCall, 'trunkId' | 'callerNumber' | 'dialed'>,
) => InboundPlace | undefined
