// A simulated phone network: the default gateway, for trying the product and for testing the dialer. It is seeded, so that a
// run can be repeated, and as unreliable as its settings say.
import { appendFileSync } from 'node:fs'
import {
  type AttemptState,
  type CallCause,
  type CallEnd,
  type CallRequest,
  type Gateway,
  type GatewayEvent,
  GatewayFault,
} from '../../dialer/gateway.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createLatestEntries } from '../../kernel/latest-entries.ts'
import { causeByLastDigit, type SimulatorSettings } from './simulator-settings.ts'

export interface SimulatorOptions {
  settings: SimulatorSettings
  clock: Clock
  /** Runs a function later; tests provide their own clock. */
  schedule?: (delayMs: number, run: () => void) => void
  /** Everything that really happened, as it happens. */
  onLedger?: (entry: LedgerEntry) => void
}

export interface LedgerEntry {
  time: string
  event: 'rang' | 'ended'
  attemptId: string
  taskId: string
  contactId: string
  phoneNumber: string
  cause?: CallCause
  talkMs?: number
}

export interface Simulator extends Gateway {
  /** Goes down with a reason, or comes back with null. */
  setDown(reason: string | null): void
  /** Calls that are ringing or connected. */
  liveCalls(): number
}

interface LiveCall extends CallRequest {
  answeredMs?: number
}

/** Small enough for the CPU cache: every call is looked up in it. */
const REMEMBERED_ENDS = 20_000
const LATE_MS = 5000

export function createSimulator({
  settings,
  clock,
  schedule = scheduleReal,
  onLedger,
}: SimulatorOptions): Simulator {
  const random = createRandom(settings.seed)
  const live = new Map<string, LiveCall>()
  const ends = createLatestEntries<string, CallEnd>(REMEMBERED_ENDS)
  const startedMs = clock.elapsedMs()
  let emit: (event: GatewayEvent) => void = () => undefined
  let down: string | null = null
  let isClosed = false

  function send(event: GatewayEvent): void {
    if (random() < settings.lose) return
    if (random() < settings.late) schedule(LATE_MS * random(), () => emit(event))
    else emit(event)
    if (random() < settings.repeat) schedule(LATE_MS * random(), () => emit(event))
  }

  function record(event: LedgerEntry['event'], call: CallRequest, end?: CallEnd): void {
    if (!onLedger && settings.ledger === null) return
    const { attemptId, taskId, contactId, phoneNumber } = call
    const time = clock.now().toISOString()
    const entry: LedgerEntry = { time, event, attemptId, taskId, contactId, phoneNumber, ...end }
    onLedger?.(entry)
    // First of all: what rang must be on disk even if this process is killed now.
    if (settings.ledger !== null) appendFileSync(settings.ledger, `${JSON.stringify(entry)}\n`)
  }

  function finish(call: CallRequest, end: CallEnd): void {
    if (isClosed || !live.delete(call.attemptId)) return
    ends.set(call.attemptId, end)
    record('ended', call, end)
    send({ type: 'ended', attemptId: call.attemptId, end })
  }

  function isDown(): string | null {
    if (down !== null || settings.outage === null) return down
    const seconds = (clock.elapsedMs() - startedMs) / 1000
    const [from, to] = settings.outage
    return seconds >= from && seconds < to ? 'the simulated network is down' : null
  }

  function endOfHangUp({ answeredMs }: LiveCall): CallEnd {
    if (answeredMs === undefined) return { cause: 'no_answer', talkMs: 0 }
    return { cause: 'answered', talkMs: Math.round(clock.elapsedMs() - answeredMs) }
  }

  const between = ([from, to]: readonly [number, number]) => (from + random() * (to - from)) * 1000

  return {
    async originate(call) {
      const reason = isDown()
      if (reason !== null) throw new GatewayFault(reason)
      // One call per id, however often it is requested.
      if (live.has(call.attemptId) || ends.has(call.attemptId)) return
      const placed: LiveCall = { ...call }
      live.set(call.attemptId, placed)
      record('rang', call)
      const cause = settings.byLastDigit ? byLastDigit(call.phoneNumber) : pick(settings.shares, random())
      const ringMs = cause === 'no_answer' ? settings.ringTimeout * 1000 : between(settings.ring)
      const talkMs = cause === 'answered' ? Math.round(between(settings.talk)) : 0
      if (ringMs === 0 && talkMs === 0) {
        schedule(0, () => finish(call, { cause, talkMs }))
        return
      }
      send({ type: 'ringing', attemptId: call.attemptId })
      schedule(ringMs, () => {
        if (cause !== 'answered') return finish(call, { cause, talkMs: 0 })
        if (isClosed || !live.has(call.attemptId)) return
        placed.answeredMs = clock.elapsedMs()
        send({ type: 'answered', attemptId: call.attemptId })
        schedule(talkMs, () => finish(call, { cause, talkMs }))
      })
    },

    async hangUp(attemptId) {
      const call = live.get(attemptId)
      if (call) finish(call, endOfHangUp(call))
    },

    async reconcile(attemptIds) {
      const reason = isDown()
      if (reason !== null) throw new GatewayFault(reason)
      return new Map(
        attemptIds.map((id): [string, AttemptState] => {
          const end = ends.get(id)
          if (end) return [id, { state: 'ended', end }]
          return [id, { state: live.has(id) ? 'live' : 'unknown' }]
        }),
      )
    },

    health() {
      const reason = isDown()
      return reason === null ? { isUp: true } : { isUp: false, reason }
    },

    listen(onEvent) {
      emit = onEvent
    },

    async close() {
      isClosed = true
    },

    setDown(reason) {
      down = reason
    },

    liveCalls: () => live.size,
  }
}

function byLastDigit(phoneNumber: string): CallCause {
  return causeByLastDigit[Number(/\d(?=\D*$)/.exec(phoneNumber)?.[0] ?? 0)] ?? 'answered'
}

function pick(shares: SimulatorSettings['shares'], point: number): CallCause {
  const entries = Object.entries(shares) as [CallCause, number][]
  const whole = entries.reduce((sum, [, share]) => sum + share, 0)
  let rest = point * whole
  for (const [cause, share] of entries) {
    rest -= share
    if (rest < 0) return cause
  }
  return entries[0]?.[0] ?? 'answered'
}

/** Mulberry32: small, even enough, and the same everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function scheduleReal(delayMs: number, run: () => void): void {
  if (delayMs === 0) setImmediate(run)
  // A call that is still live when the service stops does not keep the process from exiting.
  else setTimeout(run, delayMs).unref()
}
