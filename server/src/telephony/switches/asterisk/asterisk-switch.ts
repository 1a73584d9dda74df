// An Asterisk as a switch: one link to it (an event socket and a client), one set of live calls, and any number of lines. A call is requested
// over HTTP under an id that we choose, and its progress arrives on the event socket. Answered calls without a flow go to the dialplan without
// our help, so they outlive this process; only sounds are played by us. Calls with a flow wait in our application: see call-control.ts.
//
// Without the socket no call is placed. When it is connected again, the live calls are compared with Asterisk's channels. A call that may or may
// not have been placed is never placed again.

import type { Clock } from '../../../platform/kernel/clock.ts'
import { createLatestEntries } from '../../../platform/kernel/latest-entries.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import { dialedNumber } from '../../../platform/kernel/phone/phone-number.ts'
import { GatewayFault } from '../../refusals.ts'
import { OWN_PHONES, type Switch } from '../../switch.ts'
import { createAriChannels } from './ari/ari-channels.ts'
import type { AriClient } from './ari/ari-client.ts'
import { type AriEvent, readEvent } from './ari/ari-events.ts'
import { type LinkSession, openAsteriskLink } from './ari/asterisk-link.ts'
import { createAsteriskLines, NOT_LOADED } from './asterisk-lines.ts'
import type { AsteriskSwitchSettings } from './asterisk-settings.ts'
import { type AsteriskTiming, DEFAULT_TIMING } from './asterisk-timing.ts'
import { createAnswerPlace } from './calls/answer-place.ts'
import { createAnswerSound } from './calls/answer-sound.ts'
import { createAnswerWatch } from './calls/answer-watch.ts'
import { createCallAsker } from './calls/ask-for-call.ts'
import { createCallControl } from './calls/call-control.ts'
import { createCallComparison } from './calls/compare-calls.ts'
import { createCallFollower } from './calls/follow-calls.ts'
import { createInboundCalls } from './calls/inbound-calls.ts'
import { createLiveCalls } from './calls/live-calls.ts'
import type { LineSettings } from './line.ts'
import { createRepeatedCheck } from './repeated-check.ts'

export interface AsteriskOptions {
  settings: AsteriskSwitchSettings
  /** The only client of this Asterisk. Who has made it closes it. */
  ari: AriClient
  /** Of an Asterisk of the user's, which other nodes may use as well: its only line. Without it the Asterisk is ours alone, and lines are opened. */
  sharedLine?: LineSettings
  clock: Clock
  log: Log
  timing?: Partial<AsteriskTiming> | undefined
}

export interface AsteriskSwitch extends Switch {
  /** Calls may take this line from now on, once Asterisk knows it. */
  openLine(settings: LineSettings): void
  /** It has no calls any more, and gets none. */
  closeLine(id: string): void
  /**
   * Tells of a channel that is no call of the dialer's, such as that of a trunk test, until its end. Resolves with the application under which it is
   * to be placed. Rejects with the reason if there is no link in this time.
   */
  watchChannel(id: string, withinMs: number, onEvent: (event: AriEvent) => void): Promise<string>
}

const MAX_WATCHED = 100

