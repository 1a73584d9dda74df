// Every operation in every state: where it leads, or how it is refused.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { moveTo, STATES, type StateName } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

/** Where an operation is allowed, and the state it leads to. */
const operations: Record<string, { from: StateName[]; to: StateName | 'unchanged' }> = {
  update: { from: ['DRAFT'], to: 'unchanged' },
  reschedule: { from: ['PAUSED'], to: 'unchanged' },
  changeFlow: { from: ['RUNNING', 'PAUSED', 'FAILED'], to: 'unchanged' },
  publish: { from: ['DRAFT'], to: 'RUNNING' },
  pause: { from: ['RUNNING'], to: 'PAUSED' },
  resume: { from: ['PAUSED', 'FAILED'], to: 'RUNNING' },
  stop: { from: ['RUNNING', 'PAUSED', 'FAILED'], to: 'STOPPED' },
  recall: { from: ['RUNNING', 'PAUSED', 'COMPLETED'], to: 'unchanged' },
  close: { from: ['DRAFT', 'STOPPED', 'COMPLETED', 'FAILED'], to: 'CLOSED' },
}

let app: TestApp
let dataSourceId: string
let tasks = 0

beforeAll(async () => {
  app = await createTestApp()
  dataSourceId = await app.addDataSource('customers', ['13800138000'])
})
afterAll(() => app.close())

async function taskIn(state: StateName): Promise<string> {
  tasks += 1
  const id = await app.addTask(`task ${tasks}`, dataSourceId)
  await moveTo(app, id, state)
  return id
}

function perform(operation: string, id: string) {
  if (operation === 'recall') return app.post(`/api/task/${id}/recall`, {})
  const change = {
    update: { taskDesc: 'changed' },
    reschedule: { priority: 1 },
    changeFlow: { flow: { steps: [{ id: 'bye', type: 'hangup' }] } },
  }[operation]
  return app.post(`/api/task/${operation}`, { id, ...change })
}

async function stored(id: string) {
  const [row] = await app.rows<{ task: Record<string, unknown>; audit: number }>(
    `select to_jsonb(t) as task, (select count(*) from audit where task_id = t.id) as audit
     from task t where id = $1`,
    [id],
  )
  return row
}

for (const [operation, { from, to }] of Object.entries(operations)) {
  describe(operation, () => {
    it.each(from)('is allowed in %s', async (state) => {
      const id = await taskIn(state)
      const before = await stored(id)
      expectSuccess(await perform(operation, id))
      const after = await stored(id)
      expect(after?.task['status']).toBe(STATES.indexOf(to === 'unchanged' ? state : to))
      expect(after?.audit).toBe((before?.audit ?? 0) + 1)
    })

    const refusedIn = STATES.filter((state) => !from.includes(state))
    it.each(refusedIn)('is refused in %s with 405, and changes nothing', async (state) => {
      const id = await taskIn(state)
      const before = await stored(id)
      const answer = await perform(operation, id)
      expectError(
        answer,
        405,
        `^${operation} is not allowed while the task is ${state}; it is allowed while it is ${from.join(' or ')}$`,
      )
      expect(answer.headers['allow']).toBe('POST')
      expect(await stored(id)).toEqual(before)
    })

    it.each([UNKNOWN_ID, 'no-id', ''])('answers 404 for the unknown task %j', async (id) => {
      expectError(await perform(operation, id), 404)
    })
  })
}

describe('what operations answer', () => {
  it.each([
    ['pause', 'RUNNING', 2],
    ['resume', 'PAUSED', 1],
    ['resume', 'FAILED', 1],
    ['stop', 'RUNNING', 3],
    ['close', 'DRAFT', 6],
  ] as const)('%s in %s answers id and status', async (operation, state, status) => {
    const id = await taskIn(state)
    expect(expectSuccess(await perform(operation, id))).toEqual({ id, status })
  })

  it('publish answers id, status and startTime', async () => {
    const id = await taskIn('DRAFT')
    const data = expectSuccess(await perform('publish', id))
    const detail = expectSuccess(await app.get<{ startTime: string }>(`/api/task/detail/${id}`))
    expect(data).toEqual({ id, status: 1, startTime: detail.startTime })
  })

  it.each(['publish', 'pause', 'resume', 'stop', 'close', 'update'])('%s needs an id', async (operation) => {
    expectError(await app.post(`/api/task/${operation}`, {}), 400, /^id is required$/)
    expectError(await app.post(`/api/task/${operation}`, { id: 7 }), 400, /^id must be a string$/)
  })
})

describe('times of a task', () => {
  async function times(id: string) {
    const { rows } = expectSuccess(
      await app.get<{ rows: { id: string; startTime: unknown; endTime: unknown }[] }>(
        '/api/task/list?pageSize=1000',
      ),
    )
    const task = rows.find((row) => row.id === id)
    return { startTime: task?.startTime, endTime: task?.endTime }
  }

  it('a draft has neither started nor ended', async () => {
    expect(await times(await taskIn('DRAFT'))).toEqual({ startTime: null, endTime: null })
  })

  it.each(['RUNNING', 'PAUSED', 'FAILED'] as const)('%s has started and not ended', async (state) => {
    expect(await times(await taskIn(state))).toEqual({ startTime: expect.any(String), endTime: null })
  })

  it('STOPPED has started and ended', async () => {
    const { startTime, endTime } = await times(await taskIn('STOPPED'))
    expect([typeof startTime, typeof endTime]).toEqual(['string', 'string'])
  })

  it('a draft that was closed has ended without having started', async () => {
    expect(await times(await taskIn('CLOSED'))).toEqual({ startTime: null, endTime: expect.any(String) })
  })

  it('closing a stopped task keeps the time it ended', async () => {
    const id = await taskIn('STOPPED')
    await app.rows(`update task set end_time = end_time - interval '1 hour' where id = $1`, [id])
    const before = await times(id)
    expectSuccess(await perform('close', id))
    expect(await times(id)).toEqual(before)
  })
})

describe('reasons', () => {
  const reasons = async (id: string) =>
    expectSuccess(await app.get<{ stopReason: unknown; failReason: unknown }>(`/api/task/detail/${id}`))

  it('keeps why a task was stopped', async () => {
    const id = await taskIn('RUNNING')
    expectSuccess(await app.post('/api/task/stop', { id, reason: '客户要求 "停止"' }))
    expect(await reasons(id)).toMatchObject({ stopReason: '客户要求 "停止"', failReason: null })
  })

  it('stops without a reason', async () => {
    const id = await taskIn('PAUSED')
    expectSuccess(await app.post('/api/task/stop', { id }))
    expect(await reasons(id)).toMatchObject({ stopReason: null })
  })

  it('refuses a reason that is no text with 400', async () => {
    const id = await taskIn('RUNNING')
    expectError(await app.post('/api/task/stop', { id, reason: 5 }), 400, /^reason must be a string$/)
  })

  it('shows why a task failed until it is resumed', async () => {
    const id = await taskIn('FAILED')
    expect(await reasons(id)).toMatchObject({ failReason: 'no route to the gateway' })
    expectSuccess(await perform('resume', id))
    expect(await reasons(id)).toMatchObject({ failReason: null })
  })
})
