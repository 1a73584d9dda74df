// Whose fault it is when a call is not placed: the gateway's of one node, of all nodes, or the call's own. Nobody else pays.
// The worlds with thousands of calls belong to the long run.

import { describe, expect, it } from 'vitest'
import { dialingWorlds } from './support/dialing-world.ts'
import { isLongRun } from './support/long-run.ts'
import { trunkWith } from './support/trunks.ts'

const createWorld = dialingWorlds()
const STATUS = { RUNNING: 1, COMPLETED: 4, FAILED: 5 }
const numbers = (count: number, from = 1000) =>
  Array.from({ length: count }, (_, index) => String(from + index))
const POISON = '6666'

describe("one node's broken gateway", () => {
  it('fails no task: a healthy node takes the work, also that of a task which has to wait for a line', async () => {
    const world = await createWorld({ talkMs: 20_000 })
    await world.finish(world.limits.change({ lines: 2, callsPerSecond: 0 }))
    const broken = world.startNode()
    world.trouble.originate = (actor) => (actor === broken.actor ? 'fault' : 'accepted')
    const first = await world.addRunningTask(numbers(16), { priority: 1 })
    const second = await world.addRunningTask(numbers(2, 3000), { priority: 5 })
    world.startNode()
    await world.run(120_000)
    expect(world.history.status(first.taskId)).toBe(STATUS.RUNNING)
    expect(world.history.status(second.taskId)).toBe(STATUS.RUNNING)
    expect(await world.look('select name, gateway_fault from dialer_node order by name')).toEqual([
      { name: 'node 1', gateway_fault: 'no circuit available' },
      { name: 'node 2', gateway_fault: null },
    ])
    await world.runOut()
    expect(await world.look('select distinct attempt, cause from call')).toEqual([
      { attempt: 1, cause: 'answered' },
    ])
    expect(new Set(world.network.ledger.map(({ node }) => node))).toEqual(new Set(['node 2']))
    // It asks less and less often.
    const asked = world.network.refusals.map(({ atMs }) => atMs)
    expect(asked.filter((atMs) => atMs > 60_000).length).toBeLessThan(8)
  })

  it('comes back with a call that is accepted', async () => {
    const world = await createWorld({ talkMs: 500 })
    const node = world.startNode()
    world.trouble.originate = () => (world.time.nowMs() < 20_000 ? 'fault' : 'accepted')
    await world.addRunningTask(numbers(300))
    await world.run(10_000)
    expect(await world.look('select gateway_fault from dialer_node')).toEqual([
      { gateway_fault: 'no circuit available' },
    ])
    await world.runOut()
    expect(node.actor.isAlive()).toBe(true)
    expect(await world.look('select gateway_fault, gateway_fault_time from dialer_node')).toEqual([
      { gateway_fault: null, gateway_fault_time: null },
    ])
    expect(world.rung()).toHaveLength(300)
  })

  it.each(isLongRun ? (['fault', 'busy'] as const) : (['busy'] as const))(
    'a gateway that recovers from "%s" serves high priorities first',
    async (fate) => {
      const world = await createWorld({ talkMs: 100, ringMs: 100 })
      await world.finish(world.limits.change({ lines: 10, callsPerSecond: 10 }))
      world.trouble.originate = () => (world.time.nowMs() < 20_000 ? fate : 'accepted')
      await world.addRunningTask(numbers(300, 1000), { priority: 1 })
      await world.addRunningTask(numbers(300, 5000), { priority: 5 })
      world.startNode()
      await world.run(60_000, () => world.rung().length >= 100)
      expect(world.rung().filter((phoneNumber) => phoneNumber.startsWith('1')).length).toBeGreaterThan(80)
    },
  )

  it('fails the tasks that want to dial once every living node is broken, and only those', async () => {
    const world = await createWorld()
    world.trouble.originate = () => 'fault'
    const { taskId } = await world.addRunningTask(numbers(30))
    const resting = await world.addRunningTask(numbers(3, 3000), {
      dailyStartTime: '12:00',
      dailyEndTime: '13:00',
    })
    world.startNode()
    world.startNode()
    await world.run(55_000)
    expect(world.history.status(taskId)).toBe(STATUS.RUNNING)
    await world.run(20_000)
    expect(world.history.status(taskId)).toBe(STATUS.FAILED)
    expect(world.history.status(resting.taskId)).toBe(STATUS.RUNNING)
  })

  it('fails no task when the clock jumps forward', async () => {
    const world = await createWorld()
    world.trouble.originate = () => (world.time.nowMs() < 30_000 ? 'fault' : 'accepted')
    const { taskId } = await world.addRunningTask(numbers(30))
    world.startNode()
    await world.run(10_000)
    world.wallClock.putForward(world.time.nowMs(), 3_600_000)
    await world.runOut()
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
  })
})

