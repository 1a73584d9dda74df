// Tests whether the database can write, without storing anything.
import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** Leaves so little memory that the next statement has to use the disk; also returns whether the transaction may write. */
const prepareProbe = sql<{ is_read_only: boolean }>(
  'prepare_storage_probe',
  `select set_config('work_mem', '64kB', true) is not null
     and current_setting('transaction_read_only') = 'on' as is_read_only`,
)

/** Writes 8 MB to a temporary file on the database's disk. The file is removed when the statement ends. */
const useDisk = sql<never>(
  'use_disk',
  `with filler as materialized (select repeat('x', 8000) as text from generate_series(1, 1000))
   select count(*) from filler`,
)

/** Fails with the database's own error if there is no room. */
export async function probeStorage(db: Database): Promise<{ isReadOnly: boolean }> {
  return db.transaction(async (tx) => {
    const state = await prepareProbe.first(tx)
    await useDisk(tx)
    return { isReadOnly: state?.is_read_only === true }
  })
}
