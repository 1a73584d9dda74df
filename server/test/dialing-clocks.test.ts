// Nodes whose own clocks are wrong, in virtual time: what counts is the clock of the database.

import { expect, it } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { dialingWorlds } from './support/dialing-world.ts'
import { createTestApp } from './support/test-app.ts'

const openWorld = dialingWorlds()
const MINUTE_MS = 60_000
const numbers = ['101', '102', '103']

it.each([60, -60])(
  'a node whose clock is %d minutes ahead keeps to the window of the task',
  async (minutes) => {
    const world = await openWorld()
    // It is 8:00.
    await world.addRunningTask(numbers, { dailyStartTime: '08:01', dailyEndTime: '20:00' })
    world.startNode({ clockAheadMs: minutes * MINUTE_MS })
    await world.run(55_000)
    expect(world.rung()).toEqual([])
    await world.run(15_000)
    expect(world.rung().toSorted()).toEqual(numbers)
  },
)

it('a service follows the clock of its database', async () => {
  const clock = { ...systemClock, now: () => new Date(Date.now() + 60 * MINUTE_MS) }
  const gateway = createSimulator({ settings: parseSimulatorSettings('seed=1'), clock })
  const app = await createTestApp({ role: 'all', clock, gateway, followsDatabaseClock: true })
  try {
    app.startDialing()
    const readBeats = () =>
      app.rows<{ is_right: boolean }>(
        `select abs(extract(epoch from clock_timestamp() - heartbeat_time)) < 60 as is_right from dialer_node where heartbeat > 1`,
      )
    await expect.poll(readBeats).toEqual([{ is_right: true }])
  } finally {
    await app.close()
  }
})
