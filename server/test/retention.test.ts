// What is older than its age is deleted in steps, and all sums stay as they were.

import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readTableOwners } from '../scripts/data-model.ts'
import { verifyAudit } from '../src/access/audit/verify-audit.ts'
import { createRetention } from '../src/insight/retention/retention.service.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { DAY_MS } from '../src/platform/kernel/timestamps.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { eventually } from './support/eventually.ts'
import { expectError } from './support/expectations.ts'
import { sealAudit } from './support/seal-audit.ts'
import { silentLog } from './support/silent-log.ts'
import { differencesIn } from './support/sums.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const NUMBERS = Array.from({ length: 40 }, (_, n) => String(13_800_000_000 + n))
let app: TestApp
let taskId: string

beforeAll(async () => {
  const settings = parseSimulatorSettings('seed=7, answered=50, no_answer=50, ring=0-0, talk=0-0, timeout=0')
  app = await createTestApp({ role: 'all', gateway: createSimulator({ settings, clock: systemClock }) })
  await app.limits.change({ lines: 5, callsPerSecond: 0 })
  const dataSourceId = await app.addDataSource('customers', NUMBERS)
  taskId = await app.addTask('spring', dataSourceId, { callInterval: 3600, maxDialCount: 1 })
  app.startDialing()
  await moveTo(app, taskId, 'RUNNING')
  await eventually(async () => expect((await stat()).callCount).toBe(NUMBERS.length))
  await app.stopDialing(5000)
})
afterAll(() => app.close())
// Time goes back and forth here, which it never does to a service.
beforeEach(() =>
  app.rows("update retention set days = null, next_time = '-infinity', cursor = 0, span = 1000"),
)

const stat = async () =>
  (await app.get<{ callCount: number; successCount: number }>(`/api/task/detail/${taskId}`)).body.data

/** The jobs, as they run so many days later. Resolves with how many steps each took. */
async function runIn(days: number, from = Date.now(), recordingDays = 90): Promise<Record<string, number>> {
  const now = () => new Date(from + days * DAY_MS)
  const clock = { ...systemClock, now }
  const steps: Record<string, number> = {}
  for (const { name, run } of createRetention({ db: app.db, clock, log: silentLog, recordingDays }).jobs()) {
    steps[name] = 1
    while ((await run()) === 'unfinished') steps[name] += 1
  }
  return steps
}

const kept = async () => {
  const { body } =
    await app.get<{ what: string; rows: number; totalRows: number; days: number }[]>('/api/retention')
  return Object.fromEntries(body.data.map(({ what, ...view }) => [what, view]))
}

async function listed(query = '') {
  const { body } = await app.get<{ total: number; rows: object[] }>(
    `/api/task/${taskId}/calls?pageSize=3${query}`,
  )
  return [body.data.total, body.data.rows.length]
}

const RESULT = {
  version: 1,
  path: [['ask', 0, 'keys:4']],
  verdict: { is: 'human', by: 'detector', how: 'x', afterMs: 1 },
  digits: { ask: '4711' },
  pressed: [{ step: 'ask', keys: '4711', offsetMs: 5 }],
  fields: { answer: 'yes' },
}

it('what callees have said and keyed in is forgotten after 90 days; what came of it stays', async () => {
  const [call] = await app.rows<{ id: string }>('select id from call order by event_seq limit 1')
  await app.rows('update call set result = $2 where id = $1', [call?.id, RESULT])
  await app.rows(
    'update dial set result = $2 where contact_id = (select contact_id from call where id = $1)',
    [call?.id, RESULT],
  )
  await app.rows(
    `insert into conversation (task_id, call_id, transcript, line_count, summary, costs, turns)
     select task_id, id, '[{"who":"callee","text":"my secret"}]', 1, 'a secret', '{"ai":{"amount":1,"currency":"EUR"}}', '{5}' from call where id = $1`,
    [call?.id],
  )
  await runIn(89)
  expect(await app.rows('select count(*)::int as calls from call where result is not null')).toEqual([
    { calls: 1 },
  ])
  expect((await kept()).heard).toMatchObject({ rows: 0, days: 90 })
  await app.rows("update retention set next_time = '-infinity'")
  await runIn(91)
  const forgotten = { version: 1, path: [], verdict: RESULT.verdict, fields: RESULT.fields }
  expect(await app.rows('select result from call where id = $1', [call?.id])).toEqual([{ result: forgotten }])
  expect(await app.rows('select result from dial where result is not null')).toEqual([{ result: forgotten }])
  expect(await app.rows('select transcript, line_count, summary, turns from conversation')).toEqual([
    { transcript: [], line_count: 0, summary: null, turns: [5] },
  ])
  expect((await kept()).heard).toMatchObject({ rows: 2, totalRows: 2, isLate: false })
  expect(await app.rows('select count(*)::int as calls from call')).toEqual([{ calls: NUMBERS.length }])
})

