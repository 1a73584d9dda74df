// What becomes of waiting contacts when they get other times, or are withdrawn.

import { createNextAttempts, taskHours } from '../../../campaigns/permission/next-attempt.ts'
import { createRecipientZones } from '../../../campaigns/permission/recipient-zones.ts'
import { DENIALS, recordDenials } from '../../../campaigns/permission/rules.queries.ts'
import type { ListObserver } from '../../../lists/contacts/remove-contacts.ts'
import type { ZoneOffsets } from '../../../platform/kernel/timestamps.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import { readHours } from '../settle/last-opportunities.queries.ts'
import { endCalled, endWithdrawn, readCalled, rejudgeContacts, WITHDRAWN } from './rejudge.queries.ts'

export function waitingContacts(
  serviceZone: ZoneOffsets,
): Pick<ListObserver, 'timesChanged' | 'contactsWithdrawn'> {
  const zones = { serviceZone, recipientZones: createRecipientZones(serviceZone) }

  /** Those that wait for their next attempt, if it would be too late now. */
  async function endLate(tx: Queryable, dataSourceId: string, positions: number[], now: Date): Promise<void> {
    const called = await readCalled(tx, [dataSourceId, positions])
    if (called.length === 0) return
    const tasks = await readHours(tx, [[...new Set(called.map(({ task_id }) => task_id))]])
    const nextTimes = new Map(
      tasks.map((row) => [row.id, createNextAttempts({ hours: taskHours(row), now, ...zones })]),
    )
    const late = called.filter((contact) => nextTimes.get(contact.task_id)?.(contact) === null)
    if (late.length > 0)
      await endCalled(tx, [late.map(({ task_id }) => task_id), late.map(({ position }) => position), now])
  }

  return {
    async timesChanged(tx, dataSourceId, positions, now) {
      await endLate(tx, dataSourceId, positions, now)
      await rejudgeContacts(tx, [dataSourceId, positions, now])
    },
    async contactsWithdrawn(tx, dataSourceId, positions, now) {
      const ended = await endWithdrawn(tx, [dataSourceId, positions, now])
      const denied = ended.map(({ task_id, contact_id, phone_key, phone_number }) => ({
        ...{ taskId: task_id, contactId: contact_id, phoneKey: phone_key, phoneNumber: phone_number },
        denial: { kind: 'never' as const, reason: WITHDRAWN, detail: {} },
      }))
      if (denied.length > 0) await recordDenials(tx, [now, ...DENIALS.values(denied)])
    },
  }
}
