// The calls of this node, as it knows them: live ones, ended ones that are not settled yet, and released ones, which were
// claimed and not placed. A call is in exactly one of the three; `end` and `release` move it out of the live ones.

import type { CallResult } from '../../../conversations/flows/call-result.ts'
import { judgeCallback } from '../../../conversations/flows/run/callback-time.ts'
import { keepCallback, keepInterruption, lastMoment } from '../../../conversations/flows/run/keep-result.ts'
import { judgeAnswered } from '../../../conversations/flows/success-rule.ts'
import type { CallEnd, GatewayEvent } from '../../../telephony/gateway.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { FlowEnd } from '../flow-runtime/run-flows.ts'
import type { CircuitBreaker } from '../health/circuit-breaker.ts'
import type { GatewayCondition } from '../health/gateway-condition.ts'

/** What a call is found by. */
export interface CallKeys {
  id: string
  phoneKey: string
  phoneNumber: string
  taskId: string
  contactId: string
}

export interface LiveCall extends CallKeys {
  /** When the gateway last mentioned it. */
  heardMs: number
  answerTime: Date | null
  /** When this node asked for it; a call that was taken over says nothing about this node's gateway. */
  placedMs: number
  /** Why it is not known whether the call was placed. */
  unclear: string | null
  /** What counts as success. */
  successWhen: string
  /** Of a call that was taken over: the trunk that is on record. */
  trunkId: string | null
  /** Its contact has a `callUntil`, or it is not known, as the call was taken over. */
  mayHaveCallUntil: boolean
  /** Of the flow that it follows; null if its task has none, or it has no task. */
  flowVersion: number | null
}

export interface EndedCall extends CallKeys {
  end: CallEnd
  answerTime: Date | null
  endTime: Date
  /** What came of it, if it was answered and anything is known. */
  result: CallResult | null
  /** Its contact has a `callUntil`, or it is not known. */
  mayHaveCallUntil: boolean
}

export interface Release {
  /** The contact waits at least this long. */
  pauseMs: number
  /** The gateway's words, if it refused this very call. */
  refusal: string | null
  /** The refusal was "busy": it counts against the contact, but never against the task. */
  isBackPressure?: boolean
  /** Why it was not placed, for the user who asked for this one call. */
  why?: string
  /** Of a call without a task: the same as a code, and until when it waits at least; null: it is not tried again. */
  reason?: string
  until?: Date | null
}

export interface ReleasedCall extends Release, CallKeys {}

export type NodeCalls = ReturnType<typeof createNodeCalls>

interface NodeCallsParts {
  condition: GatewayCondition
  breaker: CircuitBreaker
  flows: FlowEnds
}

/** Of calls that follow a flow. */
interface FlowEnds {
  /** Resolves when the end of the call may be written; undefined: at once. */
  beforeEnd(call: CallKeys, end: CallEnd): Promise<unknown> | undefined
  /** What came of the call, which is forgotten there. */
  takeEnd(id: string): FlowEnd | undefined
  /** The calls belong to other nodes now. */
  forgetAll(): void
}

