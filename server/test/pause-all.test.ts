// Pausing everything, and resuming exactly that.
import { describe, expect, it } from 'vitest'
import { expectError, expectSuccess, UNKNOWN_ID } from './support/expectations.ts'
import { openForFile } from './support/open-for-file.ts'
import { moveTo, type StateName } from './support/task-fixtures.ts'
import { createTestApp } from './support/test-app.ts'

const app = await openForFile(createTestApp())
const spring = await app.addDataSource('spring', ['13800138000'])
const autumn = await app.addDataSource('autumn', ['13800138001'])

interface Named {
  id: string
  taskName: string
}
interface Paused {
  id: string | null
  pausedCount: number
  tasks: Named[]
}
interface Resumed {
  resumedCount: number
  tasks: Named[]
  leftOut: (Named & { why: string; message?: string })[]
}
interface Pause {
  id: string
  actor: string
  reason: string | null
  tasks: Named[]
}

async function taskIn(state: StateName, name: string, dataSourceId = spring): Promise<string> {
  const id = await app.addTask(name, dataSourceId)
  await moveTo(app, id, state)
  return id
}
const pauseAll = async (body: object = {}) =>
  expectSuccess(await app.post<Paused>('/api/task/pauseAll', body))
const resumeAll = async (id: string | null) =>
  expectSuccess(await app.post<Resumed>('/api/task/resumeAll', { id }))
const pauses = async () => expectSuccess(await app.get<{ rows: Pause[] }>('/api/task/pauses')).rows
const statusOf = async (id: string) =>
  expectSuccess(await app.get<{ status: number; pauseReason: string | null }>(`/api/task/detail/${id}`))
const stopAll = async (...ids: string[]) => {
  for (const id of ids) await app.post('/api/task/stop', { id })
}

describe('pausing everything', () => {
  it('pauses what runs, with its reason in each task and in its audit trail, and leaves all else', async () => {
    const first = await taskIn('RUNNING', 'first')
    const second = await taskIn('RUNNING', 'second')
    const draft = await taskIn('DRAFT', 'draft')
    const failed = await taskIn('FAILED', 'failed')
    const pause = await pauseAll({ reason: 'The hotline is down' })
    expect(pause.pausedCount).toBe(2)
    expect(pause.tasks).toEqual([
      { id: first, taskName: 'first' },
      { id: second, taskName: 'second' },
    ])
    for (const id of [first, second]) {
      expect(await statusOf(id)).toMatchObject({ status: 2, pauseReason: 'The hotline is down' })
      const [entry] = await app.rows(
        'select operation, reason, actor from audit where task_id = $1 order by id desc limit 1',
        [id],
      )
      expect(entry).toEqual({ operation: 'pause', reason: 'The hotline is down', actor: 'ACCESS_TOKEN' })
    }
    expect((await statusOf(draft)).status).toBe(0)
    expect((await statusOf(failed)).status).toBe(5)
    expect(await pauses()).toMatchObject([
      { id: pause.id, actor: 'ACCESS_TOKEN', reason: 'The hotline is down', tasks: pause.tasks },
    ])
    expect((await resumeAll(pause.id)).tasks).toEqual(pause.tasks)
    expect((await statusOf(first)).status).toBe(1)
    expect(await pauses()).toEqual([])
    await stopAll(first, second, failed)
  })

  it('says so if nothing runs', async () => {
    expect(await pauseAll()).toEqual({ id: null, pausedCount: 0, tasks: [] })
    expectError(await app.post('/api/task/pauseAll', { reason: 'x'.repeat(1001) }), 400)
  })
})