describe('a gateway that fails to handle answered calls', () => {
  it('costs no attempt, counts no answer, rings few and fails the task', async () => {
    const world = await createWorld({ ringMs: 100 })
    world.trouble.mute = () => 'the sound does not exist'
    await world.finish(world.limits.change({ lines: 2, callsPerSecond: 0 }))
    const { taskId } = await world.addRunningTask(numbers(100), { maxDialCount: 1, callInterval: 0 })
    world.startNode()
    await world.run(80_000)
    expect(world.history.status(taskId)).toBe(STATUS.FAILED)
    expect(await world.look('select fail_reason from task')).toEqual([
      { fail_reason: 'the sound does not exist' },
    ])
    expect(world.rung().length).toBeLessThan(15)
    expect(await world.look('select distinct cause, outcome from call')).toEqual([
      { cause: 'gateway_error', outcome: 2 },
    ])
    expect(await world.look('select distinct attempts, outcome from dial')).toEqual([
      { attempts: 0, outcome: null },
    ])

    world.trouble.mute = () => undefined
    await world.finish(world.tasks.transition('resume', taskId))
    await world.runOut()
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
    expect(await world.look('select distinct outcome from dial')).toEqual([{ outcome: 1 }])
  })
})

describe('a contact whose calls are always', () => {
  it.each(isLongRun ? (['refused', 'busy', 'error and not placed'] as const) : (['refused'] as const))(
    'answered with "%s" is done after five, and the task completes',
    async (fate) => {
      const world = await createWorld({ talkMs: 100, ringMs: 100 })
      world.trouble.originate = (_, phoneNumber) => (phoneNumber === POISON ? fate : 'accepted')
      await world.finish(world.limits.change({ lines: 10, callsPerSecond: 20 }))
      const { taskId, contactIds } = await world.addRunningTask([POISON, ...numbers(20)])
      const other = await world.addRunningTask(numbers(500, 3000), { priority: 5 })
      world.startNode()
      await world.runOut()
      expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
      expect(world.history.status(other.taskId)).toBe(STATUS.COMPLETED)
      const asked = world.network.refusals.map(({ atMs }) => atMs)
      expect(asked).toHaveLength(5)
      const pauses = asked.slice(1).map((atMs, index) => atMs - (asked[index] ?? 0))
      expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses)
      expect(
        await world.look(
          'select status, call_count from contact c cross join lateral contact_calls(c.data_source_id, c.position) where id = $1',
          [contactIds[0]],
        ),
      ).toEqual([{ status: 2, call_count: 0 }])
      expect(
        await world.look('select outcome, attempts, calls, cause from dial where contact_id = $1', [
          contactIds[0],
        ]),
      ).toEqual([{ outcome: 2, attempts: 0, calls: 0, cause: 'gateway_error' }])
      await world.check()
      // Nobody else was held up: the rate allows 20 a second, of which the rate window itself takes a few percent.
      const startsMs = world.network.ledger.map(({ startMs }) => startMs)
      const callsPerSecond = (startsMs.length * 1000) / (Math.max(...startsMs) - Math.min(...startsMs))
      expect(callsPerSecond).toBeGreaterThan(0.85 * 20)
    },
  )

  it.each<[string, number]>([
    ['at the end of a short list', 20],
    ...(isLongRun ? [['in a long list', 300] satisfies [string, number]] : []),
  ])(
    'answered with "busy" may be several, %s: all are done after a few, and the task completes',
    async (_, others) => {
      const world = await createWorld({ talkMs: 100, ringMs: 100 })
      const poison = ['6666', '7777', '8888']
      const accepted = numbers(others)
      world.trouble.originate = (_, phoneNumber) => (poison.includes(phoneNumber) ? 'busy' : 'accepted')
      await world.finish(world.limits.change({ lines: 10, callsPerSecond: 10 }))
      const { taskId } = await world.addRunningTask([...poison, ...accepted])
      world.startNode()
      await world.runOut()
      expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
      expect(world.rung().toSorted()).toEqual(accepted)
      expect(await world.look('select cause, count(*) as contacts from dial group by 1 order by 1')).toEqual([
        { cause: 'answered', contacts: others },
        { cause: 'gateway_error', contacts: poison.length },
      ])
      // The others wait little: at 10 a second.
      const startsMs = world.network.ledger.map(({ startMs }) => startMs)
      expect(Math.max(...startsMs)).toBeLessThan(20_000 + others * 100)
      // With five refusals each, and the few before it is clear that they are to blame.
      expect(world.network.refusals.length).toBeLessThan(poison.length * 15)
    },
  )

  it.runIf(isLongRun)(
    'answered with "busy" may be the rest of a list: other tasks go on, and back-pressure fails none',
    async () => {
      const world = await createWorld({ talkMs: 100, ringMs: 100 })
      world.trouble.originate = (_, phoneNumber) => (phoneNumber.startsWith('3') ? 'busy' : 'accepted')
      await world.finish(world.limits.change({ lines: 10, callsPerSecond: 10 }))
      const { taskId } = await world.addRunningTask([...numbers(10), ...numbers(30, 3000)])
      const other = await world.addRunningTask(numbers(2000, 5000), { priority: 5 })
      world.startNode()
      await world.run(120_000)
      expect(world.history.status(taskId)).toBe(STATUS.RUNNING)
      expect(world.history.status(other.taskId)).toBe(STATUS.RUNNING)
      expect(world.rung().length).toBeGreaterThan(0.5 * 120 * 10)
      const refused = await world.look('select contact_id from dial where task_id = $1 and refusals > 1', [
        taskId,
      ])
      expect(refused.length).toBeGreaterThanOrEqual(10)
    },
  )

  it('answered with a fault is done after a few, while nobody else is: no task fails, and both complete', async () => {
    const world = await createWorld({ talkMs: 100, ringMs: 100 })
    world.trouble.originate = (_, phoneNumber) => (phoneNumber === POISON ? 'fault' : 'accepted')
    await world.finish(world.limits.change({ lines: 10, callsPerSecond: 10 }))
    const { taskId } = await world.addRunningTask([...numbers(10), POISON, ...numbers(10, 2000)])
    const other = await world.addRunningTask(numbers(300, 3000), { priority: 5 })
    world.startNode()
    await world.run(60_000)
    expect(world.history.status(other.taskId)).toBe(STATUS.COMPLETED)
    await world.runOut()
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
    expect(await world.look('select cause, count(*) as contacts from dial group by 1 order by 1')).toEqual([
      { cause: 'answered', contacts: 320 },
      { cause: 'gateway_error', contacts: 1 },
    ])
    expect(world.network.refusals.length).toBeLessThan(10)
  })

  it.runIf(isLongRun)('answered with a fault may be a whole list: no other task fails', async () => {
    const world = await createWorld({ talkMs: 100, ringMs: 100 })
    world.trouble.originate = (_, phoneNumber) => (phoneNumber.startsWith('3') ? 'fault' : 'accepted')
    await world.finish(world.limits.change({ lines: 10, callsPerSecond: 10 }))
    await world.addRunningTask(numbers(100, 3000))
    const other = await world.addRunningTask(numbers(2000, 5000), { priority: 5 })
    world.startNode()
    await world.run(120_000)
    expect(world.history.status(other.taskId)).toBe(STATUS.RUNNING)
    expect(world.rung().length).toBeGreaterThan(0.5 * 120 * 10)
  })

  it('refused is dialed again by a recall, with all its tries', async () => {
    const world = await createWorld()
    world.trouble.originate = (_, phoneNumber) => (phoneNumber === POISON ? 'refused' : 'accepted')
    const { taskId } = await world.addRunningTask([POISON])
    world.startNode()
    await world.runOut()
    world.trouble.originate = () => 'accepted'
    await world.finish(world.tasks.recall({ taskId, contactIds: [], priority: 5 }))
    await world.run(70_000)
    expect(await world.look('select outcome, refusals, cause from dial')).toEqual([
      { outcome: 1, refusals: 0, cause: 'answered' },
    ])
  })
})

