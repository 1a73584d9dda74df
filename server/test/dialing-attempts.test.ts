// Who is called how often, when, and in which order.

import { describe, expect, it } from 'vitest'
import type { CallCause } from '../src/platform/words/calls.ts'
import { dialingWorlds } from './support/dialing-world.ts'
import { idsOf } from './support/task-fixtures.ts'

const createWorld = dialingWorlds()
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Gaps between the end of one call and the start of the next, for the only number of a world. */
function gapsOf(ledger: readonly { startMs: number; endMs: number | null }[]): number[] {
  return ledger.slice(1).map((call, index) => call.startMs - (ledger[index]?.endMs ?? 0))
}

describe('attempts', () => {
  it.each([1, 2, 10])('are %i at most', async (maxDialCount) => {
    const world = await createWorld({ answer: () => 'no_answer' })
    const { taskId } = await world.addRunningTask(['100'], { maxDialCount, callInterval: 0 })
    world.startNode()
    await world.runOut()
    expect(world.rung()).toHaveLength(maxDialCount)
    expect(world.history.status(taskId)).toBe(4)
  })

  it.each<[CallCause, number]>([
    ['answered', 1],
    ['invalid_number', 1],
    ['rejected', 1],
    ['no_answer', 3],
    ['unreachable', 3],
    ['switched_off', 3],
    ['voicemail', 3],
    ['busy', 3],
    ['congestion', 3],
    ['network_error', 3],
    ['gateway_error', 3],
  ])('after %s: %i of 3 are made', async (cause, calls) => {
    const world = await createWorld({ answer: () => cause })
    await world.addRunningTask(['100'], { maxDialCount: 3, callInterval: 1 })
    world.startNode()
    await world.runOut()
    expect(world.rung()).toHaveLength(calls)
    const [row] = await world.look<{ status: number; call_count: number }>(
      'select status, call_count from contact c cross join lateral contact_calls(c.data_source_id, c.position)',
    )
    expect(row).toEqual({ status: cause === 'answered' ? 1 : 2, call_count: calls })
  })

  it('end with the first answer', async () => {
    const world = await createWorld({ answer: (_, nth) => (nth === 2 ? 'answered' : 'busy') })
    const { taskId } = await world.addRunningTask(['100'], { maxDialCount: 5, callInterval: 0 })
    world.startNode()
    await world.runOut()
    expect(world.rung()).toHaveLength(2)
    const [sums] = await world.look(
      'select sum(call_count)::int as calls, sum(success_contacts)::int as done from task_counter where task_id = $1',
      [taskId],
    )
    expect(sums).toEqual({ calls: 2, done: 1 })
  })
})

describe('callInterval', () => {
  it('0 dials again at once', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    await world.addRunningTask(['100'], { callInterval: 0 })
    world.startNode()
    await world.runOut()
    for (const gap of gapsOf(world.network.ledger)) expect(gap).toBeLessThan(500)
    expect(world.rung()).toHaveLength(3)
  })

  it('counts from the end of a call, to the second', async () => {
    const world = await createWorld({ answer: () => 'busy', ringMs: 20_000 })
    await world.addRunningTask(['100'], { callInterval: 60 })
    world.startNode()
    await world.runOut()
    const gaps = gapsOf(world.network.ledger)
    expect(gaps).toHaveLength(2)
    for (const gap of gaps) {
      expect(gap).toBeGreaterThanOrEqual(60_000)
      expect(gap).toBeLessThan(60_500)
    }
  })

  it('86400 dials again the next day', async () => {
    const world = await createWorld({
      answer: () => 'busy',
      timing: { heartbeatEveryMs: 600_000, deadAfterMs: 3_600_000, placeWithinMs: 1_800_000 },
      pausesMs: { soon: 300_000, later: 300_000, failed: 1000 },
    })
    await world.addRunningTask(['100'], { maxDialCount: 2, callInterval: 86_400 })
    world.startNode()
    await world.run(DAY_MS - 1000)
    expect(world.rung()).toHaveLength(1)
    await world.run(10 * MINUTE_MS)
    expect(world.rung()).toHaveLength(2)
  })

  it('holds for a recall too', async () => {
    const world = await createWorld({ answer: () => 'rejected' })
    const { taskId } = await world.addRunningTask(['100'], { callInterval: 30 })
    world.startNode()
    await world.run(5000)
    expect(
      await world.finish(world.tasks.recall({ taskId, contactIds: [], priority: 1 }).then(idsOf)),
    ).toHaveLength(1)
    await world.runOut()
    expect(gapsOf(world.network.ledger)[0]).toBeGreaterThanOrEqual(30_000)
  })
})

