// What happens to calls when nodes die, freeze or stop, answers get lost, and the gateway fails.

import { describe, expect, it } from 'vitest'
import { dialingWorlds } from './support/dialing-world.ts'

const createWorld = dialingWorlds()
const STATUS = { RUNNING: 1, COMPLETED: 4, FAILED: 5 }
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(1000 + index))

describe('a node that dies', () => {
  it('has its calls taken over, and their ends written as they were', async () => {
    const world = await createWorld({ talkMs: 30_000 })
    await world.addRunningTask(numbers(3))
    const first = world.startNode()
    await world.run(2000)
    world.kill(first.actor)
    world.startNode()
    await world.runOut()
    const causes = await world.look<{ cause: string }>('select cause from call')
    expect(causes.map(({ cause }) => cause)).toEqual(['answered', 'answered', 'answered'])
    expect(world.rung()).toHaveLength(3)
  })

  it('has them taken over as soon as it is missed', async () => {
    const world = await createWorld({ talkMs: 60_000 })
    await world.addRunningTask(numbers(3))
    const first = world.startNode()
    await world.run(500)
    world.startNode()
    await world.run(6500)
    world.kill(first.actor)
    await world.run(8000)
    const owners =
      'select n.id is not null as is_alive from live_call l left join dialer_node n on n.id = l.node_id'
    expect(await world.look(owners)).toEqual([{ is_alive: true }, { is_alive: true }, { is_alive: true }])
  })

  it('loses calls of which the gateway knows nothing: an attempt, never a success', async () => {
    const world = await createWorld({ remembersEnds: false, tellsEnds: false })
    await world.addRunningTask(['100'], { maxDialCount: 1 })
    const first = world.startNode()
    await world.run(2000)
    world.kill(first.actor)
    await world.run(5000)
    world.startNode()
    await world.runOut()
    expect(await world.look('select cause, outcome, attempt, talk_ms from call')).toEqual([
      { cause: 'lost', outcome: 2, attempt: 1, talk_ms: 0 },
    ])
  })

  it('gives back what it had claimed and not placed, if the gateway is sure', async () => {
    const world = await createWorld()
    await world.addRunningTask(['100'], { maxDialCount: 1 })
    world.trouble.course = (_, label) => (label === 'commit of calls' ? { fate: 'dies after' } : {})
    world.startNode()
    await world.run(1000)
    expect(world.rung()).toEqual([])
    world.trouble.course = () => ({})
    world.startNode()
    await world.runOut()
    expect(await world.look('select cause, attempt from call')).toEqual([{ cause: 'answered', attempt: 1 }])
  })

  it('does not keep the others from dialing when it dies in the middle of a claim, without a word', async () => {
    const world = await createWorld({ hasSilentDeaths: true })
    await world.addRunningTask(numbers(2))
    const first = world.startNode()
    world.trouble.course = (actor, label) =>
      actor === first.actor && label === 'read_demands' ? { fate: 'dies after' } : {}
    await world.run(100)
    world.startNode()
    await world.runOut()
    expect(world.rung()).toEqual(numbers(2))
  })
})

describe('a node that is slow', () => {
  it('by less than the others wait for, is not taken for dead', async () => {
    const world = await createWorld({ talkMs: 20_000 })
    await world.addRunningTask(numbers(3))
    const slow = world.startNode()
    world.startNode()
    await world.run(1000)
    const nodes = () => world.look('select id from dialer_node order by id')
    const before = await nodes()
    world.trouble.course = (actor, label) =>
      actor === slow.actor && label === 'send_heartbeat' ? { pauseMs: 3000 } : {}
    await world.run(15_000)
    expect(before).toHaveLength(2)
    expect(await nodes()).toEqual(before)
  })
})

describe('a node that freezes', () => {
  it('finds its calls taken over, places nothing late, and joins again', async () => {
    const world = await createWorld({ answer: () => 'busy' })
    await world.addRunningTask(numbers(4), { maxDialCount: 1 })
    const first = world.startNode()
    let isFrozen = false
    world.trouble.course = (actor, label) => {
      if (actor !== first.actor || label !== 'commit of calls' || isFrozen) return {}
      isFrozen = true
      return { pauseMs: 15_000 }
    }
    await world.run(500)
    world.startNode()
    await world.runOut()
    await world.run(20_000)
    expect(isFrozen).toBe(true)
    expect(world.rung().sort()).toEqual(numbers(4))
    const [row] = await world.look('select count(*)::int as nodes from dialer_node')
    expect(row).toEqual({ nodes: 2 })
  })

  it('places nothing that it claimed more than a moment ago, even if nobody missed it', async () => {
    const world = await createWorld()
    const { taskId } = await world.addRunningTask(['100'])
    world.trouble.course = (_, label) => (label === 'commit of calls' ? { pauseMs: 2000 } : {})
    world.startNode()
    await world.run(1000)
    await world.finish(world.tasks.transition('pause', taskId))
    await world.run(10_000)
    expect(world.rung()).toEqual([])
  })
})

