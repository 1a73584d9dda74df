// Contacts with a `callUntil` whose calls have ended: from when on the hours of their task allow no attempt before it. The database cannot
// compute when hours open, so the settlement is given this time. Contacts without a `callUntil` cost nothing here.

import { lastOpportunity, type TaskHours, taskHours } from '../../../campaigns/permission/next-attempt.ts'
import { createRecipientZones } from '../../../campaigns/permission/recipient-zones.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { EndedCall } from '../node/node-calls.ts'
import { readCallUntils, readHours } from './last-opportunities.queries.ts'
import type { SettledCall } from './settle.queries.ts'

export function createLastOpportunities({
  db,
  clock,
  offsetAt,
}: Pick<NodeContext, 'db' | 'clock' | 'offsetAt'>) {
  const recipientZones = createRecipientZones(offsetAt)
  const serviceZones = [offsetAt]

  /** By task and contact. */
  async function read(ends: EndedCall[]): Promise<(end: EndedCall) => Date | undefined> {
    const taskIds = [...new Set(ends.map(({ taskId }) => taskId))]
    const contactIds = [...new Set(ends.map(({ contactId }) => contactId))]
    const [tasks, contacts] = await Promise.all([readHours(db, [taskIds]), readCallUntils(db, [contactIds])])
    const now = clock.now()
    const hoursOf = new Map(tasks.map((row): [string, TaskHours] => [row.id, taskHours(row)]))
    const contactOf = new Map(contacts.map((row) => [row.id, row]))
    const known = new Map<string, Date>()
    return ({ taskId, contactId }) => {
      const hours = hoursOf.get(taskId)
      const contact = contactOf.get(contactId)
      if (!hours || !contact) return undefined
      const { call_until, phone_key, time_zone } = contact
      const place = hours.isRecipientZone ? recipientZones.of(phone_key, time_zone ?? undefined) : undefined
      const key = `${taskId} ${place?.name} ${call_until.getTime()}`
      const last = known.get(key) ?? lastOpportunity(hours, place?.zones ?? serviceZones, call_until, now)
      known.set(key, last)
      return last
    }
  }

  return {
    async of(ends: EndedCall[]): Promise<SettledCall[]> {
      const timed = ends.filter(({ mayHaveCallUntil }) => mayHaveCallUntil)
      if (timed.length === 0) return ends
      const lastOf = await read(timed)
      return ends.map((end) => (end.mayHaveCallUntil ? { ...end, lastOpportunity: lastOf(end) } : end))
    },
  }
}
