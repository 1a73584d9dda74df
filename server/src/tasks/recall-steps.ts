// Carrying out a recall that was decided, part by part. Any node can do it; several at once do no harm.
import type { Clock } from '../kernel/clock.ts'
import type { Queryable } from '../storage/database.ts'
import * as queries from './recall.queries.ts'

const PARTS_AT_A_TIME = 50

export interface RecallStepsDependencies {
  db: Queryable
  clock: Clock
}

/**
 * Processes each remaining part once, while `mayGoOn` is true. Returns true if the recall is over, and false if some of its
 * contacts are locked by another transaction or another node is working on a part.
 */
export async function carryOutRecall(
  { db, clock }: RecallStepsDependencies,
  recallId: string,
  mayGoOn: () => boolean = () => true,
): Promise<boolean> {
  for (let after = -1; mayGoOn(); ) {
    const open = await queries.readOpenParts(db, [recallId, after, PARTS_AT_A_TIME])
    for (const { part } of open) {
      if (!mayGoOn()) return false
      await queries.recallPart(db, [recallId, part, clock.now()])
      after = part
    }
    if (open.length < PARTS_AT_A_TIME) break
  }
  return (await queries.endRecall.run(db, [recallId])) > 0
}