export function createAsteriskSwitch(options: AsteriskOptions): AsteriskSwitch {
  const { settings, ari, clock, log } = options
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  const channels = createAriChannels(ari, settings.url)
  const calls = createLiveCalls(clock)
  const watched = createLatestEntries<string, (event: AriEvent) => void>(MAX_WATCHED)
  const linkFault = () => link.fault()
  const { onAnswer } = settings
  const answerPlace = createAnswerPlace({ onAnswer, ari, trialMs: timing.trialMs })
  const answers = createAnswerWatch({ place: answerPlace, clock, log })
  const lines = createAsteriskLines({
    ...{ url: settings.url, sharedLine: options.sharedLine, ari, linkFault, lookMs: timing.lookMs },
    answerFault: answers.fault,
    announce: async (line, app = link.app()) => inbound?.announce(line, app),
    ...{ clock, log },
  })
  const sound =
    onAnswer.kind === 'sound'
      ? createAnswerSound({
          media: onAnswer.media,
          ari,
          hangUp: channels.remove,
          onPlayed: answers.noteSuccess,
          onFailed(reason) {
            answers.noteFailure(reason)
            placeLooks.now()
          },
          log,
        })
      : undefined
  const control = createCallControl({
    settings,
    ari,
    app: () => link.app(),
    adoptApp: (name) => link.adopt(name),
    report: calls.report,
    hangUp: channels.remove,
    lineOf: (callId) => calls.get(callId)?.line,
    channelOf: calls.channelOf,
    listChannels: channels.list,
    clock,
    log,
  })
  const follower = createCallFollower({
    calls,
    lines: lines.all,
    sound,
    control,
    findAnswerFault: () => answers.check(link.app()),
    hangUp: channels.remove,
    sharedLine: lines.shared,
    clock,
  })
  const comparison = createCallComparison({
    ...{ calls, lines, follower, channels, linkFault, clock, eventDelayMs: timing.eventDelayMs },
    app: () => link.app(),
  })
  // Calls to an Asterisk of the user's are the business of its dialplan.
  const inbound = lines.shared
    ? undefined
    : createInboundCalls({ settings, ari, calls, control, lineAt: lines.at, log })
  const place = createCallAsker({
    ...{ settings, timing, ari, calls, control, comparison, hangUp: channels.remove },
    app: () => link.app(),
    session: () => link.session(),
  })
  /** A sound that worked is not tried again: failing calls show that it is gone. */
  const placeLooks = createRepeatedCheck({
    isWanted: () => linkFault() === undefined,
    check() {
      const isSoundFine = sound !== undefined && answers.fault() === undefined
      return Promise.allSettled([isSoundFine ? undefined : answers.check(link.app())])
    },
    pauseMs: () => (answers.fault() === undefined ? timing.lookMs.up : timing.lookMs.down),
  })
  const link = openAsteriskLink({
    settings,
    timing,
    clock,
    log,
    hasAwaitedCalls: () => sound !== undefined || calls.all().some(({ id }) => control.has(id)),
    onMessage: applyMessage,
    catchUp,
  })

  function applyMessage(text: string, isApp: (name: string) => boolean): void {
    const event = readEvent(text, isApp)
    if (!event) return
    const watcher = 'id' in event && watched.get(event.id)
    if (watcher) {
      watcher(event)
      return
    }
    if (inbound?.applyEvent(event)) return
    if (event.type === 'played') answerPlace.applyEvent(event)
    // The end of a call is first applied to the call: what was added to it goes with it.
    follower.applyEvent(event)
    control.applyEvent(event)
  }

  /** The socket is open again: reconciles the calls. */
  async function catchUp(session: LinkSession, lostMs: number): Promise<() => Promise<void>> {
    const { app } = session
    for (const line of lines.all()) line.isKnown = false
    await channels.filterEvents(app)
    const asked = [...lines.all()]
    await Promise.all([
      ...asked.map(({ condition }) => condition.check()),
      answers.check(app),
      control.checkModules(),
    ])
    const known = await comparison.afterGap(session, lostMs)
    // The next session begins again.
    if (!known) return async () => undefined
    for (const line of asked) await lines.welcome(line, app)
    await control.removeOrphans()
    return async () => {
      log.info({ app, lines: lines.count(), trunk: lines.shared?.condition.name }, 'Asterisk is connected')
      placeLooks.begin()
      for (const { isKnown, looks } of lines.all()) (isKnown ? looks.begin : looks.now)()
      // Calls that were placed just before the socket was lost.
      await comparison.compare(calls.all().filter((call) => !known.has(call) && !call.isBeingPlaced))
    }
  }

  return {
    wantsDetails: true,
    sendsFlow: 'never',
    control: control.control,
    listen: calls.listen,
    listenInbound: (onCall) => inbound?.listen(onCall),

    async originate(request) {
      const { attemptId, route, ownPhone } = request
      const line = lines.of(ownPhone === undefined ? route?.trunkId : OWN_PHONES)
      // One call per id, however often it is requested.
      if (calls.isKnown(attemptId, line)) return
      const phoneNumber = dialedNumber(request.phoneNumber)
      const reason = lines.fault(line)
      if (line && phoneNumber === undefined)
        calls.end(calls.add({ attemptId, line, isBeingPlaced: false }), {
          cause: 'invalid_number',
          talkMs: 0,
        })
      else if (!line || reason !== undefined) throw new GatewayFault(reason ?? NOT_LOADED)
      else if (phoneNumber !== undefined)
        await place(calls.add({ attemptId, line, isBeingPlaced: true, phoneNumber }), request, phoneNumber)
    },

    async hangUp(attemptId) {
      const call = calls.of(attemptId)
      if (call) call.isHungUp = true
      await channels.hangUp(calls.channelOf(attemptId))
    },

    async reconcile(ids) {
      comparison.throwIfDown()
      const found = await channels.list()
      if (ids.some((id) => !found.has(calls.channelOf(id)))) await control.removeOrphans()
      for (const id of ids) comparison.takeOver(id, found)
      await comparison.compare(
        ids.flatMap((id) => {
          const call = calls.of(id)
          return call && !call.isBeingPlaced ? [call] : []
        }),
      )
      return new Map(ids.map((id) => [id, calls.stateOf(id)]))
    },

    health(trunkId) {
      const reason = lines.fault(lines.of(trunkId))
      return reason === undefined ? { isUp: true } : { isUp: false, reason }
    },

    openLine: lines.open,
    closeLine: lines.remove,

    async watchChannel(id, withinMs, onEvent) {
      const app = await link.whenUp(withinMs)
      watched.set(id, onEvent)
      return app
    },

    async close() {
      calls.close()
      placeLooks.close()
      lines.close()
      link.close()
      control.close()
    },
  }
}
