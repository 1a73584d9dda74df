// The live calls of an Asterisk, on all of its lines, and the latest ended ones. A stage is reported once, may be skipped, and never comes back:
//
//   asked ──the far end responds──▶ trying ──a phone rings, or may──▶ ringing ──somebody answers──▶ answered
//     │                               │                                 │                              │
//     └───────────────────────────────┴──── ended, refused or given up ─┴──────────────────────────────┘
//
// Beside the stage there is only what Asterisk may not have told (`hasGap`, `isUnheard`), what we did (`isBeingPlaced`, `isHungUp`) and whose
// call it is (`isOurs`).
//
// The id of a channel is that of the attempt; from the second try on, by another trunk of the same Asterisk, the number of the try follows. So
// late events of a try that is over say nothing about the next one, and nodes and releases that share an Asterisk know each other's calls.

import type { ControlEvent } from '../../../../conversations/answered-call.ts'
import type { Clock } from '../../../../platform/kernel/clock.ts'
import { createLatestEntries } from '../../../../platform/kernel/latest-entries.ts'
import type { AttemptState, CallEnd, GatewayEvent } from '../../../gateway.ts'
import type { RtpQuality } from '../ari/rtp-quality.ts'
import type { AsteriskLine } from '../line.ts'
import type { CallTrail } from './call-end.ts'

type Stage =
  /** `trying`: a response may also mean that the trunk refuses calls. `ringing`: or may have rung, because the far end has sent sound. */
  | { is: 'asked' | 'trying' | 'ringing' }
  /** By our clock, and by Asterisk's; undefined if the answer itself was not observed. */
  | { is: 'answered'; ms: number; atMs: number | undefined }

export interface LiveCall {
  /** Of its channel. */
  readonly id: string
  readonly attemptId: string
  readonly line: AsteriskLine
  /** As it is dialed; empty for the call of another node. */
  readonly phoneNumber: string
  /** By our clock. */
  readonly placedMs: number
  /** How its sound arrived, as far as that was told. */
  readonly quality: RtpQuality
  /** Settles when the far end has accepted the call, or never will. */
  readonly start: ReturnType<typeof createStart>
  stage: Stage
  /** The far end has ended the call with an answer of its own. */
  hasFinalResponse: boolean
  /** Whether the far end has not even confirmed that it received the call; undefined if that is not known. */
  isUnheard: boolean | undefined
  /** Some of its events may have been missed. */
  hasGap: boolean
  /** The request to place it is in progress. */
  isBeingPlaced: boolean
  /** Whether we hung up. */
  isHungUp: boolean
  /** Whether it is this node's call; the calls of other nodes are only followed. */
  isOurs: boolean
}

interface NewCall extends Pick<LiveCall, 'attemptId' | 'line' | 'isBeingPlaced'> {
  /** Of its channel, if Asterisk has chosen it. */
  id?: string
  isOurs?: boolean
  phoneNumber?: string
}

export type LiveCalls = ReturnType<typeof createLiveCalls>

const MAX_REMEMBERED = 50_000

const channelIdOfTry = (attemptId: string, tries: number) =>
  tries === 1 ? attemptId : `${attemptId}.${tries}`

/** What the events of a call have shown. */
export function trailOf({ stage, isUnheard, isHungUp, hasGap }: LiveCall): CallTrail {
  return {
    hasResponse: stage.is !== 'asked',
    hasRung: stage.is === 'ringing',
    isAnswered: stage.is === 'answered',
    ...{ isUnheard, isHungUp, hasGap },
  }
}