describe('the order', () => {
  it('is the order of the list', async () => {
    const world = await createWorld()
    await world.addRunningTask(['103', '101', '102'])
    await world.finish(world.limits.change({ lines: 1 }))
    world.startNode()
    await world.runOut()
    expect(world.rung()).toEqual(['103', '101', '102'])
  })

  it('is by priority first', async () => {
    const world = await createWorld()
    await world.finish(world.limits.change({ lines: 2 }))
    await world.addRunningTask(['501', '502'], { priority: 5 })
    await world.addRunningTask(['101', '102', '103', '104'], { priority: 1 })
    await world.addRunningTask(['301', '302'], { priority: 3 })
    world.startNode()
    await world.runOut()
    expect(world.rung().map((number) => number[0])).toEqual(['1', '1', '1', '1', '3', '3', '5', '5'])
  })

  it('lets a recall have a priority of its own, for its redials only', async () => {
    const world = await createWorld({ answer: (_, nth) => (nth === 1 ? 'rejected' : 'answered') })
    await world.finish(world.limits.change({ lines: 1 }))
    const first = await world.addRunningTask(['201', '202', '203', '204'], {
      priority: 2,
      callInterval: 0,
    })
    world.startNode()
    await world.run(500)
    await world.addRunningTask(['301', '302'], { priority: 3 })
    await world.run(1700)
    // 201 is done; its redial has the lowest priority, so even the other task goes first.
    await world.finish(
      world.tasks
        .recall({
          taskId: first.taskId,
          contactIds: [first.contactIds[0] as string],
          priority: 5,
        })
        .then(idsOf),
    )
    await world.runOut()
    expect(world.rung()).toEqual(['201', '202', '203', '204', '301', '302', '201'])
  })

  it('shares lines fairly among equals', async () => {
    const numbers = (digit: number) => Array.from({ length: 60 }, (_, index) => `${digit}${100 + index}`)
    const world = await createWorld({ ringMs: 1500 })
    await world.finish(world.limits.change({ lines: 9 }))
    for (const digit of [1, 2, 3]) await world.addRunningTask(numbers(digit))
    world.startNode()
    await world.run(30_000)
    const shares = [1, 2, 3].map((digit) => world.rung().filter((number) => number[0] === `${digit}`).length)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(3)
    expect(Math.min(...shares)).toBeGreaterThan(10)
  })

  it('puts retries that are due before contacts that were never called', async () => {
    const world = await createWorld({
      answer: (number, nth) => (number === '101' && nth === 1 ? 'busy' : 'answered'),
    })
    await world.finish(world.limits.change({ lines: 1 }))
    await world.addRunningTask(['101', '102', '103', '104'], { callInterval: 2 })
    world.startNode()
    await world.runOut()
    expect(world.rung()).toEqual(['101', '102', '101', '103', '104'])
  })
})

describe('one number in several lists', () => {
  it('is never called twice at once, and everybody gets a turn', async () => {
    const world = await createWorld()
    const tasks = []
    for (const form of ['+49 30 123', '+4930123', '+49-30-123'])
      tasks.push(await world.addRunningTask([form]))
    world.startNode()
    world.startNode()
    await world.runOut()
    expect(world.rung().sort()).toEqual(['+49 30 123', '+49-30-123', '+4930123'])
    const attempts = await world.look<{ attempts: number }>('select attempts from dial')
    expect(attempts).toEqual(tasks.map(() => ({ attempts: 1 })))
  })

  it('holds for a contact in two tasks whose number changes while it is up', async () => {
    const world = await createWorld({ talkMs: 20_000 })
    const { listId, contactIds } = await world.addRunningTask(['100'])
    world.startNode()
    await world.run(3000)
    await world.finish(world.contacts.update(listId, contactIds[0] as string, { phoneNumber: '200' }))
    const other = await world.finish(world.addTask(listId))
    await world.finish(world.tasks.transition('publish', other))
    await world.run(10_000)
    expect(world.rung()).toEqual(['100'])
    await world.run(20_000)
    expect(world.rung()).toEqual(['100', '200'])
  })
})
