// Who is dialed by a task that continues another one. After each test the rules of all worlds are checked, see
// simulation/check-continued.ts.

import { describe, expect, it } from 'vitest'
import type { QuietWorld } from './simulation/quiet-world.ts'
import { dialingWorlds } from './support/dialing-world.ts'
import { idsOf } from './support/task-fixtures.ts'

const createWorld = dialingWorlds()
const COMPLETED = 4
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(1000 + index))

const change = (world: QuietWorld, operation: 'publish' | 'pause' | 'stop' | 'close', taskId: string) =>
  world.finish(world.tasks.transition(operation, taskId))

const rungBy = (world: QuietWorld, taskId: string) =>
  world.network.ledger.filter((call) => call.taskId === taskId).map(({ phoneNumber }) => phoneNumber)

/** Continues the task and dials to the end. The numbers that were called, each once. */
async function dialTheRest(world: QuietWorld, taskId: string): Promise<string[]> {
  const restId = await world.finish(world.continueTask(taskId))
  await change(world, 'publish', restId)
  await world.run(600_000, () => world.history.status(restId) === COMPLETED)
  expect(world.history.status(restId)).toBe(COMPLETED)
  await world.run(500)
  return [...new Set(rungBy(world, restId))]
}

const ANSWERS = { '1000': 'answered', '1001': 'invalid_number', '1002': 'busy' } as const

describe('a task that continues another one', () => {
  it('dials who was never called and who waited for another attempt, and nobody else', async () => {
    const world = await createWorld({
      answer: (number) => ANSWERS[number as keyof typeof ANSWERS] ?? 'no_answer',
    })
    await world.finish(world.limits.change({ lines: 3 }))
    const settings = { maxDialCount: 2, callInterval: 60 }
    const { taskId } = await world.addRunningTask(numbers(8), settings)
    world.startNode()
    await world.run(1500, () => world.rung().length > 3)
    await change(world, 'pause', taskId)
    await world.run(10_000)
    const before = world.rung()
    expect(before.length).toBeLessThan(8)
    await change(world, 'stop', taskId)
    expect(await dialTheRest(world, taskId)).toEqual(numbers(8).slice(2))
  })

  it('gives each a new allowance of attempts', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    const { taskId } = await world.addRunningTask(['1000'], { maxDialCount: 3, callInterval: 20 })
    world.startNode()
    await world.run(30_000, () => world.rung().length === 2)
    await change(world, 'stop', taskId)
    await world.run(5000)
    const restId = await world.finish(world.continueTask(taskId))
    await change(world, 'publish', restId)
    await world.run(600_000, () => world.history.status(restId) === COMPLETED)
    expect(rungBy(world, restId)).toHaveLength(3)
  })

  it.each(['stop', 'close'] as const)(
    'after a %s, waits for live calls and dials those that would have been dialed again',
    async (operation) => {
      const world = await createWorld({
        answer: (number, nth) => (number === '1000' || nth > 1 ? 'answered' : 'busy'),
        ringMs: 10_000,
      })
      const { taskId } = await world.addRunningTask(['1000', '1001'], { callInterval: 1 })
      world.startNode()
      await world.run(3000)
      await change(world, 'stop', taskId)
      if (operation === 'close') await change(world, 'close', taskId)
      await expect(world.finish(world.continueTask(taskId))).rejects.toThrow(
        '2 calls of the task are still live',
      )
      await world.run(20_000)
      expect(await dialTheRest(world, taskId)).toEqual(['1001'])
    },
  )

  it('does not dial those whose last attempt was up when the task was stopped', async () => {
    const world = await createWorld({ answer: () => 'busy', ringMs: 10_000 })
    const { taskId } = await world.addRunningTask(['1000'], { maxDialCount: 1 })
    world.startNode()
    await world.run(3000)
    await change(world, 'stop', taskId)
    await world.run(20_000)
    await expect(world.finish(world.continueTask(taskId))).rejects.toThrow(
      'Nothing to continue: every contact is finished',
    )
  })

  it('dials recalled contacts that still waited', async () => {
    const world = await createWorld({ answer: () => 'answered' })
    const settings = { callInterval: 86_400 }
    const { taskId, contactIds } = await world.addRunningTask(numbers(3), settings)
    world.startNode()
    await world.runOut()
    const request = { taskId, contactIds: contactIds.slice(1), priority: 5 }
    await world.finish(world.tasks.recall(request).then(idsOf))
    await change(world, 'stop', taskId)
    expect(await dialTheRest(world, taskId)).toEqual(['1001', '1002'])
  })

  it('can be stopped and continued itself, as often as needed', async () => {
    const world = await createWorld({ answer: () => 'answered' })
    await world.finish(world.limits.change({ lines: 1 }))
    const { taskId } = await world.addRunningTask(numbers(7))
    world.startNode()
    let current = taskId
    for (const rung of [2, 4, 5]) {
      await world.run(60_000, () => world.rung().length === rung)
      await change(world, 'stop', current)
      await world.run(10_000)
      expect(world.rung()).toEqual(numbers(rung))
      current = await world.finish(world.continueTask(current))
      if (rung < 5) await change(world, 'publish', current)
    }
    // A draft that was never published remains as it is.
    await change(world, 'close', current)
    await world.run(3000)
    expect(await dialTheRest(world, current)).toEqual(['1005', '1006'])
    expect(world.rung()).toEqual(numbers(7))
  })

  it('leaves out contacts that are deleted, before and after it is made', async () => {
    const world = await createWorld({ answer: () => 'answered' })
    const { taskId, listId, contactIds } = await world.addRunningTask(numbers(5), {
      dailyStartTime: '20:00',
      dailyEndTime: '21:00',
    })
    await change(world, 'stop', taskId)
    const [first = '', second = ''] = contactIds
    await world.finish(world.contacts.remove(listId, first))
    const restId = await world.finish(world.continueTask(taskId))
    await world.finish(world.contacts.remove(listId, second))
    expect((await world.finish(world.tasks.detail(restId))).contact_count).toBe(3)
    await world.finish(world.tasks.update(restId, { dailyStartTime: null, dailyEndTime: null }))
    const known = world.history.task(restId)
    if (known) known.plan = { ...known.plan, dailyStartTime: null, dailyEndTime: null }
    await change(world, 'publish', restId)
    world.startNode()
    await world.run(600_000, () => world.history.status(restId) === COMPLETED)
    expect(rungBy(world, restId)).toEqual(['1002', '1003', '1004'])
  })
})