export function createLiveCalls(clock: Clock) {
  /** By channel. */
  const live = new Map<string, LiveCall>()
  /** By attempt. */
  const latest = new Map<string, LiveCall>()
  const tries = createLatestEntries<string, number>(MAX_REMEMBERED)
  const ends = createLatestEntries<string, { line: AsteriskLine; end: CallEnd }>(MAX_REMEMBERED)
  const refused = createLatestEntries<string, true>(MAX_REMEMBERED)
  const givenUp = createLatestEntries<string, true>(MAX_REMEMBERED)
  let onEvent: (event: GatewayEvent) => void = () => undefined

  function tell(call: LiveCall, event: GatewayEvent): void {
    if (call.isOurs) onEvent(event)
  }

  /** Returns whether it was live. */
  function remove(call: LiveCall): boolean {
    if (latest.get(call.attemptId) === call) latest.delete(call.attemptId)
    return live.delete(call.id)
  }

  function end(call: LiveCall, callEnd: CallEnd): void {
    if (!remove(call)) return
    ends.set(call.attemptId, { line: call.line, end: callEnd })
    call.start.succeed()
    tell(call, { type: 'ended', attemptId: call.attemptId, end: callEnd })
  }

  return {
    /** By channel. */
    get: (id: string) => live.get(id),
    of: (attemptId: string) => latest.get(attemptId),
    channelOf: (attemptId: string) => latest.get(attemptId)?.id ?? attemptId,
    all: () => [...live.values()],
    /** Live, or ended on this line; if that has refused it late, another line may have it next. */
    isKnown: (attemptId: string, line?: AsteriskLine) => {
      const ended = ends.get(attemptId)
      return latest.has(attemptId) || (ended !== undefined && (!line || ended.line === line))
    },

    add({ attemptId, line, isBeingPlaced, isOurs = true, phoneNumber = '', id }: NewCall): LiveCall {
      const count = (tries.get(attemptId) ?? 0) + 1
      tries.set(attemptId, count)
      const call: LiveCall = {
        ...{ id: id ?? channelIdOfTry(attemptId, count), attemptId, line, phoneNumber },
        ...{ placedMs: clock.elapsedMs(), quality: {}, start: createStart(), stage: { is: 'asked' } },
        ...{ hasFinalResponse: false, isUnheard: undefined, hasGap: !isBeingPlaced },
        ...{ isBeingPlaced, isHungUp: false, isOurs },
      }
      live.set(call.id, call)
      latest.set(attemptId, call)
      return call
    },

    respond(call: LiveCall, isFinal: boolean): void {
      if (call.stage.is === 'asked') call.stage = { is: 'trying' }
      call.hasFinalResponse ||= isFinal
    },

    ring(call: LiveCall): void {
      call.start.succeed()
      if (call.stage.is === 'ringing' || call.stage.is === 'answered') return
      call.stage = { is: 'ringing' }
      tell(call, { type: 'ringing', attemptId: call.attemptId })
    },

    answer(call: LiveCall, atMs: number | undefined): void {
      call.start.succeed()
      if (call.stage.is === 'answered') return
      call.stage = { is: 'answered', ms: clock.elapsedMs(), atMs }
      tell(call, { type: 'answered', attemptId: call.attemptId })
    },

    end,

    /** What happens in a call that is under control, by its channel. */
    report(event: ControlEvent): void {
      const call = live.get(event.attemptId)
      if (call) tell(call, { ...event, attemptId: call.attemptId })
    },

    /** The call ended unobserved, at `untilMs` at the latest: it was answered if we saw the answer, otherwise it is lost. */
    endUnseen(call: LiveCall, untilMs: number, knownEnd?: CallEnd): void {
      const { stage } = call
      if (call.isOurs) givenUp.set(call.id, true)
      const unseen: CallEnd =
        stage.is === 'answered'
          ? { cause: 'answered', talkMs: Math.max(0, Math.round(untilMs - stage.ms)), isUnseen: true }
          : { cause: 'lost', talkMs: 0 }
      end(call, knownEnd ?? unseen)
    },

    /** It was certainly not placed. */
    refuse(call: LiveCall, error: Error): void {
      if (!remove(call)) return
      refused.set(call.attemptId, true)
      call.start.fail(error)
    },

    wasRefused: (attemptId: string) => refused.has(attemptId),
    /** The call was unknown or ended unobserved. If its channel appears later, it must be hung up: its contact may be in another call. */
    wasGivenUp: (id: string) => givenUp.has(id),

    /** For the dialer. An unknown call is given up. */
    stateOf(attemptId: string): AttemptState {
      if (latest.has(attemptId)) return { state: 'live' }
      const ended = ends.get(attemptId)
      if (ended) return { state: 'ended', end: ended.end }
      if (refused.has(attemptId)) return { state: 'not_placed' }
      givenUp.set(attemptId, true)
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
