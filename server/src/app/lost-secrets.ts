// What a restore from a backup without secrets has left without its secret: it does nothing until it has one again.

import type { Queryable } from '../platform/storage/database.ts'
import { type LostSecretRow, listLostSecrets } from './lost-secrets.queries.ts'

/** Names, and the hosts of webhooks: the rest of an address may be a secret. Webhooks of one host have their description or id too. */
export interface LostSecrets {
  trunks: string[]
  phones: string[]
  webhooks: string[]
}

export async function readLostSecrets(db: Queryable): Promise<LostSecrets> {
  const lost = await listLostSecrets(db, [])
  const named = (kind: LostSecretRow['kind']) => lost.filter((each) => each.kind === kind)
  return {
    trunks: named('trunk').map(({ name }) => name),
    phones: named('phone').map(({ name }) => name),
    webhooks: namedApart(named('webhook')),
  }
}

function namedApart(rows: LostSecretRow[]): string[] {
  const hosts = rows.map(({ name: url }) => (URL.canParse(url) ? new URL(url).host : url))
  const isAlone = (host: string) => hosts.indexOf(host) === hosts.lastIndexOf(host)
  return rows.map(({ id, description }, index) => {
    const host = hosts[index] as string
    return isAlone(host) ? host : `${host} (${description || id})`
  })
}
