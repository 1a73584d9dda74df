// What the state of a task, its list and its window mean for dialing.

import { describe, expect, it } from 'vitest'
import { dialingWorlds } from './support/dialing-world.ts'
import { idsOf } from './support/task-fixtures.ts'

const createWorld = dialingWorlds()
const STATUS = { RUNNING: 1, PAUSED: 2, STOPPED: 3, COMPLETED: 4 }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(1000 + index))

describe('a pause', () => {
  it('takes hold at the next claim, lets calls finish, and keeps what waits', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    await world.finish(world.limits.change({ lines: 3 }))
    const { taskId } = await world.addRunningTask(numbers(9), { maxDialCount: 2, callInterval: 1 })
    world.startNode()
    await world.run(500)
    await world.finish(world.tasks.transition('pause', taskId))
    await world.run(20_000)
    expect(world.rung()).toEqual(numbers(3))
    const [row] = await world.look('select count(*)::int as waiting from dial where due_at is not null')
    expect(row).toEqual({ waiting: 3 })
    await world.finish(world.tasks.transition('resume', taskId))
    await world.runOut()
    expect(world.rung()).toHaveLength(18)
  })

  it('takes hold on a node that heard nothing of it', async () => {
    const world = await createWorld()
    const { taskId } = await world.addRunningTask(numbers(40))
    await world.finish(world.limits.change({ lines: 2 }))
    const nodes = [world.startNode(), world.startNode(), world.startNode()]
    await world.run(4000)
    await world.finish(world.tasks.transition('pause', taskId))
    const rung = world.rung().length
    await world.run(10_000)
    expect(nodes).toHaveLength(3)
    expect(world.rung().length).toBe(rung)
  })
})

describe('a stop', () => {
  it('gives up who waits, leaves who was never called, and starts nothing', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    await world.finish(world.limits.change({ lines: 2 }))
    const { taskId } = await world.addRunningTask(numbers(6), { callInterval: 300 })
    world.startNode()
    await world.run(1500)
    await world.finish(world.tasks.transition('stop', taskId))
    await world.run(10_000)
    expect(world.rung().length).toBeLessThan(6)
    const rows = await world.look<{ status: number; calls: number }>(
      `select coalesce(status, 3) as status, call_count as calls from contact c cross join lateral contact_calls(c.data_source_id, c.position) order by position`,
    )
    for (const { status, calls } of rows) expect(status).toBe(calls > 0 ? 2 : 3)
    const [waiting] = await world.look('select count(*)::int as waiting from dial where due_at is not null')
    expect(waiting).toEqual({ waiting: 0 })
    expect(world.history.status(taskId)).toBe(STATUS.STOPPED)
  })

  it('leaves a contact that was put off before its first call as never called', async () => {
    const world = await createWorld({ talkMs: 60_000 })
    await world.addRunningTask(['555'])
    world.startNode()
    await world.run(3000)
    const { taskId } = await world.addRunningTask(['5-5-5'])
    await world.run(3000)
    await world.finish(world.tasks.transition('stop', taskId))
    await world.run(5000)
    expect(world.rung()).toEqual(['555'])
    expect(await world.look('select from dial where task_id = $1', [taskId])).toEqual([])
    const [row] = await world.look('select contact_count from task where id = $1', [taskId])
    expect(row).toEqual({ contact_count: 1 })
  })
})

describe('completion', () => {
  it('comes at the first look for an empty list, even if nothing can be dialed', async () => {
    const world = await createWorld()
    world.trouble.down = () => 'no trunk'
    const { taskId } = await world.addRunningTask([])
    world.startNode()
    await world.run(1500)
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
  })

  it('comes when all that was left is deleted, outside the window too', async () => {
    const world = await createWorld()
    const { taskId, listId, contactIds } = await world.addRunningTask(numbers(3), {
      dailyStartTime: '20:00',
      dailyEndTime: '21:00',
    })
    world.startNode()
    await world.run(1000)
    expect(world.history.status(taskId)).toBe(STATUS.RUNNING)
    for (const id of contactIds) await world.finish(world.contacts.remove(listId, id))
    await world.run(1500)
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
    expect(world.rung()).toEqual([])
  })

  it('waits for the last call', async () => {
    const world = await createWorld({ talkMs: 30_000 })
    const { taskId } = await world.addRunningTask(['100'])
    world.startNode()
    await world.run(20_000)
    expect(world.history.status(taskId)).toBe(STATUS.RUNNING)
    await world.run(15_000)
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
  })

  it('is taken back by a recall', async () => {
    const world = await createWorld({ answer: (_, nth) => (nth === 1 ? 'rejected' : 'answered') })
    const { taskId } = await world.addRunningTask(['100', '101'], { callInterval: 0 })
    world.startNode()
    await world.runOut()
    await world.finish(world.tasks.recall({ taskId, contactIds: [], priority: 5 }).then(idsOf))
    expect(world.history.status(taskId)).toBe(STATUS.RUNNING)
    await world.runOut()
    expect(world.rung()).toEqual(['100', '101', '100', '101'])
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
  })
})