describe('resuming', () => {
  it('leaves out, and names, tasks that somebody changed since or that cannot be resumed', async () => {
    const ids = {
      before: await taskIn('PAUSED', 'paused before'),
      kept: await taskIn('RUNNING', 'kept'),
      changed: await taskIn('RUNNING', 'changed'),
      stopped: await taskIn('RUNNING', 'stopped'),
      again: await taskIn('RUNNING', 'paused again'),
      over: await taskIn('RUNNING', 'over'),
    }
    const { id, pausedCount } = await pauseAll()
    expect(pausedCount).toBe(5)
    await app.post('/api/task/reschedule', { id: ids.changed, priority: 1 })
    await stopAll(ids.stopped)
    await app.post('/api/task/resume', { id: ids.again })
    await app.post('/api/task/pause', { id: ids.again })
    await app.rows(
      `update task set settings = settings || '{"scheduledEndTime": "2020-01-01T00:00:00.000Z"}' where id = $1`,
      [ids.over],
    )
    expect((await pauses())[0]?.tasks.map(({ taskName }) => taskName)).toEqual(['kept', 'over'])
    const { tasks, leftOut } = await resumeAll(id)
    expect(tasks).toEqual([{ id: ids.kept, taskName: 'kept' }])
    expect(leftOut).toEqual([
      { id: ids.changed, taskName: 'changed', why: 'changed' },
      { id: ids.over, taskName: 'over', why: 'refused', message: expect.stringMatching(/end/i) },
      { id: ids.again, taskName: 'paused again', why: 'changed' },
      { id: ids.stopped, taskName: 'stopped', why: 'changed' },
    ])
    expect((await statusOf(ids.before)).status).toBe(2)
    // It is still paused by it.
    expect((await pauses())[0]?.tasks.map(({ taskName }) => taskName)).toEqual(['over'])
    await stopAll(...Object.values(ids))
    expect(await pauses()).toEqual([])
  })

  it('does not start a task that is changed while the others are resumed', async () => {
    const task = await taskIn('RUNNING', 'raced')
    const { id } = await pauseAll()
    const answers = await Promise.all([
      resumeAll(id),
      app.post('/api/task/stop', { id: task }),
      resumeAll(id),
    ])
    const resumed = [answers[0], answers[2]].flatMap(({ tasks }) => tasks)
    expect(resumed.length).toBeLessThan(2)
    expect((await statusOf(task)).status).toBe(3)
  })

  it('needs the id of a pause', async () => {
    for (const id of [UNKNOWN_ID, 'x']) expectError(await app.post('/api/task/resumeAll', { id }), 404)
  })
})

describe('a token that is bound', () => {
  it('pauses, resumes and sees only the tasks of its own data sources', async () => {
    const own = await taskIn('RUNNING', 'own', autumn)
    const foreign = await taskIn('RUNNING', 'foreign')
    const body = { name: 'bound', scope: 'write', dataSourceIds: [autumn] }
    const { token } = expectSuccess(await app.post<{ token: string }>('/api/token/create', body))
    const headers = { authorization: `Bearer ${token}` }
    const post = async <Data>(path: string, payload: object = {}) =>
      app.send<Data>({ method: 'POST', url: path, headers, payload })

    const all = await pauseAll()
    expect(all.pausedCount).toBe(2)
    const seen = expectSuccess(
      await app.send<{ rows: Pause[] }>({ method: 'GET', url: '/api/task/pauses', headers }),
    )
    expect(seen.rows.flatMap(({ tasks }) => tasks)).toEqual([{ id: own, taskName: 'own' }])
    const resumed = expectSuccess(await post<Resumed>('/api/task/resumeAll', { id: all.id }))
    expect(resumed).toEqual({ resumedCount: 1, tasks: [{ id: own, taskName: 'own' }], leftOut: [] })
    expect((await statusOf(foreign)).status).toBe(2)

    await resumeAll(all.id)
    expect(expectSuccess(await post<Paused>('/api/task/pauseAll')).tasks).toEqual([
      { id: own, taskName: 'own' },
    ])
    expect((await statusOf(foreign)).status).toBe(1)
    const other = await pauseAll()
    expectError(await post('/api/task/resumeAll', { id: other.id }), 404)
    await stopAll(own, foreign)
  })
})
