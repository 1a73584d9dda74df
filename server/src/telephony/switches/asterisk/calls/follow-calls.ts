// Applies events to calls. The calls of other nodes are followed as well: if one of those nodes dies, the node that takes
// over its calls knows how they went.

import type { Clock } from '../../../../platform/kernel/clock.ts'
import { isId } from '../../../../platform/kernel/ids.ts'
import type { CallCause } from '../../../../platform/words/calls.ts'
import type { CallEnd } from '../../../gateway.ts'
import { GatewayFault } from '../../../refusals.ts'
import { isAboutTrunk, refusalReason } from '../../../sip-answer.ts'
import { type AriEvent, type Channel, readState } from '../ari/ari-events.ts'
import { mediaQuality } from '../ari/rtp-quality.ts'
import type { AsteriskLine } from '../line.ts'
import type { AnswerSound } from './answer-sound.ts'
import type { AsteriskControl } from './call-control.ts'
import { judgeEnd, type Verdict } from './call-end.ts'
import { type LiveCall, type LiveCalls, trailOf } from './live-calls.ts'

interface CallFollowerOptions {
  calls: LiveCalls
  lines(): Iterable<AsteriskLine>
  sound: AnswerSound | undefined
  control: Pick<AsteriskControl, 'has' | 'isOnItsWay' | 'answeredAtMs' | 'catchUp' | 'forget'>
  /** Asks Asterisk whether the place for answered calls exists. Returns what is missing, or undefined. */
  findAnswerFault(): Promise<string | undefined>
  hangUp(id: string): void
  /** The line of the calls that other nodes have on this Asterisk; undefined: they have none there. */
  sharedLine: AsteriskLine | undefined
  clock: Clock
}

type CallEvent = Extract<
  AriEvent,
  { type: 'dialing' | 'ringing' | 'responded' | 'up' | 'waiting' | 'destroyed' }
>

/** Asterisk hangs up at once if the dialplan has no place for an answered call. Callees are rarely that fast. */
const SUSPICIOUS_TALK_MS = 250
const NOT_HANDED_OVER =
  'the callee answered, but Asterisk hung up before the call was under control: the event socket may have been down'
const LIKE_AN_OUTAGE = new Set<CallCause>(['unreachable', 'congestion', 'network_error'])

export type CallFollower = ReturnType<typeof createCallFollower>

