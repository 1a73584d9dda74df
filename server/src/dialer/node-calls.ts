// The calls of this node, as it knows them: live ones, ended ones that are not settled yet, and released ones, which
// were claimed and not placed. A call is in exactly one of the three; `end` and `release` move it out of the live ones.
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { CallEnd, GatewayEvent } from './gateway.ts'
import type { GatewayCondition } from './gateway-condition.ts'
import { createHeldCalls, type HeldCalls } from './held-calls.ts'
import type { OwnCall } from './node.queries.ts'
import type { RefusalStreaks } from './refusal-streaks.ts'

interface CallKeys {
  phoneKey: string
  taskId: string
  contactId: string
}

export interface LiveCall extends CallKeys {
  heardMs: number
  answerTime: Date | null
  /** When this node asked for it; a call that was taken over says nothing about this node's gateway. */
  placedMs: number
  /** Why it is not known whether the call was placed. */
  unclear: string | null
}

export interface EndedCall extends CallKeys {
  id: string
  end: CallEnd
  answerTime: Date | null
  endTime: Date
}

/** Why a call was not placed, and the shortest time that the contact waits. */
export interface Release {
  pauseMs: number
  /** The gateway's words, if it refused this very call. */
  refusal: string | null
}

export interface ReleasedCall extends Release, CallKeys {
  id: string
}

export interface NodeCalls {
  readonly live: ReadonlyMap<string, LiveCall>
  readonly ended: Map<string, EndedCall>
  readonly released: Map<string, ReleasedCall>
  /** Ended calls whose contacts are locked. */
  readonly held: HeldCalls
  /** Attempts of claims whose answer was lost: if such a claim was committed, its calls were never placed. */
  readonly unplaced: Set<string>
  /** Requests that the gateway may still answer; a call that is over needs no answer any more. */
  readonly requested: Set<string>
  /** Tasks that had calls refused and now had one placed. */
  readonly accepted: Set<string>
  track(call: OwnCall): LiveCall
  hear(event: GatewayEvent): void
  end(id: string, end: CallEnd): void
  /** The call was certainly not placed. */
  release(id: string, how: Release): void
  /** A call of this task was placed. Does not count if the gateway accepts calls that it then fails to handle. */
  notePlaced(taskId: string): void
  /** The calls belong to other nodes now. */
  forgetAll(): void
  count(): number
}

export interface NodeCallsOptions {
  clock: Clock
  log: Log
  condition: GatewayCondition
  streaks: RefusalStreaks
  carefulMs: number
  /** Called when there is something to settle. */
  onEnd: () => void
}

export function createNodeCalls({
  clock,
  log,
  condition,
  streaks,
  carefulMs,
  onEnd,
}: NodeCallsOptions): NodeCalls {
  const live = new Map<string, LiveCall>()
  const ended = new Map<string, EndedCall>()
  const released = new Map<string, ReleasedCall>()
  const held = createHeldCalls(clock, carefulMs)
  const unplaced = new Set<string>()
  const requested = new Set<string>()
  const accepted = new Set<string>()

  function forgetRequest(id: string): void {
    requested.delete(id)
    condition.forget(id)
  }

  function notePlaced(taskId: string): void {
    if (condition.fault() !== null) return
    streaks.accepted(taskId)
    accepted.add(taskId)
  }

  function end(id: string, told: CallEnd): void {
    const callEnd: CallEnd = told.fault === undefined ? told : { ...told, cause: 'gateway_error' }
    const call = live.get(id)
    if (!call) return
    live.delete(id)
    forgetRequest(id)
    condition.ended(call.placedMs, callEnd.cause === 'answered', callEnd.fault)
    if (call.unclear !== null) notePlaced(call.taskId)
    if (callEnd.fault !== undefined)
      log.warn({ call: id, reason: callEnd.fault }, 'the gateway failed to handle a call; the node pauses')
    const endTime = clock.now()
    const answerTime =
      callEnd.cause === 'answered' ? (call.answerTime ?? new Date(endTime.getTime() - callEnd.talkMs)) : null
    const { phoneKey, taskId, contactId } = call
    ended.set(id, { id, phoneKey, taskId, contactId, end: callEnd, answerTime, endTime })
    onEnd()
  }

  return {
    live,
    ended,
    released,
    held,
    unplaced,
    requested,
    accepted,
    end,
    notePlaced,
    count: () => live.size + ended.size + released.size,

    track({ id, phone_key: phoneKey, task_id: taskId, contact_id: contactId }) {
      const call: LiveCall = {
        phoneKey,
        taskId,
        contactId,
        heardMs: clock.elapsedMs(),
        answerTime: null,
        placedMs: Number.NEGATIVE_INFINITY,
        unclear: null,
      }
      live.set(id, call)
      return call
    },

    hear(event) {
      const call = live.get(event.attemptId)
      // Another node's call, or one settled long ago: an event that came late or twice.
      if (!call) return
      call.heardMs = clock.elapsedMs()
      if (event.type === 'answered') call.answerTime ??= clock.now()
      if (event.type === 'ended') end(event.attemptId, event.end)
    },

    release(id, how) {
      const call = live.get(id)
      if (!call) return
      live.delete(id)
      forgetRequest(id)
      const { phoneKey, taskId, contactId } = call
      released.set(id, { id, phoneKey, taskId, contactId, ...how })
      if (how.refusal !== null && call.placedMs > Number.NEGATIVE_INFINITY)
        streaks.refused(taskId, contactId, how.refusal)
      onEnd()
    },

    forgetAll() {
      for (const id of live.keys()) forgetRequest(id)
      live.clear()
      ended.clear()
      held.clear()
      released.clear()
      unplaced.clear()
    },
  }
}
