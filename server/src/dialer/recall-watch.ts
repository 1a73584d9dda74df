// Finishes recalls that were abandoned, because the node that decided them died or the caller disconnected. Each step of a
// recall increments its `steps`; a dialing node takes over a recall whose `steps` has not changed for a while by its own clock.
import type { Clock } from '../kernel/clock.ts'
import type { Queryable } from '../storage/database.ts'
import { readRecalls } from '../tasks/recall.queries.ts'
import { carryOutRecall } from '../tasks/recall-steps.ts'

/** A recall in which nothing happened for this long has been abandoned. */
const ABANDONED_AFTER_MS = 5000
/** At one look: heartbeats and claims come in between. */
const LONGEST_LOOK_MS = 250

export interface RecallWatch {
  /** Goes on with abandoned recalls for a moment. How many there are. */
  carryOn(): Promise<number>
}

export function createRecallWatch({ db, clock }: { db: Queryable; clock: Clock }): RecallWatch {
  const seen = new Map<string, { steps: number; sinceMs: number; isOurs: boolean }>()

  return {
    async carryOn() {
      const startedMs = clock.elapsedMs()
      const mayGoOn = () => clock.elapsedMs() - startedMs < LONGEST_LOOK_MS
      const recalls = await readRecalls(db, [])
      const present = new Set(recalls.map(({ id }) => id))
      for (const id of seen.keys()) if (!present.has(id)) seen.delete(id)
      for (const { id, steps } of recalls) {
        const known = seen.get(id)
        if (known?.isOurs) continue
        if (known?.steps !== steps) seen.set(id, { steps, sinceMs: startedMs, isOurs: false })
        else if (startedMs - known.sinceMs >= ABANDONED_AFTER_MS) known.isOurs = true
      }
      const ours = [...seen].filter(([, { isOurs }]) => isOurs)
      for (const [id] of ours) await carryOutRecall({ db, clock }, id, mayGoOn)
      return ours.length
    },
  }
}
