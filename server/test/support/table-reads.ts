// How much of the tables the statements of a connection read: what no clock can tell on a machine that does other things too.

import type { Database, Queryable } from '../../src/platform/storage/database.ts'

export interface Reads {
  /** Index entries, dead ones too. */
  entries: number
  /** Sequential scans of tables. How many dead rows such a scan passes is counted nowhere. */
  scans: number
}

/** Not the sums of a minute, in call_sum: the next minute begins with a new row. */
const TABLES = [
  'dialer',
  'dialer_slot',
  'task',
  'audit',
  'task_progress',
  'task_counter',
  'data_source',
  'contact',
  'live_call',
  'dial',
  'call',
]

/** What this connection has read and not yet reported: it grows within a transaction. */
async function readsOf(tx: Queryable): Promise<Reads> {
  const { rows } = await tx.query<Reads>({
    text: `select
             (select coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0)
              from pg_index where indrelid = any($1::regclass[]))::int as entries,
             (select coalesce(sum(pg_stat_get_xact_numscans(relation)), 0)
              from unnest($1::regclass[]) as tables (relation))::int as scans`,
    values: [TABLES],
  })
  return rows[0] ?? { entries: 0, scans: 0 }
}

interface WatchedDatabase {
  db: Database
  /** What was read since this was last asked. */
  take(): Reads
}

/** A single statement is a transaction too. */
export function watchReads(db: Database): WatchedDatabase {
  let reads: Reads = { entries: 0, scans: 0 }
  const transaction: Database['transaction'] = (work, options) =>
    db.transaction(async (tx) => {
      const before = await readsOf(tx)
      const result = await work(tx)
      const after = await readsOf(tx)
      reads = {
        entries: reads.entries + after.entries - before.entries,
        scans: reads.scans + after.scans - before.scans,
      }
      return result
    }, options)
  return {
    db: { ...db, transaction, query: (statement) => transaction((tx) => tx.query(statement)) },
    take() {
      const taken = reads
      reads = { entries: 0, scans: 0 }
      return taken
    },
  }
}
