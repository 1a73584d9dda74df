// What becomes of waiting contacts when they get other times, or are withdrawn.

import { DENIALS, recordDenials } from '../../../campaigns/permission/rules.queries.ts'
import type { ListObserver } from '../../../lists/contacts/remove-contacts.ts'
import { endWithdrawn, rejudgeContacts, WITHDRAWN } from './rejudge.queries.ts'

export const waitingContacts: Pick<ListObserver, 'timesChanged' | 'contactsWithdrawn'> = {
  async timesChanged(tx, dataSourceId, positions, now) {
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
