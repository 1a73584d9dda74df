// How an import ends, whatever comes of it: with a record of who ended it and of what it has added.
import type { Database } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import type { ImportJobRow } from './imports.queries.ts'
import * as queries from './imports.queries.ts'

/** Undefined: it has another status than it may have, or another node has it. */
export function endImport(
  db: Database,
  values: Parameters<typeof queries.endJob>[1],
): Promise<ImportJobRow | undefined> {
  return db.transaction(async (tx) => {
    const [ended] = await queries.endJob(tx, values)
    if (!ended) return undefined
    const { id, file_name: name, status } = ended
    const after = {
      status,
      ...{ addedCount: ended.added_count, updatedCount: ended.updated_count, failCount: ended.fail_count },
    }
    await recordChange(tx, {
      at: ended.end_time as Date,
      operation: 'import.end',
      subject: { id, name },
      after,
    })
    return ended
  })
}
