// Denials, as the claim has stored them.
import { sql } from '../../platform/storage/sql.ts'

export interface DenialRow {
  at: Date
  task_id: string
  contact_id: string
  phone_number: string
  until: Date | null
  reason: string
  detail: Record<string, unknown>
}

/** Newest first. $1: the number as it is compared; $2: contact; $3: task, or null for all; $4: max number of rows. */
export const latestDenials = sql<DenialRow>(
  'latest_denials',
  `select at, task_id, contact_id, phone_number, until, reason, detail from denial
   where phone_key = $1 and contact_id = $2 and ($3::uuid is null or task_id = $3)
   order by at desc, task_id limit $4`,
)
