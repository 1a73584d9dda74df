// What becomes of the tokens of a person who is disabled. Each change is on record.
import type { Queryable } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import * as queries from './tokens.queries.ts'

interface Owner {
  id: string
  data_source_ids: string[] | null
}

interface Change {
  at: Date
}

export async function endTokensOf(tx: Queryable, owner: Owner, change: Change): Promise<void> {
  for (const subject of await queries.revokeTokensOf(tx, [owner.id, change.at]))
    await recordChange(tx, { ...change, operation: 'token.revoke', subject })
}

/** To the service. They see no more than before; those that would see nothing end. */
export async function handOverTokensOf(tx: Queryable, owner: Owner, change: Change): Promise<void> {
  const kept = await queries.handOverTokensOf(tx, [owner.id, change.at, owner.data_source_ids])
  for (const subject of kept) await recordChange(tx, { ...change, operation: 'token.handOver', subject })
  await endTokensOf(tx, owner, change)
}
