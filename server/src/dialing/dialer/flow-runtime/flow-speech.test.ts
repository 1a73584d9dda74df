import { describe, expect, it } from 'vitest'
import { type FlowParts, SpeechFailed } from '../../../conversations/flow-parts.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { NotAllowed } from '../../../platform/kernel/errors.ts'
import type { NodeContext } from '../dialer-options.ts'
import { createTaskPace } from '../health/task-pace.ts'
import { createFlowSpeech } from './flow-speech.ts'

const call = { id: 'call', taskId: 'task' }
const PARTS = [{ text: 'Hello' }]
const SOUNDS = [{ url: 'http://127.0.0.1/hello.wav', durationMs: 500 }]
const REASON = 'what the calls say cannot be made: the provider is down'

/** A node in virtual time, whose provider does what the test says. */
function openNode() {
  let nowMs = 0
  const timers = new Set<{ atMs: number; run(): void }>()
  const paused: [taskId: string, reason: string][] = []
  const world = {
    paused,
    provider: 'works' as 'works' | 'fails' | 'hangs' | 'is slow',
    isRunning: true,
    async pass(ms: number) {
      nowMs += ms
      for (const timer of [...timers]) if (timer.atMs <= nowMs && timers.delete(timer)) timer.run()
      await new Promise(setImmediate)
    },
  }
  const node = {
    clock: { now: () => new Date(nowMs), elapsedMs: () => nowMs } satisfies Clock,
    log: { info() {}, warn() {}, error() {} },
    setTimer(run: () => void, ms: number) {
      const timer = { atMs: nowMs + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  const flow: Pick<FlowParts, 'sounds' | 'pauseTask'> = {
    sounds: {
      async ready() {
        if (world.provider === 'hangs') await new Promise(() => {})
        if (world.provider === 'is slow') await new Promise<void>((resolve) => node.setTimer(resolve, 9000))
        if (world.provider === 'fails') throw new SpeechFailed('the provider is down')
        return SOUNDS
      },
    },
    async pauseTask(taskId, reason) {
      if (!world.isRunning) throw new NotAllowed('it does not run', { fault: 'no_flow' })
      paused.push([taskId, reason])
    },
  }
  const pace = createTaskPace(node.clock)
  const speech = createFlowSpeech(node as unknown as NodeContext, flow as FlowParts, pace)
  const prepare = (given: object = call) =>
    speech.beforeCall(given as typeof call, PARTS).catch((error: Error) => error.message)
  return { ...world, world, speech, prepare, pace }
}

describe('before a call is placed', () => {
  it('a provider that fails for some seconds pauses the task', async () => {
    const { world, prepare, paused } = openNode()
    world.provider = 'fails'
    for (let failures = 1; failures <= 3; failures += 1) {
      expect(paused).toEqual([])
      expect(await prepare()).toBe('the provider is down')
      await world.pass(2500)
    }
    expect(paused).toEqual([['task', REASON]])
  })

  it('many failures at once do not: they may be one short failure', async () => {
    const { world, prepare, paused } = openNode()
    world.provider = 'fails'
    await Promise.all(Array.from({ length: 50 }, () => prepare()))
    world.provider = 'works'
    await world.pass(5000)
    expect(await prepare()).toBe(SOUNDS)
    world.provider = 'fails'
    await Promise.all(Array.from({ length: 50 }, () => prepare()))
    expect(paused).toEqual([])
  })

  it('a provider that is slow makes the contact wait, but pauses nothing', async () => {
    const { world, prepare, paused } = openNode()
    world.provider = 'hangs'
    for (let failures = 1; failures <= 4; failures += 1) {
      const answer = prepare()
      await world.pass(10_000)
      expect(await answer).toBe('what the call says is not ready in time')
    }
    expect(paused).toEqual([])
  })
})

describe('speech that is slow', () => {
  it('gives the line back at once; the task gets lines again when it is made', async () => {
    const { world, prepare, pace, paused } = openNode()
    world.provider = 'is slow'
    const answers = [prepare({ ...call, id: 'one' }), prepare({ ...call, id: 'two' })]
    expect(pace.room('task')).toBe(Number.POSITIVE_INFINITY)
    await world.pass(800)
    expect(await Promise.all(answers)).toEqual(Array(2).fill('what the call says is not ready in time'))
    expect([pace.held(), pace.waits()]).toEqual([['task'], { task: { speechMs: 800 } }])
    await world.pass(8199)
    expect(pace.held()).toEqual(['task'])
    await world.pass(1)
    expect([pace.held(), pace.room('task'), pace.waits()]).toEqual([[], 2, { task: { speechMs: 9000 } }])
    expect(paused).toEqual([])
  })

  it('that fails in the end pauses the task like any other failure', async () => {
    const { world, prepare, pace, paused } = openNode()
    for (let times = 1; times <= 3; times += 1) {
      world.provider = 'is slow'
      const answer = prepare()
      await world.pass(800)
      await answer
      world.provider = 'fails'
      await world.pass(8200)
      await world.pass(2000)
    }
    expect(paused).toEqual([['task', REASON]])
    expect(pace.held()).toEqual([])
  })
})

describe('during a call', () => {
  it.each([
    ['fails', 'the provider is down'],
    ['hangs', 'what the call says is not ready in time'],
  ] as const)('a provider that %s pauses the task at once', async (how, reason) => {
    const { world, speech, paused } = openNode()
    expect(await speech.inCall(call, PARTS)).toBe(SOUNDS)
    world.provider = how
    const rejected = expect(speech.inCall(call, PARTS)).rejects.toThrow(reason)
    await world.pass(10_000)
    await rejected
    expect(paused).toEqual([['task', `what the calls say cannot be made: ${reason}`]])
  })

  it('pauses nothing if the task does not run any more', async () => {
    const { world, speech, paused } = openNode()
    Object.assign(world, { provider: 'fails', isRunning: false })
    await expect(speech.inCall(call, PARTS)).rejects.toThrow('the provider is down')
    await world.pass(60_000)
    expect(paused).toEqual([])
  })
})

it('a test call pauses nothing', async () => {
  const { world, speech, prepare, paused } = openNode()
  world.provider = 'fails'
  const test = { ...call, isSingle: true }
  await expect(speech.inCall(test, PARTS)).rejects.toThrow('the provider is down')
  for (let failures = 1; failures <= 4; failures += 1) {
    await prepare(test)
    await world.pass(5000)
  }
  expect(paused).toEqual([])
})
