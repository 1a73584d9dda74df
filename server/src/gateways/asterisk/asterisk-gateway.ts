// Places calls through Asterisk. A call is requested over HTTP under an id that we choose, and its progress arrives on the
// event socket. Answered calls without a flow go to the dialplan without our help, so they outlive this process; only sounds
// are played by us. Calls with a flow wait in our application: see call-control.ts.
//
// Without the socket no call is placed. When it is connected again, the live calls are compared with Asterisk's channels. A
// call without a channel ended unobserved: it was answered if we saw the answer, otherwise it is lost. A call that may or
// may not have been placed is never placed again.
import { randomBytes } from 'node:crypto'
import { CallRefused, type CallRequest, type Gateway, GatewayFault, NotAsked } from '../../dialer/gateway.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { createAnswerWatch } from '../answer-watch.ts'
import { takeInTurn } from '../call-settings.ts'
import { createLiveCalls, createSwitchGateway, type LiveCall } from '../live-calls.ts'
import { createAnswerPlace, valueIn } from './answer-place.ts'
import { createAnswerSound } from './answer-sound.ts'
import { AriFailed, createAriClient, explainStatus, messageOf } from './ari-client.ts'
import { type Channel, CONTROL_EVENT_TYPES, EVENT_TYPES, readChannels, readEvent } from './ari-events.ts'
import type { AsteriskSettings } from './asterisk-settings.ts'
import { createCallControl } from './call-control.ts'
import { describePlacement } from './call-placement.ts'
import { type EventSocketTiming, openEventSocket } from './event-socket.ts'
import { createCallFollower } from './follow-calls.ts'
import { createTrunk } from './trunk.ts'