describe('an answer of the database that is lost', () => {
  it.each(['lost after', 'late'] as const)('in a claim (%s) leaves no line taken', async (fate) => {
    const world = await createWorld()
    await world.addRunningTask(numbers(3), { maxDialCount: 1 })
    let isLost = false
    world.trouble.course = (_, label) => {
      if (label !== 'commit of calls' || isLost) return {}
      isLost = true
      return { fate }
    }
    world.startNode()
    await world.runOut()
    expect(isLost).toBe(true)
    const causes = await world.look<{ cause: string }>('select cause from call')
    expect(causes).toEqual(numbers(3).map(() => ({ cause: 'answered' })))
  })

  it.each(['lost after', 'late'] as const)('in taking calls over (%s) leaves none behind', async (fate) => {
    const world = await createWorld({ talkMs: 5000 })
    const { taskId } = await world.addRunningTask(numbers(2))
    const first = world.startNode()
    await world.run(2000)
    world.kill(first.actor)
    // All of them, until well after the dead node was noticed.
    let losses = 0
    world.trouble.course = (_, label) => {
      if (label !== 'adopt_calls' || world.time.nowMs() > 9500) return {}
      losses += 1
      return { fate }
    }
    world.startNode()
    await world.runOut()
    expect(losses).toBeGreaterThan(5)
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
  })

  it('in settling writes nothing twice', async () => {
    const world = await createWorld()
    await world.addRunningTask(['100'])
    let losses = 0
    world.trouble.course = (_, label) => {
      if (!/^settle_(free_)?calls$/.test(label) || losses === 2) return {}
      losses += 1
      return { fate: 'lost after' }
    }
    world.startNode()
    await world.runOut()
    expect(losses).toBe(2)
    expect(await world.look('select cause from call')).toEqual([{ cause: 'answered' }])
  })
})

describe('a request to the gateway', () => {
  it.each([
    ['error but placed', 'answered', 1],
    ['silence but placed', 'answered', 1],
    ['error and not placed', 'answered', 1],
  ] as const)('that ends in %s is explained by asking', async (fate, cause, calls) => {
    const world = await createWorld({ tellsEnds: false })
    await world.addRunningTask(['100'], { maxDialCount: 1 })
    let requests = 0
    world.trouble.originate = () => {
      requests += 1
      return requests === 1 ? fate : 'accepted'
    }
    world.startNode()
    await world.runOut()
    await world.run(40_000)
    expect(await world.look('select cause, attempt from call')).toEqual([{ cause, attempt: calls }])
    expect(world.rung()).toEqual(['100'])
  })

  it('keeps nobody waiting when the gateway does not answer questions', async () => {
    const world = await createWorld({ tellsEnds: false })
    world.trouble.reconcile = 'silence'
    await world.addRunningTask(['100'])
    world.startNode()
    await world.run(35_000)
    const second = await world.addRunningTask(['200'])
    await world.run(2000)
    expect(world.rung()).toEqual(['100', '200'])
    world.trouble.reconcile = 'answered'
    await world.run(40_000)
    expect(world.history.status(second.taskId)).toBe(STATUS.COMPLETED)
  })
})

describe('a gateway that refuses', () => {
  it('costs no attempt, and fails nothing if it recovers', async () => {
    const world = await createWorld({ talkMs: 90_000 })
    world.trouble.originate = () => (world.time.nowMs() < 5000 ? 'fault' : 'accepted')
    const { taskId } = await world.addRunningTask(numbers(20), { maxDialCount: 1 })
    world.startNode()
    // The calls of that first burst talk for longer than the breaker waits.
    await world.run(80_000)
    expect(world.history.status(taskId)).toBe(STATUS.RUNNING)
    await world.runOut()
    expect(await world.look('select distinct attempt, cause from call')).toEqual([
      { attempt: 1, cause: 'answered' },
    ])
  })

  it.each(['refuses every call', 'is down'])(
    'that %s makes the task FAILED; resume brings it back',
    async (how) => {
      const world = await createWorld()
      if (how === 'is down') world.trouble.down = () => 'no route'
      else world.trouble.originate = () => 'fault'
      const { taskId } = await world.addRunningTask(['100'], { maxDialCount: 1 })
      world.startNode()
      await world.run(55_000)
      expect(world.history.status(taskId)).toBe(STATUS.RUNNING)
      await world.run(15_000)
      expect(world.history.status(taskId)).toBe(STATUS.FAILED)
      const [row] = await world.look<{ fail_reason: string }>('select fail_reason from task')
      expect(row?.fail_reason).toMatch(how === 'is down' ? 'no route' : 'no circuit available')

      world.trouble.down = () => null
      world.trouble.originate = () => 'accepted'
      await world.finish(world.tasks.transition('resume', taskId))
      await world.runOut()
      expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
      expect(await world.look('select attempt, cause from call')).toEqual([{ attempt: 1, cause: 'answered' }])
    },
  )

  it('on one node only leaves the work to the others', async () => {
    const world = await createWorld()
    const broken = world.startNode()
    world.trouble.down = (actor) => (actor === broken.actor ? 'no trunk' : null)
    const { taskId } = await world.addRunningTask(numbers(3))
    world.startNode()
    await world.runOut()
    expect(world.history.status(taskId)).toBe(STATUS.COMPLETED)
    expect(new Set(world.network.ledger.map(({ node }) => node))).toEqual(new Set(['node 2']))
  })
})

