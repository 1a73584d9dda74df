// Caller IDs in the database: counts of a day, what was shown last, and numbers that rest.
import { beforeEach, expect, it } from 'vitest'
import { restCallerIds } from '../src/dialing/dialer/jobs/rest-caller-ids.ts'
import { readLastShown } from '../src/dialing/dialer/routing/caller-ids.queries.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createZoneOffsets } from '../src/platform/kernel/timestamps.ts'
import {
  countCallerIds,
  giveBackCallerIds,
  listCallerIdUse,
} from '../src/telephony/trunks/caller-ids.queries.ts'
import { expectSuccess } from './support/expectations.ts'
import { captureLog } from './support/log-capture.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { createTestApp } from './support/test-app.ts'

const DAY = '2026-11-17'
const clock = createManualClock('2026-11-17T12:00:00Z')
const app = await openForFile(createTestApp({ clock }))
beforeEach(async () => {
  clock.set('2026-11-17T12:00:00Z')
  await app.rows('truncate caller_id_use, call, trunk, audit')
})

async function used(callerId: string, day = DAY): Promise<number> {
  const rows = await listCallerIdUse(app.database.db, [day, clock.now()])
  return rows.find(({ caller_id }) => caller_id === callerId)?.calls ?? 0
}

/** Calls that were shown this number, an hour ago. */
async function calls(
  callerId: string,
  count: number,
  answered: number,
  trunkId: string | null = null,
  taskId = newId(),
) {
  await app.rows(
    `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause, start_time,
       answer_time, end_time, talk_ms, trunk_id, caller_id)
     select gen_random_uuid(), $1, gen_random_uuid(), gen_random_uuid(), n::text, n::text, 1, 1, 3, 'no_answer', at.time,
       case when n <= $2::int then at.time end, at.time, 0, $3, $4
     from generate_series(1, $5::int) n, (select $6::timestamptz - interval '1 hour' as time) at`,
    [taskId, answered, trunkId, callerId, count, clock.now()],
  )
}

it('counts what was shown on a day, gives back what was not placed, and begins anew on the next', async () => {
  await countCallerIds(app.database.db, [['+1', '+2'], [3, 1], DAY])
  await countCallerIds(app.database.db, [['+1'], [2], DAY])
  await giveBackCallerIds(app.database.db, [
    ['+1', '+1', '+2'],
    [DAY, DAY, '2026-11-16'],
  ])
  expect([await used('+1'), await used('+2')]).toEqual([3, 1])
  expect(await used('+1', '2026-11-18')).toBe(0)
  await countCallerIds(app.database.db, [['+1'], [1], '2026-11-18'])
  await giveBackCallerIds(app.database.db, [['+1'], [DAY]])
  expect(await used('+1', '2026-11-18')).toBe(1)
})

it('knows what a number was shown last, in any task', async () => {
  await calls('+491', 1, 0)
  clock.advance(60_000)
  await calls('+492', 1, 0, null, newId())
  expect(await readLastShown(app.database.db, [['1', '2']])).toEqual([{ phone_key: '1', caller_id: '+492' }])
})

it('gives a number a rest for a day, and says so in the log, the audit trail and the state of the trunk', async () => {
  const trunk = { name: 'Berlin', host: 'sip.example.com', callerIds: ['+4930100', '+4930101', '+4930102'] }
  const { id } = expectSuccess(await app.post<{ id: string }>('/api/trunk/add', trunk))
  await calls('+4930100', 200, 20, id)
  await calls('+4930101', 200, 80, id)
  await calls('+4930999', 200, 0, newId())
  const logged = captureLog('info')
  const node = { db: app.database.db, clock, log: logged.log, offsetAt: createZoneOffsets('Europe/Berlin') }
  await restCallerIds(node).run()
  await restCallerIds(node).run()
  expect(logged.lines.filter(({ msg }) => String(msg).includes('less often'))).toHaveLength(1)
  const states = async () => expectSuccess(await app.get<{ rows: object[] }>('/api/trunk/states')).rows
  const rests = { callerId: '+4930100', calls: 0, answerRate: 0.1, poolAnswerRate: 0.4 }
  expect(await states()).toMatchObject([
    { id, callerIds: [{ ...rests, restUntil: expect.stringMatching(/^2026-11-18/) }] },
  ])
  const audit = expectSuccess(await app.get<{ rows: object[] }>('/api/audit/list')).rows
  expect(audit[0]).toMatchObject({ operation: 'callerId.rest', subjectName: '+4930100', actor: 'service' })

  clock.advance(24 * 3_600_000)
  await restCallerIds(node).run()
  expect(await states()).toMatchObject([{ callerIds: [] }])
})

it('compares the numbers of a task that has its own only with each other', async () => {
  const [own, other] = ['+4930100', '+4930101']
  const taskId = await app.addTask('own', await app.addDataSource('own', ['+4930555']), { callerIds: [own] })
  const trunkId = newId()
  await calls(own, 200, 10, trunkId, taskId)
  await calls(other, 200, 100, trunkId)
  const node = { db: app.database.db, clock, log: captureLog('info').log, offsetAt: () => 0 }
  await restCallerIds(node).run()
  expect(await app.rows('select from caller_id_use')).toEqual([])
})

it('says when all numbers of a trunk have reached their calls of the day', async () => {
  const trunk = { name: 'Bonn', host: 'sip.example.com', callerIds: ['+49228'], callerIdDailyLimit: 2 }
  expectSuccess(await app.post('/api/trunk/add', trunk))
  const state = async () => expectSuccess(await app.get<{ rows: object[] }>('/api/trunk/states')).rows[0]
  await countCallerIds(app.database.db, [['+49228'], [1], DAY])
  expect(await state()).toMatchObject({
    isAtDailyLimit: false,
    callerIds: [{ callerId: '+49228', calls: 1 }],
  })
  await countCallerIds(app.database.db, [['+49228'], [1], DAY])
  expect(await state()).toMatchObject({ isAtDailyLimit: true })
})
