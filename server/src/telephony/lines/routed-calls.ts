// Which line has which call, and how the latest calls ended.
//
//   on a line        From before its switch is asked until the end. A switch whose answer leaves open whether the call was placed keeps it: such a
//                    call never goes to another line.
//   between lines    A trunk has refused it, the next is being chosen. The dialer is told that it is live.
//   over             It has ended, or no trunk took it. The latest are remembered.

import type { Clock } from '../../platform/kernel/clock.ts'
import { createLatestEntries } from '../../platform/kernel/latest-entries.ts'
import type { AttemptState, CallEnd, CallRequest } from '../gateway.ts'
import type { Switch } from '../switch.ts'
import type { Refusal } from './fail-over.ts'
import type { TrunkLine } from './trunk-line.ts'

export interface RoutedCall {
  readonly request: CallRequest
  readonly startedMs: number
  readonly refusals: Refusal[]
  /** Undefined between two lines. */
  line: TrunkLine | undefined
  /** Of the trunk that it is on or comes to next. */
  callerId: string | null
  /** Since when the switch has not answered; undefined: it has. */
  askedMs: number | undefined
  /** A phone may have rung: it stays on its line. */
  hasRung: boolean
  isHungUp: boolean
}

export type RoutedCalls = ReturnType<typeof createRoutedCalls>

const MAX_REMEMBERED = 50_000
/** A switch that has not answered by then is asked whether it has the call. */
const MAX_ASKED_MS = 10_000

/** `onLeft`: a line has one call less. */
export function createRoutedCalls(clock: Clock, onLeft: (line: TrunkLine) => void) {
  const calls = new Map<string, RoutedCall>()
  const ends = createLatestEntries<string, CallEnd>(MAX_REMEMBERED)
  const refused = createLatestEntries<string, true>(MAX_REMEMBERED)

  function add(request: CallRequest): RoutedCall {
    const facts = { startedMs: clock.elapsedMs(), askedMs: undefined, hasRung: false, isHungUp: false }
    const callerId = request.route?.callerId ?? null
    const call: RoutedCall = { request, line: undefined, callerId, refusals: [], ...facts }
    calls.set(request.attemptId, call)
    return call
  }

  function leaveLine(call: RoutedCall): void {
    const { line, request } = call
    if (!line) return
    call.line = undefined
    line.release(request.attemptId)
    onLeft(line)
  }

  /** Returns whether it was live. */
  function remove(call: RoutedCall): boolean {
    leaveLine(call)
    return calls.delete(call.request.attemptId)
  }

  return {
    get: (attemptId: string) => calls.get(attemptId),
    all: () => [...calls.values()],
    count: () => calls.size,
    isKnown: (attemptId: string) => calls.has(attemptId) || ends.has(attemptId),
    /** Its switch may not know it yet. */
    isBeingPlaced: ({ askedMs }: RoutedCall) =>
      askedMs !== undefined && clock.elapsedMs() - askedMs < MAX_ASKED_MS,
    add,
    leaveLine,

    put(call: RoutedCall, line: TrunkLine): void {
      call.line = line
      line.take(call.request.attemptId)
    },

    /** Of what a switch tells about a call: undefined if the call is not on one of its lines. */
    find(on: Switch, attemptId: string): RoutedCall | undefined {
      const call = calls.get(attemptId)
      return call?.line?.switch === on ? call : undefined
    },

    /** Another process has placed it there, or somebody calls in: it may have rung, so it stays there. */
    adopt(attemptId: string, line: TrunkLine): void {
      if (calls.has(attemptId)) return
      const call = add({ attemptId, phoneNumber: '', taskId: '', contactId: '' })
      call.hasRung = true
      call.line = line
      line.adopt(attemptId)
    },

    /** Returns whether it was live. */
    end(call: RoutedCall, end: CallEnd): boolean {
      if (!remove(call)) return false
      ends.set(call.request.attemptId, end)
      return true
    },

    /** It was certainly not placed. */
    refuse(call: RoutedCall): void {
      if (remove(call)) refused.set(call.request.attemptId, true)
    },

    /** Nobody knows how it ended. */
    lose: remove,

    /** How a call is over, as far as it is remembered. */
    knownEnd(attemptId: string): AttemptState | undefined {
      const end = ends.get(attemptId)
      if (end) return { state: 'ended', end }
      return refused.has(attemptId) && !calls.has(attemptId) ? { state: 'not_placed' } : undefined
    },
  }
}