export function createCallFollower({
  calls,
  lines,
  sound,
  control,
  findAnswerFault,
  hangUp,
  sharedLine,
  clock,
}: CallFollowerOptions) {
  function follow(call: LiveCall, event: CallEvent): void {
    if (event.type === 'destroyed') finish(call, event)
    if (event.type === 'destroyed' || event.type === 'dialing') return
    const { condition } = call.line
    condition.noteResponse()
    if (event.type === 'responded') {
      calls.respond(call, event.isFinal)
      return
    }
    condition.noteThrough()
    if (event.type === 'ringing') calls.ring(call)
    else if (event.type === 'up') {
      if (!control.isOnItsWay(call.id, event.atMs)) calls.answer(call, event.atMs)
    } else {
      calls.answer(call, control.answeredAtMs(call.id) ?? event.atMs)
      if (!control.has(call.id)) sound?.play(call.id)
    }
  }

  function hearOfOther(event: CallEvent): void {
    const { id, type } = event
    if (type === 'destroyed') return
    if (calls.wasGivenUp(id)) hangUp(id)
    // A call with an id of our form belongs to another node.
    else if (sharedLine && isId(id) && !calls.isKnown(id) && !calls.wasRefused(id)) {
      const facts = { isBeingPlaced: false, isOurs: false }
      const call = calls.add({ ...facts, attemptId: id, line: sharedLine })
      call.hasGap = type !== 'dialing'
      follow(call, event)
    }
  }

  function finish(call: LiveCall, event: Extract<AriEvent, { type: 'destroyed' }>): void {
    const { cause, sipStatus } = event
    const verdict = judgeEnd(trailOf(call), { cause, sipStatus, talkMs: talkTime(call, event.atMs) })
    const media = mediaQuality(call.quality)
    if (verdict.kind === 'ended' && media) verdict.end.media = media
    const refusal = findRefusal(call, verdict)
    const soundFault = sound?.takeFault(call.id)
    const isControlled = control.has(call.id)
    const wasAnsweredUnheard = call.stage.is !== 'answered' && control.answeredAtMs(call.id) !== undefined
    control.forget(call.id)
    if (wasAnsweredUnheard) calls.end(call, faultyEnd(NOT_HANDED_OVER))
    else if (refusal) calls.refuse(call, refusal)
    else if (verdict.kind === 'refused') return
    else if (verdict.end.cause !== 'answered') {
      const isLikeRefusal = isAboutTrunk(sipStatus)
      if (call.hasFinalResponse && !isLikeRefusal) call.line.condition.noteThrough()
      calls.end(call, {
        ...verdict.end,
        ...(isLikeRefusal && (call.stage.is === 'ringing' || call.hasGap) && { mayHaveRung: true }),
        // After its own timeout Asterisk names a status that nobody has sent.
        ...(call.hasFinalResponse && { sipStatus }),
      })
    } else if (soundFault !== undefined) calls.end(call, faultyEnd(soundFault))
    else if (!sound && !isControlled && !call.isHungUp && verdict.end.talkMs < SUSPICIOUS_TALK_MS)
      doubt(call, verdict.end)
    else calls.end(call, verdict.end)
  }

  /** The call was answered and ended at once: the dialplan place may be missing. */
  function doubt(call: LiveCall, end: CallEnd): void {
    findAnswerFault().then(
      (fault) => calls.end(call, fault === undefined ? end : faultyEnd(fault)),
      () => calls.end(call, end),
    )
  }

  /** Why the call counts as not placed: the trunk has refused it, or is out of order. A silent callee may also have a network of their own to blame. */
  function findRefusal(call: LiveCall, verdict: Verdict): Error | undefined {
    const { placedMs, phoneNumber, isUnheard, hasGap, stage } = call
    const { condition } = call.line
    if (verdict.kind === 'refused') {
      const { sipStatus } = verdict
      const reason = refusalReason(sipStatus)
      // Another node judges its own calls.
      return call.isOurs ? condition.refuse(phoneNumber, reason, sipStatus) : new GatewayFault(reason)
    }
    const { isSilent, end } = verdict
    if (stage.is === 'ringing' || hasGap || !LIKE_AN_OUTAGE.has(end.cause)) return undefined
    return condition.blame({ placedMs, phoneNumber, isSilent, isUnheard })
  }

  /** By Asterisk's clock, if it reported both times. */
  function talkTime({ stage }: LiveCall, atMs: number): number {
    if (stage.is !== 'answered') return 0
    const byAsterisk = atMs - (stage.atMs ?? Number.NaN)
    return Number.isNaN(byAsterisk) ? clock.elapsedMs() - stage.ms : byAsterisk
  }

  return {
    applyEvent(event: AriEvent): void {
      if (event.type === 'endpoint') {
        for (const { condition } of lines()) condition.applyEvent(event.endpoint)
        return
      }
      const call = calls.get(event.id)
      if (event.type === 'played') {
        if (call) sound?.noteEnd(event.id, event.hasFailed)
        if (call?.isOurs) hangUp(event.id)
      } else if (event.type === 'measured') {
        if (call) Object.assign(call.quality, event.quality)
      } else if (event.type === 'hanging up') {
        if (call) sound?.noteHangUp(event.id)
      } else if (event.type === 'key' || event.type === 'talk' || event.type === 'recorded') return
      // Not before it is answered.
      else if (event.type === 'called in') return
      else if (call) follow(call, event)
      else hearOfOther(event)
    },

    /** Asterisk has these channels, one of them for the call. `app`: the application whose events we receive. */
    async find(call: LiveCall, channels: ReadonlyMap<string, Channel>, app: string): Promise<void> {
      const channel = channels.get(call.id)
      const event = channel && readState(channel, Number.NaN)
      if (event?.type === 'ringing') calls.ring(call)
      if (event?.type !== 'up') return
      if (!control.has(call.id)) {
        calls.answer(call, undefined)
        if (call.isOurs) await sound?.check(call.id)
      } else if (await control.catchUp(call.id, app, channels)) calls.answer(call, undefined)
    },

    /** The call had a channel and ended unobserved. */
    endUnseen(call: LiveCall, untilMs: number): void {
      const soundFault = sound?.takeFault(call.id)
      control.forget(call.id)
      calls.endUnseen(call, untilMs, soundFault === undefined ? undefined : faultyEnd(soundFault))
    },
  }
}

/** The callee answered, and Asterisk had nothing to play or run. */
function faultyEnd(fault: string): CallEnd {
  return { cause: 'gateway_error', talkMs: 0, fault }
}
