import { expect, it } from 'vitest'
import { createManualClock } from '../../../../test/support/manual-clock.ts'
import { GatewayBusy, NotAsked } from '../../../telephony/refusals.ts'
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

it('asks for a probe after a second fault while the call that ended the first one is still live', () => {
  const clock = createManualClock(START)
  const condition = createGatewayCondition(clock, 1000)
  condition.faulted({ ...contact, contactId: 'first' }, clock.elapsedMs(), 'no circuit')
  clock.advance(1000)
  condition.asked('probe')
  condition.accepted({ ...contact, contactId: 'second' }, clock.elapsedMs())
  expect(condition.fault()).toBeNull()
  clock.advance(1000)
  condition.faulted({ ...contact, contactId: 'third' }, clock.elapsedMs(), 'no circuit')
  expect(condition.allowance(0)).toBe(0)
  clock.advance(1000)
  expect(condition.allowance(0)).toBe(1)
})
