// Places calls through Asterisk. A call is requested over HTTP under an id that we choose, and its progress arrives on the
// event socket. Answered calls without a flow go to the dialplan without our help, so they outlive this process; only sounds
// are played by us. Calls with a flow wait in our application: see call-control.ts.
//
// Without the socket no call is placed. When it is connected again, the live calls are compared with Asterisk's channels. A
// call without a channel ended unobserved: it was answered if we saw the answer, otherwise it is lost. A call that may or
// may not have been placed is never placed again.

import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import { dialedNumber } from '../../../platform/kernel/phone/phone-number.ts'
import type { CallRequest, Gateway } from '../../gateway.ts'
import { GatewayFault } from '../../refusals.ts'
import { takeInTurn } from '../call-settings.ts'
import { createAriChannels } from './ari/ari-channels.ts'
import { createAriClient } from './ari/ari-client.ts'
import { readEvent } from './ari/ari-events.ts'
import { type LinkSession, openAsteriskLink } from './ari/asterisk-link.ts'
import type { EventSocketTiming } from './ari/event-socket.ts'
import type { AsteriskSettings } from './asterisk-settings.ts'
import { createAnswerPlace } from './calls/answer-place.ts'
import { createAnswerSound } from './calls/answer-sound.ts'
import { createAnswerWatch } from './calls/answer-watch.ts'
import { createCallAsker, refusalOf } from './calls/ask-for-call.ts'
import { createCallControl } from './calls/call-control.ts'
import { createCallFollower } from './calls/follow-calls.ts'
import { createInboundCalls } from './calls/inbound-calls.ts'
import { createLiveCalls, type LiveCall } from './calls/live-calls.ts'
import { createRepeatedCheck } from './repeated-check.ts'
import { createTrunk, trunkOf } from './trunk.ts'

export interface AsteriskOptions {
  settings: AsteriskSettings
  clock: Clock
  log: Log
  timing?: Partial<AsteriskTiming>
  /** The trunk of the endpoint, on an Asterisk that has other trunks as well and that no other process uses. */
  ownTrunk?: OwnTrunk
}

export interface OwnTrunk {
  /** Of a trunk by which people may call in. */
  id?: string
  /** The number as the trunk wants it. */
  numberFor(phoneNumber: string): string
  nextCallerId(): string | undefined
  /** Missing: the callee is shown the caller ID. */
  hidesCallerId?(): boolean
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

export function createAsteriskGateway(options: AsteriskOptions): Gateway {
  const { settings, clock, log } = options
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  const ari = createAriClient({ settings, clock, timeoutMs: timing.requestTimeoutMs })
  const channels = createAriChannels(ari, settings.url)
  const trunk = createTrunk({ settings, ari, clock, log, isOwn: options.ownTrunk !== undefined })
  const calls = createLiveCalls(clock)
  const { nextCallerId, numberFor } = options.ownTrunk ?? {
    nextCallerId: takeInTurn(settings.callerIds),
    numberFor: (phoneNumber) => phoneNumber,
  }
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
            looks.now()
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
    nextCallerId,
    numberFor,
    listChannels: channels.list,
    clock,
    log,
  })
  const follower = createCallFollower({
    calls,
    trunk,
    sound,
    control,
    findAnswerFault: () => answers.check(link.app()),
    hangUp: channels.remove,
    isShared: options.ownTrunk === undefined,
    clock,
  })
  // Calls to an Asterisk of one's own are the business of its dialplan.
  const trunkId = options.ownTrunk?.id
  const endpoint = trunkOf(settings.endpoint)?.resource ?? ''
  const inbound =
    trunkId === undefined
      ? undefined
      : createInboundCalls({ settings, ari, calls, control, trunkId, endpoint, log })

  const ask = createCallAsker({
    ...{ settings, timing, ari, calls, trunk, app: () => link.app() },
    ...{ nextCallerId, numberFor, hidesCallerId: options.ownTrunk?.hidesCallerId ?? (() => false) },
  })
  const fault = () => link.fault() ?? trunk.fault() ?? answers.fault()
  /** They concern the trunk and the place for answered calls. A sound that worked is not tried again: failing calls show that it is gone. */
  const looks = createRepeatedCheck({
    isWanted: () => link.fault() === undefined,
    check() {
      const isSoundFine = sound !== undefined && answers.fault() === undefined
      return Promise.allSettled([trunk.check(), isSoundFine ? undefined : answers.check(link.app())])
    },
    pauseMs: () => (fault() === undefined ? timing.lookMs.up : timing.lookMs.down),
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
    if (inbound?.applyEvent(event)) return
    if (event.type === 'played') answerPlace.applyEvent(event)
    // The end of a call is first applied to the call: what was added to it goes with it.
    follower.applyEvent(event)
    control.applyEvent(event)
  }

  /** The socket is open again: reconciles the calls. */
  async function catchUp({ app, isCurrent }: LinkSession, lostMs: number): Promise<() => Promise<void>> {
    await channels.filterEvents(app)
    await Promise.all([trunk.check(), answers.check(app), control.checkModules()])
    const known = new Set(calls.all().filter((call) => !call.isBeingPlaced))
    const found = await channels.list()
    for (const call of known) {
      // The next session begins again.
      if (!isCurrent()) return async () => undefined
      call.hasGap = true
      if (found.has(call.id)) await follower.find(call, found, app)
      else follower.endUnseen(call, lostMs)
    }
    await inbound?.announce(app)
    for (const id of found.keys()) if (calls.wasGivenUp(id)) channels.remove(id)
    await control.removeOrphans()
    return async () => {
      log.info({ app, trunk: trunk.name }, 'Asterisk is connected')
      looks.begin()
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
      if (!call.hasRung && !call.hasResponse && !call.isAnswered) throw error
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
    control: control.control,
    ...(inbound && { listenInbound: inbound.listen }),
    listen: calls.listen,

    async originate(request) {
      const { attemptId } = request
      // One call per id, however often it is requested.
      if (calls.isKnown(attemptId)) return
      const phoneNumber = dialedNumber(request.phoneNumber)
      const reason = fault()
      if (phoneNumber === undefined)
        calls.end(calls.add(attemptId, { isBeingPlaced: false }), { cause: 'invalid_number', talkMs: 0 })
      else if (reason !== undefined) throw new GatewayFault(reason)
      else await place(calls.add(attemptId, { isBeingPlaced: true, phoneNumber }), request, phoneNumber)
    },

    async hangUp(attemptId) {
      const call = calls.get(attemptId)
      if (call) call.isHungUp = true
      await channels.hangUp(attemptId)
    },

    async reconcile(ids) {
      throwIfDown()
      const found = await channels.list()
      if (ids.some((id) => !found.has(id))) await control.removeOrphans()
      // Placed by another node; this node takes it over.
      for (const id of ids) {
        const call = calls.get(id)
        if (call) call.isOurs = true
        else if (found.has(id) && !calls.isKnown(id)) calls.add(id, { isBeingPlaced: false })
      }
      await reconcileCalls(
        ids.flatMap((id) => {
          const call = calls.get(id)
          return call && !call.isBeingPlaced ? [call] : []
        }),
      )
      return new Map(ids.map((id) => [id, calls.stateOf(id)]))
    },

    health() {
      const reason = fault()
      return reason === undefined ? { isUp: true } : { isUp: false, reason }
    },

    async close() {
      calls.close()
      looks.close()
      link.close()
      control.close()
      ari.close()
    },
  }
}
