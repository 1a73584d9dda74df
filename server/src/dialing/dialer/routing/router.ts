// Gives trunks to calls while the dialer's row is locked: from what this node knows of each trunk, and from what all nodes use.

import type { Denial } from '../../../campaigns/permission/decide.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import type { CallRoute } from '../../../telephony/gateway.ts'
import { countCallerIds } from '../../../telephony/trunks/caller-ids.queries.ts'
import {
  chooseTrunk,
  mayTake,
  type TrunkChoice,
  type TrunkState,
} from '../../../telephony/trunks/choose-trunk.ts'
import { readEnabledTrunks } from '../../../telephony/trunks/default-trunk.ts'
import { allowanceNow, hasFutureStarts, recordStarts } from '../claim/rate-window.ts'
import { type CallToShow, createCallerIds } from './caller-ids.ts'
import * as queries from './routing.queries.ts'
import { type SendingRules, type SendingTrunk, sendingDenial, sendingProblem } from './sent-number.ts'

/** A call that needs a route. `trunkIds`: those that its task names; empty: any. */
export interface CallToRoute extends CallToShow {
  trunkIds: readonly string[]
  /** The number as gateways are given it. */
  dialed: string
}

/** What a task says about the routes of its calls. */
export type RouteWish = Pick<CallToRoute, 'trunkIds' | 'callerIds'>

/** The trunks as they are while the dialer's row is locked. */
export interface Router {
  /** How many calls can go out by all trunks together, as far as their lines go. */
  lines(): number
  /** How many calls of a task can go out. */
  room(wish: RouteWish): number
  /** Reads what is to be known about these calls before they get routes. */
  expect(calls: readonly Pick<CallToRoute, 'phoneKey' | 'dialed' | 'trunkIds'>[]): Promise<void>
  /** If the call may take no trunk, because of the numbers that they would send. */
  denial(call: Pick<CallToRoute, 'dialed' | 'trunkIds'>): Denial | undefined
  /** Whether some trunks are not for this call, because of the numbers that they would send: others may wait for less. */
  isLimited(call: Pick<CallToRoute, 'dialed' | 'trunkIds'>): boolean
  /** Takes a line of the best trunk for the call, and a caller ID. Undefined: none has room. */
  take(call: CallToRoute, tried?: ReadonlySet<string>): CallRoute | undefined
  /** The caller ID of a trunk that has refused the call was not shown. */
  giveBack(callerId: string): void
  /** The calls started in the last second, to be stored; null: nothing has changed. */
  startsToStore(now: Date): string | null
  /** As the last statement, so that nobody who waits for these rows has what a claim waits for. */
  storeCallerIds(): Promise<void>
}

interface RouterOptions {
  states: readonly TrunkState[]
  now: Date
  /** In the time zone of the service. */
  day: string
  /** Whether tasks have caller IDs of their own. */
  hasOwnCallerIds: boolean
  sending: SendingRules
}

export async function openRouter(tx: Queryable, options: RouterOptions): Promise<Router> {
  const { states, now, day, sending } = options
  const nowMs = now.getTime()
  const hasCallerIds = options.hasOwnCallerIds || states.some(({ trunk }) => trunk.callerIds.length > 0)
  const { starts = {}, live = {}, caller_ids = {} } = (await readUse(tx, options, hasCallerIds)) ?? {}
  const callerIds = createCallerIds(caller_ids)
  const taken = new Map<string, number>()
  /** Of all nodes: what this one cannot send another one may. Read when it matters. */
  let all: readonly SendingTrunk[] | undefined
  const own = states.map(({ trunk }) => trunk)
  const choices = states.map((state): TrunkChoice => {
    const { id, lines, callsPerSecond } = state.trunk
    const inUse = live[id] ?? 0
    const free = (lines ?? Number.POSITIVE_INFINITY) - inUse
    const rate =
      callsPerSecond === null
        ? Number.POSITIVE_INFINITY
        : allowanceNow(starts[id] ?? {}, callsPerSecond, nowMs)
    return { ...state, live: inUse, room: Math.max(0, Math.min(state.room, free, rate)) }
  })

  return {
    lines: () => choices.reduce((sum, { room }) => sum + room, 0),

    room(wish) {
      const usable = choices.filter((choice) => mayTake(choice, wish))
      return usable.reduce(
        (sum, { room, trunk }) => sum + Math.min(room, callerIds.room(trunk, wish.callerIds)),
        0,
      )
    },

    async expect(calls) {
      if (hasCallerIds && calls.length > 0)
        await callerIds.learn(
          tx,
          calls.map(({ phoneKey }) => phoneKey),
        )
      if (!all && calls.some((call) => sendingDenial(own, call, sending))) all = await readEnabledTrunks(tx)
    },

    denial: (call) =>
      sendingDenial(own, call, sending) && all ? sendingDenial(all, call, sending) : undefined,

    isLimited: ({ dialed, trunkIds }) =>
      own.some((trunk) => mayTake({ trunk }, { trunkIds }) && sendingProblem(trunk, dialed, sending)),

    take(call, tried = new Set()) {
      const choice = chooseTrunk(choices, {
        ...{ ...call, tried },
        maySend: (trunk) => sendingProblem(trunk, call.dialed, sending) === undefined,
        canShow: (trunk) => callerIds.room(trunk, call.callerIds) > 0,
        isKnown: (trunk) => callerIds.isKnownTo(trunk, call),
      })
      const callerId = choice && callerIds.take(choice.trunk, call)
      if (!choice || callerId === undefined) return undefined
      const { id, callsPerSecond } = choice.trunk
      choice.room -= 1
      choice.live += 1
      if (callsPerSecond !== null) taken.set(id, (taken.get(id) ?? 0) + 1)
      return { trunkId: id, callerId }
    },

    giveBack: callerIds.giveBack,

    startsToStore(at) {
      const atMs = at.getTime()
      const known = Object.values(starts)
      if (taken.size === 0 && !known.some((each) => hasFutureStarts(each, atMs))) return null
      // Also those of trunks that this node does not know yet.
      const ids = new Set([...Object.keys(starts), ...taken.keys()])
      const stored = [...ids].map(
        (id) => [id, recordStarts(starts[id] ?? {}, taken.get(id) ?? 0, atMs)] as const,
      )
      const recent = stored.filter(([, each]) => Object.values(each).some((count) => count > 0))
      return JSON.stringify(Object.fromEntries(recent))
    },

    async storeCallerIds() {
      const { callerIds: shown, counts } = callerIds.changes()
      if (shown.length > 0) await countCallerIds(tx, [shown, counts, day])
    },
  }
}

/** Live calls are counted only where the count decides anything. */
function readUse(
  tx: Queryable,
  { states, now, day }: RouterOptions,
  hasCallerIds: boolean,
): Promise<queries.TrunkUseRow | undefined> {
  const trunks = states.map(({ trunk }) => trunk)
  const isCounted = (trunk: (typeof trunks)[number]) =>
    trunk.lines !== null || trunks.some((other) => other !== trunk && other.priority === trunk.priority)
  const counted = trunks.filter(isCounted)
  const isLimited = counted.length > 0 || trunks.some(({ callsPerSecond }) => callsPerSecond !== null)
  return isLimited || hasCallerIds
    ? queries.readTrunkUse.first(tx, [counted.map(({ id }) => id), day, now])
    : Promise.resolve(undefined)
}
