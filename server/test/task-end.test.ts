// The end of a task's schedule: the dialer stops it.

import { describe, expect, it } from 'vitest'
import { dialingWorlds } from './support/dialing-world.ts'

const createWorld = dialingWorlds()
const STATUS = { RUNNING: 1, PAUSED: 2, STOPPED: 3, COMPLETED: 4, FAILED: 5 }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(1000 + index))

async function createWorldWithTask(endsAfterMs: number, count = 50) {
  const world = await createWorld({ talkMs: 5000 })
  await world.finish(world.limits.change({ lines: 2 }))
  const endAt = new Date(world.now().getTime() + endsAfterMs)
  const { taskId } = await world.addRunningTask(numbers(count), { scheduledEndTime: endAt.toISOString() })
  return { world, taskId, endAt }
}

describe('a task whose end date comes', () => {
  it('is stopped by the dialer, which says why', async () => {
    const { world, taskId, endAt } = await createWorldWithTask(20_000)
    world.startNode()
    await world.run(19_000)
    expect(world.history.status(taskId)).toBe(STATUS.RUNNING)
    const rungBefore = world.rung().length
    expect(rungBefore).toBeGreaterThan(0)
    await world.run(3000)
    expect(world.history.status(taskId)).toBe(STATUS.STOPPED)
    await world.run(30_000)
    expect(world.rung().length).toBeLessThan(50)
    const [audit] = await world.look<{ at: Date }>(
      `select actor, operation, status, reason, at from audit where task_id = $1 order by id desc limit 1`,
      [taskId],
    )
    expect(audit).toMatchObject({
      actor: 'dialer',
      operation: 'stop',
      status: STATUS.STOPPED,
      reason: 'its end date has come',
    })
    expect(Number(audit?.at) - Number(endAt)).toBeGreaterThanOrEqual(0)
    expect(Number(audit?.at) - Number(endAt)).toBeLessThan(2000)
    const [task] = await world.look(
      'select stop_reason, end_time = update_time as ended from task where id = $1',
      [taskId],
    )
    expect(task).toEqual({ stop_reason: 'its end date has come', ended: true })
  })

  it('starts no call from then on, even before a node has stopped it', async () => {
    const { world, endAt } = await createWorldWithTask(20_500)
    world.startNode()
    await world.run(endAt.getTime() - world.now().getTime())
    const rungInTime = world.rung().length
    expect(rungInTime).toBeGreaterThan(0)
    await world.run(30_000)
    expect(world.rung()).toHaveLength(rungInTime)
  })

  it('is stopped once, whichever of several nodes sees it first', async () => {
    const { world, taskId } = await createWorldWithTask(5000)
    for (let node = 0; node < 3; node += 1) world.startNode()
    await world.run(10_000)
    const [row] = await world.look(
      `select count(*)::int as stops from audit where task_id = $1 and operation = 'stop'`,
      [taskId],
    )
    expect(row).toEqual({ stops: 1 })
  })

  it('is stopped also while it is paused', async () => {
    const { world, taskId } = await createWorldWithTask(10_000)
    await world.finish(world.tasks.transition('pause', taskId))
    world.startNode()
    await world.run(12_000)
    expect(world.history.status(taskId)).toBe(STATUS.STOPPED)
    expect(world.rung()).toEqual([])
  })

  it('is stopped also after it has failed', async () => {
    const { world, taskId } = await createWorldWithTask(120_000)
    world.trouble.down = () => 'no trunk'
    world.startNode()
    await world.run(90_000)
    expect(world.history.status(taskId)).toBe(STATUS.FAILED)
    await world.run(40_000)
    expect(world.history.status(taskId)).toBe(STATUS.STOPPED)
  })

  it('stays COMPLETED if it was done before', async () => {
    const { world, taskId } = await createWorldWithTask(120_000, 2)
    world.startNode()
    await world.runOut()
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
    await world.run(150_000)
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
  })
})
