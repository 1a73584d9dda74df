// The JSON form of denials.
import { type Static, Type } from 'typebox'
import { Id, named, oneOf, Timestamp, TimestampOrNull } from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { NEVER_REASONS, NOT_YET_REASONS } from './decide.ts'
import type { DenialRow } from './denials.queries.ts'

export const denialReason = oneOf([...NEVER_REASONS, ...NOT_YET_REASONS], {
  description: 'Why the number may not be called: see docs/permission.md.',
  examples: ['do_not_call'],
})

export const denialDetail = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'What decided, such as the list, the prefix or the place.',
})

export const Denial = named(
  'Denial',
  Type.Object(
    {
      time: Timestamp,
      taskId: Id,
      contactId: Id,
      phoneNumber: Type.String({ examples: ['13800138000'] }),
      reason: Type.Unsafe<string>(denialReason),
      until: { ...TimestampOrNull, description: 'It may be called from then on; null is never.' },
      detail: denialDetail,
    },
    { description: 'A decision that a contact may not be called, now or ever.' },
  ),
)

export function presentDenial(row: DenialRow, timestamps: Timestamps): Static<typeof Denial> {
  return {
    time: timestamps.format(row.at),
    taskId: row.task_id,
    contactId: row.contact_id,
    phoneNumber: row.phone_number,
    reason: row.reason,
    until: timestamps.formatOrNull(row.until),
    detail: row.detail,
  }
}