export interface AsteriskOptions {
  settings: AsteriskSettings
  clock: Clock
  log: Log
  timing?: Partial<AsteriskTiming>
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

/** Asterisk gives up a SIP request without a response after 32 seconds. */
const SIP_TIMEOUT_MS = 32_000

export function createAsteriskGateway(options: AsteriskOptions): Gateway {
  const { settings, clock, log } = options
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  const ari = createAriClient({ settings, clock, timeoutMs: timing.requestTimeoutMs })
  const trunk = createTrunk({ settings, ari, clock, log })
  const calls = createLiveCalls(clock)
  const nextCallerId = takeInTurn(settings.callerIds)
  const { onAnswer } = settings
  const answerPlace = createAnswerPlace({ onAnswer, ari, trialMs: timing.trialMs })
  const answers = createAnswerWatch({ place: answerPlace, clock, log })
  const sound =
    onAnswer.kind === 'sound'
      ? createAnswerSound({
          media: onAnswer.media,
          ari,
          hangUp: removeChannel,
          onPlayed: answers.noteSuccess,
          onFailed(reason) {
            answers.noteFailure(reason)
            lookNow()
          },
          log,
        })
      : undefined
  const control = createCallControl({
    settings,
    ari,
    app: () => app,
    adoptApp,
    report: calls.report,
    hangUp: removeChannel,
    nextCallerId,
    listChannels,
    clock,
    log,
  })
  const follower = createCallFollower({
    calls,
    trunk,
    sound,
    control,
    findAnswerFault: () => answers.check(app),
    hangUp: removeChannel,
    clock,
  })

  let socketFault: string | undefined = `Asterisk at ${settings.url} has not answered yet`
  let downMs = clock.elapsedMs()
  /** The ARI application under which calls are placed and events received. */
  let app = ''
  /** The application of the socket that was opened last. */
  let newestApp = ''
  /** The application under which calls were placed before that. */
  let oldApp = ''
  /** How often the socket was opened: code that waited for something can detect that the socket was lost meanwhile. */
  let session = 0
  /** Sockets of applications of other nodes. */
  const adopted = new Map<string, ReturnType<typeof openEventSocket>>()
  let lookTimer: NodeJS.Timeout | undefined
  let isLooking = false
  let isClosed = false

  const socket = openEventSocket({
    settings,
    nameApps,
    timing,
    onOpen() {
      session += 1
      catchUp(session).catch((error) => {
        if (!isClosed) socket.reopen(error instanceof Error ? error.message : String(error))
      })
    },
    onMessage: applyMessage,
    onDown(reason) {
      if (socketFault === undefined) downMs = clock.elapsedMs()
      if (socketFault !== reason)
        log.warn({ reason }, 'Asterisk cannot be reached; no calls are placed until it is back')
      socketFault = reason
    },
  })

  function applyMessage(text: string): void {
    const event = readEvent(text, (name) => name === oldApp || adopted.has(name))
    if (!event) return
    if (event.type === 'played') answerPlace.applyEvent(event)
    // The end of a call is first applied to the call: what was added to it goes with it.
    follower.applyEvent(event)
    control.applyEvent(event)
  }

  /** A node that died had calls ringing. On their answer they come to its application, which is ours until none can ring any more. */
  function adoptApp(name: string): void {
    if (adopted.has(name) || name === oldApp || isClosed) return
    const opened = openEventSocket({
      settings,
      nameApps: () => [name],
      subscribesAll: false,
      timing,
      onOpen: () => opened.keep(),
      onMessage: applyMessage,
      onDown: () => undefined,
    })
    adopted.set(name, opened)
    const giveUp = () => {
      adopted.delete(name)
      opened.close()
    }
    setTimeout(giveUp, settings.ringTimeoutSeconds * 1000 + timing.adoptedForMs).unref()
  }

  /**
   * A new application name for each socket. If two sockets used one name, Asterisk would remove the name when it notices that
   * the first socket is gone, and the second would stay open without receiving events. If calls are to wait for us, the old
   * name is subscribed to as well: a call that was placed under it and is answered now waits there.
   */
  function nameApps(): string[] {
    newestApp = `${settings.app}-${randomBytes(4).toString('hex')}`
    const isAwaited = sound !== undefined || calls.all().some(({ id }) => control.has(id))
    oldApp = isAwaited ? app : ''
    return oldApp === '' ? [newestApp] : [newestApp, oldApp]
  }

  /** The socket is open again: reconciles the calls. */
  async function catchUp(mine: number): Promise<void> {
    const opened = newestApp
    await filterEvents(opened)
    await Promise.all([trunk.check(), answers.check(opened), control.checkModules()])
    const known = new Set(calls.all().filter((call) => !call.isBeingPlaced))
    const channels = await listChannels()
    for (const call of known) {
      if (mine !== session || isClosed) return
      call.hasGap = true
      if (channels.has(call.id)) await follower.find(call, channels, opened)
      else follower.endUnseen(call, downMs)
    }
    for (const id of channels.keys()) if (calls.wasGivenUp(id)) removeChannel(id)
    await control.removeOrphans()
    if (mine !== session || isClosed) return
    app = opened
    socketFault = undefined
    socket.keep()
    log.info({ app, trunk: trunk.name }, 'Asterisk is connected')
    lookLater()
    // Calls that were placed just before the socket was lost.
    await reconcileCalls(calls.all().filter((call) => !known.has(call) && !call.isBeingPlaced))
  }

  async function filterEvents(name: string): Promise<void> {
    const allowed = [...EVENT_TYPES, ...CONTROL_EVENT_TYPES].map((type) => ({ type }))
    const { status, body } = await ari.send('PUT', `/applications/${name}/eventFilter`, { body: { allowed } })
    // An Asterisk without event filters sends all events; one with read-only access is useless.
    if ([401, 403, 503].includes(status)) throw new Error(explainStatus(status, body, settings.url))
  }

  function lookLater(): void {
    clearTimeout(lookTimer)
    const { down, up } = timing.lookMs
    lookTimer = setTimeout(lookNow, fault() === undefined ? up : down)
    lookTimer.unref()
  }

  /** Checks the trunk and the place for answered calls. A sound that worked is not tried again: failing calls show that it is gone. */
  async function lookNow(): Promise<void> {
    if (socketFault !== undefined || isLooking) return
    isLooking = true
    const isSoundFine = sound !== undefined && answers.fault() === undefined
    await Promise.allSettled([trunk.check(), isSoundFine ? undefined : answers.check(app)])
    isLooking = false
    if (!isClosed) lookLater()
  }

  async function listChannels(): Promise<Map<string, Channel>> {
    const { status, body } = await ari.send('GET', '/channels')
    const channels = status === 200 ? readChannels(body) : undefined
    if (!channels) throw new Error(explainStatus(status, body, settings.url))
    return channels
  }

  /** Reconciles calls whose events may have been missed. Rejects if Asterisk cannot be asked. */
  async function reconcileCalls(unsure: LiveCall[]): Promise<void> {
    if (unsure.length === 0) return
    const channels = await listChannels()
    for (const call of unsure) {
      if (channels.has(call.id)) await follower.find(call, channels, app)
    }
    const isMissing = (call: LiveCall) => !channels.has(call.id) && calls.get(call.id) === call
    // Their last events may still arrive.
    if (unsure.some(isMissing)) await new Promise((resolve) => setTimeout(resolve, timing.eventDelayMs))
    if (socketFault !== undefined) throw new Error(socketFault)
    for (const call of unsure.filter(isMissing)) follower.endUnseen(call, clock.elapsedMs())
  }

  /** Not awaited: a channel that stays is found again later. */
  function removeChannel(id: string): void {
    ari.send('DELETE', `/channels/${encodeURIComponent(id)}`).catch(() => undefined)
  }

  async function place(call: LiveCall, request: CallRequest, phoneNumber: string): Promise<void> {
    const startedIn = session
    if (request.flow) control.add(call.id)
    try {
      await ask(call, request, phoneNumber)
    } catch (error) {
      const refusal = explainRefusal(error)
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
    if (call.isHungUp) removeChannel(call.id)
    // The call was placed while no socket was open.
    if (session !== startedIn) call.hasGap = true
    if (session !== startedIn && socketFault === undefined) await reconcileCalls([call])
    await call.start.promise
  }

  /** Shortly before a call without any response is given up, Asterisk is asked whether the trunk has confirmed it. */
  function watchSilence(call: LiveCall): void {
    const isSilent = () => calls.get(call.id) === call && !call.hasRung && !call.hasResponse
    const askedAfterMs =
      Math.min(settings.ringTimeoutSeconds * 1000, SIP_TIMEOUT_MS) - timing.askBeforeTimeoutMs
    const timer = setTimeout(() => {
      if (!isSilent()) return
      const path = `/channels/${call.id}/variable?variable=${encodeURIComponent('HANGUPCAUSE_KEYS()')}`
      ari.send('GET', path).then(
        ({ status, body }) => {
          // Without func_hangupcause this is an error.
          if (status === 200 && isSilent()) call.isUnheard = valueIn(body) === ''
        },
        () => undefined,
      )
    }, askedAfterMs)
    timer.unref()
  }

  async function ask(call: LiveCall, request: CallRequest, phoneNumber: string): Promise<void> {
    const body = describePlacement({ settings, app, request, phoneNumber, callerId: nextCallerId() })
    const answer = await ari.send('POST', '/channels', { body, maxWaitMs: timing.placeWithinMs })
    if (answer.status === 200) {
      watchSilence(call)
      return
    }
    // The id exists: the call was already placed.
    if (answer.status === 409) call.start.succeed()
    else if (answer.status === 500) {
      await trunk.noteRefusal()
      const reason = trunk.fault()
      if (reason !== undefined) throw new GatewayFault(reason)
      // The trunk works as far as Asterisk knows, so the refusal concerns only this number.
      throw new CallRefused(`Asterisk cannot dial ${settings.endpoint}${messageOf(answer.body)} (500)`)
    } else {
      const reason = explainStatus(answer.status, answer.body, settings.url)
      throw answer.status === 400 ? new CallRefused(reason) : new GatewayFault(reason)
    }
  }

  /** Undefined if the call may have been placed. */
  function explainRefusal(error: unknown): Error | undefined {
    if (error instanceof GatewayFault || error instanceof CallRefused) return error
    if (!(error instanceof AriFailed) || !error.wasNotSent) return undefined
    return error.wasTooLate
      ? new NotAsked(error.message, timing.slowPauseMs, { cause: error })
      : new GatewayFault(error.message, { cause: error })
  }

  const fault = () => socketFault ?? trunk.fault() ?? answers.fault()

  const gateway = createSwitchGateway({
    calls,
    fault,
    place,

    async hangUp(id) {
      const { status, body } = await ari.send('DELETE', `/channels/${encodeURIComponent(id)}`)
      if (status !== 204 && status !== 404) throw new Error(explainStatus(status, body, settings.url))
    },

    async reconcile(ids) {
      if (socketFault !== undefined) throw new Error(socketFault)
      const channels = await listChannels()
      if (ids.some((id) => !channels.has(id))) await control.removeOrphans()
      // Placed by another node; this node takes it over.
      for (const id of ids) {
        const call = calls.get(id)
        if (call) call.isOurs = true
        else if (channels.has(id) && !calls.isKnown(id)) calls.add(id, { isBeingPlaced: false })
      }
      await reconcileCalls(
        ids.flatMap((id) => {
          const call = calls.get(id)
          return call && !call.isBeingPlaced ? [call] : []
        }),
      )
    },

    close() {
      isClosed = true
      clearTimeout(lookTimer)
      socket.close()
      for (const each of adopted.values()) each.close()
      control.close()
      ari.close()
    },
  })
  return { ...gateway, control: control.control }
}
