// Finishes recalls that were abandoned, because the node that decided them died or the caller disconnected. Each step of a
// recall increments its `steps`; a dialing node takes over a recall whose `steps` has not changed for a while by its own clock.

import { readRecalls } from '../../../campaigns/tasks/recall/recall.queries.ts'
import { carryOutRecall } from '../../../campaigns/tasks/recall/recall.ts'
import type { NodeContext } from '../dialer-options.ts'

const ABANDONED_AFTER_MS = 5000
/** Per look, so that heartbeats and claims come in between. */
const MAX_WORK_MS = 250

export function createRecallWatch({ db, clock }: Pick<NodeContext, 'db' | 'clock'>) {
  const seen = new Map<string, { steps: number; sinceMs: number; isOurs: boolean }>()

  return {
    /** Works on abandoned recalls for a moment. Returns how many there are. */
    async carryOn(): Promise<number> {
      const startedMs = clock.elapsedMs()
      const mayGoOn = () => clock.elapsedMs() - startedMs < MAX_WORK_MS
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
