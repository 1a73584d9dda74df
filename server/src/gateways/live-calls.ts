// The calls of a switch, and what is remembered of them after their end. Each stage is reported once: ringing, answered,
// ended.
import type { CallEnd, GatewayEvent } from '../dialer/gateway.ts'
import type { Clock } from '../kernel/clock.ts'
import { createLatestEntries } from '../kernel/latest-entries.ts'

export interface LiveCall {
  id: string
  hasRung: boolean
  /** Whether the far end responded at all. */
  hasResponse: boolean
  isAnswered: boolean
  /** Whether we hung up. */
  isHungUp: boolean
  /** By our clock. */
  placedMs: number
  answeredMs: number | undefined
  /** By the switch's clock; undefined if the answer itself was not observed. */
  answeredAtMs: number | undefined
  /** The request to place it is in progress. */
  isBeingPlaced: boolean
  /** Some of its events may have been missed. */
  hasGap: boolean
  /** Whether it is this node's call; the calls of other nodes are only followed. */
  isOurs: boolean
  /** Settles when the far end has accepted the call, or never will. */
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
  /** The far end responded. */
  respond(call: LiveCall): void
  answer(call: LiveCall, atMs: number | undefined): void
  end(call: LiveCall, end: CallEnd): void
  /** It was certainly not placed. */
  refuse(call: LiveCall, error: Error): void
  endOf(id: string): CallEnd | undefined
  wasRefused(id: string): boolean
  listen(onEvent: (event: GatewayEvent) => void): void
  /** Stops all reports. */
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
      // The response may mean that the trunk refuses calls; only the end of the call shows that.
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
  // Not every caller awaits it.
  promise.catch(() => undefined)
  return { promise, succeed: () => succeed(), fail: (error) => fail(error) }
}
