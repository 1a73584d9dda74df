// An Asterisk as a switch: one link to it (an event socket and a client), one set of live calls, and any number of lines. A call is requested
// over HTTP under an id that we choose, and its progress arrives on the event socket. Answered calls without a flow go to the dialplan without
// our help, so they outlive this process; only sounds are played by us. Calls with a flow wait in our application: see call-control.ts.
//
// Without the socket no call is placed. When it is connected again, the live calls are compared with Asterisk's channels. A
// call without a channel ended unobserved: it was answered if we saw the answer, otherwise it is lost. A call that may or
// may not have been placed is never placed again.

import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import { dialedNumber } from '../../../platform/kernel/phone/phone-number.ts'
import type { CallRequest } from '../../gateway.ts'
import { GatewayFault } from '../../refusals.ts'
import { OWN_PHONES, type Switch } from '../../switch.ts'
import { takeInTurn } from '../call-settings.ts'
import { createAriChannels } from './ari/ari-channels.ts'
import { createAriClient } from './ari/ari-client.ts'
import { type Channel, endpointOf, readEvent } from './ari/ari-events.ts'
import { type LinkSession, openAsteriskLink } from './ari/asterisk-link.ts'
import type { EventSocketTiming } from './ari/event-socket.ts'
import type { AsteriskSettings, AsteriskSwitchSettings } from './asterisk-settings.ts'
import { createAnswerPlace } from './calls/answer-place.ts'
import { createAnswerSound } from './calls/answer-sound.ts'
import { createAnswerWatch } from './calls/answer-watch.ts'
import { createCallAsker, refusalOf } from './calls/ask-for-call.ts'
import { createCallControl } from './calls/call-control.ts'
import { createCallFollower } from './calls/follow-calls.ts'
import { createInboundCalls } from './calls/inbound-calls.ts'
import { createLiveCalls, type LiveCall } from './calls/live-calls.ts'
import { type AsteriskLine, createLine, type LineSettings } from './line.ts'
import { createRepeatedCheck } from './repeated-check.ts'

interface AsteriskOptions {
  settings: AsteriskSwitchSettings
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
}

export interface AsteriskTiming extends EventSocketTiming {
  requestTimeoutMs: number
  /** A call that had to wait longer than this for its request is not placed. */
  placeWithinMs: number
  /** How long to hold back calls after a call waited too long. */
  slowPauseMs: number
  /** How long the last event of a call may take to arrive. */
  eventDelayMs: number
  /** How often the trunk and the place for answered calls are checked: while one of them is missing, and otherwise. */
  lookMs: { down: number; up: number }
  /** A trial playback that has not failed after this time counts as successful. */
  trialMs: number
  /** How long before a call without any response is given up Asterisk is asked about it. */
  askBeforeTimeoutMs: number
  /** How much longer than a phone may ring the application of a dead node is kept. */
  adoptedForMs: number
}

export const DEFAULT_TIMING: AsteriskTiming = {
  openWithinMs: 5000,
  reopenAfterMs: 250,
  maxReopenAfterMs: 4000,
  pingEveryMs: 5000,
  requestTimeoutMs: 5000,
  placeWithinMs: 1500,
  slowPauseMs: 1000,
  eventDelayMs: 500,
  lookMs: { down: 2000, up: 15_000 },
  trialMs: 300,
  askBeforeTimeoutMs: 700,
  adoptedForMs: 60_000,
}

/** An Asterisk of the user's, which is one line. */
export function createSharedAsterisk({
  settings,
  ...options
}: Omit<AsteriskOptions, 'settings' | 'sharedLine'> & { settings: AsteriskSettings }): AsteriskSwitch {
  const { callerIds, endpoint } = settings
  const line = { id: 'shared', endpoint, nextCallerId: takeInTurn(callerIds), hidesCallerId: () => false }
  const sharedLine = { ...line, numberFor: (phoneNumber: string) => phoneNumber }
  return createAsteriskSwitch({ ...options, settings, sharedLine })
}

