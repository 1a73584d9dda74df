// Places calls through FreeSWITCH. A call is requested on the event socket under an id that we choose, and its progress
// arrives on the same socket. Answered calls go to the dialplan or an application without our help, or wait for our
// commands if they have a flow. Either way they outlive this process.
//
// Without the socket no call is placed. When it is connected again, FreeSWITCH is asked which calls still exist. A call that
// does not exist ended unobserved: it was answered if we saw the answer, otherwise it is lost. FreeSWITCH forgets an id when
// its call ends, so a call that may or may not have been placed is never placed again, and is hung up if it appears later.

import type { Flow } from '../../../conversations/flows/flow.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import type { CallEnd, CallRequest, Gateway } from '../../gateway.ts'
import { CallRefused, GatewayBusy, GatewayFault } from '../../refusals.ts'
import { createAnswerWatch } from '../answer-watch.ts'
import { callerIdOf, takeInTurn } from '../call-settings.ts'
import { createLiveCalls, createSwitchGateway, type LiveCall } from '../live-calls.ts'
import { createTrunkAnswers, refusalReason } from '../trunk-answers.ts'
import { createAnswerPlace } from './answer-place.ts'
import { createCallControl } from './call-control.ts'
import { judgeEnd, judgeRefusal, SHORT_TALK_MS } from './call-end.ts'
import { CHANNEL_EVENTS, type ChannelEvent, type LastEvent, readChannelEvent } from './channel-events.ts'
import { type EslConnection, openEslConnection } from './esl-connection.ts'
import type { FreeswitchSettings } from './freeswitch-settings.ts'
import { findLiveCalls, ID_SHAPE } from './live-channels.ts'
import { originateCommand } from './originate-command.ts'
import { createTrunk } from './trunk.ts'

export interface FreeswitchOptions {
  settings: FreeswitchSettings
  clock: Clock
  log: Log
  timing?: Partial<FreeswitchTiming>
}

export interface FreeswitchTiming {
  /** Max time to connect and to wait for each answer. */
  answerWithinMs: number
  /** The first wait before the next connection; it doubles up to the max. */
  reconnectAfterMs: number
  maxReconnectAfterMs: number
  /** How long the last event of a call may take to arrive. */
  eventDelayMs: number
  /** How often the trunk, and with it the connection, is checked. */
  checkEveryMs: number
}

export const DEFAULT_TIMING: FreeswitchTiming = {
  answerWithinMs: 5000,
  reconnectAfterMs: 250,
  maxReconnectAfterMs: 4000,
  eventDelayMs: 500,
  checkEveryMs: 3000,
}

const BUSY_PAUSE_MS = 1000

