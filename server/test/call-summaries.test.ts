// The index of the events of calls: new pages are summarised soon, and those that are being filled are left alone.

import { expect, it } from 'vitest'
import { createCallSummaries } from '../src/insight/events/summarize-calls.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { openForFile } from './support/open-for-file.ts'
import { createTestApp } from './support/test-app.ts'

const app = await openForFile(createTestApp())

async function addCalls(count: number): Promise<void> {
  await app.rows(
    `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause, start_time, end_time, talk_ms)
     select gen_random_uuid(), $1, $1, $1, '13800138000', '13800138000', 1, 1, 2, 'busy', now(), now(), 0 from generate_series(1, $2::int)`,
    [newId(), count],
  )
}

const pages = async () =>
  Number((await app.rows<{ pages: string }>("select pg_relation_size('call') / 8192 as pages"))[0]?.pages)

const isSummarised = async (page: number) =>
  (await app.rows<{ added: number }>("select brin_summarize_range('call_followed', $1) as added", [page]))[0]
    ?.added === 0

it('summarises the pages that are full, and no others', async () => {
  const { run: summarize } = createCallSummaries(app.db)
  await addCalls(10_000)
  const first = await pages()
  expect(first).toBeGreaterThan(100)
  await summarize()
  expect(await isSummarised(0)).toBe(true)
  expect(await isSummarised(first - 100)).toBe(true)
  await addCalls(10_000)
  await summarize()
  expect(await isSummarised((await pages()) - 100)).toBe(true)
  expect(await isSummarised((await pages()) - 20)).toBe(false)
})

it('begins no transaction while no more pages are full', async () => {
  let begun = 0
  const transaction: typeof app.db.transaction = (work, options) => {
    begun += 1
    return app.db.transaction(work, options)
  }
  const { run: summarize } = createCallSummaries({ ...app.db, transaction })
  await summarize()
  await summarize()
  expect(begun).toBe(1)
  await addCalls(10_000)
  await summarize()
  expect(begun).toBe(2)
})

it('does not wait for a vacuum', async () => {
  const { run: summarize } = createCallSummaries(app.db)
  await app.db.transaction(async (tx) => {
    await tx.query({ text: 'lock table call in share update exclusive mode' })
    await summarize()
  })
})
