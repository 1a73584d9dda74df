// Places calls through any voice platform with an HTTP API. An attempt is stored, then posted to the platform. The platform
// reports to any node, which stores the report. This node reads the stored reports when it is notified, at intervals, and
// when the dialer asks.
//
// The life of an attempt: begun (this node has inserted its row, so no other node posts it), posted, watched until its row
// has an end. If the platform stays silent for too long, the call is lost: an end like any other, stored by the first node
// that notices. An attempt that the dialer asks about and that was never begun is refused for good, so that a node that was
// delayed cannot post it later.

import type { Clock } from '../../../platform/kernel/clock.ts'
import { InvalidInput } from '../../../platform/kernel/errors.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import { dialedNumber } from '../../../platform/kernel/phone/phone-number.ts'
import { setIdleTimer } from '../../../platform/kernel/wake-signal.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { createLoop } from '../../../platform/work/loop.ts'
import type { AttemptState, CallEnd, CallRequest, GatewayEvent } from '../../gateway.ts'
import { CallRefused, GatewayBusy, GatewayFault, NotAsked } from '../../refusals.ts'
import type { Switch } from '../../switch.ts'
import { createRequestTurns } from '../request-turns.ts'
import { type CallReport, createHttpCalls, type HttpCall } from './http-calls.ts'
import type { HttpGatewaySettings } from './http-gateway-settings.ts'
import { createPlatform } from './platform.ts'
import type { Placement, Unclear } from './platform-answer.ts'
import { createPlatformHealth } from './platform-health.ts'
import { namesIn } from './platform-result.ts'

export interface HttpGatewayOptions {
  settings: HttpGatewaySettings
  db: Database
  clock: Clock
  log: Log
  /** Calls back when another node may have written something on this channel. */
  onNotify: (channel: string, hear: () => void) => void
  timing?: Partial<HttpGatewayTiming>
}

export interface HttpGatewayTiming {
  /** How often reports are read without a notification, because a notification may be lost. */
  readEveryMs: number
  /** Notifications come in bursts: min time between two reads. */
  minReadIntervalMs: number
  probeEveryMs: number
  /** A request that waited longer than this for its turn is not sent. */
  placeWithinMs: number
  /** If the platform does not know an attempt of this age, it never received it. */
  surelyArrivedMs: number
}

const DEFAULT_TIMING: HttpGatewayTiming = {
  readEveryMs: 5000,
  minReadIntervalMs: 25,
  probeEveryMs: 5000,
  placeWithinMs: 1000,
  surelyArrivedMs: 60_000,
}

const REQUESTS_AT_ONCE = 32
const QUESTIONS_AT_ONCE = 8
/** How long to hold back calls after the platform or the database was too slow. */
const SLOW_WAIT_MS = 1000
/** If the platform says that an overdue call goes on, it is asked again after this time. */
const EXTENSION_MS = 60_000
/** How long ends are kept: for nodes that were away, and so that late reports are recognised. */
const KEEP_MS = 86_400_000
const FORGET_EVERY_MS = 600_000

interface Watched {
  /** The last stage reported to the dialer: 0 nothing, 1 ringing, 2 answered. */
  stage: number
  extendedUntilMs: number
}

