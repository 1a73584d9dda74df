// Any voice platform that takes calls over HTTP. An attempt is written down, then posted to the platform; what becomes of
// it the platform reports to any node, which writes that down too. This node reads it: when it is told that there is
// news, now and then without being told, and when the dialer asks.
//
// The life of an attempt here: begun (its row is ours, so nobody else posts it), posted, watched until its row has an
// end. A platform that stays silent for too long loses the call: that is an end like any other, written by whoever
// comes first. An attempt that the dialer asks about and nobody has begun is refused for good, so that a node that was
// held up cannot post it any more.
import {
  type AttemptState,
  type CallEnd,
  CallRefused,
  type CallRequest,
  type Gateway,
  GatewayBusy,
  type GatewayEvent,
  GatewayFault,
} from '../../dialer/gateway.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { dialedNumber } from '../../kernel/phone-number.ts'
import type { Database } from '../../storage/database.ts'
import { createRequestTurns } from '../request-turns.ts'
import { createHttpCalls, type HttpCall } from './http-calls.ts'
import type { HttpGatewaySettings } from './http-gateway-settings.ts'
import { createPlatform } from './platform.ts'
import type { Placement, Unclear } from './platform-answer.ts'
import { createPlatformHealth } from './platform-health.ts'

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
  /** Looks that nobody asked for: a notification may be lost. */
  lookEveryMs: number
  /** Notifications come in bursts: looks are at least this far apart. */
  lookPauseMs: number
  probeEveryMs: number
  /** A request that waited longer than this for its turn is not sent. */
  placeWithinMs: number
  /** A platform that does not know an attempt of this age never got it. */
  surelyArrivedMs: number
}

const DEFAULT_TIMING: HttpGatewayTiming = {
  lookEveryMs: 5000,
  lookPauseMs: 25,
  probeEveryMs: 5000,
  placeWithinMs: 1000,
  surelyArrivedMs: 60_000,
}

const REQUESTS_AT_ONCE = 32
const QUESTIONS_AT_ONCE = 8
/** How long to hold back calls after the platform or the database was too slow. */
const SLOW_WAIT_MS = 1000
/** A platform that says of an overdue call that it goes on is asked again after this. */
const LEASE_EXTENSION_MS = 60_000
/** Ends are kept for nodes that come back after a while, and so that late reports are known for what they are. */
const KEEP_MS = 86_400_000
const FORGET_EVERY_MS = 600_000

interface Watched {
  /** What the dialer was told: 0 nothing, 1 that it rang, 2 that it was answered. */
  stage: number
  extendedUntilMs: number
}