it('call records go after five years; counters, reports and pages stay exact', async () => {
  const before = await stat()
  const report = (await app.get('/api/report')).body.data
  await runIn(1825)
  expect(await app.rows('select count(*)::int as calls from call')).toEqual([{ calls: NUMBERS.length }])
  expect(await listed()).toEqual([NUMBERS.length, 3])

  // Those that ended before the 31st.
  const [half] = await app.rows<{ end_time: Date }>(
    'select end_time from call order by end_time offset 30 limit 1',
  )
  await app.rows("update retention set next_time = '-infinity'")
  await runIn(1826, Number(half?.end_time))
  const [{ left = 0 } = {}] = await app.rows<{ left: number }>('select count(*)::int as left from call')
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(NUMBERS.length)
  expect(await listed()).toEqual([left, Math.min(3, left)])
  const last = Math.ceil(left / 3)
  expect(await listed(`&pageNum=${last}`)).toEqual([left, left - (last - 1) * 3])
  const failed = await listed('&outcome=3')
  const [{ count = 0 } = {}] = await app.rows<{ count: number }>(
    'select count(*)::int from call where outcome = 3',
  )
  expect(failed[0]).toBe(count)

  await app.rows("update retention set next_time = '-infinity'")
  await runIn(1830)
  expect(await app.rows('select from call')).toEqual([])
  expect(await stat()).toMatchObject({ callCount: before.callCount, successCount: before.successCount })
  expect((await app.get('/api/report')).body.data).toMatchObject(report as object)
  expect((await kept()).calls).toMatchObject({ totalRows: NUMBERS.length, isDefault: true })
})

it('repair knows which records have gone: nothing differs, and what differs otherwise is found', async () => {
  expect(await differencesIn(app)).toEqual([])
  expect(await differencesIn(app, true)).toEqual([])
  expect((await stat()).callCount).toBe(NUMBERS.length)
  await app.rows(
    'update task_counter set talk_ms = talk_ms + 1 where ctid = (select ctid from task_counter where task_id = $1 limit 1)',
    [taskId],
  )
  expect(await differencesIn(app, true)).toMatchObject([{ sum: 'talkMs' }])
  expect(await differencesIn(app)).toEqual([])
})

it('denials, deliveries and samples of lines go past their age, in steps; 0 keeps', async () => {
  await app.rows(
    `insert into denial (phone_key, at, task_id, contact_id, phone_number, reason, detail)
     select '+491511', now() - make_interval(hours => n), $1, gen_random_uuid(), '+491511', 'daily_budget', '{}'
     from generate_series(1, 3000) n`,
    [taskId],
  )
  await app.rows('delete from line_sample')
  await app.rows(
    "insert into line_sample (minute, in_use, max_lines) select date_trunc('minute', now()) - make_interval(mins => n), 1, 1 from generate_series(1, 2500) n",
  )
  const change = await app.post('/api/retention', { lines: 0, denials: 50 })
  expect(change.status).toBe(200)
  const steps = await runIn(3000)
  expect(steps.forget_lines).toBe(1)
  expect(await app.rows('select count(*)::int from line_sample')).toEqual([{ count: 2500 }])
  expect(await app.rows('select from denial')).toEqual([])

  await app.rows(
    `insert into denial (phone_key, at, task_id, contact_id, phone_number, reason, detail)
     select '+491511', now() + make_interval(days => 3000, hours => n), $1, gen_random_uuid(), '+491511', 'daily_budget', '{}'
     from generate_series(1, 48) n`,
    [taskId],
  )
  await app.post('/api/retention', { lines: 10 })
  await app.rows("update retention set next_time = '-infinity' where what = 'denials'")
  expect((await runIn(3051)).forget_lines).toBe(3)
  expect(await app.rows('select count(*)::int from line_sample')).toEqual([{ count: 0 }])
  expect(await app.rows('select count(*)::int from denial')).toEqual([{ count: 24 }])
  expect((await kept()).denials).toMatchObject({ rows: 24, days: 50, isDefault: false, defaultDays: 365 })
  expect((await kept()).lines).toMatchObject({ rows: 2500 })
})

