// The secrets that the database has sealed: passwords of trunks and own phones, and what webhooks are signed with.

import { previousSecret, webhookSecret } from '../insight/webhooks/webhooks.queries.ts'
import type { SecretBox } from '../platform/kernel/secrets/secret-box.ts'
import type { Database } from '../platform/storage/database.ts'
import { countSealed } from '../platform/storage/sealed-column.ts'
import { phonePassword } from '../telephony/own-phones/own-phones.queries.ts'
import { trunkPassword } from '../telephony/trunks/trunks.queries.ts'

const columns = [trunkPassword, phonePassword, webhookSecret, previousSecret]

/** Seals what the key in use has not sealed: what was stored before there was a key, or with the key before. Returns how many. */
export function sealStoredSecrets(db: Database, box: SecretBox): Promise<number> {
  return db.transaction(async (tx) => {
    let sealed = 0
    for (const column of columns) sealed += await column.sealOthers(tx, box)
    return sealed
  })
}

/** How many are stored as they are, and how many this node has no key for. */
export const countStoredSecrets = countSealed(columns)
