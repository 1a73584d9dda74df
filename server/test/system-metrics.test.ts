// Figures of the dialer for Prometheus: of all nodes together, whichever is asked.

import { describe, expect, it, vi } from 'vitest'
import { createFiguresReader } from '../src/insight/metrics/dialer-metrics.ts'
import { readHttpSettings } from '../src/platform/http/http-settings.ts'
import { createSettings } from '../src/platform/kernel/settings.ts'
import { addDialerNode, endCall, startCall } from './support/call-fixtures.ts'
import { createDatabaseProxy } from './support/database-proxy.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { contactIdsOf, moveTo, STATES } from './support/task-fixtures.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

const clock = createManualClock('2026-03-02T06:00:00Z')
const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
const app = await openForFile(createTestApp({ clock }))

async function figures(on: TestApp = app): Promise<Record<string, number>> {
  const { body } = await on.http.inject({ method: 'GET', url: '/metrics' })
  const lines = body.split('\n').filter((line) => line.startsWith('carillon_') && !line.includes('_http_'))
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]))
}

describe('the figures', () => {
  it('are all there, and right', async () => {
    const dataSourceId = await app.addDataSource('customers', ['101', '102', '103'])
    const [one = '', two = ''] = await contactIdsOf(app, dataSourceId)
    const taskIds: string[] = []
    for (const state of STATES) {
      const id = await app.addTask(state, dataSourceId)
      await moveTo(app, id, state)
      taskIds.push(id)
    }
    const [, taskId = '', other = ''] = taskIds
    for (const outcome of [1, 1, 1, 2, 3, 3] as const)
      await endCall(app, { taskId, contactId: one, dataSourceId, outcome })
    await endCall(app, { taskId: other, contactId: one, dataSourceId, outcome: 2 })
    await startCall(app, taskId, two, at(-1))
    await addDialerNode(app, { beat: at(-1) })
    await addDialerNode(app, { beat: at(-2), fault: { reason: 'down', since: at(-5) } })
    await addDialerNode(app, { beat: at(-60) })

    const node = await createTestApp({ database: app.database, clock })
    try {
      expect(await figures(node)).toMatchObject({
        carillon_lines: 100,
        carillon_lines_in_use: 1,
        carillon_dialer_nodes: 2,
        carillon_dialer_nodes_with_gateway: 1,
        ...Object.fromEntries(STATES.map((state) => [`carillon_tasks{status="${state}"}`, 1])),
        'carillon_calls_ended_total{outcome="success"}': 3,
        'carillon_calls_ended_total{outcome="fail"}': 2,
        'carillon_calls_ended_total{outcome="noAnswer"}': 2,
        carillon_ready: 1,
        carillon_calls_per_second_limit: 100,
        carillon_recordings_waiting: 0,
        carillon_backup_failed: 0,
        carillon_recordings_waiting_age_seconds: 0,
      })
    } finally {
      await node.close()
    }
  })

  it('are of the kinds that Prometheus expects', async () => {
    const { body } = await app.http.inject({ method: 'GET', url: '/metrics' })
    expect(body).toMatch(/^# TYPE carillon_calls_ended_total counter$/m)
    expect(body).toMatch(/^# TYPE carillon_lines_in_use gauge$/m)
  })

  it('are asked of the database once a second at most', async () => {
    const waitingRecordings = vi.fn(async () => ({ count: 0, since: null }))
    const backupState = async () => undefined
    const read = createFiguresReader({ db: app.db, clock, waitingRecordings, backupState })
    const query = vi.spyOn(app.db, 'query')
    try {
      const answers = await Promise.all(Array.from({ length: 10 }, read))
      expect(query).toHaveBeenCalledTimes(1)
      expect(waitingRecordings).toHaveBeenCalledTimes(1)
      expect(new Set(answers).size).toBe(1)
    } finally {
      query.mockRestore()
    }
  })

  it('are left out while the database is away; those of the node itself are not', async () => {
    const proxy = await createDatabaseProxy(app.database.connection)
    const node = await createTestApp({ database: app.database, connection: proxy.connection })
    try {
      await proxy.cut()
      const shown = await figures(node)
      const ofService = /lines|tasks|calls_ended|dialer_nodes|recordings|database_(bytes|trans)/
      expect(Object.keys(shown).filter((name) => ofService.test(name))).toEqual([])
      expect(shown).toMatchObject({ carillon_ready: 0 })
    } finally {
      await proxy.mend()
      await node.close()
      await proxy.close()
    }
  })
})

describe('who may read them', () => {
  it.each([
    [{}, 'open'],
    [{ HOST: 'localhost' }, 'open'],
    [{ HOST: '::1' }, 'open'],
    [{ HOST: '127.0.0.2' }, 'open'],
    [{ HOST: '0.0.0.0' }, 'token'],
    [{ HOST: '::' }, 'token'],
    [{ HOST: '127.example.com' }, 'token'],
    [{ HOST: '10.0.0.5', METRICS: 'open', API_DOCS: 'open' }, 'open'],
    [{ METRICS: 'off', API_DOCS: 'off' }, 'off'],
  ])('%j: %s, as the reference of the API', (environment, access) => {
    const { metrics, docs } = readHttpSettings(createSettings(environment))
    expect([metrics, docs]).toEqual([access, access])
  })

  it('a browser asks for the token of the reference, which is the password', async () => {
    const node = await createTestApp({ database: app.database, http: { docs: 'token' } })
    const ask = async (url: string, authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      const { statusCode, headers: answered } = await node.http.inject({ method: 'GET', url, headers })
      return [statusCode, answered['www-authenticate']]
    }
    const basic = (token: string) => `Basic ${Buffer.from(`me:${token}`).toString('base64')}`
    for (const url of ['/docs/', '/docs/static/page.css', '/openapi.json']) {
      expect(await ask(url)).toEqual([401, expect.stringMatching(/^Basic /)])
      expect(await ask(url, basic('wrong'))).toEqual([401, expect.stringMatching(/^Basic /)])
      expect(await ask(url, basic(TEST_TOKEN))).toEqual([200, undefined])
      expect(await ask(url, `Bearer ${TEST_TOKEN}`)).toEqual([200, undefined])
    }
    // Only where a browser asks.
    expect(await ask('/api/task/list', basic(TEST_TOKEN))).toEqual([401, 'Bearer'])
    await node.close()
  })

  it.each([
    ['open', 200, 200],
    ['token', 401, 200],
    ['off', 404, 404],
  ] as const)('with METRICS=%s: %i without a token, %i with one', async (metrics, without, withToken) => {
    const node = await createTestApp({ database: app.database, http: { metrics } })
    const request = { method: 'GET', url: '/metrics' } as const
    const headers = { authorization: `Bearer ${TEST_TOKEN}` }
    const answers = await Promise.all([node.http.inject(request), node.http.inject({ ...request, headers })])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([without, withToken])
    await node.close()
  })
})
