// Figures of one dialing node for Prometheus: what it has claimed and settled, and the state of its gateway.

import { expect, it, onTestFinished } from 'vitest'
import type { GatewayHealth } from '../src/telephony/gateway.ts'
import { CallRefused } from '../src/telephony/refusals.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

async function figures(app: TestApp): Promise<Record<string, number>> {
  const { body } = await app.http.inject({ method: 'GET', url: '/metrics' })
  const lines = body.split('\n').filter((line) => line.startsWith('carillon_'))
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]))
}

const settled = (cause: string, ending: string) =>
  `carillon_calls_settled_total{cause="${cause}",ending="${ending}"}`

it('a node counts what it claims, settles and gives back, and says whether its gateway works', async () => {
  let health: GatewayHealth = { isUp: true }
  const gateway = createInstantGateway(
    ({ phoneNumber }) => {
      if (phoneNumber === '13800138003') throw new CallRefused('no')
      return phoneNumber === '13800138002' ? 'busy' : 'answered'
    },
    { health: () => health },
  )
  const app = await createTestApp({ role: 'all', gateway })
  onTestFinished(() => app.close())
  expect(await figures(app)).toMatchObject({ [settled('answered', 'successful')]: 0 })
  expect(await figures(app)).not.toHaveProperty('carillon_gateway_up')

  const dataSourceId = await app.addDataSource('list', ['13800138001', '13800138002', '13800138003'])
  const taskId = await app.addTask('task', dataSourceId, { maxDialCount: 1 })
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  app.startDialing()
  await eventually(async () => {
    const now = await figures(app)
    expect(now).toMatchObject({
      [settled('answered', 'successful')]: 1,
      [settled('busy', 'failed')]: 1,
      'carillon_dialer_failures_total{loop="claim"}': 0,
      'carillon_dialer_failures_total{loop="settle"}': 0,
      carillon_gateway_up: 1,
      [`carillon_task_calls_ended_total{task="${taskId}",outcome="success"}`]: 1,
      [`carillon_task_calls_answered_total{task="${taskId}"}`]: 1,
    })
    expect(now['carillon_calls_released_total']).toBeGreaterThan(0)
    expect(now['carillon_calls_claimed_total']).toBeGreaterThan(2)
    expect(now['carillon_claim_duration_seconds_count']).toBeGreaterThan(0)
    expect(now['carillon_settlement_duration_seconds_count']).toBeGreaterThan(1)
    expect(now['carillon_maintenance_seconds_count{name="sample_lines"}']).toBeGreaterThan(0)
  })

  health = { isUp: false, reason: 'down' }
  expect(await figures(app)).toMatchObject({ carillon_gateway_up: 0 })
})
