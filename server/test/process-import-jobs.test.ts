// A node that is killed in the middle of an import: the next one goes on where it stopped.

import { expect, it, onTestFinished } from 'vitest'
import type { ImportJobRow } from '../src/lists/imports/imports.queries.ts'
import { addDataSource, jsonBody, startService } from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { holdCommits } from './support/held-commits.ts'
import { createTestDatabase } from './support/test-database.ts'

const ROWS = 80_000
/** A position in the fourth batch. */
const STOP_AFTER = 30_000
const TOKEN = 'token-of-the-imports-of-this-test-only'

it('no row is lost and none is imported twice after kill -9', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const start = () =>
    startService({
      args: ['--role', 'api'],
      env: { DATABASE_URL: databaseUrl(database.connection), ACCESS_TOKEN: TOKEN },
    })
  const jobNow = async (id: string) => {
    const text = 'select status, read_rows, added_count, fail_count from import_job where id = $1'
    const { rows } = await database.db.query<ImportJobRow>({ text, values: [id] })
    return rows[0] as ImportJobRow
  }

  const first = await start()
  const dataSourceId = await addDataSource(first, 'list')
  const body = new FormData()
  // Every thousandth row has the number of the row before, in the same batch or not.
  const numbers = Array.from(
    { length: ROWS },
    (_, i) => 13_800_000_000 + (i > 0 && i % 1000 === 0 ? i - 1 : i),
  )
  body.set('file', new Blob([`phone\n${numbers.join('\n')}\n`]), 'list.csv')
  const uploaded = await first.call<{ id: string }>(`/api/dataSource/${dataSourceId}/import`, {
    method: 'POST',
    body,
  })
  const id = uploaded?.data.id ?? ''
  const held = await holdCommits(database.db, dataSourceId, STOP_AFTER)
  expect(await first.call(`/api/import/${id}/start`, jsonBody({}))).toMatchObject({ status: 200 })
  await held.reached()
  await first.end('SIGKILL')
  await held.release()
  expect(await jobNow(id)).toMatchObject({ status: 'running', read_rows: 30_000 })

  await start()
  await expect.poll(async () => (await jobNow(id)).status).toBe('completed')
  const duplicates = ROWS / 1000 - 1
  expect(await jobNow(id)).toMatchObject({
    read_rows: ROWS,
    added_count: ROWS - duplicates,
    fail_count: duplicates,
  })
  const { rows } = await database.db.query<Record<string, number>>({
    text: `select count(*) as contacts, count(distinct phone_key) as numbers, max(position) as last,
       (select count(*) from import_failure where not is_warning) as failures, (select count(*) from import_piece) as pieces
     from contact`,
  })
  const contacts = ROWS - duplicates
  expect(rows).toEqual([{ contacts, numbers: contacts, last: contacts, failures: duplicates, pieces: 0 }])
})
