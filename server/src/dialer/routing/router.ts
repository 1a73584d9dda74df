// Gives trunks to calls while the dialer's row is locked: from what this node knows of each trunk, and from what all nodes use.
import type { Queryable } from '../../storage/database.ts'
import { chooseTrunk, mayTake, type TrunkChoice, type TrunkState } from '../../trunks/choose-trunk.ts'
import { allowanceNow, hasFutureStarts, recordStarts } from '../claim/rate-window.ts'
import type { CallerIds } from './caller-ids.ts'
import * as queries from './routing.queries.ts'

/** A call that needs a route. `trunkIds`: those that its task names; empty: any. */
export interface CallToRoute {
  phoneKey: string
  trunkIds: readonly string[]
}

/** The trunks as they are while the dialer's row is locked. */
export interface Router {
  /** How many calls can go out by these trunks; empty: by all together. */
  room(trunkIds: readonly string[]): number
  /** Takes a line of the best trunk for the call. Undefined: none has room. */
  takeTrunk(call: CallToRoute, tried?: ReadonlySet<string>): string | undefined
  callerIds(calls: readonly { phoneKey: string; trunkId: string }[]): Promise<(string | null)[]>
  /** The calls started in the last second, to be stored; null: nothing has changed. */
  startsToStore(now: Date): string | null
}

export async function openRouter(
  tx: Queryable,
  states: readonly TrunkState[],
  callerIds: CallerIds,
  now: Date,
): Promise<Router> {
  const nowMs = now.getTime()
  const { starts = {}, live = {} } = (await readUse(tx, states)) ?? {}
  const taken = new Map<string, number>()
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
  const byId = new Map(choices.map((choice) => [choice.trunk.id, choice]))

  return {
    room(trunkIds) {
      let sum = 0
      for (const choice of choices) if (mayTake(choice, { trunkIds })) sum += choice.room
      return sum
    },

    takeTrunk(call, tried = new Set()) {
      const choice = chooseTrunk(choices, { ...call, tried })
      if (!choice) return undefined
      const { id, callsPerSecond } = choice.trunk
      choice.room -= 1
      choice.live += 1
      if (callsPerSecond !== null) taken.set(id, (taken.get(id) ?? 0) + 1)
      return id
    },

    callerIds: (calls) =>
      callerIds.choose(
        calls.flatMap(({ phoneKey, trunkId }) => {
          const choice = byId.get(trunkId)
          return choice ? [{ phoneKey, trunk: choice.trunk }] : []
        }),
      ),

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
  }
}

/** Live calls are counted only where the count decides anything. */
function readUse(tx: Queryable, states: readonly TrunkState[]): Promise<queries.TrunkUseRow | undefined> {
  const trunks = states.map(({ trunk }) => trunk)
  const isCounted = (trunk: (typeof trunks)[number]) =>
    trunk.lines !== null || trunks.some((other) => other !== trunk && other.priority === trunk.priority)
  const counted = trunks.filter(isCounted)
  const isLimited = counted.length > 0 || trunks.some(({ callsPerSecond }) => callsPerSecond !== null)
  return isLimited
    ? queries.readTrunkUse.first(tx, [counted.map(({ id }) => id)])
    : Promise.resolve(undefined)
}
