// Gives a rest to caller IDs whose calls are answered clearly less often than those of their pool. Nothing of it is silent: the log, the audit
// trail and the state of the trunk say it.
import { recordChange, SERVICE_ACTOR } from '../../../access/audit/audit.service.ts'
import { dayIn } from '../../../platform/kernel/timestamps.ts'
import { restCallerIds } from '../../../telephony/trunks/caller-ids.queries.ts'
import { REST_MS, weakCallerIds } from '../../../telephony/trunks/weak-caller-ids.ts'
import type { NodeContext } from '../dialer-options.ts'
import { countAnswersByCallerId } from './caller-ids.queries.ts'

export async function restWeakCallerIds(
  node: Pick<NodeContext, 'db' | 'clock' | 'log' | 'offsetAt'>,
): Promise<void> {
  const { db, clock, log, offsetAt } = node
  const now = clock.now()
  const counts = await countAnswersByCallerId(db, [new Date(now.getTime() - REST_MS)])
  const weak = weakCallerIds(
    counts.map(({ pool_id, caller_id, ...each }) => ({ poolId: pool_id, callerId: caller_id, ...each })),
  )
  if (weak.length === 0) return
  const until = new Date(now.getTime() + REST_MS)
  const rested = await db.transaction(async (tx) => {
    const rows = await restCallerIds(tx, [
      weak.map(({ callerId }) => callerId),
      weak.map(({ answerRate }) => answerRate),
      weak.map(({ poolAnswerRate }) => poolAnswerRate),
      ...([until, now, dayIn(offsetAt, now)] as const),
    ])
    const isNew = new Set(rows.map(({ caller_id }) => caller_id))
    const found = weak.filter(({ callerId }) => isNew.has(callerId))
    for (const facts of found)
      await recordChange(tx, {
        ...{ at: now, actor: SERVICE_ACTOR, operation: 'callerId.rest' },
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
