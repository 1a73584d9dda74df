// Calls that follow a flow, in virtual time: nodes die and gateways fail in the middle of them. Every world ends with the rules
// of simulation/check-flows.ts.

import { describe, expect, it } from 'vitest'
import { TaskStatus } from '../src/campaigns/tasks/task-state.ts'
import type { CallResult } from '../src/conversations/flows/call-result.ts'
import type { Flow } from '../src/conversations/flows/flow.ts'
import type { QuietWorld } from './simulation/quiet-world.ts'
import { dialingWorlds } from './support/dialing-world.ts'

const openWorld = dialingWorlds()

/** People who stay for half an hour, and press 1. */
const PATIENT = 'person=1, press.1=1, press.none=0, leave=0, patience=1800-1800, stay=1800'
const survey: Flow = {
  steps: [
    { id: 'start-1', type: 'say', text: 'this is part 1' },
    { id: 'ask-1', type: 'gather', text: 'question 1', keys: '12', timeout: 3 },
    { id: 'end', type: 'say', text: 'the end' },
  ],
}
const plan = { flow: survey, successWhen: 'digits.ask-1 == "1"', maxAgents: null }

const heard = ({ network }: QuietWorld) => network.ledger[0]?.story?.heard.map(({ text }) => text) ?? []
const nodeOf = (world: QuietWorld) =>
  [...world.nodes].find(({ actor }) => actor.name === world.network.ledger[0]?.node)

async function untilHeard(world: QuietWorld, text: string): Promise<void> {
  expect(await world.run(60_000, () => heard(world).at(-1) === text)).toBe(true)
}

const recorded = (world: QuietWorld) =>
  world.look<{ cause: string; result: CallResult | null }>('select cause, result from call')

