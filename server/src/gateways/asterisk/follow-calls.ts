// What is heard of calls, and what it means for them.
import { type CallCause, type CallEnd, GatewayFault } from '../../dialer/gateway.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { AnswerSound } from './answer-sound.ts'
import type { AriEvent, Channel } from './ari-events.ts'
import { readState } from './ari-events.ts'
import { judgeEnd, type Verdict } from './call-end.ts'
import { createMemory, type LiveCall, type LiveCalls } from './live-calls.ts'
import type { Trunk } from './trunk.ts'

export interface CallFollower {
  hear(event: AriEvent): void
  /** The call is up, and some of its events may not have been seen. */
  find(call: LiveCall, channel: Channel): Promise<void>
  /** The call is gone, and nobody saw how; it was up until then. */
  endUnseen(call: LiveCall, untilMs: number): void
  /** Nobody knows this call. Should it turn up after all, it is hung up: its contact may be dialed again by then. */
  giveUp(id: string): void
  wasGivenUp(id: string): boolean
}

export interface CallFollowerOptions {
  calls: LiveCalls
  trunk: Trunk
  sound: AnswerSound | undefined
  hangUp(id: string): void
  clock: Clock
}

const REMEMBERED = 50_000
const LIKE_AN_OUTAGE = new Set<CallCause>(['unreachable', 'congestion', 'network_error'])

export function createCallFollower({
  calls,
  trunk,
  sound,
  hangUp,
  clock,
}: CallFollowerOptions): CallFollower {
  const givenUp = createMemory<true>(REMEMBERED)

  function follow(call: LiveCall, event: Exclude<AriEvent, { type: 'endpoint' | 'played' }>): void {
    if (event.type === 'destroyed') {
      finish(call, event)
      return
    }
    trunk.hear()
    if (event.type === 'ringing') calls.ring(call)
    else if (event.type === 'responded') calls.respond(call)
    else calls.answer(call, event.atMs)
    if (event.type === 'waiting') sound?.play(call.id)
  }

  function finish(call: LiveCall, event: Extract<AriEvent, { type: 'destroyed' }>): void {
    const { cause, sipStatus } = event
    const verdict = judgeEnd(call, { cause, sipStatus, talkMs: talkTime(call, event.atMs) })
    if (verdict.kind === 'refused') calls.refuse(call, new GatewayFault(verdict.reason))
    else if (isTrunkToBlame(call, verdict))
      calls.refuse(call, new GatewayFault(trunk.fault() ?? silence(trunk)))
    else calls.end(call, verdict.end)
  }

  /** What an outage looks like may also be the callee's own network. */
  function isTrunkToBlame(call: LiveCall, { isSilent, end }: Extract<Verdict, { kind: 'ended' }>): boolean {
    if (call.hasRung || call.hasGap || !LIKE_AN_OUTAGE.has(end.cause)) return false
    return trunk.wasDownSince(call.placedMs) || (isSilent && trunk.isSilentSince(call.placedMs))
  }

  /** By Asterisk's own clock, if it told of both. */
  function talkTime({ answeredMs, answeredAtMs }: LiveCall, atMs: number): number {
    if (answeredMs === undefined) return 0
    const byAsterisk = atMs - (answeredAtMs ?? Number.NaN)
    return Number.isNaN(byAsterisk) ? clock.elapsedMs() - answeredMs : byAsterisk
  }

  return {
    hear(event) {
      if (event.type === 'endpoint') {
        trunk.learn(event.endpoint)
        return
      }
      const call = calls.get(event.id)
      if (event.type === 'played') {
        if (call) hangUp(event.id)
      } else if (call) follow(call, event)
      else if (event.type !== 'destroyed' && givenUp.get(event.id)) hangUp(event.id)
    },

    async find(call, channel) {
      call.hasGap = true
      const event = readState(channel, Number.NaN)
      if (event?.type === 'ringing') calls.ring(call)
      if (event?.type !== 'up') return
      calls.answer(call, undefined)
      await sound?.check(call.id)
    },

    endUnseen(call, untilMs) {
      const { answeredMs } = call
      const end: CallEnd =
        answeredMs === undefined
          ? { cause: 'lost', talkMs: 0 }
          : { cause: 'answered', talkMs: Math.max(0, Math.round(untilMs - answeredMs)) }
      givenUp.set(call.id, true)
      calls.end(call, end)
    },

    giveUp: (id) => givenUp.set(id, true),
    wasGivenUp: (id) => givenUp.get(id) === true,
  }
}

function silence({ name }: Trunk): string {
  return `${name ? `the trunk ${name}` : 'the far end'} is silent: a call got no response of any kind`
}
