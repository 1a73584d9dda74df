// Each step of a recall increments its `steps`; a dialing node takes over a recall whose `steps` has not changed for a while by its own clock.

import { readRecalls } from '../../../campaigns/tasks/recall/recall.queries.ts'
import { carryOutRecall } from '../../../campaigns/tasks/recall/recall.ts'
import type { Job } from '../../../platform/work/jobs.ts'
import type { JobParts } from '../dialer-options.ts'

const ABANDONED_AFTER_MS = 5000
/** Per look, so that heartbeats and claims come in between. */
const MAX_WORK_MS = 250

export const finishRecalls = ({ db, clock, log }: JobParts): Job => {
  const seen = new Map<string, { steps: number; sinceMs: number; isOurs: boolean }>()

  return {
    name: 'finish_recalls',
    why: 'a recall whose node died, or whose caller disconnected, is finished by another node',
    reports: 'a line in the log with the number of recalls',
    everyMs: 0,
    /** Works on abandoned recalls for a moment. */
    async run() {
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
      if (ours.length === 0) return 'done'
      log.info({ recalls: ours.length }, 'finishing recalls that were abandoned')
      return 'unfinished'
    },
  }
}
