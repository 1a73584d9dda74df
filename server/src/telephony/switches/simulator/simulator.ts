// A simulated phone network: the default gateway, for trying the product and for testing the dialer. It is seeded, so that a
// run can be repeated.

import type { Flow } from '../../../conversations/flows/flow.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { createLatestEntries } from '../../../platform/kernel/latest-entries.ts'
import type { AttemptState, CallEnd, CallRequest, GatewayEvent } from '../../gateway.ts'
import { GatewayFault } from '../../refusals.ts'
import type { Switch } from '../../switch.ts'
import { createSimulatedCall, type SimulatedCall } from './simulated-call.ts'
import { createSimulatedRecordings } from './simulated-recordings.ts'
import { createRandom, pickShare, seedOfCall } from './simulator-chance.ts'
import { createSimulatorControl } from './simulator-control.ts'
import { createLedger, type LedgerEntry } from './simulator-ledger.ts'
import { calleeOfNumber, causeOfNumber, type SimulatorSettings } from './simulator-settings.ts'

export interface SimulatorOptions {
  settings: SimulatorSettings
  clock: Clock
  /** Runs a function later; tests provide their own clock. */
  schedule?: (delayMs: number, run: () => void) => void
  /** Everything that really happened, as it happens. */
  onLedger?: (entry: LedgerEntry) => void
}

export interface Simulator extends Switch {
  /** Goes down with a reason, or comes back with null. */
  setDown(reason: string | null): void
  /** Calls that are ringing or connected. */
  liveCalls(): number
}

interface LiveCall extends CallRequest {
  answeredMs?: number
  /** An answered call that follows a flow. */
  underControl?: SimulatedCall
}

/** Small enough for the CPU cache: every call is looked up in it. */
const REMEMBERED_ENDS = 20_000

export function createSimulator({
  settings,
  clock,
  schedule = scheduleReal,
  onLedger,
}: SimulatorOptions): Simulator {
  const random = createRandom(settings.seed)
  const live = new Map<string, LiveCall>()
  const ends = createLatestEntries<string, CallEnd>(REMEMBERED_ENDS)
  const recordings = createSimulatedRecordings()
  const record = createLedger({ clock, file: settings.ledger, onEntry: onLedger })
  let callsWithFlow = 0
  let emit: (event: GatewayEvent) => void = () => undefined
  let down: string | null = null
  let isClosed = false

  function finish(call: LiveCall, end: CallEnd): void {
    if (isClosed || !live.delete(call.attemptId)) return
    ends.set(call.attemptId, end)
    call.underControl?.end()
    record(call, { event: 'ended', ...end })
    emit({ type: 'ended', attemptId: call.attemptId, end })
  }

  function endOfHangUp({ answeredMs }: LiveCall): CallEnd {
    if (answeredMs === undefined) return { cause: 'no_answer', talkMs: 0 }
    return { cause: 'answered', talkMs: Math.round(clock.elapsedMs() - answeredMs) }
  }

  /** Draws from a sequence of its own, so that calls without a flow are not changed by those with one. */
  function putUnderControl(call: LiveCall, flow: Flow): SimulatedCall {
    const chance = createRandom(seedOfCall(settings.seed, callsWithFlow))
    callsWithFlow += 1
    const isLive = () => !isClosed && live.get(call.attemptId) === call
    return createSimulatedCall({
      attemptId: call.attemptId,
      flow,
      settings,
      ...(settings.byLastDigit && { kind: calleeOfNumber(call.phoneNumber) }),
      random: chance,
      elapsedMs: clock.elapsedMs,
      later: (delayMs, run) =>
        schedule(delayMs, () => {
          if (isLive()) run()
        }),
      emit: (event) => emit(event),
      onHappened: (happening) => record(call, happening),
      recordings,
      hangUp() {
        emit({ type: 'hungUp', attemptId: call.attemptId })
        finish(call, endOfHangUp(call))
      },
    })
  }

  function requireUp(): void {
    if (down !== null) throw new GatewayFault(down)
  }

  const between = ([from, to]: readonly [number, number]) => (from + random() * (to - from)) * 1000

  return {
    wantsDetails: false,
    sendsFlow: 'never',
    control: createSimulatorControl({
      find(attemptId) {
        const call = live.get(attemptId)
        return call && (call.underControl ?? null)
      },
      requireUp,
      recordings,
    }),

    async originate(call) {
      requireUp()
      // One call per id, however often it is requested.
      if (live.has(call.attemptId) || ends.has(call.attemptId)) return
      const placed: LiveCall = { ...call }
      live.set(call.attemptId, placed)
      record(call, { event: 'rang' })
      const cause = settings.byLastDigit
        ? causeOfNumber(call.phoneNumber)
        : pickShare(settings.shares, random())
      const ringMs = cause === 'no_answer' ? settings.ringTimeout * 1000 : between(settings.ring)
      const talkMs = cause === 'answered' ? Math.round(between(settings.talk)) : 0
      if (ringMs === 0 && talkMs === 0 && call.flow === undefined) {
        schedule(0, () => finish(placed, { cause, talkMs }))
        return
      }
      emit({ type: 'ringing', attemptId: call.attemptId })
      schedule(ringMs, () => {
        if (cause !== 'answered') return finish(placed, { cause, talkMs: 0 })
        if (isClosed || !live.has(call.attemptId)) return
        placed.answeredMs = clock.elapsedMs()
        if (call.flow) placed.underControl = putUnderControl(placed, call.flow)
        placed.underControl?.pickUp()
        emit({ type: 'answered', attemptId: call.attemptId })
        if (!placed.underControl) schedule(talkMs, () => finish(placed, { cause, talkMs }))
      })
    },

    async hangUp(attemptId) {
      const call = live.get(attemptId)
      if (call) finish(call, endOfHangUp(call))
    },

    async reconcile(attemptIds) {
      requireUp()
      return new Map(
        attemptIds.map((id): [string, AttemptState] => {
          const end = ends.get(id)
          if (end) return [id, { state: 'ended', end }]
          return [id, { state: live.has(id) ? 'live' : 'unknown' }]
        }),
      )
    },

    health() {
      return down === null ? { isUp: true } : { isUp: false, reason: down }
    },

    listen(onEvent) {
      emit = onEvent
    },

    /** Nobody calls in. */
    listenInbound: () => undefined,

    async close() {
      isClosed = true
    },

    setDown(reason) {
      down = reason
    },

    liveCalls: () => live.size,
  }
}

function scheduleReal(delayMs: number, run: () => void): void {
  if (delayMs === 0) setImmediate(run)
  // A call that is still live when the service stops does not keep the process from exiting.
  else setTimeout(run, delayMs).unref()
}
