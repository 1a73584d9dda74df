// How many calls may be asked for with a token in 24 hours, by the clock of the database. Calls are counted in the transaction that asks for
// them, so what is refused for another reason costs nothing. It is the last lock that such a transaction takes.
import { Forbidden, TooManyRequests } from '../../platform/kernel/errors.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { countUse, lockUse } from './call-limit.queries.ts'

/** Throws if the limit leaves no room for as many calls. */
export type CountCalls = (tx: Queryable, calls: number) => Promise<void>

export function createCallLimit(tokenId: string, max: number): CountCalls {
  return async (tx, calls) => {
    if (calls > max) throw new Forbidden({ fault: 'calls_above_limit', params: { max, calls } })
    await lockUse(tx, [tokenId])
    const use = await countUse.first(tx, [tokenId, calls, max])
    if (use?.is_counted) return
    const { used = max, seconds } = use ?? {}
    throw new TooManyRequests({
      fault: 'calls_used_up',
      params: { max, used, calls, seconds: Math.max(1, seconds ?? 1) },
    })
  }
}
