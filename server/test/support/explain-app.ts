// The service at 14:00 of a quiet day, with a dialer that is alive and nothing to do, and tasks to ask about.

import { addDialerNode, type DialFixture, settleDial } from './call-fixtures.ts'
import { expectSuccess } from './expectations.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { contactIdsOf, moveTo, type StateName } from './task-fixtures.ts'
import { createTestApp, type TestApp } from './test-app.ts'

export interface Explanation {
  taskId: string
  status: number
  statusName: string
  state: string
  message: string
  reasons: { code: string; message: string; [fact: string]: unknown }[]
  contacts: Record<
    'total' | 'notDialed' | 'inProgress' | 'waitingRetry' | 'live' | 'success' | 'failed' | 'skipped',
    number
  >
  callsPerSecond: number
  estimatedEndTime: string | null
}

export interface ContactInTask {
  status: number
  state: string
  message: string
  reasons: { code: string; [fact: string]: unknown }[]
  calls: { id: string }[]
  [field: string]: unknown
}

export interface ExplainApp extends TestApp {
  clock: ManualClock
  /** So many seconds after 14:00. */
  at(seconds: number): Date
  /** Back to 14:00, and nothing runs or rings. */
  calmDown(): Promise<void>
  /** A data source with so many contacts, and a task of it; published, unless asked otherwise. */
  addListTask(
    contacts: number,
    settings?: object,
    state?: StateName,
  ): Promise<{ taskId: string; dataSourceId: string; contactIds: string[] }>
  explain(taskId: string): Promise<Explanation>
  contactIn(taskId: string, contactId: string): Promise<ContactInTask>
  dialed(taskId: string, contactId: string, result: DialFixture): Promise<void>
  remove(dataSourceId: string, contactId: string): Promise<void>
}

const NOW = '2026-03-02T06:00:00Z'

export async function createExplainApp(): Promise<ExplainApp> {
  const clock = createManualClock(NOW)
  const app = await createTestApp({ clock })
  const at = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000)
  let count = 0

  return {
    ...app,
    clock,
    at,
    async calmDown() {
      clock.set(NOW)
      await app.rows('delete from live_call')
      await app.rows('delete from dialer_node')
      await app.rows('update task set status = 3, end_time = $1 where status = 1', [at(0)])
      await app.rows('update dialer set lines = 10, calls_per_second = 0')
      await addDialerNode(app, { beat: at(0) })
    },
    async addListTask(contacts, settings = {}, state = 'RUNNING') {
      count += 1
      const name = `task ${count}`
      const numbers = Array.from({ length: contacts }, (_, i) => String(13_000_000_000 + count * 1000 + i))
      const dataSourceId = await app.addDataSource(name, numbers)
      const taskId = await app.addTask(name, dataSourceId, settings)
      await moveTo(app, taskId, state)
      return { taskId, dataSourceId, contactIds: await contactIdsOf(app, dataSourceId) }
    },
    explain: async (taskId) => expectSuccess(await app.get<Explanation>(`/api/task/${taskId}/explain`)),
    contactIn: async (taskId, contactId) =>
      expectSuccess(await app.get<ContactInTask>(`/api/task/${taskId}/contact/${contactId}`)),
    dialed: (taskId, contactId, result) => settleDial(app, taskId, contactId, result),
    async remove(dataSourceId, contactId) {
      expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId }))
    },
  }
}