describe('a call that follows a flow', () => {
  it('takes every step once, and its record has the answer', async () => {
    const world = await openWorld({ callees: PATIENT })
    await world.addRunningTask(['100'], { maxDialCount: 1 }, plan)
    world.startNode()
    await world.runOut()
    expect(heard(world)).toEqual(['this is part 1', 'question 1', 'the end'])
    expect(await recorded(world)).toMatchObject([{ cause: 'answered', result: { digits: { 'ask-1': '1' } } }])
  })

  it.each(['this is part 1', 'question 1', 'the end'])(
    'goes on where it was when its node dies while "%s" is said',
    async (text) => {
      const world = await openWorld({ callees: PATIENT })
      await world.addRunningTask(['100'], { maxDialCount: 1 }, plan)
      world.startNode()
      world.startNode()
      await untilHeard(world, text)
      const node = nodeOf(world)
      if (node) world.kill(node.actor)
      await world.runOut()
      expect(heard(world)).toEqual(['this is part 1', 'question 1', 'the end'])
      expect(network(world)).toMatchObject([{ end: { cause: 'answered' }, story: { takenOver: 1 } }])
      const [call] = await recorded(world)
      // A key that was pressed while nobody was in control is lost.
      const exit = call?.result?.digits?.['ask-1'] === '1' ? 'keys:1' : 'noInput'
      const path = call?.result?.path?.map(([step, , exit]) => [step, exit])
      expect(path).toEqual([
        ['start-1', undefined],
        ['ask-1', exit],
        ['end', undefined],
      ])
      // The paths are counted every two seconds.
      await world.run(10_000)
      expect(
        await world.look('select from_step, exit, to_step, calls from flow_sum order by from_step'),
      ).toEqual([
        { from_step: '', exit: '', to_step: 'start-1', calls: 1 },
        { from_step: 'ask-1', exit, to_step: 'end', calls: 1 },
        { from_step: 'end', exit: '', to_step: '', calls: 1 },
        { from_step: 'start-1', exit: '', to_step: 'ask-1', calls: 1 },
      ])
    },
  )

  it.each([
    ['the end', plan.successWhen, 'answered', 1],
    ['question 1', plan.successWhen, 'not_confirmed', 2],
    ['the end', 'answered', 'unverified', 2],
    ['question 1', 'answered', 'unverified', 2],
  ])(
    'that ends with the switch of its node while "%s" is said was answered, and by the rule %s its stored result is %s',
    async (text, successWhen, cause, calls) => {
      const world = await openWorld({ callees: PATIENT, hasOwnSwitches: true })
      await world.addRunningTask(['100'], { maxDialCount: 2, callInterval: 1 }, { ...plan, successWhen })
      world.startNode()
      world.startNode()
      await untilHeard(world, text)
      const node = nodeOf(world)
      if (node) world.kill(node.actor)
      await world.runOut()
      expect(world.network.ledger).toHaveLength(calls)
      const [call] = await recorded(world)
      expect(call).toMatchObject({ cause, result: { ending: 'interrupted' } })
      expect(call?.result?.path?.at(-1)?.[2]).toBe('interrupted')
    },
  )

  it('is lost if its node dies with its switch before anybody has answered', async () => {
    const world = await openWorld({ callees: PATIENT, hasOwnSwitches: true, ringMs: 5000 })
    await world.addRunningTask(['100'], { maxDialCount: 1 }, plan)
    world.startNode()
    world.startNode()
    await world.run(60_000, () => world.network.liveCalls().length > 0)
    const node = nodeOf(world)
    if (node) world.kill(node.actor)
    await world.runOut()
    expect(await recorded(world)).toMatchObject([{ cause: 'lost', result: null }])
  })

  it('ends soon when its node dies between the last word and the hang-up', async () => {
    const world = await openWorld({ callees: PATIENT })
    await world.addRunningTask(['100'], { maxDialCount: 1 }, plan)
    world.startNode()
    world.startNode()
    await untilHeard(world, 'the end')
    world.trouble.course = (_actor, label) => (label === 'write_flow_states' ? { fate: 'dies after' } : {})
    await world.run(60_000, () => world.nodes.size === 1)
    world.trouble.course = () => ({})
    await world.run(60_000)
    expect(world.network.liveCalls()).toEqual([])
    expect(await recorded(world)).toMatchObject([{ cause: 'answered', result: { digits: { 'ask-1': '1' } } }])
  })

  it('ends soon after the gateway has failed to hang it up', async () => {
    const world = await openWorld({ callees: PATIENT })
    await world.addRunningTask(['100'], { maxDialCount: 1 }, plan)
    world.startNode()
    await untilHeard(world, 'the end')
    world.trouble.refuses = () => true
    await world.run(20_000)
    expect(world.network.liveCalls()).toHaveLength(1)
    world.trouble.refuses = () => false
    await world.run(60_000)
    expect(world.network.liveCalls()).toEqual([])
  })

  it('is due again when the callee has asked for it, and not before', async () => {
    const world = await openWorld({ callees: PATIENT, pausesMs: { soon: 2000, later: 2000, failed: 500 } })
    const steps: Flow['steps'] = [
      { id: 'set', type: 'set', field: 'callbackTime', value: '+2m' },
      { id: 'end', type: 'say', text: 'the end' },
    ]
    await world.addRunningTask(
      ['100'],
      { maxDialCount: 2 },
      { ...plan, successWhen: 'answered', flow: { steps } },
    )
    world.startNode()
    await world.run(118_000)
    expect(world.rung()).toEqual(['100'])
    await world.run(10_000)
    expect(world.rung()).toEqual(['100', '100'])
  })

  it('has no more voice agents at once than its task may have, over all nodes', async () => {
    const world = await openWorld({ callees: PATIENT })
    const steps: Flow['steps'] = [{ id: 'agent', type: 'stream', url: 'ws://127.0.0.1:9/agent' }]
    const numbers = Array.from({ length: 12 }, (_, index) => String(100 + index))
    await world.addRunningTask(numbers, {}, { flow: { steps }, successWhen: 'answered', maxAgents: 2 })
    world.startNode()
    world.startNode()
    // The world fails if a third one rings.
    await world.runOut()
    expect(world.rung()).toHaveLength(12)
  })
})

