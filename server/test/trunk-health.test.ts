// The health of trunks by the API, from call records and from what the nodes report.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../src/platform/kernel/ids.ts'
import type { TrunkProbe } from '../src/telephony/trunks/test/trunk-probe.ts'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { createManualClock } from './support/manual-clock.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

interface Calls {
  calls: number
  answered: number
  shortCalls: number
  answerRate: number | null
  talkSeconds: number
  media: { calls: number; loss: number; jitterMs: number; mes: number | null } | null
}
interface History {
  step: number
  buckets: ({ time: string } & Calls)[]
  answers: { sipStatus: number; calls: number; lastTime: string; message: string }[]
}
interface Problems {
  trunkProblems: { trunkName: string; node: string | null; code: string; message: string }[]
}

const clock = createManualClock('2026-11-16T08:07:00Z')
let app: TestApp
let trunkId: string

const probe: TrunkProbe = {
  resolve: async () => [],
  state: async () => ({
    ...{ isReachable: true, roundTripMs: 5, registration: undefined, fault: undefined },
  }),
  details: async () =>
    new Map([[trunkId, { liveCalls: 3, media: { calls: 2, loss: 0.02, jitterMs: 6, mes: 85 } }]]),
  call: () => Promise.reject(new Error('not called here')),
}

beforeAll(async () => {
  app = await createTestApp({
    ...{ clock, timeZone: 'UTC' },
    gateway: () => ({ gateway: createInstantGateway(), probe: () => probe }),
  })
})
beforeEach(async () => {
  // What was read of earlier calls is kept for a day.
  clock.advance(26 * 3_600_000)
  await app.rows('truncate trunk, call, dialer_node')
  const added = await app.post<{ id: string }>('/api/trunk/add', { name: 'Main', host: '192.0.2.1' })
  trunkId = expectSuccess(added).id
})
afterAll(() => app.close())

/** Calls of the trunk that ended so many minutes ago. */
async function addCalls(
  minutesAgo: number,
  count: number,
  call: { talkMs?: number; sipStatus?: number; media?: object } = {},
) {
  const { talkMs = null, sipStatus = null, media } = call
  await app.rows(
    `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause,
       start_time, answer_time, end_time, talk_ms, sip_status, trunk_id, result)
     select gen_random_uuid(), $1, $1, $1, '+4930123456', '+4930123456', 1, 1, 1, 'answered', ended.at,
       case when $4::int is not null then ended.at end, ended.at, coalesce($4, 0), $5, $6, $7::jsonb
     from (select $2::timestamptz as at) ended, generate_series(1, $3)`,
    [
      ...[newId(), new Date(clock.now().getTime() - minutesAgo * 60_000), count, talkMs, sipStatus, trunkId],
      media ? JSON.stringify({ media }) : null,
    ],
  )
}

const history = async () => expectSuccess(await app.get<History>(`/api/trunk/${trunkId}/health`))
const problems = async () => expectSuccess(await app.get<Problems>('/api/overview')).trunkProblems

it('counts the calls of the last day by the quarter of an hour, with the answers of the carrier', async () => {
  await addCalls(2, 3, { talkMs: 20_000 })
  await addCalls(3, 1, { talkMs: 5999 })
  await addCalls(4, 4, { sipStatus: 486 })
  await addCalls(90, 1, { sipStatus: 503 })
  await addCalls(25 * 60, 7, { talkMs: 20_000 })
  const { step, buckets, answers } = await history()
  expect(step).toBe(900)
  expect(buckets).toHaveLength(96)
  expect(buckets.at(-1)?.time).toBe('2026-11-17 10:00:00')
  expect(buckets.at(-1)).toMatchObject({
    ...{ calls: 8, answered: 4, shortCalls: 1, answerRate: 0.5, talkSeconds: 65.999 },
  })
  expect(buckets.filter(({ calls }) => calls > 0)).toHaveLength(2)
  expect(buckets[0]).toMatchObject({ calls: 0, answerRate: null })
  expect(answers).toMatchObject([
    { sipStatus: 486, calls: 4, lastTime: '2026-11-17 10:00:00' },
    { sipStatus: 503, calls: 1, lastTime: '2026-11-17 08:30:00' },
  ])
  expect(answers[0]?.message).toMatch(/busy/)
  expectError(await app.get(`/api/trunk/${UNKNOWN_ID}/health`), 404)
})

