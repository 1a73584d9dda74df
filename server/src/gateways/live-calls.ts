// The calls that a switch has for us, and what is remembered of them afterwards. Each is told of once: that it rings,
// that it was answered, how it ended.
import type { CallEnd, GatewayEvent } from '../dialer/gateway.ts'
import type { Clock } from '../kernel/clock.ts'
import { createLatestEntries } from '../kernel/latest-entries.ts'

export interface LiveCall {
  id: string
  hasRung: boolean
  /** Whether the far end said anything at all. */
  hasResponse: boolean
  isAnswered: boolean
  /** Whether it was us who hung up. */
  isHungUp: boolean
  /** By our clock. */
  placedMs: number
  answeredMs: number | undefined
  /** By the switch's; unknown if the answer itself was not seen. */
  answeredAtMs: number | undefined
  /** The request to place it is under way. */
  isBeingPlaced: boolean
  /** Events of it may have been missed. */
  hasGap: boolean
  /** Or another node's, whose word nobody here waits for. */
  isOurs: boolean
  /** Settled when the far end has shown that it took the call, or that it never will. */
  start: Start
}

interface Start {
  promise: Promise<void>
  succeed(): void
  fail(error: Error): void
}

export interface LiveCalls {
  get(id: string): LiveCall | undefined
  all(): LiveCall[]
  add(id: string, options: { isBeingPlaced: boolean; isOurs?: boolean }): LiveCall
  ring(call: LiveCall): void
  /** The far end has said something. */
  respond(call: LiveCall): void
  answer(call: LiveCall, atMs: number | undefined): void
  end(call: LiveCall, end: CallEnd): void
  /** It was certainly not placed. */
  refuse(call: LiveCall, error: Error): void
  endOf(id: string): CallEnd | undefined
  wasRefused(id: string): boolean
  listen(onEvent: (event: GatewayEvent) => void): void
  /** From now on nobody is told anything. */
  close(): void
}

const REMEMBERED = 50_000

export function createLiveCalls(clock: Clock): LiveCalls {
  const live = new Map<string, LiveCall>()
  const ends = createLatestEntries<string, CallEnd>(REMEMBERED)
  const refused = createLatestEntries<string, true>(REMEMBERED)
  let onEvent: (event: GatewayEvent) => void = () => undefined

  function tell(call: LiveCall, event: GatewayEvent): void {
    if (call.isOurs) onEvent(event)
  }

  return {
    get: (id) => live.get(id),
    all: () => [...live.values()],

    add(id, { isBeingPlaced, isOurs = true }) {
      const call: LiveCall = {
        id,
        placedMs: clock.elapsedMs(),
        isBeingPlaced,
        hasRung: false,
        hasResponse: false,
        isAnswered: false,
        isHungUp: false,
        answeredMs: undefined,
        answeredAtMs: undefined,
        hasGap: !isBeingPlaced,
        isOurs,
        start: createStart(),
      }
      live.set(id, call)
      return call
    },

    ring(call) {
      call.start.succeed()
      if (call.hasRung) return
      call.hasRung = true
      if (!call.isAnswered) tell(call, { type: 'ringing', attemptId: call.id })
    },

    respond(call) {
      // What it said may be that the trunk does not take calls: whether it took this one, the end tells.
      call.hasResponse = true
    },

    answer(call, atMs) {
      call.start.succeed()
      if (call.isAnswered) return
      call.isAnswered = true
      call.answeredMs = clock.elapsedMs()
      call.answeredAtMs = atMs
      tell(call, { type: 'answered', attemptId: call.id })
    },

    end(call, end) {
      if (!live.delete(call.id)) return
      ends.set(call.id, end)
      call.start.succeed()
      tell(call, { type: 'ended', attemptId: call.id, end })
    },

    refuse(call, error) {
      if (!live.delete(call.id)) return
      refused.set(call.id, true)
      call.start.fail(error)
    },

    endOf: (id) => ends.get(id),
    wasRefused: (id) => refused.has(id),

    listen(listener) {
      onEvent = listener
    },

    close() {
      onEvent = () => undefined
    },
  }
}

function createStart(): Start {
  let succeed = () => {}
  let fail: (error: Error) => void = () => {}
  const promise = new Promise<void>((resolve, reject) => {
    succeed = resolve
    fail = reject
  })
  // Not everybody waits for it.
  promise.catch(() => undefined)
  return { promise, succeed: () => succeed(), fail: (error) => fail(error) }
}