describe('what a task needs for its calls does not work', () => {
  const numbers = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => String(first + index))
  const steps: Flow['steps'] = [{ id: 'agent', type: 'stream', url: 'ws://127.0.0.1:9/agent?key=1' }]
  const talk = { flow: { steps }, successWhen: 'answered', maxAgents: null }
  const ready = () => ({ fate: 'ready', delayMs: 1 }) as const
  const works = () => ({ end: 'done', afterMs: 2000 }) as const
  const statusOf = async (world: QuietWorld, taskId: string) =>
    (await world.look<{ status: number }>('select status from task where id = $1', [taskId]))[0]?.status

  it('speech is slow: its calls hold no lines, others get them, and it goes on when speech is made', async () => {
    const speech = () => ({ fate: 'ready', delayMs: 60_000 }) as const
    const flowHabits = () => ({ speech, agent: works })
    const world = await openWorld({ callees: PATIENT, flowHabits, ringMs: 100, talkMs: 900 })
    await world.finish(world.limits.change({ lines: 2 }))
    const others = numbers(200, 20)
    const { taskId } = await world.addRunningTask(numbers(100, 6), { priority: 1, maxDialCount: 1 }, plan)
    await world.addRunningTask(others, { priority: 5, maxDialCount: 1 })
    world.startNode()
    await world.run(50_000)
    expect([...world.rung()].sort()).toEqual(others)
    expect(await world.look('select id from live_call')).toEqual([])
    const [node] = await world.look<{ waits: Record<string, { speechMs: number }> }>(
      'select task_waits as waits from dialer_node',
    )
    expect(node?.waits[taskId]?.speechMs).toBeGreaterThan(40_000)
    await world.runOut()
    expect(world.rung()).toHaveLength(26)
  })

  it('a voice agent is restarted: the calls that it had fail, and the task goes on', async () => {
    let opened = 0
    const agent = () => (++opened <= 10 ? ({ end: 'died', afterMs: 5000 } as const) : works())
    const world = await openWorld({
      callees: PATIENT,
      flowHabits: () => ({ speech: ready, agent }),
      ringMs: 100,
    })
    await world.finish(world.limits.change({ lines: 10 }))
    const { taskId } = await world.addRunningTask(numbers(100, 40), { maxDialCount: 1 }, talk)
    world.startNode()
    await world.runOut()
    expect(await statusOf(world, taskId)).toBe(TaskStatus.COMPLETED)
    expect(world.rung()).toHaveLength(40)
    const failed = await world.look("select id from call where cause = 'agent_failed'")
    expect(failed).toHaveLength(10)
  })

  it('a voice agent is gone: few people are called, and the task fails after a minute, with the reason', async () => {
    const agent = () => ({ end: 'died', afterMs: 100 }) as const
    const world = await openWorld({
      callees: PATIENT,
      flowHabits: () => ({ speech: ready, agent }),
      ringMs: 100,
    })
    await world.finish(world.limits.change({ lines: 10 }))
    const { taskId } = await world.addRunningTask(numbers(100, 90), { maxDialCount: 1 }, talk)
    world.startNode()
    await world.run(59_000)
    expect(await statusOf(world, taskId)).toBe(TaskStatus.RUNNING)
    await world.runOut()
    expect(await world.look('select status, fail_reason from task where id = $1', [taskId])).toEqual([
      {
        status: TaskStatus.FAILED,
        // Without the query, which may have a key in it.
        fail_reason: 'the voice agent ws://127.0.0.1:9/agent has gone in the middle of a call',
      },
    ])
    expect(world.rung().length).toBeLessThan(30)
  })
})

const network = (world: QuietWorld) => world.network.ledger