describe("refusals of a task's own calls", () => {
  it('of many contacts in a row make it FAILED; other tasks go on', async () => {
    const world = await createWorld({ talkMs: 1000 })
    await world.finish(world.limits.change({ lines: 10, callsPerSecond: 10 }))
    world.trouble.originate = (_, phoneNumber) => (phoneNumber.startsWith('3') ? 'refused' : 'accepted')
    const bad = await world.addRunningTask(numbers(2000, 30_000))
    const good = await world.addRunningTask(numbers(900))
    world.startNode()
    await world.run(75_000)
    expect(world.history.status(bad.taskId)).toBe(STATUS.FAILED)
    expect(world.history.status(good.taskId)).toBe(STATUS.RUNNING)
    expect(await world.look('select distinct refusals from dial where task_id = $1', [bad.taskId])).toEqual([
      { refusals: 0 },
    ])
  })
})

describe('a trunk that refuses every call', () => {
  const trunks = ['first', 'second'].map((name) => trunkWith({ name }))
  const [first, second] = trunks.map(({ id }) => [id])

  it('delays no call by another, costs nobody an attempt, and fails the task that has no other', async () => {
    const world = await createWorld({ trunks, talkMs: 500, ringMs: 500 })
    await world.finish(world.limits.change({ lines: 4, callsPerSecond: 0 }))
    world.trouble.carrier = ({ id }) => (id === first?.[0] ? 'refuses with 503' : 'takes it')
    const bad = await world.addRunningTask(numbers(3, 3000), { trunkIds: first ?? [], priority: 1 })
    const good = await world.addRunningTask(numbers(200), { trunkIds: second ?? [] })
    world.startNode()
    // Four lines, one second for each call.
    await world.run(75_000)
    expect(world.history.status(good.taskId)).toBe(STATUS.COMPLETED)
    await world.run(60_000)
    expect(world.history.status(bad.taskId)).toBe(STATUS.FAILED)
    const failed = await world.look('select fail_reason from task where id = $1', [bad.taskId])
    expect(failed).toEqual([{ fail_reason: 'trunk first: the carrier refuses calls' }])
    const dials = await world.look('select distinct attempts, refusals from dial where task_id = $1', [
      bad.taskId,
    ])
    expect(dials).toEqual([{ attempts: 0, refusals: 0 }])
    expect(await world.look('select gateway_fault from dialer_node')).toEqual([{ gateway_fault: null }])

    world.trouble.carrier = () => 'takes it'
    await world.finish(world.tasks.transition('resume', bad.taskId))
    await world.runOut()
    expect(world.history.status(bad.taskId)).toBe(STATUS.COMPLETED)
  })

  it('for a while fails no task', async () => {
    const world = await createWorld({ trunks })
    world.trouble.carrier = () => (world.time.nowMs() < 30_000 ? 'refuses with 503' : 'takes it')
    const { taskId } = await world.addRunningTask(numbers(20), { trunkIds: first ?? [] })
    world.startNode()
    await world.runOut()
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
  })
})

