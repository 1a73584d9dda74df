// The live calls of an Asterisk, and the latest ended ones. Each stage is reported once: ringing, answered, ended.

import type { ControlEvent } from '../../../../conversations/answered-call.ts'
import type { Clock } from '../../../../platform/kernel/clock.ts'
import { createLatestEntries } from '../../../../platform/kernel/latest-entries.ts'
import type { AttemptState, CallEnd, GatewayEvent } from '../../../gateway.ts'
import type { RtpQuality } from '../ari/rtp-quality.ts'

export interface LiveCall {
  id: string
  /** As it is dialed; empty for the call of another node. */
  phoneNumber: string
  /** Or may have: the far end has sent sound before the answer. */
  hasRung: boolean
  /** Whether the far end responded at all. A response may also mean that the trunk refuses calls. */
  hasResponse: boolean
  /** The far end has ended the call with an answer of its own. */
  hasFinalResponse: boolean
  /** Whether the far end has not even confirmed that it received the call; undefined if that is not known. */
  isUnheard: boolean | undefined
  isAnswered: boolean
  /** Whether we hung up. */
  isHungUp: boolean
  /** By our clock. */
  placedMs: number
  answeredMs: number | undefined
  /** By Asterisk's clock; undefined if the answer itself was not observed. */
  answeredAtMs: number | undefined
  /** The request to place it is in progress. */
  isBeingPlaced: boolean
  /** Some of its events may have been missed. */
  hasGap: boolean
  /** How its sound arrived, as far as that was told. */
  quality: RtpQuality
  /** Whether it is this node's call; the calls of other nodes are only followed. */
  isOurs: boolean
  /** Settles when the far end has accepted the call, or never will. */
  start: ReturnType<typeof createStart>
}

export type LiveCalls = ReturnType<typeof createLiveCalls>

const MAX_REMEMBERED = 50_000

export function createLiveCalls(clock: Clock) {
  const live = new Map<string, LiveCall>()
  const ends = createLatestEntries<string, CallEnd>(MAX_REMEMBERED)
  const refused = createLatestEntries<string, true>(MAX_REMEMBERED)
  const givenUp = createLatestEntries<string, true>(MAX_REMEMBERED)
  let onEvent: (event: GatewayEvent) => void = () => undefined

  function tell(call: LiveCall, event: GatewayEvent): void {
    if (call.isOurs) onEvent(event)
  }

  function end(call: LiveCall, callEnd: CallEnd): void {
    if (!live.delete(call.id)) return
    ends.set(call.id, callEnd)
    call.start.succeed()
    tell(call, { type: 'ended', attemptId: call.id, end: callEnd })
  }

  return {
    get: (id: string) => live.get(id),
    all: () => [...live.values()],
    isKnown: (id: string) => live.has(id) || ends.has(id),

    add(
      id: string,
      {
        isBeingPlaced,
        isOurs = true,
        phoneNumber = '',
      }: { isBeingPlaced: boolean; isOurs?: boolean; phoneNumber?: string },
    ): LiveCall {
      const call: LiveCall = {
        id,
        phoneNumber,
        placedMs: clock.elapsedMs(),
        isBeingPlaced,
        hasRung: false,
        hasResponse: false,
        hasFinalResponse: false,
        isUnheard: undefined,
        isAnswered: false,
        isHungUp: false,
        answeredMs: undefined,
        answeredAtMs: undefined,
        hasGap: !isBeingPlaced,
        quality: {},
        isOurs,
        start: createStart(),
      }
      live.set(id, call)
      return call
    },

    ring(call: LiveCall): void {
      call.start.succeed()
      if (call.hasRung) return
      call.hasRung = true
      if (!call.isAnswered) tell(call, { type: 'ringing', attemptId: call.id })
    },

    answer(call: LiveCall, atMs: number | undefined): void {
      call.start.succeed()
      if (call.isAnswered) return
      call.isAnswered = true
      call.answeredMs = clock.elapsedMs()
      call.answeredAtMs = atMs
      tell(call, { type: 'answered', attemptId: call.id })
    },

    end,

    /** What happens in a call that is under control. */
    report(event: ControlEvent): void {
      const call = live.get(event.attemptId)
      if (call) tell(call, event)
    },

    /** The call ended unobserved, at `untilMs` at the latest: it was answered if we saw the answer, otherwise it is lost. */
    endUnseen(call: LiveCall, untilMs: number, knownEnd?: CallEnd): void {
      const { answeredMs } = call
      if (call.isOurs) givenUp.set(call.id, true)
      const talkMs = answeredMs === undefined ? 0 : Math.max(0, Math.round(untilMs - answeredMs))
      const unseen: CallEnd =
        answeredMs === undefined ? { cause: 'lost', talkMs } : { cause: 'answered', talkMs, isUnseen: true }
      end(call, knownEnd ?? unseen)
    },

    /** It was certainly not placed. */
    refuse(call: LiveCall, error: Error): void {
      if (!live.delete(call.id)) return
      refused.set(call.id, true)
      call.start.fail(error)
    },

    wasRefused: (id: string) => refused.has(id),
    /** The call was unknown or ended unobserved. If it appears later, it must be hung up: its contact may be in another call. */
    wasGivenUp: (id: string) => givenUp.has(id),

    /** For the dialer. An unknown call is given up. */
    stateOf(id: string): AttemptState {
      const callEnd = ends.get(id)
      if (callEnd) return { state: 'ended', end: callEnd }
      if (live.has(id)) return { state: 'live' }
      if (refused.has(id)) return { state: 'not_placed' }
      givenUp.set(id, true)
      return { state: 'unknown' }
    },

    listen(listener: (event: GatewayEvent) => void): void {
      onEvent = listener
    },

    /** Stops all reports. */
    close(): void {
      onEvent = () => undefined
    },
  }
}

function createStart() {
  let succeed = () => {}
  let fail: (error: Error) => void = () => {}
  const promise = new Promise<void>((resolve, reject) => {
    succeed = resolve
    fail = reject
  })
  // Not every caller awaits it.
  promise.catch(() => undefined)
  return { promise, succeed: () => succeed(), fail: (error: Error) => fail(error) }
}
