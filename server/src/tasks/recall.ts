// Dialing contacts again that are done: by name, or all that failed.
import type { Clock } from '../kernel/clock.ts'
import { InvalidInput, NotFound, quote } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import type { Database, Queryable } from '../storage/database.ts'
import * as queries from './recall.queries.ts'
import { isAllowed, notAllowed } from './task-state.ts'

export interface Recall {
  taskId: string
  contactIds: string[]
  priority: number
  actor: string
}

const NAMED_IN_A_MESSAGE = 10

export async function recallContacts(
  { db, clock }: { db: Database; clock: Clock },
  { taskId, contactIds, priority, actor }: Recall,
): Promise<string[]> {
  if (!isId(taskId)) throw new NotFound('task', taskId)
  const work = async (tx: Queryable) => {
    const task = await queries.lockTask.first(tx, [taskId])
    if (!task) throw new NotFound('task', taskId)
    if (!isAllowed('recall', task.status)) throw notAllowed('recall', task.status)

    const ids = [...new Set(contactIds)]
    await refuseStrangers(tx, ids, task)
    const now = clock.now()
    const recalled =
      ids.length > 0
        ? await queries.recallNamed(tx, [taskId, now, priority, ids])
        : await queries.recallFailed(tx, [taskId, now, priority])
    await queries.recordRecall(tx, [taskId, now, actor, recalled.length])
    return recalled.map((row) => row.contact_id)
  }
  // Many rows at once, while calls end that lock some of them in another order.
  return db.transaction(work, { retry: true })
}

async function refuseStrangers(
  tx: Queryable,
  ids: string[],
  task: { data_source_id: string; list_end: number | null },
): Promise<void> {
  const malformed = ids.filter((id) => !isId(id))
  const wellFormed = ids.filter(isId)
  const unknown = await queries.findStrangers(tx, [wellFormed, task.data_source_id, task.list_end])
  const strangers = [...malformed, ...unknown.map((row) => row.id)]
  if (strangers.length === 0) return
  const shown = strangers.slice(0, NAMED_IN_A_MESSAGE).map(quote).join(', ')
  const rest =
    strangers.length > NAMED_IN_A_MESSAGE ? ` and ${strangers.length - NAMED_IN_A_MESSAGE} more` : ''
  throw new InvalidInput(`contactIds has ids that are no contacts of this task: ${shown}${rest}`)
}
