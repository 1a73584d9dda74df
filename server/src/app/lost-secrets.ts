// What a restore from a backup without secrets has left without its secret: it does nothing until it has one again.

import * as webhooks from '../insight/webhooks/webhooks.queries.ts'
import type { Queryable } from '../platform/storage/database.ts'
import * as ownPhones from '../telephony/own-phones/own-phones.queries.ts'
import * as trunks from '../telephony/trunks/trunks.queries.ts'

/** Names, and the hosts of webhooks: the rest of an address may be a secret. */
export interface LostSecrets {
  trunks: string[]
  phones: string[]
  webhooks: string[]
}

export async function readLostSecrets(db: Queryable): Promise<LostSecrets> {
  const nameOf = ({ name }: { name: string }) => name
  return {
    trunks: (await trunks.listWithoutPassword(db, [])).map(nameOf),
    phones: (await ownPhones.listWithoutPassword(db, [])).map(nameOf),
    webhooks: (await webhooks.listWithoutSecret(db, [])).map(({ url }) =>
      URL.canParse(url) ? new URL(url).host : url,
    ),
  }
}