describe('the list', () => {
  it('is the one that was published', async () => {
    const world = await createWorld()
    const { listId } = await world.addRunningTask(['100'])
    await world.finish(world.contacts.add(listId, { phoneNumber: '101' }))
    world.startNode()
    await world.runOut()
    expect(world.rung()).toEqual(['100'])
  })

  it('grows while the task runs, if it is live', async () => {
    const world = await createWorld({ talkMs: 5000 })
    const { listId, taskId } = await world.addRunningTask(['100'], { listMode: 'live' })
    world.startNode()
    await world.run(2000)
    await world.finish(world.contacts.add(listId, { phoneNumber: '101' }))
    await world.runOut()
    expect(world.rung()).toEqual(['100', '101'])
    const [row] = await world.look('select contact_count, status from task where id = $1', [taskId])
    expect(row).toEqual({ contact_count: 2, status: STATUS.COMPLETED })
  })

  it('skips a long gap of deleted contacts at once', async () => {
    const world = await createWorld()
    const { listId, contactIds } = await world.addRunningTask(numbers(25))
    await world.finish(world.limits.change({ lines: 1 }))
    for (const id of contactIds.slice(0, 24)) await world.finish(world.contacts.remove(listId, id))
    world.startNode()
    await world.run(1000)
    expect(world.rung()).toEqual(['1024'])
    await world.runOut()
  })

  it('loses a contact that is deleted while it waits, which is done with what it has', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    const { listId, taskId, contactIds } = await world.addRunningTask(['100'], { callInterval: 10 })
    world.startNode()
    await world.run(3000)
    await world.finish(world.contacts.remove(listId, contactIds[0] as string))
    await world.runOut()
    expect(world.rung()).toEqual(['100'])
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
  })

  it('uses a changed number from the next attempt on', async () => {
    const world = await createWorld({ answer: () => 'busy', ringMs: 5000 })
    const { listId, contactIds } = await world.addRunningTask(['100'], {
      maxDialCount: 2,
      callInterval: 1,
    })
    world.startNode()
    await world.run(1000)
    await world.finish(world.contacts.update(listId, contactIds[0] as string, { phoneNumber: '200' }))
    await world.runOut()
    expect(world.rung()).toEqual(['100', '200'])
  })
})

describe('the window', () => {
  it('opens and closes to the second', async () => {
    const world = await createWorld({ startTime: new Date('2026-06-10T08:59:30Z'), ringMs: 500, talkMs: 500 })
    await world.finish(world.limits.change({ lines: 1 }))
    const { taskId } = await world.addRunningTask(numbers(100), {
      dailyStartTime: '09:00',
      dailyEndTime: '09:01',
    })
    world.startNode()
    await world.run(120_000)
    const { ledger } = world.network
    const first = world.wallClock.at(ledger[0]?.requestedMs ?? 0)
    const last = world.wallClock.at(ledger.at(-1)?.requestedMs ?? 0)
    expect(first.getTime() - Date.parse('2026-06-10T09:00:00Z')).toBeLessThan(400)
    expect(Date.parse('2026-06-10T09:01:00Z') - last.getTime()).toBeLessThan(2000)
    expect(world.history.status(taskId)).toBe(STATUS.RUNNING)
  })

  it('holds for a claim that was made just before it closed', async () => {
    const world = await createWorld({ startTime: new Date('2026-06-10T08:59:59.300Z') })
    await world.addRunningTask(['100'], { dailyStartTime: '08:00', dailyEndTime: '09:00' })
    world.trouble.course = (_, label) => (label === 'commit of calls' ? { pauseMs: 800 } : {})
    world.startNode()
    await world.run(3000)
    expect(world.history.claims.size).toBe(1)
    expect(world.rung()).toEqual([])
  })

  it('cuts no call off', async () => {
    const world = await createWorld({ startTime: new Date('2026-06-10T08:59:50Z'), talkMs: 30_000 })
    await world.addRunningTask(['100'], { dailyStartTime: '08:00', dailyEndTime: '09:00' })
    world.startNode()
    await world.runOut()
    expect(world.network.ledger[0]?.end).toEqual({ cause: 'answered', talkMs: 30_000 })
  })

  it.each([
    ['put forward over its start', '2026-03-29T00:59:00Z', '02:30', '02:45', []],
    ['put back: the hour that comes twice counts twice', '2026-10-25T00:59:00Z', '02:00', '02:01', ['1000']],
  ])('follows a clock that is %s', async (_, start, dailyStartTime, dailyEndTime, rung) => {
    const world = await createWorld({ zone: 'Europe/Berlin', startTime: new Date(start) })
    await world.finish(world.limits.change({ lines: 1 }))
    await world.addRunningTask(numbers(1), { dailyStartTime, dailyEndTime })
    world.startNode()
    await world.run(90_000)
    expect(world.rung()).toEqual(rung)
  })
})
