import { WEBHOOKS_WITHOUT_SECRET } from '../insight/webhooks/webhooks.queries.ts'
import { sql } from '../platform/storage/sql.ts'
import { PHONES_WITHOUT_PASSWORD } from '../telephony/own-phones/own-phones.queries.ts'
import { TRUNKS_WITHOUT_PASSWORD } from '../telephony/trunks/trunks.queries.ts'

export interface LostSecretRow {
  kind: 'trunk' | 'phone' | 'webhook'
  id: string
  /** Of a webhook its address. */
  name: string
  description: string
}

/** Trunks and phones by name, webhooks by age. */
export const listLostSecrets = sql<LostSecretRow, []>(
  'list_lost_secrets',
  `select kind, id, name, description from (
     select 'trunk' as kind, id, name, '' as description, name as place from (${TRUNKS_WITHOUT_PASSWORD}) trunks
     union all select 'phone', id, name, '', name from (${PHONES_WITHOUT_PASSWORD}) phones
     union all select 'webhook', id, url, description, id::text from (${WEBHOOKS_WITHOUT_SECRET}) webhooks
   ) lost order by place, id`,
)
