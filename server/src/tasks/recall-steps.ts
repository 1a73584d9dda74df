// Carrying out a recall that was decided: part by part, by whichever node gets to it.
import type { Clock } from '../kernel/clock.ts'
import type { Queryable } from '../storage/database.ts'
import * as queries from './recall.queries.ts'

const PARTS_AT_A_TIME = 50

export interface RecallStepsDependencies {
  db: Queryable
  clock: Clock
}

/**
 * Goes once through the parts that are left, for as long as `mayGoOn`. True if the recall is over: false while somebody else
 * holds some of its contacts, or works on a part.
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