describe('back-pressure', () => {
  it('is no fault: nobody pays, no task fails, and dialing goes on when it ends', async () => {
    const world = await createWorld({ talkMs: 100, ringMs: 100 })
    world.trouble.originate = () => (world.time.nowMs() < 180_000 ? 'busy' : 'accepted')
    const { taskId } = await world.addRunningTask(numbers(200), { maxDialCount: 1 })
    world.startNode()
    await world.run(170_000)
    expect(world.history.status(taskId)).toBe(STATUS.RUNNING)
    expect(await world.look('select gateway_fault, gateway_busy from dialer_node')).toEqual([
      { gateway_fault: null, gateway_busy: 'the network asks to wait' },
    ])
    await world.runOut()
    expect(await world.look('select distinct outcome from dial')).toEqual([{ outcome: 1 }])
    expect(world.rung()).toHaveLength(200)
  })

  it('slows down only as far as needed', async () => {
    const world = await createWorld({ talkMs: 100, ringMs: 100 })
    const accepted: number[] = []
    world.trouble.originate = () => {
      const nowMs = world.time.nowMs()
      if (accepted.filter((atMs) => atMs > nowMs - 1000).length >= 20) return 'busy'
      accepted.push(nowMs)
      return 'accepted'
    }
    const { taskId } = await world.addRunningTask(numbers(600))
    world.startNode()
    await world.runOut()
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
    expect(await world.look('select distinct outcome from dial')).toEqual([{ outcome: 1 }])
    // 600 calls at 20 a second take 30 s; most requests are accepted.
    expect(world.time.nowMs()).toBeLessThan(75_000)
    expect(world.network.refusals.length).toBeLessThan(600)
  })
})