export function createFreeswitchGateway(options: FreeswitchOptions): Gateway {
  const { settings, clock, log } = options
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  const server = `FreeSWITCH at ${settings.host}:${settings.port}`
  const calls = createLiveCalls(clock)
  const trunk = createTrunk(settings.dial)
  const trunkAnswers = createTrunkAnswers(clock)
  const answers = createAnswerWatch({ place: createAnswerPlace(settings.onAnswer), clock, log })
  const nextCallerId = takeInTurn(settings.callerIds)
  const created = new Set<string>()
  const inCall = createCallControl({
    settings,
    calls,
    connection() {
      if (!connection) throw new Error(fault)
      return connection
    },
    soundDelayMs: timing.eventDelayMs,
  })

  let connection: EslConnection | undefined
  let fault: string | undefined = `${server} has not answered yet`
  let downMs = clock.elapsedMs()
  let waitMs = timing.reconnectAfterMs
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function goDown(reason: string): void {
    connection = undefined
    clearTimeout(timer)
    if (isClosed) return
    if (fault === undefined) downMs = clock.elapsedMs()
    if (fault !== reason)
      log.warn({ reason }, 'FreeSWITCH cannot be reached; no calls are placed until it is back')
    fault = reason
    timer = setTimeout(open, waitMs)
    timer.unref()
    waitMs = Math.min(waitMs * 2, timing.maxReconnectAfterMs)
  }

  function open(): void {
    const { host, port, password } = settings
    const opening = openEslConnection({
      host,
      port,
      password,
      events: CHANNEL_EVENTS,
      timeoutMs: timing.answerWithinMs,
      onEvent(raw) {
        const event = readChannelEvent(raw)
        if (event) hear(event)
      },
      onClose: goDown,
    })
    opening.then(
      (opened) => {
        if (isClosed) opened.close()
        else catchUp(opened).catch((error: Error) => opened.close(error.message))
      },
      (error: Error) => goDown(error.message),
    )
  }

  /** Connected again: reconciles the calls. */
  async function catchUp(opened: EslConnection): Promise<void> {
    connection = opened
    await Promise.all([trunk.check(opened), answers.check(opened), inCall.checkModules(opened)])
    const known = calls.all()
    const up = await findLiveCalls(opened, known.map(describe))
    for (const call of known) {
      call.hasGap = true
      if (!up.has(call.id)) endUnseen(call, downMs)
    }
    if (connection !== opened || isClosed) return
    fault = undefined
    waitMs = timing.reconnectAfterMs
    log.info({ trunk: trunk.name }, 'FreeSWITCH is connected')
    keepLooking(opened)
  }

  function keepLooking(opened: EslConnection): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // A connection that does not answer closes itself.
      Promise.all([trunk.check(opened), answers.check(opened), inCall.checkModules(opened)]).then(
        () => {
          if (connection === opened && !isClosed) keepLooking(opened)
        },
        () => undefined,
      )
    }, timing.checkEveryMs)
    timer.unref()
  }

  function describe({ id, placedMs }: { id: string; placedMs?: number }) {
    return { id, ageMs: placedMs === undefined ? undefined : clock.elapsedMs() - placedMs }
  }

  function hear(event: ChannelEvent): void {
    const call = calls.get(event.id)
    if (!call) {
      if (event.type === 'ended') rememberEnd(event)
      // Its contact may already be in another call.
      else if (event.type !== 'job' && calls.wasGivenUp(event.id)) kill(event.id)
      return
    }
    if (event.type === 'created') created.add(call.id)
    else if (event.type === 'ringing') {
      trunkAnswers.noteThrough()
      calls.ring(call)
    } else if (event.type === 'answered') {
      trunkAnswers.noteThrough()
      calls.answer(call, event.atMs)
      limitCall(call.id)
    } else if (event.type === 'ended') finish(call, event)
    else if (event.type !== 'job') inCall.hear(event)
    else if (event.failure !== undefined) hearFailure(call, event.failure)
  }

  /** FreeSWITCH reports every call to every node and forgets it when it ends. If its node dies, another needs the end. */
  function rememberEnd(event: Extract<ChannelEvent, { type: 'ended' }>): void {
    if (!event.isOurs) return
    const { cause, sipStatus, response, hasFlow, hasRung, talkMs } = event
    const trail = { hasRung, isAnswered: talkMs !== undefined, isHungUp: false }
    const verdict = judgeEnd(trail, { cause, sipStatus, response, hasFlow, talkMs: Math.round(talkMs ?? 0) })
    // Only the call's own node could judge whether the trunk was at fault.
    calls.rememberEnd(
      event.id,
      verdict.kind === 'refused' ? { cause: 'network_error', talkMs: 0 } : verdict.end,
    )
  }

  /** The command ended without an answered call. If there was a channel, its own last event has more detail. */
  function hearFailure(call: LiveCall, failure: string): void {
    if (created.has(call.id) || call.hasGap) {
      const last = {
        cause: failure,
        sipStatus: undefined,
        response: undefined,
        hasFlow: false,
        hasRung: false,
        talkMs: undefined,
      }
      const timeout = setTimeout(() => finish(call, last), timing.eventDelayMs)
      timeout.unref()
      return
    }
    const refusal = judgeRefusal(failure)
    const reason = `FreeSWITCH cannot dial ${settings.dial} (${failure})`
    if (refusal.kind === 'ended') conclude(call, () => calls.end(call, refusal.end))
    else if (refusal.kind === 'busy') refuse(call, new GatewayBusy(reason, BUSY_PAUSE_MS))
    else if (refusal.kind === 'refused') refuse(call, new CallRefused(reason))
    else refuse(call, new GatewayFault(reason))
  }

  function finish(call: LiveCall, last: LastEvent): void {
    const { cause, sipStatus, response, hasFlow, hasRung, talkMs } = last
    if (calls.get(call.id) !== call) return
    const talked = talkMs ?? (call.answeredMs === undefined ? 0 : clock.elapsedMs() - call.answeredMs)
    const trail = {
      hasRung: call.hasRung || hasRung,
      isAnswered: call.isAnswered || talkMs !== undefined,
      isHungUp: call.isHungUp,
    }
    const verdict = judgeEnd(trail, { cause, sipStatus, response, hasFlow, talkMs: Math.round(talked) })
    if (verdict.kind === 'ended') {
      if (!hasFlow) noteAnswer(verdict.end)
      if (verdict.end.sipStatus !== undefined) trunkAnswers.noteThrough()
      conclude(call, () => calls.end(call, verdict.end))
    } else if (verdict.kind === 'refused') {
      const { sipStatus: status } = verdict
      refuse(call, trunkAnswers.judge(call.phoneNumber, refusalReason(status), status))
    } else
      lookAtTrunk().then((reason) => {
        const fault = call.hasGap
          ? undefined
          : reason === undefined
            ? blameSilence(call)
            : new GatewayFault(reason)
        if (fault) refuse(call, fault)
        else conclude(call, () => calls.end(call, verdict.end))
      })
  }

  /** FreeSWITCH does not tell whether the trunk has at least confirmed the call, so a silent callee is one only if others get through. */
  function blameSilence({ phoneNumber }: LiveCall): GatewayFault | undefined {
    const silence = `the trunk ${trunk.name ?? settings.dial} is silent: calls get no response of any kind`
    const refusal = trunkAnswers.judge(phoneNumber, silence, undefined)
    return refusal instanceof GatewayFault ? refusal : undefined
  }

  function noteAnswer({ cause, talkMs, fault: reason }: CallEnd): void {
    if (reason !== undefined) {
      answers.noteFailure(reason)
      if (connection) answers.check(connection).catch(() => undefined)
    } else if (cause === 'answered' && talkMs >= SHORT_TALK_MS) answers.noteSuccess()
  }

  /** Why the trunk accepts no calls now, or undefined. */
  async function lookAtTrunk(): Promise<string | undefined> {
    if (connection) await trunk.check(connection).catch(() => undefined)
    return trunk.fault()
  }

  function conclude(call: LiveCall, end: () => void): void {
    created.delete(call.id)
    inCall.forget(call.id)
    end()
  }

  function refuse(call: LiveCall, error: Error): void {
    conclude(call, () => calls.refuse(call, error))
    lookAtTrunk()
  }

  function endUnseen(call: LiveCall, untilMs: number): void {
    conclude(call, () => calls.endUnseen(call, untilMs))
  }

  /** Not awaited: a call that goes on is found again later. */
  function kill(id: string): void {
    if (ID_SHAPE.test(id)) connection?.send(`api uuid_kill ${id}`).catch(() => undefined)
  }

  function limitCall(id: string): void {
    const command = `api sched_hangup +${settings.maxCallSeconds} ${id} ALLOTTED_TIMEOUT`
    connection?.send(command).catch(() => undefined)
  }

  function expectFlow(call: LiveCall, flow: Flow): void {
    try {
      inCall.expect(call.id, flow)
    } catch (error) {
      if (error instanceof GatewayFault) calls.refuse(call, error)
      throw error
    }
  }

  async function place(call: LiveCall, request: CallRequest, phoneNumber: string): Promise<void> {
    if (request.flow) expectFlow(call, request.flow)
    const command = originateCommand({
      settings,
      request,
      phoneNumber,
      callerId: callerIdOf(request, nextCallerId),
    })
    try {
      const answer = await connection?.send(`bgapi ${command}`, { 'Job-UUID': request.attemptId })
      if (!answer?.startsWith('+OK')) refuse(call, new GatewayFault(`FreeSWITCH takes no command: ${answer}`))
    } finally {
      call.isBeingPlaced = false
    }
    // A dead trunk shows only now: before the far end responds, the call may never have left FreeSWITCH.
    await call.start.promise
  }

  /** Reconciles calls that may have ended unobserved. Rejects if FreeSWITCH cannot be asked. */
  async function reconcileCalls(through: EslConnection, attemptIds: readonly string[]): Promise<void> {
    const up = await findLiveCalls(
      through,
      attemptIds.map((id) => describe(calls.get(id) ?? { id })),
    )
    const missing = attemptIds.filter((id) => !up.has(id))
    for (const id of up) {
      // Placed by another node; this node takes it over, unless it has ended meanwhile.
      if (!calls.isKnown(id)) calls.add(id, { isBeingPlaced: false })
    }
    const isLate = (id: string) => calls.get(id) !== undefined
    // Their last events may still arrive.
    if (missing.some(isLate)) await new Promise((resolve) => setTimeout(resolve, timing.eventDelayMs))
    if (connection !== through) throw new Error(fault ?? `${server} could not be reached`)
    for (const id of missing) {
      const call = calls.get(id)
      if (call && !call.isBeingPlaced) endUnseen(call, clock.elapsedMs())
    }
  }

  open()

  const gateway = createSwitchGateway({
    calls,
    fault: () =>
      fault ?? trunk.fault() ?? answers.fault() ?? (connection ? undefined : `${server} cannot be reached`),
    place,

    async hangUp(id) {
      if (!connection) throw new Error(fault)
      if (ID_SHAPE.test(id)) await connection.send(`api uuid_kill ${id}`)
    },

    async reconcile(ids) {
      if (fault !== undefined || !connection) throw new Error(fault)
      await reconcileCalls(connection, ids)
    },

    close() {
      isClosed = true
      clearTimeout(timer)
      connection?.close()
    },
  })
  return { ...gateway, control: inCall.control }
}
