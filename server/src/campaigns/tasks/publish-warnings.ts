// What whoever publishes a task by the API is told in the answer: what cannot be seen in the calls before it is too late.

import { hasUndisclosedAgent } from '../../conversations/flows/check/announcements.ts'
import { isId } from '../../platform/kernel/ids.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { warningWords } from '../../platform/words/reasons.ts'
import { isAlwaysOpen } from '../permission/calling-hours.ts'
import { taskHours } from '../permission/next-attempt.ts'
import { readRules } from '../permission/rules.queries.ts'
import { MISSING_PROTECTIONS, missingProtections } from './missing-protections.ts'
import { TaskStatus } from './task-state.ts'
import { countCountryUnknown, findTaskList, MAX_COUNTRY_UNKNOWN } from './tasks.queries.ts'

export const PUBLISH_WARNINGS = [
  'simulated_before',
  'country_unknown',
  'undisclosed_agent',
  ...MISSING_PROTECTIONS,
] as const
type PublishWarningCode = (typeof PUBLISH_WARNINGS)[number]

export interface PublishWarning {
  code: PublishWarningCode
  message: string
  contacts?: number
  attempts?: number
  isMore?: true
}

/** None of a task that cannot be published: it is refused. `isSimulated`: where its calls will go. */
export async function publishWarnings(
  db: Queryable,
  id: string,
  isSimulated: boolean,
): Promise<PublishWarning[]> {
  const task = isId(id) ? await findTaskList.first(db, [id]) : undefined
  if (task?.status !== TaskStatus.DRAFT) return []
  const warnings: PublishWarning[] = []
  if (task.was_simulated && !isSimulated)
    warnings.push({ code: 'simulated_before', message: warningWords.en.simulated_before({}) })
  if (hasUndisclosedAgent(task.flow))
    warnings.push({ code: 'undisclosed_agent', message: warningWords.en.undisclosed_agent({}) })
  const hours = taskHours(task)
  const rules = await readRules.first(db)
  const attempts = rules?.default_attempts_per_day ?? 0
  for (const code of rules ? missingProtections(task, hours, rules, isSimulated) : [])
    warnings.push({
      ...{ code, message: warningWords.en[code]({ attempts }) },
      ...(code === 'default_budget' && { attempts }),
    })
  if (!hours.isRecipientZone || isAlwaysOpen(hours)) return warnings
  const contacts = (await countCountryUnknown.first(db, [id]))?.contacts ?? 0
  if (contacts === 0) return warnings
  const facts = { contacts, ...(contacts >= MAX_COUNTRY_UNKNOWN && { isMore: true as const }) }
  warnings.push({ code: 'country_unknown', message: warningWords.en.country_unknown(facts), ...facts })
  return warnings
}
