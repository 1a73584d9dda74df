// A live call is hung up through the API, on whichever node it is.

import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { DEFAULT_SETTINGS } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createTestApp } from './support/test-app.ts'

/** Everybody answers at once and talks for an hour. */
const settings = {
  ...DEFAULT_SETTINGS,
  shares: { answered: 1 },
  ring: [0, 0],
  talk: [3600, 3600],
} as const

it('ends the call on the node that has it, and the call is recorded as answered', async () => {
  const api = await createTestApp()
  onTestFinished(() => api.close())
  const openNode = async () => {
    const gateway = createSimulator({ settings, clock: systemClock })
    const node = await createTestApp({ role: 'dialer', gateway, database: api.database })
    onTestFinished(() => node.close())
    node.startDialing()
  }
  await openNode()
  await openNode()
  const dataSourceId = await api.addDataSource('list', ['13800138000', '13800138001'])
  const taskId = await api.addTask('task', dataSourceId, { maxDialCount: 1 })
  expectSuccess(await api.post('/api/task/publish', { id: taskId }))
  const live = () => api.rows<{ id: string }>('select id from live_call order by phone_key')
  await eventually(async () => expect(await live()).toHaveLength(2))
  const [first, second] = await live()

  // A listener that has just started may miss the first request; asking again is how a caller deals with that.
  await eventually(async () => {
    const stillLive = (await live()).some(({ id }) => id === first?.id)
    if (stillLive) expectSuccess(await api.post(`/api/call/${first?.id}/hangup`))
    expect(await api.rows('select id, cause from call')).toEqual([{ id: first?.id, cause: 'answered' }])
  })
  expect(await live()).toEqual([second])
  expectError(await api.post(`/api/call/${first?.id}/hangup`), 404, 'live call')
})

it('is 404 for what is no live call', async () => {
  const api = await createTestApp()
  onTestFinished(() => api.close())
  expectError(await api.post(`/api/call/${newId()}/hangup`), 404, 'live call')
  expectError(await api.post('/api/call/nothing/hangup'), 404, 'live call')
})