it('the audit trail stays for ever by default', async () => {
  const count = async () => (await app.rows<{ n: number }>('select count(*)::int as n from audit'))[0]?.n
  const before = await count()
  expect(before).toBeGreaterThan(0)
  await runIn(30_000)
  expect(await count()).toBe(before)
  await app.post('/api/retention', { audit: 10 })
  await app.rows("update retention set next_time = '-infinity'")
  await runIn(12)
  // What is not sealed yet stays.
  expect(await count()).toBe((before ?? 0) + 1)
  await sealAudit(app.db)
  await app.rows("update retention set next_time = '-infinity'")
  await runIn(12)
  expect(await app.rows('select operation from audit')).toEqual([{ operation: 'audit.forget' }])
  expect(await verifyAudit({ db: app.db, clock: systemClock })).toMatchObject({ findings: [], seals: 0 })
})

it('an age is a setting with a record of who changed it, and wrong ones are refused', async () => {
  expectError(await app.post('/api/retention', { calls: 30 }), 400, /^calls must be 0 or at least 31/)
  expectError(await app.post('/api/retention', { heard: -1 }), 400, /heard/)
  expectError(await app.post('/api/retention', { everything: 1 }), 400, /everything/)
  await app.post('/api/retention', { calls: 0, heard: 30 })
  expect((await kept()).calls).toMatchObject({ days: 0, nextRunTime: null, isDefault: false })
  await app.post('/api/retention', { calls: null })
  expect((await kept()).calls).toMatchObject({ days: 1826, isDefault: true })
  const { body } = await app.get<{ rows: { operation: string; changes: unknown[] }[] }>('/api/audit/list')
  expect(body.data.rows.slice(0, 2)).toMatchObject([
    { operation: 'retention.change', changes: [{ field: 'calls', before: 0, after: 1826 }] },
    {
      operation: 'retention.change',
      changes: [
        { field: 'calls', before: 1826, after: 0 },
        { field: 'heard', before: 90, after: 30 },
      ],
    },
  ])
})

it('a job that has not run for a day needs attention', async () => {
  const problems = async () =>
    (await app.get<{ problems: { code: string; reason?: string }[] }>('/api/system')).body.data.problems
  await runIn(0)
  expect(await problems()).not.toContainEqual(expect.objectContaining({ code: 'forgetting_late' }))
  await app.rows(
    "update retention set next_time = now() - interval '25 hours' where what in ('calls', 'audit')",
  )
  expect(await problems()).toContainEqual(
    expect.objectContaining({
      code: 'forgetting_late',
      reason: 'calls',
      message: expect.stringContaining('calls'),
    }),
  )
  expect((await kept()).calls).toMatchObject({ isLate: true })
})

it('two nodes do not do the same step, and one that dies in a step leaves it to the next', async () => {
  await app.rows('delete from denial')
  await app.rows(
    `insert into denial (phone_key, at, task_id, contact_id, phone_number, reason, detail)
     select '+491511', now() - make_interval(mins => n), $1, gen_random_uuid(), '+491511', 'daily_budget', '{}' from generate_series(1, 24) n`,
    [taskId],
  )
  const clock = { ...systemClock, now: () => new Date(Date.now() + 10_000 * DAY_MS) }
  const dies: typeof app.db = {
    ...app.db,
    transaction: (work, options) =>
      app.db.transaction(async (tx) => {
        await work(tx)
        throw new Error('killed')
      }, options),
  }
  const job = (db: typeof app.db) =>
    createRetention({ db, clock, log: silentLog, recordingDays: 90 })
      .jobs()
      .find(({ name }) => name === 'forget_denials')
  await app.rows('update retention set span = 1000000000000')
  await expect(job(dies)?.run()).rejects.toThrow('killed')
  expect(await app.rows('select count(*)::int from denial')).toEqual([{ count: 24 }])
  await Promise.all([job(app.db)?.run(), job(app.db)?.run()])
  while ((await job(app.db)?.run()) === 'unfinished');
  expect(await app.rows('select from denial')).toEqual([])
  expect((await kept()).denials).toMatchObject({ rows: 24 })
})

it('docs/operations.md says for each table what bounds it', async () => {
  const docs = await readFile('docs/operations.md', 'utf8')
  const [, section = ''] = docs.split('What bounds each table:')
  const [table = ''] = section.split('\n## ', 1)
  const named = [...table.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, first = '']) =>
    [...first.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect(named.toSorted()).toEqual([...(await readTableOwners()).keys()].toSorted())
})
