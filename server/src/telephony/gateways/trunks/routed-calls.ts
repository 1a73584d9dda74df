// Which trunk has which call, and how the latest calls ended.
//
//   on a trunk       From before the trunk's gateway is asked until its end. A gateway whose answer leaves open whether the call was
//                    placed keeps it: such a call never goes to another trunk.
//   between trunks   A trunk has refused it, the next is being chosen. The dialer is told that it is live.
//   over             It has ended, or no trunk took it. The latest are remembered.

import type { Clock } from '../../../platform/kernel/clock.ts'
import { createLatestEntries } from '../../../platform/kernel/latest-entries.ts'
import type { AttemptState, CallEnd, CallRequest } from '../../gateway.ts'
import { isOfEnvironment } from '../../trunks/default-trunk.ts'
import type { Refusal } from './fail-over.ts'
import { switchIdOf } from './switch-id.ts'
import type { TrunkLine } from './trunk-line.ts'

export interface RoutedCall {
  request: CallRequest
  /** Undefined between two trunks. */
  line: TrunkLine | undefined
  /** Of the trunk that it is on or comes to next. */
  callerId: string | null
  /** Since when the trunk's gateway has not answered; undefined: it has. */
  askedMs: number | undefined
  refusals: Refusal[]
  startedMs: number
  /** A phone may have rung: it stays on its trunk. */
  hasRung: boolean
  isHungUp: boolean
  /** Of a call from outside: its id on the trunk, which the switch has chosen. */
  inboundId?: string
}

export type RoutedCalls = ReturnType<typeof createRoutedCalls>

const MAX_REMEMBERED = 50_000
/** A gateway that has not answered by then is asked whether it has the call. */
const MAX_ASKED_MS = 10_000

/** `onLeft`: a trunk has one call less. */
export function createRoutedCalls(clock: Clock, onLeft: (line: TrunkLine) => void) {
  const calls = new Map<string, RoutedCall>()
  const attemptOf = new Map<string, string>()
  const ends = createLatestEntries<string, CallEnd>(MAX_REMEMBERED)
  const refused = createLatestEntries<string, true>(MAX_REMEMBERED)

  /** The id of the attempt on this trunk. The gateway of the environment knows it by its own, with other trunks or without. */
  const idOn = (line: TrunkLine, attemptId: string) =>
    calls.get(attemptId)?.inboundId ??
    (isOfEnvironment(line.trunk()) ? attemptId : switchIdOf(attemptId, line.trunk().id))

  function add(request: CallRequest): RoutedCall {
    const facts = { startedMs: clock.elapsedMs(), askedMs: undefined, hasRung: false, isHungUp: false }
    const callerId = request.route?.callerId ?? null
    const call: RoutedCall = { request, line: undefined, callerId, refusals: [], ...facts }
    calls.set(request.attemptId, call)
    return call
  }

  /** Returns its id there. */
  function put(call: RoutedCall, line: TrunkLine): string {
    const { attemptId } = call.request
    const id = idOn(line, attemptId)
    call.line = line
    attemptOf.set(id, attemptId)
    return id
  }

  function leaveLine(call: RoutedCall): void {
    const { line, request } = call
    if (!line) return
    call.line = undefined
    attemptOf.delete(idOn(line, request.attemptId))
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
    idOn,
    isKnown: (attemptId: string) => calls.has(attemptId) || ends.has(attemptId),
    /** Its trunk's gateway may not know it yet. */
    isBeingPlaced: ({ askedMs }: RoutedCall) =>
      askedMs !== undefined && clock.elapsedMs() - askedMs < MAX_ASKED_MS,
    add,
    put,
    leaveLine,

    /** By its id on the trunk. */
    find(line: TrunkLine, id: string): RoutedCall | undefined {
      const call = calls.get(attemptOf.get(id) ?? '')
      return call?.line === line ? call : undefined
    },

    /** Another process has placed it there, or somebody calls in (`inboundId`): it may have rung, so it stays there. */
    adopt(attemptId: string, line: TrunkLine, inboundId?: string): void {
      if (calls.has(attemptId)) return
      const call = add({ attemptId, phoneNumber: '', taskId: '', contactId: '' })
      call.hasRung = true
      if (inboundId !== undefined) call.inboundId = inboundId
      put(call, line)
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