it('has the mean of the loss, jitter and score of the calls whose sound was measured', async () => {
  await addCalls(2, 3, { talkMs: 20_000, media: { loss: 0.04, jitterMs: 10, mes: 80 } })
  await addCalls(3, 1, { talkMs: 20_000, media: { loss: 0, jitterMs: 2 } })
  await addCalls(4, 6, { talkMs: 20_000 })
  await addCalls(90, 1, { talkMs: 20_000 })
  const { buckets } = await history()
  expect(buckets.at(-1)?.media).toEqual({ calls: 4, loss: 0.03, jitterMs: 8, mes: 80 })
  expect(buckets.filter(({ media }) => media)).toHaveLength(1)
  const { rows } = expectSuccess(await app.get<{ rows: { lastHour: Calls }[] }>('/api/trunk/states'))
  expect(rows[0]?.lastHour.media).toEqual({ calls: 4, loss: 0.03, jitterMs: 8, mes: 80 })
  const { payload } = await app.http.inject({ url: '/metrics' })
  for (const line of [
    'carillon_trunk_loss_ratio_last_hour{trunk="Main"} 0.03',
    'carillon_trunk_jitter_seconds_last_hour{trunk="Main"} 0.008',
    'carillon_trunk_mes_last_hour{trunk="Main"} 80',
  ])
    expect(payload).toContain(line)
})

it('goes on counting while quarters become final', async () => {
  await addCalls(40, 2, { talkMs: 20_000 })
  expect((await history()).buckets.reduce((sum, { calls }) => sum + calls, 0)).toBe(2)
  clock.advance(3_600_000)
  await addCalls(1, 1, { talkMs: 20_000 })
  expect((await history()).buckets.reduce((sum, { calls }) => sum + calls, 0)).toBe(3)
  clock.advance(24 * 3_600_000)
  expect((await history()).buckets.reduce((sum, { calls }) => sum + calls, 0)).toBe(0)
})

it('is in the list of states, with the node that sees it', async () => {
  await addCalls(5, 4, { talkMs: 20_000 })
  const { rows } = expectSuccess(await app.get<{ rows: object[] }>('/api/trunk/states'))
  expect(rows).toMatchObject([
    {
      id: trunkId,
      state: 'reachable',
      nodes: [
        {
          ...{ node: expect.stringContaining(String(process.pid)), state: 'reachable', registration: null },
          ...{ roundTripMs: 5, liveCalls: 3, media: { calls: 2, loss: 0.02, jitterMs: 6, mes: 85 } },
        },
      ],
      lastHour: { calls: 4, answered: 4, answerRate: 1 },
    },
  ])
})

async function addNode(
  name: string,
  condition: { state: string; code: string; facts: object },
  silentMs = 0,
) {
  const states = [
    {
      id: trunkId,
      name: 'Main',
      ...condition,
      roundTripMs: null,
      registration: null,
      liveCalls: 0,
      media: null,
    },
  ]
  await app.rows(
    `insert into dialer_node (id, name, start_time, heartbeat_time, trunk_states) values (gen_random_uuid(), $1, $2, $2, $3)`,
    [name, new Date(clock.now().getTime() - silentMs), JSON.stringify(states)],
  )
}

it('is a problem on the overview, which says the node, while a node sees it down or held back', async () => {
  await addNode('one', { state: 'down', code: 'registration_rejected', facts: {} })
  await addNode('two', { state: 'heldBack', code: 'held_back', facts: { why: 'SIP 403' } })
  await addNode('three', { state: 'registered', code: 'registered', facts: {} })
  await addNode('gone', { state: 'down', code: 'registration_rejected', facts: {} }, 60_000)
  expect(await problems()).toMatchObject(
    [
      { trunkName: 'Main', node: 'one', code: 'registration_rejected', message: /password/ },
      { trunkName: 'Main', node: 'two', code: 'held_back', message: /SIP 403/ },
    ].map(({ message, ...problem }) => ({ ...problem, message: expect.stringMatching(message) })),
  )
  expectSuccess(await app.post('/api/trunk/update', { id: trunkId, isEnabled: false }))
  expect(await problems()).toEqual([])
})

it('is a problem if far fewer calls are answered than on the day before', async () => {
  await addCalls(600, 60, { talkMs: 20_000 })
  await addCalls(600, 60, { sipStatus: 486 })
  await addCalls(5, 5, { talkMs: 20_000 })
  await addCalls(5, 14, { sipStatus: 486 })
  expect(await problems()).toEqual([])
  clock.advance(30_000)
  await addCalls(5, 16, { sipStatus: 486 })
  expect(await problems()).toMatchObject([
    {
      node: null,
      code: 'low_answer_rate',
      facts: { rateBefore: 0.5 },
      message: expect.stringMatching(/14%.*50%/),
    },
  ])
})

it('is in the metrics, by the name of the trunk', async () => {
  await addCalls(5, 4, { talkMs: 2000 })
  const read = async () => (await app.http.inject('/metrics')).body
  await expect.poll(read).toContain('carillon_trunk_up{trunk="Main"} 1')
  const metrics = await read()
  expect(metrics).toContain('carillon_trunk_round_trip_seconds{trunk="Main"} 0.005')
  expect(metrics).toContain('carillon_trunk_live_calls{trunk="Main"} 3')
  expect(metrics).toContain('carillon_trunk_loss_ratio{trunk="Main"} 0.02')
  expect(metrics).toContain('carillon_trunk_mes{trunk="Main"} 85')
  await expect.poll(read).toContain('carillon_trunk_short_calls_last_hour{trunk="Main"} 4')
})
