// What a node tells those who watch it work: metrics and traces. Whoever watches must be quick and must not fail.

import type { CallCause } from '../../platform/words/calls.ts'
import type { GatewayEvent } from '../../telephony/gateway.ts'

/** The two loops of a node. */
export type DialerLoop = 'claim' | 'settle'

export interface WatchedCall {
  id: string
  taskId: string
}

export interface SettledCall extends WatchedCall {
  end: { cause: CallCause; talkMs: number; sipStatus?: number | undefined }
}

export interface DialerWatch {
  /** A job of the maintenance has run. */
  job(name: string, seconds: number): void
  /** A claim was committed, with these calls; none if there was nothing to call. */
  claimed(calls: readonly { call: WatchedCall; attempt: number }[], seconds: number): void
  /** This node has a call that it did not claim for a task: somebody asked for it or calls in, or its node is gone. */
  got(call: WatchedCall, how: 'asked_for' | 'called_in' | 'taken_over'): void
  /** The gateway has accepted the call. */
  placed(callId: string): void
  heard(event: GatewayEvent): void
  /** The flow of the call has come to a step. */
  stepped(callId: string, step: { id: string; type: string }): void
  /** The ends of these calls were written, in one statement. */
  settled(calls: readonly SettledCall[], seconds: number): void
  /** These calls were given back without being placed, in one statement. */
  released(calls: readonly WatchedCall[], seconds: number): void
  /** The calls of this node belong to others now. */
  lost(): void
  /** A loop has failed, and tries again. */
  failed(loop: DialerLoop): void
}

const nothing = () => undefined

export const NO_WATCH: DialerWatch = {
  job: nothing,
  claimed: nothing,
  got: nothing,
  placed: nothing,
  heard: nothing,
  stepped: nothing,
  settled: nothing,
  released: nothing,
  lost: nothing,
  failed: nothing,
}

/** What a node knows of its own work now. */
export interface NodeFigures {
  live: number
  /** Calls that are over and not settled yet, and how long ago the first of them ended. */
  unsettled: number
  oldestUnsettledSeconds: number
  isGatewayUp: boolean
}
