import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf, dial, fail } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const clock = createManualClock('2026-03-02T01:00:00Z')
let app: TestApp
let dataSourceId: string

beforeAll(async () => {
  app = await createTestApp({ clock })
  dataSourceId = await app.addDataSource('customers', ['13800138000'])
})
afterAll(() => app.close())

interface Trail {
  total: number
  rows: { time: string; actor: string; operation: string; status: number; reason: string | null }[]
}
const trail = async (id: string, query = '') =>
  expectSuccess(await app.get<Trail>(`/api/task/${id}/audit?${query}`))

describe('the audit trail', () => {
  it('has a line for everything that was done to a task, newest first', async () => {
    const id = await app.addTask('spring', dataSourceId)
    const [contactId = ''] = await contactIdsOf(app, dataSourceId)
    const perform = async (operation: string, body: object = {}) => {
      clock.advance(60_000)
      expectSuccess(await app.post(`/api/task/${operation}`, { id, ...body }))
    }
    await perform('update', { priority: 1 })
    await perform('publish')
    await dial(app, id, contactId, 'failed')
    await perform('pause')
    await perform(`${id}/recall`)
    await perform('resume')
    await fail(app, id, 'no route')
    await perform('resume')
    await perform('stop', { reason: 'enough' })
    await perform('close')

    const { total, rows } = await trail(id)
    expect(total).toBe(9)
    const lines = rows.map(({ time, operation, status, reason }) => [
      time.slice(11),
      operation,
      status,
      reason,
    ])
    expect(lines).toEqual([
      ['09:08:00', 'close', 6, null],
      ['09:07:00', 'stop', 3, 'enough'],
      ['09:06:00', 'resume', 1, null],
      ['09:05:00', 'resume', 1, null],
      ['09:04:00', 'recall', 2, '1 contact'],
      ['09:03:00', 'pause', 2, null],
      ['09:02:00', 'publish', 1, null],
      ['09:01:00', 'update', 0, null],
      ['09:00:00', 'add', 0, null],
    ])
  })

  it('counts the contacts of a recall', async () => {
    const source = await app.addDataSource('two', ['101', '102'])
    const id = await app.addTask('recalled', source)
    expectSuccess(await app.post('/api/task/publish', { id }))
    for (const contactId of await contactIdsOf(app, source)) await dial(app, id, contactId, 'failed')
    for (const expected of ['2 contacts', '0 contacts']) {
      expectSuccess(await app.post(`/api/task/${id}/recall`))
      expect((await trail(id, 'pageSize=1')).rows[0]?.reason).toBe(expected)
    }
  })

  it('names the token that was used', async () => {
    const { token } = await app.tokens.create({ name: 'crm', scope: 'write' })
    const id = await app.addTask('by two', dataSourceId)
    const headers = { authorization: `Bearer ${token}` }
    expectSuccess(await app.send({ method: 'POST', url: '/api/task/publish', headers, payload: { id } }))
    expect((await trail(id)).rows.map((row) => row.actor)).toEqual(['crm', 'ACCESS_TOKEN'])
  })

  it('says nothing of what was refused', async () => {
    const id = await app.addTask('refused', dataSourceId)
    expectError(await app.post('/api/task/pause', { id }), 405)
    expectError(await app.post('/api/task/update', { id, priority: 9 }), 400)
    expect((await trail(id)).rows.map((row) => row.operation)).toEqual(['add'])
  })

  it('is paged', async () => {
    const id = await app.addTask('paged', dataSourceId)
    expectSuccess(await app.post('/api/task/publish', { id }))
    expectSuccess(await app.post('/api/task/pause', { id }))
    expect(await trail(id, 'pageSize=1&pageNum=2')).toMatchObject({
      total: 3,
      rows: [{ operation: 'publish' }],
    })
    expect(await trail(id, 'pageNum=2')).toEqual({ total: 3, rows: [] })
  })

  it.each([UNKNOWN_ID, 'no-id'])('of the unknown task %s is 404', async (id) => {
    expectError(await app.get(`/api/task/${id}/audit`), 404)
  })
})
