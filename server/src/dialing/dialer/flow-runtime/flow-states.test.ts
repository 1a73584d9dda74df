import { describe, expect, it } from 'vitest'
import type { FlowState } from '../../../conversations/flows/flow-state.ts'
import type { NodeContext } from '../dialer-options.ts'
import { createFlowStates } from './flow-states.ts'

const call = { id: '01a1e494-4e5b-73ba-a6d3-31f9dd3a520b', phoneKey: '13800138000' }
const state = { step: 'hello' } as FlowState

/** States of a node whose database is gone; timers run when the test says so. */
function open() {
  const timers: (() => void)[] = []
  let tries = 0
  const database = {
    query: async () => {
      tries += 1
      throw new Error('the pool is closed')
    },
  }
  const node = {
    db: database as unknown as NodeContext['db'],
    log: { info() {}, warn() {}, error() {} } as unknown as NodeContext['log'],
    setTimer(run: () => void) {
      timers.push(run)
      return () => undefined
    },
  }
  return { states: createFlowStates(node, () => 'node'), timers, tries: () => tries }
}

async function runTimers(timers: (() => void)[]): Promise<void> {
  await new Promise(setImmediate)
  for (const run of timers.splice(0)) run()
  await new Promise(setImmediate)
}

describe('the states of calls', () => {
  it('are stored again until they are, while the node is there', async () => {
    const { states, timers, tries } = open()
    states.store(call, state)
    await runTimers(timers)
    await runTimers(timers)
    expect(tries()).toBe(3)
    expect(timers).toHaveLength(1)
  })

  it('are given up once the node has left, so that the process ends', async () => {
    const { states, timers, tries } = open()
    const stored = states.store(call, state)
    await new Promise(setImmediate)
    states.close()
    await runTimers(timers)
    expect(await stored).toBe(false)
    expect(await states.store(call, state)).toBe(false)
    expect([tries(), timers.length]).toEqual([1, 0])
  })
})