export function createHttpGateway(options: HttpGatewayOptions): Switch {
  const { settings, db, clock, log } = options
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  const deadlines = {
    answerWithinMs: settings.answerWithinSeconds * 1000,
    maxCallMs: settings.maxCallSeconds * 1000,
  }
  const calls = createHttpCalls({ db, clock })
  const platform = createPlatform({ settings, clock })
  const health = createPlatformHealth({ probe: platform.probe, probeEveryMs: timing.probeEveryMs, log })
  const requests = createRequestTurns(clock, REQUESTS_AT_ONCE)
  const questions = createRequestTurns(clock, QUESTIONS_AT_ONCE)
  const watched = new Map<string, Watched>()
  let emit: (event: GatewayEvent) => void = () => undefined
  let isClosed = false
  let forgetMs = clock.elapsedMs() + FORGET_EVERY_MS

  function watch(attemptId: string): void {
    if (!watched.has(attemptId)) watched.set(attemptId, { stage: 0, extendedUntilMs: 0 })
  }

  function finish(attemptId: string, end: CallEnd): void {
    if (watched.delete(attemptId) && !isClosed) emit({ type: 'ended', attemptId, end })
  }

  /** Reports new stages to the dialer. */
  function tell({ attemptId, isRefused, hasRung, hasAnswered, end }: HttpCall): void {
    const known = watched.get(attemptId)
    if (!known || isClosed) return
    if (hasRung && known.stage < 1) emit({ type: 'ringing', attemptId })
    if (hasAnswered && known.stage < 2) emit({ type: 'answered', attemptId })
    known.stage = Math.max(known.stage, hasAnswered ? 2 : hasRung ? 1 : 0)
    // The node that owns the call learns of the refusal when it asks.
    if (isRefused) watched.delete(attemptId)
    if (end) finish(attemptId, end)
  }

  async function readNewReports(): Promise<void> {
    if (watched.size === 0) return
    const known = [...watched].map(([attemptId, { stage }]) => ({ attemptId, stage }))
    for (const call of await calls.readNews(known)) tell(call)
  }

  async function loseOverdueCalls(attemptIds: readonly string[]): Promise<void> {
    const overdue = (await calls.readOverdue(attemptIds, deadlines)).filter(
      (id) => (watched.get(id)?.extendedUntilMs ?? 0) <= clock.elapsedMs(),
    )
    if (overdue.length === 0) return
    const silent = settings.answersQuestions ? await withoutLive(overdue) : overdue
    const lost = await calls.lose(silent)
    if (lost.length === 0) return
    log.warn(
      { calls: lost.length },
      'the voice platform did not report the end of calls in time; they are recorded as lost',
    )
    // The call may still be connected, and its number will be dialed again.
    if (settings.hangsUp) for (const id of lost) platform.hangUp(id).catch(() => undefined)
  }

  async function withoutLive(overdue: string[]): Promise<string[]> {
    const silent: string[] = []
    // From when it was asked: the answer may be slow.
    const extendedUntilMs = clock.elapsedMs() + EXTENSION_MS
    await Promise.all(
      overdue.map(async (id) => {
        const said = await questions.take(() => platform.ask(id)).catch(() => undefined)
        const known = watched.get(id)
        if (typeof said === 'object') await record(said)
        const isLive = said === 'queued' || (typeof said === 'object' && said.status !== 'ended')
        if (!isLive) silent.push(id)
        else if (known) known.extendedUntilMs = extendedUntilMs
      }),
    )
    return silent
  }

  async function runMaintenance(): Promise<void> {
    await loseOverdueCalls([...watched.keys()])
    if (clock.elapsedMs() >= forgetMs) {
      forgetMs = clock.elapsedMs() + FORGET_EVERY_MS
      await calls.forget(deadlines.answerWithinMs + deadlines.maxCallMs + KEEP_MS)
    }
    requestRead()
  }

  const reading = createLoop({
    ...{ name: 'reading the reports of the voice platform', work: readNewReports, log },
    ...{ minPauseMs: timing.minReadIntervalMs, setTimer: setIdleTimer },
  })
  const requestRead = () => reading.wake()
  const maintenance = createLoop({
    ...{ name: 'checking overdue calls of the voice platform', work: runMaintenance, log },
    ...{ everyMs: timing.readEveryMs, setTimer: setIdleTimer },
  })
  maintenance.start(timing.readEveryMs)
  options.onNotify('http_call', requestRead)

  /** Undefined if this node may post the call; otherwise what another node has done with it. */
  async function begin({ attemptId, flow }: CallRequest): Promise<HttpCall | undefined> {
    try {
      if (await calls.begin(attemptId, flow && namesIn(flow))) return undefined
      const [known] = await calls.readOrRefuse([attemptId])
      if (known && !known.isRefused) return known
    } catch (error) {
      log.warn({ err: error }, 'a call could not be stored; it is not placed')
      throw new NotAsked('calls cannot be written down at the moment', SLOW_WAIT_MS, { cause: error })
    }
    throw new NotAsked('the call was given up before it was placed', SLOW_WAIT_MS)
  }

  async function place(request: CallRequest, phoneNumber: string, startedMs: number): Promise<Placement> {
    const leftMs = timing.placeWithinMs - (clock.elapsedMs() - startedMs)
    const placement = await requests.take(() => platform.place(request, phoneNumber), leftMs)
    if (placement) return placement
    await takeBack(request.attemptId)
    throw new NotAsked('the voice platform answers too slowly', SLOW_WAIT_MS)
  }

  /** Updates the platform's health from a placement. A platform that refuses one call works. */
  function judge(placement: Placement, contactId: string): void {
    if (placement.kind === 'fault') health.refused(placement.reason)
    else if (placement.kind === 'accepted' || placement.kind === 'ended' || placement.kind === 'refused')
      health.worked()
    else if (placement.kind === 'unclear' && placement.why !== 'slow')
      health.failed(placement.reason, contactId)
  }

  /** Stores what the platform answered about a call. A result that names what the flow does not have is left out. */
  async function record(said: CallReport): Promise<void> {
    try {
      await calls.record(said)
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      log.warn({ err: error }, 'the voice platform gave a result that does not fit the flow; it is ignored')
      await calls.record({ ...said, result: undefined })
    }
  }

  /** After a failure that the platform itself reports, it may be able to say whether it has the call. */
  async function clarify(attemptId: string, unclear: Unclear): Promise<Placement> {
    if (unclear.why !== 'failed' || !settings.answersQuestions) return unclear
    const said = await questions.take(() => platform.ask(attemptId)).catch(() => undefined)
    if (said === undefined) return unclear
    if (typeof said === 'object') await record(said)
    return said === 'not known' ? { kind: 'refused', reason: unclear.reason } : { kind: 'accepted' }
  }

  /** The call was not placed. */
  async function takeBack(attemptId: string): Promise<void> {
    watched.delete(attemptId)
    await calls.refuse(attemptId).catch(() => undefined)
  }

  /** Asks the platform about open calls; its answers are stored like reports. */
  async function ask(open: HttpCall[]): Promise<void> {
    const failures: unknown[] = []
    await Promise.all(
      open.map(async (call) => {
        try {
          await learn(call, await questions.take(() => platform.ask(call.attemptId)))
        } catch (error) {
          failures.push(error)
        }
      }),
    )
    if (failures.length > 0) throw failures[0]
  }

  async function learn(call: HttpCall, said: Awaited<ReturnType<typeof platform.ask>> | undefined) {
    const { attemptId, createTime } = call
    if (typeof said === 'object') await record(said)
    if (said !== 'not known') return
    if (clock.now().getTime() - createTime.getTime() < timing.surelyArrivedMs)
      throw new Error('it is too early to say that the voice platform never got a call')
    // The platform reported the call before and has forgotten it since: its end is unknown.
    if (!(await calls.refuse(attemptId))) await calls.lose([attemptId])
  }

  return {
    wantsDetails: true,
    sendsFlow: 'always',
    /** It runs flows itself. */
    control: undefined,

    async originate(request) {
      const { attemptId } = request
      if (watched.has(attemptId)) return
      const state = health.now()
      if (!state.isUp) throw new GatewayFault(state.reason)
      const phoneNumber = dialedNumber(request.phoneNumber)
      if (phoneNumber === undefined) {
        watch(attemptId)
        return finish(attemptId, { cause: 'invalid_number', talkMs: 0 })
      }
      const startedMs = clock.elapsedMs()
      const before = await begin(request)
      // Watched while it was looked up, a call that has ended would be reported a second time.
      if (before?.end) return
      watch(attemptId)
      if (before) return requestRead()
      const answer = await place(request, phoneNumber, startedMs)
      judge(answer, request.contactId)
      const placement = answer.kind === 'unclear' ? await clarify(attemptId, answer) : answer
      if (placement.kind === 'unclear') throw new Error(placement.reason)
      if (placement.kind === 'ended') {
        const { cause } = placement
        await calls.record({ attemptId, status: 'ended', cause }).catch(() => undefined)
        finish(attemptId, { cause, talkMs: 0 })
      }
      if (placement.kind === 'accepted' || placement.kind === 'ended') return
      await takeBack(attemptId)
      if (placement.kind === 'fault') throw new GatewayFault(placement.reason)
      if (placement.kind === 'refused') throw new CallRefused(placement.reason)
      throw new GatewayBusy(placement.reason, placement.retryAfterMs)
    },

    async hangUp(attemptId) {
      if (settings.hangsUp) await platform.hangUp(attemptId)
    },

    async reconcile(attemptIds) {
      const isOpen = ({ isRefused, end }: HttpCall) => !isRefused && !end
      await loseOverdueCalls(attemptIds)
      let known = await calls.readOrRefuse(attemptIds)
      const open = known.filter(isOpen)
      for (const { attemptId } of open) watch(attemptId)
      if (settings.answersQuestions && open.length > 0) {
        await ask(open)
        known = await calls.readOrRefuse(attemptIds)
      }
      return new Map(known.map((call): [string, AttemptState] => [call.attemptId, stateOf(call)]))
    },

    health: () => health.now(),

    listen(onEvent) {
      emit = onEvent
    },

    /** Calls to the platform are its own business. */
    listenInbound: () => undefined,

    async close() {
      isClosed = true
      await Promise.all([health.close(), reading.stop(), maintenance.stop(), calls.idle()])
    },
  }
}

function stateOf({ isRefused, end }: HttpCall): AttemptState {
  if (isRefused) return { state: 'not_placed' }
  return end ? { state: 'ended', end } : { state: 'live' }
}