describe('limits', () => {
  it('hold from the next call on, and cut nothing off', async () => {
    const world = await createWorld({ talkMs: 10_000 })
    await world.finish(world.limits.change({ lines: 4, callsPerSecond: 0 }))
    await world.addRunningTask(numbers(12))
    world.startNode()
    await world.run(2000)
    expect(world.network.liveCalls()).toHaveLength(4)
    await world.finish(world.limits.change({ lines: 1 }))
    await world.run(8000)
    expect(world.rung()).toHaveLength(4)
    await world.run(6000)
    expect(world.network.liveCalls()).toHaveLength(1)
    await world.finish(world.limits.change({ lines: 6 }))
    await world.run(1000)
    expect(world.network.liveCalls()).toHaveLength(6)
    await world.finish(world.limits.change({ lines: 0 }))
    await world.run(20_000)
    expect(world.network.liveCalls()).toHaveLength(0)
    expect(world.rung().length).toBeLessThan(12)
  })

  it('keep to the calls a second over all nodes', async () => {
    const world = await createWorld({ ringMs: 200, talkMs: 200 })
    await world.finish(world.limits.change({ lines: 50, callsPerSecond: 5 }))
    await world.addRunningTask(numbers(40))
    world.startNode()
    world.startNode()
    await world.runOut()
    const starts = world.network.ledger.map(({ requestedMs }) => requestedMs)
    for (const [index, start] of starts.entries())
      expect(starts.slice(index).filter((each) => each < start + 1000).length).toBeLessThanOrEqual(5)
    // Nine seconds at least; and the limit is used.
    expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeLessThan(10_000)
  })

  it('are not doubled by a clock that is put back', async () => {
    const world = await createWorld({ ringMs: 200, talkMs: 200 })
    await world.finish(world.limits.change({ lines: 50, callsPerSecond: 5 }))
    await world.addRunningTask(numbers(20))
    world.startNode()
    await world.run(1500)
    world.wallClock.putBack(world.time.nowMs(), 3_600_000)
    await world.runOut()
    expect(world.rung()).toHaveLength(20)
  })
})

describe('a node that is asked to stop', () => {
  it('starts nothing, waits for the calls that are up, and leaves', async () => {
    const world = await createWorld({ talkMs: 8000 })
    await world.addRunningTask(numbers(6))
    await world.finish(world.limits.change({ lines: 2 }))
    const node = world.startNode()
    await world.run(3000)
    const fromMs = world.time.nowMs()
    await world.finish(world.stopNode(node, 30_000))
    expect(world.time.nowMs() - fromMs).toBeLessThan(8000)
    expect(world.rung()).toEqual(numbers(2))
    expect(await world.look('select from dialer_node')).toEqual([])
    expect(await world.look('select from live_call')).toEqual([])
  })

  it('waits no longer than it is told, and leaves the rest to the others', async () => {
    const world = await createWorld({ talkMs: 60_000 })
    await world.addRunningTask(['100'])
    const node = world.startNode()
    await world.run(3000)
    const fromMs = world.time.nowMs()
    await world.finish(world.stopNode(node, 5000))
    expect(world.time.nowMs() - fromMs).toBeLessThan(6000)
    expect(await world.look('select from live_call')).toHaveLength(1)
    world.startNode()
    await world.runOut()
    expect(await world.look('select cause from call')).toEqual([{ cause: 'answered' }])
  })

  it('is not held up by a request that the gateway never answers', async () => {
    const world = await createWorld()
    world.trouble.originate = () => 'silence but placed'
    await world.addRunningTask(['100'])
    const node = world.startNode()
    await world.run(1000)
    const fromMs = world.time.nowMs()
    await world.finish(world.stopNode(node, 1000))
    expect(world.time.nowMs() - fromMs).toBeLessThan(10_000)
  })
})
