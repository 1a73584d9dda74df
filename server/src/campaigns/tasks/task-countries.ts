// A token may be limited to some countries: what it lets dial has numbers of these alone. Judged whenever somebody lets a task dial: at publish, resume and
// recall, because the list may have been filled, and the task begun, by somebody who is not limited.
import { sampleNumbers } from '../../lists/contacts/contacts.queries.ts'
import { Forbidden } from '../../platform/kernel/errors.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { isLimitedToCountries, refuseOtherCountry } from '../../platform/trail/allowed-countries.ts'
import { findListOfTask } from './tasks.queries.ts'

/** In live mode there is no telling who will be called. */
export async function refuseOtherCountries(tx: Queryable, taskId: string, field: string): Promise<void> {
  if (!isLimitedToCountries()) return
  const list = await findListOfTask.first(tx, [taskId])
  if (!list) return
  if (list.contact_count === null) throw new Forbidden({ fault: 'live_list_limited' })
  for (const { phone_key } of await sampleNumbers(tx, [list.data_source_id]))
    refuseOtherCountry(phone_key, field)
}
