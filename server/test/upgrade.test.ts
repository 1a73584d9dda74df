// A database of an earlier release, with a task half done, is brought up to date and loses nothing.

import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../src/kernel/ids.ts'
import { migrate } from '../src/storage/migrate.ts'
import { silentLog } from './support/silent-log.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')
const START = '2026-03-01T10:00:00.000Z'
const LATER = '2026-03-01T11:00:00.000Z'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true })
})
afterAll(() => database.drop())

const rows = async (text: string, values: unknown[] = []) =>
  (await database.db.query<Record<string, unknown>>({ text, values })).rows

/** The schema as it was before this migration. */
async function migrateUpTo(name: string): Promise<void> {
  const folder = await temporaryFolder()
  for (const file of await readdir(MIGRATIONS))
    if (file < name) await cp(join(MIGRATIONS, file), join(folder, file))
  await migrate({ connection: database.connection, log: silentLog, folder })
}

it('progress, counters, blocks of contacts and the calls of contacts, deleted or not', async () => {
  await migrateUpTo('0007')
  const [dataSourceId, taskId, kept, deleted] = [newId(), newId(), newId(), newId()]
  await rows(
    `insert into data_source (id, name, description, create_time, update_time, contact_count, last_position)
     values ($1, 'list', '', $2, $2, 1, 2)`,
    [dataSourceId, START],
  )
  await rows(
    `insert into contact (id, data_source_id, position, phone_number, phone_key, fields, status, create_time, update_time)
     values ($1, $2, 1, '13800138000', '13800138000', '{}', 1, $3, $3)`,
    [kept, dataSourceId, START],
  )
  await rows(
    `insert into contact_phone_block (data_source_id, block, numbers, has_repeats)
     values ($1, 0, '13800138000,,', false)`,
    [dataSourceId],
  )
  await rows(
    `insert into task (id, name, description, status, data_source_id, list_mode, priority, max_dial_count,
       call_interval_seconds, contact_count, list_end, create_time, update_time, start_time, cursor, started_count)
     values ($1, 'task', '', 1, $2, 'snapshot', 3, 3, 60, 2, 2, $3, $3, $3, 2, 5)`,
    [taskId, dataSourceId, START],
  )
  const live = newId()
  await rows(
    `insert into task (id, name, description, status, data_source_id, list_mode, priority, max_dial_count,
       call_interval_seconds, contact_count, create_time, update_time, start_time, cursor, started_count)
     values ($1, 'live', '', 1, $2, 'live', 3, 3, 60, 2, $3, $3, $3, 2, 0)`,
    [live, dataSourceId, START],
  )
  for (const [contactId, position] of [
    [kept, 1],
    [deleted, 2],
  ]) {
    await rows(
      `insert into dial (task_id, contact_id, position, phone_number, attempts, priority, outcome, calls, last_call_time,
         update_time)
       values ($1, $2, $3, '13800138000', 2, 3, 1, 2, $4, $4)`,
      [taskId, contactId, position, LATER],
    )
    for (const start of [LATER, START])
      await rows(
        `insert into call (id, task_id, contact_id, data_source_id, position, phone_number, round, attempt, outcome, cause,
           start_time, end_time, talk_ms)
         values ($1, $2, $3, $4, $5, '13800138000', 1, 1, 1, 'answered', $6, $6, 5)`,
        [newId(), taskId, contactId, dataSourceId, position, start],
      )
  }
  for (const slot of [0, 3, 6, 7])
    await rows(
      `insert into task_counter (task_id, slot, call_count, success_count, talk_ms, update_time)
       values ($1, $2, 1, 1, 5, $3)`,
      [taskId, slot, START],
    )
  await rows('insert into dialer_slot (slot, ended) values (5, 3), (2, 1)')
  await rows(`update dialer set started = '{"7": 5}', started_total = 5`)

  await migrate({ connection: database.connection, log: silentLog })

  expect(
    await rows('select task_id, cursor, started_count from task_progress order by started_count desc'),
  ).toEqual([
    { task_id: taskId, cursor: 2, started_count: 5 },
    { task_id: live, cursor: 2, started_count: 0 },
  ])
  // One of the two that it counts is deleted by now.
  expect(await rows('select id, contact_count, kept_count from task order by list_mode')).toEqual([
    { id: live, contact_count: null, kept_count: 1 },
    { id: taskId, contact_count: 2, kept_count: 0 },
  ])
  expect(await rows('select started, started_total from dialer_progress')).toEqual([
    { started: { 7: 5 }, started_total: 5 },
  ])
  expect(await rows('select slot, call_count, success_count, talk_ms from task_counter')).toEqual([
    { slot: 0, call_count: 4, success_count: 4, talk_ms: 20 },
  ])
  expect(await rows('select slot, ended from dialer_slot order by slot')).toEqual(
    [4, 0, 0, 0].map((ended, slot) => ({ slot, ended })),
  )
  expect(await rows('select contact_id, call_times from dial order by position')).toEqual(
    [kept, deleted].map((id) => ({ contact_id: id, call_times: [new Date(START), new Date(LATER)] })),
  )
  expect(await rows('select data_source_id, block, numbers, contact_count from contact_block')).toEqual([
    { data_source_id: dataSourceId, block: 0, numbers: '13800138000,,', contact_count: 1 },
  ])
  expect(await rows('select id, data_source_id, position from deleted_contact')).toEqual([
    { id: deleted, data_source_id: dataSourceId, position: 2 },
  ])
})
