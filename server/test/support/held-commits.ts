// Holds an import at a chosen place, so that a test can kill what is in the middle of it.

import { expect } from 'vitest'

interface HeldCommits {
  /** Resolves when a transaction has written everything and is held at its commit. */
  reached(): Promise<void>
  /** Ends the held transaction, as the server does when its client is gone, and holds no more. */
  release(): Promise<void>
}

/** Holds every transaction that adds a contact after this position to the data source. */
export async function holdCommits(
  database: { query(statement: { text: string }): Promise<{ rowCount: number | null }> },
  dataSourceId: string,
  afterPosition = 0,
): Promise<HeldCommits> {
  const run = (text: string) => database.query({ text })
  await run(`
    create function hold() returns trigger language plpgsql as 'begin perform pg_sleep(3600); return null; end';
    create constraint trigger hold after insert on contact deferrable initially deferred for each row
      when (new.data_source_id = '${dataSourceId}' and new.position > ${afterPosition}) execute function hold();
  `)
  const held = `from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  return {
    async reached() {
      await expect.poll(async () => (await run(`select ${held}`)).rowCount).toBe(1)
    },
    async release() {
      await run(`select pg_terminate_backend(pid) ${held}`)
      await run('drop function hold cascade')
    },
  }
}
