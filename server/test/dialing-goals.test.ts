// Tasks with a goal: they complete when it is met, and start no call more. In a world with a virtual clock.

import { describe, expect, it } from 'vitest'
import type { QuietWorld } from './simulation/quiet-world.ts'
import { dialingWorlds } from './support/dialing-world.ts'
import { idsOf } from './support/task-fixtures.ts'

const createWorld = dialingWorlds()
const RUNNING = 1
const COMPLETED = 4
const NUMBERS = Array.from({ length: 30 }, (_, index) => String(100 + index))

const audit = (world: QuietWorld, taskId: string) =>
  world.look<{ operation: string; reason: string | null }>(
    'select operation, reason from audit where task_id = $1 order by id desc limit 1',
    [taskId],
  )
const waiting = (world: QuietWorld) =>
  world.look('select from dial where due_at is not null and outcome is null')

describe('a task with a number of successes as its goal', () => {
  it('completes when it is met; the contacts that remain are not called', async () => {
    const world = await createWorld()
    const { taskId } = await world.addRunningTask(NUMBERS, { stopWhen: { successes: 7 } })
    world.startNode()
    await world.runOut()
    expect(world.rung()).toHaveLength(7)
    expect(world.history.status(taskId)).toBe(COMPLETED)
    expect(await audit(world, taskId)).toEqual([{ operation: 'complete', reason: 'its goal is met' }])
  })

  it('takes more lines if few calls succeed, and starts none once it is met', async () => {
    const world = await createWorld({
      answer: (phoneNumber) => (Number(phoneNumber) % 3 === 0 ? 'answered' : 'busy'),
    })
    const { taskId } = await world.addRunningTask(NUMBERS, { stopWhen: { successes: 4 }, callInterval: 600 })
    world.startNode()
    world.startNode()
    await world.runOut()
    const successes = world.network.ledger.filter(({ end }) => end?.cause === 'answered')
    const fourth = successes.map(({ endMs }) => endMs ?? 0).sort((a, b) => a - b)[3] ?? 0
    const late = world.network.ledger.filter(({ startMs }) => startMs > fourth + 500)
    expect(successes.length).toBeGreaterThanOrEqual(4)
    expect(successes.length).toBeLessThan(8)
    expect(late).toEqual([])
    expect(world.history.status(taskId)).toBe(COMPLETED)
    // Contacts that waited for another attempt wait no longer.
    await world.run(5000)
    expect(await waiting(world)).toEqual([])
  })

  it('completes as usual if its contacts are done before', async () => {
    const world = await createWorld({ answer: () => 'invalid_number' })
    const { taskId } = await world.addRunningTask(['100', '101'], { stopWhen: { successes: 5 } })
    world.startNode()
    await world.runOut()
    expect(world.history.status(taskId)).toBe(COMPLETED)
    expect(await audit(world, taskId)).toEqual([{ operation: 'complete', reason: null }])
  })

  it('can be recalled: what is met ends it again, without a call', async () => {
    const world = await createWorld({
      answer: (number) => (number === '101' ? 'answered' : 'invalid_number'),
    })
    const { taskId, contactIds } = await world.addRunningTask(['100', '101', '102'], {
      stopWhen: { successes: 1 },
    })
    world.startNode()
    await world.runOut()
    const before = world.rung().length
    const recalled = world.tasks.recall({
      taskId,
      contactIds: contactIds.slice(0, 1),
      priority: 5,
    })
    await world.finish(recalled.then(idsOf))
    expect(world.history.status(taskId)).toBe(RUNNING)
    await world.runOut()
    expect(world.rung()).toHaveLength(before)
    expect(world.history.status(taskId)).toBe(COMPLETED)
  })

  it('leaves the others to a task that continues it', async () => {
    const world = await createWorld()
    const { taskId } = await world.addRunningTask(NUMBERS.slice(0, 5), { stopWhen: { successes: 2 } })
    world.startNode()
    await world.runOut()
    await world.run(5000)
    const next = await world.finish(world.continueTask(taskId))
    await world.finish(world.tasks.transition('publish', next))
    await world.run(20_000)
    expect(world.rung()).toEqual(['100', '101', '102', '103'])
    expect(world.history.status(next)).toBe(COMPLETED)
  })
})
