// What an explanation needs to know of the trunks: which take no calls now, and whether their caller IDs may be shown again today.
import type { Clock } from '../../platform/kernel/clock.ts'
import { dayIn, type ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import type { Database } from '../../platform/storage/database.ts'
import { listCallerIdUse } from '../../telephony/trunks/caller-ids.queries.ts'
import { createCallerIdPool } from '../../telephony/trunks/caller-ids.ts'
import type { TrunkConditions } from '../../telephony/trunks/health/trunk-conditions.ts'
import type { Trunk } from '../../telephony/trunks/trunk.ts'

/** A trunk that is enabled. */
export interface TrunkFact {
  id: string
  name: string
  /** On every node that has it, it is down or held back after refusals. */
  isDown: boolean
  /** Why it takes no calls, in the words of the switch, if one of its nodes has said so. */
  why?: string | undefined
  /** Whether a call can show a caller ID today; `own`: those of the task. */
  hasCallerId(own: readonly string[]): boolean
}

interface TrunkFactsDependencies {
  db: Database
  clock: Clock
  offsetAt: ZoneOffsets
  /** The trunks that calls may take. */
  trunks(): Promise<Trunk[]>
  conditions: Pick<TrunkConditions, 'reported'>
}

const TAKES_NONE = new Set(['down', 'heldBack'])

export function createTrunkFacts({ db, clock, offsetAt, trunks, conditions }: TrunkFactsDependencies) {
  return async (): Promise<TrunkFact[]> => {
    const enabled = (await trunks()).filter(({ isEnabled }) => isEnabled)
    if (enabled.length === 0) return []
    const now = clock.now()
    const [states, use] = await Promise.all([
      conditions.reported(),
      listCallerIdUse(db, [dayIn(offsetAt, now), now]),
    ])
    const calls = new Map(use.map((row) => [row.caller_id, row.calls]))
    const resting = new Set(use.flatMap((row) => (row.rest_until ? [row.caller_id] : [])))
    return enabled.map((trunk) => {
      const nodes = states.find(({ id }) => id === trunk.id)?.nodes ?? []
      return {
        id: trunk.id,
        name: trunk.name,
        isDown:
          nodes.length === 0 ? trunk.nodes.length > 0 : nodes.every(({ state }) => TAKES_NONE.has(state)),
        why: nodes.find(({ state, facts }) => TAKES_NONE.has(state) && facts.why)?.facts.why,
        hasCallerId: (own) => createCallerIdPool(trunk, own, { calls, resting }).room() > 0,
      }
    })
  }
}