export function createHttpGateway(options: HttpGatewayOptions): Gateway {
  const { settings, db, clock, log } = options
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  const lease = {
    answerWithinMs: settings.answerWithinSeconds * 1000,
    maxCallMs: settings.maxCallSeconds * 1000,
  }
  const calls = createHttpCalls({ db, clock })
  const platform = createPlatform({ settings, clock })
  const health = createPlatformHealth({ probe: platform.probe, probeEveryMs: timing.probeEveryMs })
  const requests = createRequestTurns(clock, REQUESTS_AT_ONCE)
  const questions = createRequestTurns(clock, QUESTIONS_AT_ONCE)
  const watched = new Map<string, Watched>()
  let emit: (event: GatewayEvent) => void = () => undefined
  let isClosed = false
  let looking: Promise<void> | undefined
  let hasNews = false
  let forgetMs = clock.elapsedMs() + FORGET_EVERY_MS

  function watch(attemptId: string): void {
    if (!watched.has(attemptId)) watched.set(attemptId, { stage: 0, extendedUntilMs: 0 })
  }

  function finish(attemptId: string, end: CallEnd): void {
    if (watched.delete(attemptId) && !isClosed) emit({ type: 'ended', attemptId, end })
  }

  /** Tells the dialer what it does not know yet. */
  function tell({ attemptId, isRefused, hasRung, hasAnswered, end }: HttpCall): void {
    const known = watched.get(attemptId)
    if (!known || isClosed) return
    if (hasRung && known.stage < 1) emit({ type: 'ringing', attemptId })
    if (hasAnswered && known.stage < 2) emit({ type: 'answered', attemptId })
    known.stage = Math.max(known.stage, hasAnswered ? 2 : hasRung ? 1 : 0)
    // Whoever holds the call hears that it was refused when it asks.
    if (isRefused) watched.delete(attemptId)
    if (end) finish(attemptId, end)
  }

  async function readNews(): Promise<void> {
    if (watched.size === 0) return
    const known = [...watched].map(([attemptId, { stage }]) => ({ attemptId, stage }))
    for (const call of await calls.readNews(known)) tell(call)
  }

  /** One look at a time; news that come during one are for the next. */
  async function keepLooking(): Promise<void> {
    while (hasNews && !isClosed) {
      hasNews = false
      try {
        await readNews()
      } catch (error) {
        log.warn({ err: error }, 'what the voice platform reported could not be read for the moment')
      }
      await new Promise((resolve) => setTimeout(resolve, timing.lookPauseMs))
    }
    looking = undefined
  }

  function look(): void {
    hasNews = true
    if (!isClosed) looking ??= keepLooking()
  }

  async function loseOverdueCalls(attemptIds: readonly string[]): Promise<void> {
    const overdue = (await calls.readOverdue(attemptIds, lease)).filter(
      (id) => (watched.get(id)?.extendedUntilMs ?? 0) <= clock.elapsedMs(),
    )
    if (overdue.length === 0) return
    const silent = settings.answersQuestions ? await withoutLive(overdue) : overdue
    const lost = await calls.lose(silent)
    if (lost.length === 0) return
    log.warn({ calls: lost.length }, 'the voice platform never said how calls ended: they are lost')
    // It may be up all the same, and its number will be dialed again.
    if (settings.hangsUp) for (const id of lost) platform.hangUp(id).catch(() => undefined)
  }

  async function withoutLive(overdue: string[]): Promise<string[]> {
    const silent: string[] = []
    await Promise.all(
      overdue.map(async (id) => {
        const said = await questions.take(() => platform.ask(id)).catch(() => undefined)
        const known = watched.get(id)
        if (typeof said === 'object') await calls.record(said)
        const isLive = said === 'queued' || (typeof said === 'object' && said.status !== 'ended')
        if (!isLive) silent.push(id)
        else if (known) known.extendedUntilMs = clock.elapsedMs() + LEASE_EXTENSION_MS
      }),
    )
    return silent
  }

  async function lookAfterAll(): Promise<void> {
    await loseOverdueCalls([...watched.keys()])
    if (clock.elapsedMs() >= forgetMs) {
      forgetMs = clock.elapsedMs() + FORGET_EVERY_MS
      await calls.forget(lease.answerWithinMs + lease.maxCallMs + KEEP_MS)
    }
    look()
  }

  let caring: Promise<void> = Promise.resolve()
  let careTimer: NodeJS.Timeout | undefined
  function careLater(): void {
    if (isClosed) return
    careTimer = setTimeout(() => {
      caring = lookAfterAll()
        .catch((error) => log.warn({ err: error }, 'calls of the voice platform could not be looked after'))
        .finally(careLater)
    }, timing.lookEveryMs)
    careTimer.unref()
  }
  careLater()
  options.onNotify('http_call', look)

  /** Undefined if the call is ours to post; otherwise what became of it under whoever was first. */
  async function begin(attemptId: string): Promise<HttpCall | undefined> {
    try {
      if (await calls.begin(attemptId)) return undefined
      const [known] = await calls.readOrRefuse([attemptId])
      if (known && !known.isRefused) return known
    } catch (error) {
      log.warn({ err: error }, 'a call could not be written down, so it is not placed')
      throw new GatewayBusy('calls cannot be written down at the moment', SLOW_WAIT_MS, { cause: error })
    }
    throw new GatewayBusy('the call was given up before it was placed', SLOW_WAIT_MS)
  }

  async function place(request: CallRequest, phoneNumber: string, startedMs: number): Promise<Placement> {
    const leftMs = timing.placeWithinMs - (clock.elapsedMs() - startedMs)
    const placement = await requests.take(() => platform.place(request, phoneNumber), leftMs)
    return (
      placement ?? {
        kind: 'busy',
        reason: 'the voice platform answers too slowly',
        retryAfterMs: SLOW_WAIT_MS,
      }
    )
  }

  /** What a placement says about the platform. A platform that refuses one call works. */
  function judge(placement: Placement, contactId: string): void {
    if (placement.kind === 'fault') health.refused(placement.reason)
    else if (placement.kind === 'accepted' || placement.kind === 'ended' || placement.kind === 'refused')
      health.worked()
    else if (placement.kind === 'unclear' && placement.why !== 'slow')
      health.failed(placement.reason, contactId)
  }

  /** After a failure that the platform itself reports, it may be able to say whether it has the call. */
  async function clarify(attemptId: string, unclear: Unclear): Promise<Placement> {
    if (unclear.why !== 'failed' || !settings.answersQuestions) return unclear
    const said = await questions.take(() => platform.ask(attemptId)).catch(() => undefined)
    if (said === undefined) return unclear
    if (typeof said === 'object') await calls.record(said)
    return said === 'not known' ? { kind: 'refused', reason: unclear.reason } : { kind: 'accepted' }
  }

  /** The call was not placed. */
  async function takeBack(attemptId: string): Promise<void> {
    watched.delete(attemptId)
    await calls.refuse(attemptId).catch(() => undefined)
  }

  /** The platform is asked about calls that are open; what it says is written down like any report. */
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
    if (typeof said === 'object') await calls.record(said)
    if (said !== 'not known') return
    if (clock.now().getTime() - createTime.getTime() < timing.surelyArrivedMs)
      throw new Error('it is too early to say that the voice platform never got a call')
    // It reported the call before, and has forgotten it since: how it ended nobody can say.
    if (!(await calls.refuse(attemptId))) await calls.lose([attemptId])
  }

  return {
    wantsDetails: true,

    async originate(request) {
      const { attemptId } = request
      if (watched.has(attemptId)) return
      const state = health.now()
      if (!state.isUp) throw new GatewayFault(state.reason)
      watch(attemptId)
      const phoneNumber = dialedNumber(request.phoneNumber)
      if (phoneNumber === undefined) return finish(attemptId, { cause: 'invalid_number', talkMs: 0 })
      const startedMs = clock.elapsedMs()
      const before = await begin(attemptId).catch((error) => {
        watched.delete(attemptId)
        throw error
      })
      if (before?.end) watched.delete(attemptId)
      if (before) return
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

    async close() {
      isClosed = true
      clearTimeout(careTimer)
      health.close()
      await Promise.all([looking, caring, calls.idle()])
    },
  }
}

function stateOf({ isRefused, end }: HttpCall): AttemptState {
  if (isRefused) return { state: 'not_placed' }
  return end ? { state: 'ended', end } : { state: 'live' }
}
