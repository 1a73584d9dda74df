// The contacts of a task of a million contacts, as the task knows them: pages by state, cause and attempts, common and rare, and
// searches. The time of the slowest of a few requests over HTTP.
import { newId } from '../../server/src/platform/kernel/ids.ts'
import { createDatabase, type Database } from '../../server/src/platform/storage/database.ts'
import { get, post } from './support/api-client.ts'
import { startService } from './support/child-server.ts'
import { median, timeMs } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { quietLog } from './support/quiet-log.ts'
import { seedContacts } from './support/seed-contacts.ts'

const COUNT = 1_000_000
const ROUNDS = 7
const GOAL_MS = 100

export async function benchTaskContacts(postgres: BenchServer): Promise<void> {
  const connection = await postgres.createDatabase()
  const db = createDatabase({ connection, maxConnections: 2, log: quietLog })
  const service = await startService(connection)
  try {
    const { address } = service
    const dataSourceId = await seedContacts(db, { count: COUNT })
    const { id } = await post(`${address}/api/task/add`, { taskName: newId(), dataSourceId })
    await seedDials(db, id)
    for (const query of QUERIES) await measure(`${address}/api/task/${id}/contacts`, query)
  } finally {
    await service.stop()
    await db.close()
  }
}

/** The last page of half a million; rare values are in 10 contacts. */
const QUERIES = [
  '',
  'pageNum=25000',
  'pageNum=50000',
  'state=notDialed',
  'state=notDialed&pageNum=2000',
  'state=failed',
  'state=failed&pageNum=10000',
  'state=success',
  'state=waiting',
  'state=skipped',
  'cause=busy',
  'cause=rejected',
  'cause=rejected&state=failed',
  'minAttempts=1',
  'minAttempts=3',
  'minAttempts=9',
  'cause=no_answer&state=waiting',
  'cause=busy&pageNum=4000',
  'minAttempts=1&pageNum=20000',
  'phoneNumber=1380',
  'phoneNumber=1380&pageNum=500',
  'phoneNumber=12345',
  'phoneNumber=9999999999',
  'phoneNumber=12345&state=failed',
  'phoneNumber=1&state=failed',
  'phoneNumber=1&state=failed&pageNum=10000',
  'phoneNumber=13&state=notDialed',
  'phoneNumber=1&cause=rejected',
  'name=999',
  'name=客户',
  'name=客户&pageNum=25000',
  'name=客户 999999',
  'name=nobody',
  'name=客户&state=failed',
  'name=99&phoneNumber=13&cause=busy',
]

/** As a dialer leaves them: a tenth is not dialed, half of the others have failed, 10 are skipped. The task was published. */
export async function seedDials(db: Database, taskId: string, count = COUNT): Promise<void> {
  const dialed = Math.round(count * 0.9)
  await db.query({
    text: `insert into dial (task_id, contact_id, position, phone_number, attempts, priority, due_at, outcome, calls, talk_ms,
             update_time, call_times, cause)
           select $1, c.id, c.position, c.phone_number, case when c.position % 100000 = 1 then 9 else 1 + c.position % 3 end, 3,
             case when c.position % 10 = 9 then now() + interval '1 day' end,
             case when c.position % 10 = 9 then null when c.position % 90000 = 5 then 3 when c.position % 10 in (1, 3, 5, 6, 7) then 2
               else 1 end,
             1, 1000, now(), array[now()],
             case when c.position % 90000 = 7 then 'rejected' when c.position % 90000 = 5 then 'do_not_call'
               when c.position % 10 in (1, 3) then 'busy' when c.position % 10 in (5, 6, 7, 9) then 'no_answer' else 'answered' end
           from contact c
           where c.data_source_id = (select data_source_id from task where id = $1) and c.position <= $2`,
    values: [taskId, dialed],
  })
  await db.query({
    text: `insert into task_counter (task_id, slot, success_contacts, failed_contacts, skipped_contacts, update_time)
           select $1, 0, count(*) filter (where outcome = 1), count(*) filter (where outcome = 2), count(*) filter (where outcome = 3),
             now()
           from dial where task_id = $1`,
    values: [taskId],
  })
  await db.query({
    text: 'insert into task_progress (task_id, cursor, started_count) values ($1, $2, 0)',
    values: [taskId, dialed],
  })
  await db.query({
    text: `update task set status = 2, start_time = now(), contact_count = $2::int, list_end = $2::int where id = $1`,
    values: [taskId, count],
  })
  await db.query({ text: 'vacuum analyze dial' })
}

async function measure(address: string, query: string): Promise<void> {
  const times: number[] = []
  let total = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(
      await timeMs(async () => {
        total = (await get<{ total: number }>(`${address}?${query}`)).total
      }),
    )
  }
  const worst = Math.max(...times.slice(1))
  const verdict = worst <= GOAL_MS ? '' : ', MISSED'
  console.log(
    `${`task contacts: ${query || 'all'}`.padEnd(52)} ${median(times).toFixed(1).padStart(7)}  (ms, goal <= ${GOAL_MS}${verdict})  ` +
      `slowest ${worst.toFixed(1)}, ${total} in total`,
  )
}
