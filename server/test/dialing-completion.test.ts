// A task is done when nothing is left of it. The dialer asks only when it believes so; whether it is true is decided
// here, under the task's lock, whatever happened since.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TaskStatus } from '../src/campaigns/tasks/task-state.ts'
import { completeTask } from '../src/dialing/dialer/settle/complete.queries.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { settleDial, startCall } from './support/call-fixtures.ts'
import { contactIdsOf, moveTo } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let taskId: string
let first: string
let second: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  const name = newId()
  const dataSourceId = await app.addDataSource(name, ['13800138000', '13800138001'])
  taskId = await app.addTask(name, dataSourceId)
  await moveTo(app, taskId, 'RUNNING')
  const contacts = await contactIdsOf(app, dataSourceId)
  first = contacts[0] ?? ''
  second = contacts[1] ?? ''
  await app.rows('delete from live_call')
})

const isCompleted = async () =>
  (await completeTask(app.db, [taskId, new Date(), TaskStatus.RUNNING, null])).length > 0

describe('a task is not completed', () => {
  it('while contacts of its list were never dialed', async () => {
    await settleDial(app, taskId, first, { outcome: 1 })
    expect(await isCompleted()).toBe(false)
  })

  it('while a contact waits for another attempt', async () => {
    await settleDial(app, taskId, first, { dueAt: new Date() })
    await settleDial(app, taskId, second, { outcome: 2 })
    expect(await isCompleted()).toBe(false)
  })

  it('while a call is up', async () => {
    await settleDial(app, taskId, first, { outcome: 1 })
    await startCall(app, taskId, second, new Date())
    expect(await isCompleted()).toBe(false)
  })

  it('unless all are done, and then once', async () => {
    await settleDial(app, taskId, first, { outcome: 1 })
    await settleDial(app, taskId, second, { outcome: 2 })
    expect(await isCompleted()).toBe(true)
    expect(await isCompleted()).toBe(false)
  })
})
