// A new installation has a do-not-call list that holds for all tasks, so that those who want no more calls can be put on one from the first call on. Only
// the first start makes it: whoever has deleted it, or runs a service from before, does not get it again.

import type { Clock } from '../../platform/kernel/clock.ts'
import { newId } from '../../platform/kernel/ids.ts'
import type { Database } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import * as queries from './do-not-call.queries.ts'

const WORDS = {
  en: { name: 'Do not call again', description: 'People who want no more calls. Holds for all tasks.' },
  zh: { name: '不再呼叫', description: '不希望再接到来电的人，对所有任务有效。' },
}

/** `locale`: of the machine on which the service starts. */
export async function addFirstList(
  { db, clock }: { db: Database; clock: Clock },
  locale: string,
): Promise<void> {
  const { name, description } = WORDS[locale.toLowerCase().startsWith('zh') ? 'zh' : 'en']
  const now = clock.now()
  await db.transaction(async (tx) => {
    const list = await queries.insertList.first(tx, [newId(), name, description, true, now])
    if (!list) throw new Error('the first do-not-call list was not stored')
    const after = { description, isGlobal: true }
    await recordChange(tx, { at: now, operation: 'doNotCall.add', subject: list, after })
  })
}

/** The oldest list that holds for all tasks. */
export async function findGlobalList(db: Database): Promise<string | undefined> {
  return (await queries.findGlobalList.first(db, []))?.id
}
