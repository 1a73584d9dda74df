// Which numbers the callees of one claim see: chosen with the dialer's row locked, from what all nodes have shown today.
import type { Queryable } from '../../../platform/storage/database.ts'
import { type CallerId, type CallerIdPool, createCallerIdPool } from '../../../telephony/trunks/caller-ids.ts'
import type { Trunk } from '../../../telephony/trunks/trunk.ts'
import { readLastShown } from './caller-ids.queries.ts'

/** `callerIds`: of the task, in place of those of the trunk; empty: those of the trunk. */
export interface CallToShow {
  phoneKey: string
  callerIds: readonly string[]
}

/** By number: calls of today, and whether it rests. */
export type StoredCallerIdUse = Record<string, { calls: number; isResting: boolean }>

export function createCallerIds(stored: StoredCallerIdUse) {
  const entries = Object.entries(stored)
  const calls = new Map(entries.map(([callerId, use]) => [callerId, use.calls]))
  const resting = new Set(entries.filter(([, use]) => use.isResting).map(([callerId]) => callerId))
  const lastShown = new Map<string, string>()
  /** By trunk, and by the list of the task. */
  const pools = new Map<string, Map<readonly string[], CallerIdPool>>()

  function poolOf(trunk: Trunk, own: readonly string[]): CallerIdPool {
    const ofTrunk = pools.get(trunk.id) ?? new Map<readonly string[], CallerIdPool>()
    pools.set(trunk.id, ofTrunk)
    const pool = ofTrunk.get(own) ?? createCallerIdPool(trunk, own, { calls, resting })
    ofTrunk.set(own, pool)
    return pool
  }
  const calleeOf = (phoneKey: string) => ({ phoneKey, lastShown: lastShown.get(phoneKey) })

  return {
    /** Reads what these callees were shown last, in one statement. */
    async learn(tx: Queryable, phoneKeys: readonly string[]): Promise<void> {
      for (const row of await readLastShown(tx, [[...new Set(phoneKeys)]]))
        lastShown.set(row.phone_key, row.caller_id)
    },

    /** How many more calls of today may show a number. */
    room: (trunk: Trunk, own: readonly string[]): number => poolOf(trunk, own).room(),

    /** Whether the trunk would show this callee the same number as before. */
    isKnownTo: (trunk: Trunk, { phoneKey, callerIds }: CallToShow): boolean =>
      poolOf(trunk, callerIds).isKnownTo(calleeOf(phoneKey)),

    /** Chooses and counts a number; undefined: all are at their limit of the day. */
    take: (trunk: Trunk, { phoneKey, callerIds }: CallToShow): CallerId | undefined =>
      poolOf(trunk, callerIds).take(calleeOf(phoneKey)),

    /** It was counted today, and has not been shown. */
    giveBack(callerId: string): void {
      calls.set(callerId, (calls.get(callerId) ?? 0) - 1)
    },

    /** The numbers whose counts have changed, and by how much. */
    changes: (): { callerIds: string[]; counts: number[] } => {
      const changed = [...calls].map(([id, count]) => [id, count - (stored[id]?.calls ?? 0)] as const)
      const shown = changed.filter(([, count]) => count !== 0)
      return { callerIds: shown.map(([id]) => id), counts: shown.map(([, count]) => count) }
    },
  }
}
