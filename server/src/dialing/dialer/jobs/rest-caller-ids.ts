import { dayIn } from '../../../platform/kernel/timestamps.ts'
import { recordChange } from '../../../platform/trail/record.ts'
import type { Job } from '../../../platform/work/jobs.ts'
import { restCallerIds as storeRest } from '../../../telephony/trunks/caller-ids.queries.ts'
import { REST_MS, weakCallerIds } from '../../../telephony/trunks/weak-caller-ids.ts'
import type { JobParts } from '../dialer-options.ts'
import { countAnswersByCallerId } from '../routing/caller-ids.queries.ts'

export const restCallerIds = (parts: JobParts): Job => ({
  name: 'rest_caller_ids',
  why: 'a caller ID whose calls are answered clearly less often than those of its pool is not shown for a day',
  reports: 'a warning, the audit trail and the state of the trunk',
  everyMs: 600_000,
  run: () => restWeakCallerIds(parts),
})

async function restWeakCallerIds({ db, clock, log, offsetAt }: JobParts): Promise<void> {
  const now = clock.now()
  const counts = await countAnswersByCallerId(db, [new Date(now.getTime() - REST_MS)])
  const weak = weakCallerIds(
    counts.map(({ pool_id, caller_id, ...each }) => ({ poolId: pool_id, callerId: caller_id, ...each })),
  )
  if (weak.length === 0) return
  const until = new Date(now.getTime() + REST_MS)
  const rested = await db.transaction(async (tx) => {
    const rows = await storeRest(tx, [
      weak.map(({ callerId }) => callerId),
      weak.map(({ answerRate }) => answerRate),
      weak.map(({ poolAnswerRate }) => poolAnswerRate),
      ...([until, now, dayIn(offsetAt, now)] as const),
    ])
    const isNew = new Set(rows.map(({ caller_id }) => caller_id))
    const found = weak.filter(({ callerId }) => isNew.has(callerId))
    for (const facts of found)
      await recordChange(tx, {
        ...{ at: now, operation: 'callerId.rest' },
        subject: { name: facts.callerId },
        after: { answerRate: facts.answerRate, poolAnswerRate: facts.poolAnswerRate, restUntil: until },
      })
    return found
  })
  for (const facts of rested)
    log.warn(
      { ...facts, until },
      'a caller ID is answered less often than the others of its pool; it is not shown for a day',
    )
}