export function createAsteriskSwitch(options: AsteriskOptions): AsteriskSwitch {
  const { settings, clock, log } = options
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  const ari = createAriClient({ settings, clock, timeoutMs: timing.requestTimeoutMs })
  const channels = createAriChannels(ari, settings.url)
  const calls = createLiveCalls(clock)
  const lines = new Map<string, AsteriskLine>()
  const sharedLine = options.sharedLine && add(options.sharedLine)
  const { onAnswer } = settings
  const answerPlace = createAnswerPlace({ onAnswer, ari, trialMs: timing.trialMs })
  const answers = createAnswerWatch({ place: answerPlace, clock, log })
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
    lines: () => lines.values(),
    sound,
    control,
    findAnswerFault: () => answers.check(link.app()),
    hangUp: channels.remove,
    sharedLine,
    clock,
  })
  const lineAt = (endpoint: string) =>
    [...lines.values()].find(({ condition }) => condition.name === endpoint)
  // Calls to an Asterisk of the user's are the business of its dialplan.
  const inbound = sharedLine ? undefined : createInboundCalls({ settings, ari, calls, control, lineAt, log })
  const ask = createCallAsker({ settings, timing, ari, calls, app: () => link.app() })
  /** A sound that worked is not tried again: failing calls show that it is gone. */
  const placeLooks = createRepeatedCheck({
    isWanted: isLinkUp,
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

  function isLinkUp(): boolean {
    return link.fault() === undefined
  }

  function fault(line: AsteriskLine | undefined): string | undefined {
    if (!line) return link.fault() ?? 'Asterisk has not loaded the trunk'
    const notKnown = line.isKnown ? undefined : 'Asterisk has not been asked about the trunk yet'
    return link.fault() ?? line.condition.fault() ?? notKnown ?? answers.fault()
  }

  /** Of a trunk; a shared Asterisk has one line, whatever trunk it is. A call without a route takes the only line that there is. */
  function lineOf(id: string | undefined): AsteriskLine | undefined {
    const [first, ...others] = lines.values()
    return sharedLine ?? (id === undefined && others.length === 0 ? first : lines.get(id ?? ''))
  }

  function add(of: LineSettings): AsteriskLine {
    const line = createLine({
      ...{ settings: of, url: settings.url, isOwn: options.sharedLine === undefined, ari, clock, log },
      ...{ isLinkUp, greet, fault, lookMs: timing.lookMs },
    })
    lines.set(of.id, line)
    return line
  }

  /** It can take calls afterwards, unless its condition says why not. */
  async function greet(line: AsteriskLine): Promise<void> {
    await line.condition.check()
    if (line.condition.name !== undefined) await inbound?.announce(line, link.app())
    line.isKnown = true
  }

  function applyMessage(text: string, isApp: (name: string) => boolean): void {
    const event = readEvent(text, isApp)
    if (!event) return
    if (inbound?.applyEvent(event)) return
    if (event.type === 'played') answerPlace.applyEvent(event)
    // The end of a call is first applied to the call: what was added to it goes with it.
    follower.applyEvent(event)
    control.applyEvent(event)
  }

  /** The socket is open again: reconciles the calls. */
  async function catchUp({ app, isCurrent }: LinkSession, lostMs: number): Promise<() => Promise<void>> {
    for (const line of lines.values()) line.isKnown = false
    await channels.filterEvents(app)
    const asked = [...lines.values()]
    await Promise.all([
      ...asked.map(({ condition }) => condition.check()),
      answers.check(app),
      control.checkModules(),
    ])
    const known = new Set(calls.all().filter((call) => !call.isBeingPlaced))
    const found = await channels.list()
    for (const call of known) {
      // The next session begins again.
      if (!isCurrent()) return async () => undefined
      call.hasGap = true
      if (found.has(call.id)) await follower.find(call, found, app)
      else follower.endUnseen(call, lostMs)
    }
    for (const line of asked) {
      if (line.condition.name !== undefined) await inbound?.announce(line, app)
      line.isKnown = true
    }
    for (const id of found.keys()) if (calls.wasGivenUp(id)) channels.remove(id)
    await control.removeOrphans()
    return async () => {
      log.info({ app, lines: lines.size, trunk: sharedLine?.condition.name }, 'Asterisk is connected')
      placeLooks.begin()
      for (const { isKnown, looks } of lines.values()) (isKnown ? looks.begin : looks.now)()
      // Calls that were placed just before the socket was lost.
      await reconcileCalls(calls.all().filter((call) => !known.has(call) && !call.isBeingPlaced))
    }
  }

  /** Reconciles calls whose events may have been missed. Rejects if Asterisk cannot be asked. */
  async function reconcileCalls(unsure: LiveCall[]): Promise<void> {
    if (unsure.length === 0) return
    const found = await channels.list()
    for (const call of unsure) {
      if (found.has(call.id)) await follower.find(call, found, link.app())
    }
    const isMissing = (call: LiveCall) => !found.has(call.id) && calls.get(call.id) === call
    // Their last events may still arrive.
    if (unsure.some(isMissing)) await new Promise((resolve) => setTimeout(resolve, timing.eventDelayMs))
    throwIfDown()
    for (const call of unsure.filter(isMissing)) follower.endUnseen(call, clock.elapsedMs())
  }

  function throwIfDown(): void {
    const reason = link.fault()
    if (reason !== undefined) throw new Error(reason)
  }

  /** Placed by another node; this node takes it over. */
  function takeOver(attemptId: string, found: ReadonlyMap<string, Channel>): void {
    const call = calls.of(attemptId)
    if (call) call.isOurs = true
    const channel = found.get(attemptId)
    const line = channel && (sharedLine ?? lineAt(endpointOf(channel)))
    if (!call && line && !calls.isKnown(attemptId)) calls.add({ attemptId, line, isBeingPlaced: false })
  }

  async function place(call: LiveCall, request: CallRequest, phoneNumber: string): Promise<void> {
    const startedIn = link.session()
    if (request.flow) control.add(call.id)
    try {
      await ask(call, request, phoneNumber)
    } catch (error) {
      const refusal = refusalOf(error, timing.slowPauseMs)
      if (refusal) {
        control.forget(call.id)
        calls.refuse(call, refusal)
        throw refusal
      }
      // An event may have shown that the call exists.
      if (call.stage.is === 'asked') throw error
    } finally {
      call.isBeingPlaced = false
    }
    if (call.isHungUp) channels.remove(call.id)
    if (!startedIn?.isCurrent()) {
      // The call was placed while no socket was open.
      call.hasGap = true
      if (link.session()) await reconcileCalls([call])
    }
    await call.start.promise
  }

  return {
    wantsDetails: true,
    sendsFlow: 'never',
    control: control.control,
    listen: calls.listen,
    listenInbound: (onCall) => inbound?.listen(onCall),

    async originate(request) {
      const { attemptId, route, ownPhone } = request
      const line = lineOf(ownPhone === undefined ? route?.trunkId : OWN_PHONES)
      // One call per id, however often it is requested.
      if (calls.isKnown(attemptId, line)) return
      const phoneNumber = dialedNumber(request.phoneNumber)
      const reason = fault(line)
      if (line && phoneNumber === undefined)
        calls.end(calls.add({ attemptId, line, isBeingPlaced: false }), {
          cause: 'invalid_number',
          talkMs: 0,
        })
      else if (!line || reason !== undefined)
        throw new GatewayFault(reason ?? 'Asterisk has not loaded the trunk')
      else if (phoneNumber !== undefined)
        await place(calls.add({ attemptId, line, isBeingPlaced: true, phoneNumber }), request, phoneNumber)
    },

    async hangUp(attemptId) {
      const call = calls.of(attemptId)
      if (call) call.isHungUp = true
      await channels.hangUp(calls.channelOf(attemptId))
    },

    async reconcile(ids) {
      throwIfDown()
      const found = await channels.list()
      if (ids.some((id) => !found.has(calls.channelOf(id)))) await control.removeOrphans()
      for (const id of ids) takeOver(id, found)
      await reconcileCalls(
        ids.flatMap((id) => {
          const call = calls.of(id)
          return call && !call.isBeingPlaced ? [call] : []
        }),
      )
      return new Map(ids.map((id) => [id, calls.stateOf(id)]))
    },

    health(trunkId) {
      const reason = fault(lineOf(trunkId))
      return reason === undefined ? { isUp: true } : { isUp: false, reason }
    },

    openLine(of) {
      const { looks } = add(of)
      if (link.session()) looks.now()
    },

    closeLine(id) {
      lines.get(id)?.looks.close()
      lines.delete(id)
    },

    async close() {
      calls.close()
      placeLooks.close()
      for (const { looks } of lines.values()) looks.close()
      link.close()
      control.close()
      ari.close()
    },
  }
}
