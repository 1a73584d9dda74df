import { expect, it } from 'vitest'
import { createManualClock } from '../../../test/support/manual-clock.ts'
import { GatewayBusy, NotAsked } from '../gateway.ts'
import { createGatewayCondition } from './gateway-condition.ts'

const contact = { taskId: 'task', contactId: 'contact' }
const START = '2026-01-01T00:00:00.000Z'

it('blames a contact that alone is answered with "busy"', () => {
  const condition = createGatewayCondition(createManualClock(START), 1000)
  expect(condition.wasBusy(contact, new GatewayBusy('429', 0))).toMatchObject({ isToBlame: true })
})

it('blames nobody for a request that was never sent, however often', () => {
  const clock = createManualClock(START)
  const condition = createGatewayCondition(clock, 1000)
  for (let times = 0; times < 10; times += 1) {
    const { isToBlame, pauseMs } = condition.wasBusy(contact, new NotAsked('too slow', 500))
    expect([isToBlame, pauseMs >= 500]).toEqual([false, true])
    condition.accepted({ taskId: 'task', contactId: 'another' }, clock.elapsedMs())
    clock.advance(10_000)
  }
})