export function createNodeCalls(node: NodeContext, { condition, breaker, flows }: NodeCallsParts) {
  const { clock, log, onEnd, watch } = node
  const live = new Map<string, LiveCall>()
  const ended = new Map<string, EndedCall>()
  const released = new Map<string, ReleasedCall>()
  /** Live calls whose end is known, and cannot be written yet. */
  const ending = new Map<string, { reported: CallEnd; endTime: Date }>()
  const unplaced = new Set<string>()
  const requested = new Set<string>()

  /** Removes a call from the live ones. Undefined if it is not one of them. */
  function take(id: string): LiveCall | undefined {
    const call = live.get(id)
    if (!live.delete(id)) return undefined
    ending.delete(id)
    requested.delete(id)
    condition.forget(id)
    return call
  }

  /** A call of this task was placed. Does not count if the gateway accepts calls that it then fails to handle. */
  function notePlaced(taskId: string): void {
    if (condition.fault() === null) breaker.recovered(taskId)
  }

  /** A platform's word about another call is limited like that of a flow. */
  function withJudgedCallback({ callbackTime, ...rest }: CallResult): CallResult {
    if (callbackTime === undefined) return rest
    const result: CallResult = rest
    const rules = { now: clock.now(), maxDays: node.callbackDays }
    keepCallback(result, callbackTime, judgeCallback(new Date(callbackTime), rules))
    return result
  }

  function end(id: string, given: CallEnd, endTime = clock.now()): void {
    const call = take(id)
    if (!call) return
    const flowEnd = flows.takeEnd(id)
    if (flowEnd?.answerTime !== undefined) call.answerTime ??= new Date(flowEnd.answerTime)
    const reported = whatIsKnown(call, given, flowEnd)
    const fault = reported.fault ?? (reported.cause === 'answered' ? flowEnd?.fault : undefined)
    const callEnd: CallEnd = fault === undefined ? reported : { ...reported, fault, cause: 'gateway_error' }
    const isSpeechless = flowEnd?.isSpeechless ?? false
    if (isSpeechless) condition.ended(call.placedMs, reported.cause === 'answered', reported.fault)
    else condition.ended(call.placedMs, callEnd.cause === 'answered', callEnd.fault)
    if (call.unclear !== null) notePlaced(call.taskId)
    if (callEnd.fault !== undefined && !isSpeechless)
      log.warn({ call: id, reason: callEnd.fault }, 'the gateway failed to handle a call; the node pauses')
    const isAnswered = callEnd.cause === 'answered'
    const answerTime = isAnswered ? (call.answerTime ?? new Date(endTime.getTime() - callEnd.talkMs)) : null
    const came = mergeResults(flowEnd?.result, callEnd.result && withJudgedCallback(callEnd.result))
    const known = isAnswered && callEnd.media ? { ...came, media: callEnd.media } : came
    // A platform may report nothing of a call that followed a version of the flow.
    const result = known ?? (isAnswered && call.flowVersion !== null ? {} : known)
    // Whether its switch died or its node: the same is known of it.
    const isUnseen = reported !== given || given.isUnseen === true
    const isBrokenOff = isUnseen && flowEnd?.isBrokenOff === true
    if (isAnswered && result && isUnseen) keepInterruption(result, !isBrokenOff)
    if (result && call.flowVersion !== null) result.version = call.flowVersion
    const cause = isAnswered ? judgeAnswered(call.successWhen, result ?? {}, isBrokenOff) : callEnd.cause
    const { phoneKey, phoneNumber, taskId, contactId, mayHaveCallUntil } = call
    const keys = { id, phoneKey, phoneNumber, taskId, contactId }
    const end = { ...callEnd, cause }
    ended.set(id, { ...keys, end, answerTime, endTime, result, mayHaveCallUntil })
    onEnd()
  }

  /** A voice agent may still have a last word, and an opt-out comes before the next attempt. */
  function endInTime(id: string, reported: CallEnd): void {
    const call = live.get(id)
    if (!call || ending.has(id)) return
    const endTime = clock.now()
    const wait = flows.beforeEnd(call, reported)
    if (!wait) {
      end(id, reported, endTime)
      return
    }
    ending.set(id, { reported, endTime })
    wait.then(() => end(id, reported, endTime))
  }

  function endAtOnce(): void {
    for (const [id, { reported, endTime }] of ending) end(id, reported, endTime)
  }

  return {
    live: live as ReadonlyMap<string, LiveCall>,
    ended,
    released,
    /** Attempts of claims whose result was lost: if such a claim was committed, its calls were never placed. */
    unplaced,
    /** Requests that the gateway may still answer. The request of a call that is over needs no answer. */
    requested,
    end: endInTime,
    /** Nothing is waited for any more: what is known of the calls is all there will be. */
    endAtOnce,
    notePlaced,
    count: () => live.size + ended.size + released.size,

    figures() {
      const nowMs = clock.now().getTime()
      let firstMs = nowMs
      for (const { endTime } of ended.values()) firstMs = Math.min(firstMs, endTime.getTime())
      const oldestUnsettledSeconds = (nowMs - firstMs) / 1000
      return { live: live.size, unsettled: ended.size + released.size, oldestUnsettledSeconds }
    },

    track(
      { id, phoneKey, phoneNumber, taskId, contactId }: CallKeys,
      successWhen: string,
      trunkId: string | null = null,
    ): LiveCall {
      const call: LiveCall = {
        id,
        phoneKey,
        phoneNumber,
        taskId,
        contactId,
        successWhen,
        trunkId,
        heardMs: clock.elapsedMs(),
        answerTime: null,
        placedMs: Number.NEGATIVE_INFINITY,
        unclear: null,
        mayHaveCallUntil: true,
        flowVersion: null,
      }
      live.set(id, call)
      return call
    },

    hear(event: GatewayEvent): void {
      const call = live.get(event.attemptId)
      // The call of another node, or an event that came late or twice.
      if (!call) return
      call.heardMs = clock.elapsedMs()
      if (event.type === 'answered') call.answerTime ??= clock.now()
      if (event.type === 'ended') endInTime(event.attemptId, event.end)
    },

    /** The call was certainly not placed. */
    release(id: string, release: Release): void {
      const call = take(id)
      if (!call) return
      flows.takeEnd(id)
      const { phoneKey, phoneNumber, taskId, contactId, placedMs } = call
      const { refusal, isBackPressure = false } = release
      released.set(id, { id, phoneKey, phoneNumber, taskId, contactId, ...release })
      if (refusal !== null && !isBackPressure && placedMs > Number.NEGATIVE_INFINITY)
        breaker.refused(taskId, contactId, refusal)
      onEnd()
    },

    /** The calls belong to other nodes now. Returns those that have ended: only this node knows how. */
    forgetAll(): EndedCall[] {
      endAtOnce()
      for (const id of live.keys()) take(id)
      flows.forgetAll()
      watch.lost()
      const ends = [...ended.values()]
      ended.clear()
      released.clear()
      unplaced.clear()
      return ends
    },
  }
}

/** A call whose end nobody has seen is lost only if nothing is known of it: whoever answered was reached. */
function whatIsKnown({ answerTime }: LiveCall, end: CallEnd, flowEnd: FlowEnd | undefined): CallEnd {
  if (end.cause !== 'lost' || answerTime === null) return end
  const result = flowEnd?.result ?? {}
  return { ...end, cause: 'answered', talkMs: lastMoment(result), result: {} }
}

/** The flow's own result, with what a platform says added. */
function mergeResults(own: CallResult | undefined, reported: CallResult | undefined): CallResult | null {
  return own || reported ? { ...own, ...reported } : null
}
