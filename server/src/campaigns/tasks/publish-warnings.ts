// What whoever publishes a task by the API is told in the answer: what cannot be seen in the calls before it is too late.

import { isId } from '../../platform/kernel/ids.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { warningWords } from '../../platform/words/reasons.ts'
import { isAlwaysOpen } from '../permission/calling-hours.ts'
import { taskHours } from '../permission/next-attempt.ts'
import { TaskStatus } from './task-state.ts'
import { countCountryUnknown, findTaskList, MAX_COUNTRY_UNKNOWN } from './tasks.queries.ts'

export interface PublishWarning {
  code: 'country_unknown'
  message: string
  contacts: number
  isMore?: true
}

/** None of a task that cannot be published: it is refused. */
export async function publishWarnings(db: Queryable, id: string): Promise<PublishWarning[]> {
  const task = isId(id) ? await findTaskList.first(db, [id]) : undefined
  if (task?.status !== TaskStatus.DRAFT) return []
  const hours = taskHours(task)
  if (!hours.isRecipientZone || isAlwaysOpen(hours)) return []
  const contacts = (await countCountryUnknown.first(db, [id]))?.contacts ?? 0
  if (contacts === 0) return []
  const facts = { contacts, ...(contacts >= MAX_COUNTRY_UNKNOWN && { isMore: true as const }) }
  return [{ code: 'country_unknown', message: warningWords.en.country_unknown(facts), ...facts }]
}
