// Claims and settlements of several nodes at once, on connections of their own.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockDialer } from '../src/dialing/dialer/claim/claim.queries.ts'
import { type Claim, claimCalls } from '../src/dialing/dialer/claim/claim.ts'
import { createTaskCache } from '../src/dialing/dialer/claim/task-cache.ts'
import { ownClock } from '../src/dialing/dialer/node/database-clock.ts'
import type { CallKeys } from '../src/dialing/dialer/node/node-calls.ts'
import { createRouting } from '../src/dialing/dialer/routing/routing.ts'
import { ENDED_CALLS, settlementOf } from '../src/dialing/dialer/settle/settle.queries.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createZoneOffsets } from '../src/platform/kernel/timestamps.ts'
import type { Queryable } from '../src/platform/storage/database.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { untilHeldUp } from './support/eventually.ts'
import { completeGateway } from './support/plain-gateway.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let taskId: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  await app.rows('update task set status = 2 where status = 1')
  await app.rows('delete from live_call')
  const name = newId()
  taskId = await app.addTask(name, await app.addDataSource(name, ['13800138000', '13800138001']))
  await moveTo(app, taskId, 'RUNNING')
})

function claim(nodeId = newId()): Promise<Claim> {
  const node = {
    ...{ db: app.db, clock: systemClock, random: () => 0.5, maxTasksPerClaim: 1 },
    gateway: completeGateway(createSimulator({ settings: parseSimulatorSettings(''), clock: systemClock })),
  }
  return claimCalls(
    {
      ...node,
      dialForm: (written: string) => written,
      routing: createRouting({
        ...node,
        clock: ownClock(systemClock),
        offsetAt: () => 0,
        testableTrunks: { country: () => undefined },
      }),
    },
    createTaskCache(createZoneOffsets('UTC')),
    { nodeId, maxCalls: 10, mayClaim: () => true, newId, heldTasks: new Set() },
  )
}

/** What comes first: the claim is made, or it is held up. */
const claimOrHeldUp = (claimed: Promise<Claim>) =>
  Promise.race([
    claimed,
    untilHeldUp(app.db).then(
      () => 'held up',
      () => 'never held up',
    ),
  ])

describe('a claim', () => {
  it('waits for another that is under way, and then sees what it left', async () => {
    const second = await app.db.transaction(async (tx) => {
      await lockDialer(tx, [])
      const claimed = claim()
      expect(await claimOrHeldUp(claimed)).toBe('held up')
      await tx.query({ text: 'update task set status = 2 where id = $1', values: [taskId] })
      return { claimed }
    })
    expect((await second.claimed).calls).toEqual([])
  })

  it('leaves a task alone that somebody is just changing, and waits for nobody', async () => {
    await app.db.transaction(async (tx) => {
      await tx.query({ text: 'update task set status = 2 where id = $1', values: [taskId] })
      expect(await claimOrHeldUp(claim())).toMatchObject({ calls: [] })
    })
  })

  it('gives the lines of such a task to the others', async () => {
    const name = newId()
    const other = await app.addTask(name, await app.addDataSource(name, ['13900139000']), { priority: 5 })
    await moveTo(app, other, 'RUNNING')
    await app.rows('update dialer set lines = 1')
    await app.db.transaction(async (tx) => {
      await tx.query({ text: 'select from task where id = $1 for update', values: [taskId] })
      const { calls } = await claim()
      expect(calls.map(({ call }) => call.phoneNumber)).toEqual(['13900139000'])
    })
    await app.rows('update dialer set lines = 100')
  })

  it('otherwise takes what there is', async () => {
    const { calls } = await claim()
    expect(calls.map(({ call }) => call.phoneNumber)).toEqual(['13800138000', '13800138001'])
  })
})

describe('settlements at the same time', () => {
  it('wait for each other where they count for the same task, and nothing is counted twice or not at all', async () => {
    const nodeId = newId()
    const [first, second] = (await claim(nodeId)).calls.map(({ call }) => call)
    const settle = (db: Queryable, call: typeof first) => {
      const now = new Date()
      const end = { cause: 'answered', talkMs: 1000 } as const
      const ended = {
        ...(call as CallKeys),
        end,
        answerTime: now,
        endTime: now,
        result: null,
        mayHaveCallUntil: false,
      }
      return settlementOf([ended])(db, [nodeId, [], 0, [], ...ENDED_CALLS.values([ended])])
    }
    const late = await app.db.transaction(async (tx) => {
      await settle(tx, first)
      const settled = settle(app.db, second)
      await untilHeldUp(app.db)
      return { settled }
    })
    await late.settled
    const [counted] = await app.rows(
      `select count(*)::int as rows, sum(call_count)::int as calls, sum(success_contacts)::int as done, sum(talk_ms)::int as talk
       from task_counter where task_id = $1`,
      [taskId],
    )
    expect(counted).toEqual({ rows: 1, calls: 2, done: 2, talk: 2000 })
    expect(await app.rows('select from live_call where task_id = $1', [taskId])).toEqual([])
  })
})
