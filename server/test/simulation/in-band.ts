// A call that rings in band: the carrier sends sound, and ends the call before anybody answers. What the dialer hears of it is what the
// real gateway for Asterisk makes of the events, so a world shows whether it takes such a call for one that was never placed.

import type { Clock } from '../../src/platform/kernel/clock.ts'
import type { GatewayEvent } from '../../src/telephony/gateway.ts'
import { readEvent } from '../../src/telephony/switches/asterisk/ari/ari-events.ts'
import { createCallFollower } from '../../src/telephony/switches/asterisk/calls/follow-calls.ts'
import { createLiveCalls } from '../../src/telephony/switches/asterisk/calls/live-calls.ts'
import { createLine } from '../../src/telephony/switches/asterisk/line.ts'
import { silentLog } from '../support/silent-log.ts'

interface InBandOptions {
  attemptId: string
  phoneNumber: string
  clock: Clock
  onEvent(event: GatewayEvent): void
}

/** Asterisk's cause for 503. */
const NO_CIRCUIT = 34

export function followInBand({ attemptId, phoneNumber, clock, onEvent }: InBandOptions) {
  const calls = createLiveCalls(clock)
  const settings = { id: 'carrier', endpoint: 'PJSIP/{number}@carrier', hidesCallerId: () => false }
  const line = createLine({
    settings: { ...settings, numberFor: (number) => number, nextCallerId: () => undefined },
    ...{ url: 'http://127.0.0.1:8088/ari', isOwn: true, clock, log: silentLog },
    ari: { send: async () => ({ status: 404, body: undefined, bytes: new Uint8Array() }) },
    ...{ isLinkUp: () => true, greet: async () => undefined, fault: () => undefined },
    lookMs: { down: 2000, up: 15_000 },
  })
  const follower = createCallFollower({
    ...{ calls, lines: () => [line], sharedLine: undefined, sound: undefined, clock },
    control: {
      has: () => false,
      isOnItsWay: () => false,
      answeredAtMs: () => undefined,
      catchUp: async () => false,
      forget: () => undefined,
    },
    findAnswerFault: async () => undefined,
    hangUp: () => undefined,
  })
  calls.listen(onEvent)
  const call = calls.add({ attemptId, line, isBeingPlaced: true, phoneNumber })
  const channel = { id: attemptId, state: 'Down' }
  function hear(frame: object): void {
    const event = readEvent(JSON.stringify(frame))
    if (event) follower.applyEvent(event)
  }

  return {
    /** As `originate`: rejects if the call counts as not placed. */
    placed: call.start.promise,
    ring: () => hear({ type: 'Dial', dialstatus: 'PROGRESS', peer: channel }),
    refuse(): void {
      hear({ type: 'Dial', dialstatus: 'CONGESTION', peer: channel })
      hear({ type: 'ChannelDestroyed', cause: NO_CIRCUIT, tech_cause: 503, channel })
    },
  }
}
