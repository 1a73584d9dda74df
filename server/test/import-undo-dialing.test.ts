// An import is undone while two nodes dial its contacts: whom a task has called stays, and nobody is called who was deleted.

import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createFilesApp, numberedRows } from './support/files-app.ts'
import { importJobsOf, type Job } from './support/import-jobs.ts'
import { differencesIn } from './support/sums.ts'
import { createTestApp } from './support/test-app.ts'

const COUNT = 600
const COMPLETED = 4

it.each(['snapshot', 'live'])('a task in %s mode', async (listMode) => {
  const settings = parseSimulatorSettings('seed=1, answered=100, ring=0-0, talk=0-0, timeout=0')
  const dialing = () => ({ role: 'all', gateway: createSimulator({ settings, clock: systemClock }) }) as const
  const app = await createFilesApp({ ...dialing(), imports: { undoContacts: 20 } })
  const other = await createTestApp({ ...dialing(), database: app.database })
  onTestFinished(async () => {
    await other.close()
    await app.close()
  })
  await app.limits.change({ lines: 10, callsPerSecond: 0 })
  const jobs = importJobsOf(app)
  // Contacts before those of the import, so that the task has something to dial while the undo begins.
  const dataSourceId = await app.addDataSource('customers')
  await jobs.ended((await jobs.begin(dataSourceId, numberedRows(50, 13_700_000_000))).id)
  const { id } = await jobs.ended((await jobs.begin(dataSourceId, numberedRows(COUNT))).id)
  const taskId = await app.addTask('spring', dataSourceId, { listMode })
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))

  for (const node of [app, other]) node.startDialing()
  expect(expectSuccess(await app.post<Job>(`/api/import/${id}/undo`)).status).toBe('undoing')
  const { undo } = await jobs.ended(id)
  expect((undo?.removedCount ?? 0) + (undo?.keptCount ?? 0)).toBe(COUNT)
  await eventually(async () => {
    const { status } = expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${taskId}`))
    expect(status).toBe(COMPLETED)
  })

  const [facts] = await app.rows(
    `select (select count(*)::int from call) as calls, (select count(*)::int from contact) as contacts,
       (select count(*)::int from call where contact_id not in (select id from contact)) as rung_and_deleted,
       (select contact_count from task where id = $1) as listed`,
    [taskId],
  )
  const left = 50 + (undo?.keptCount ?? 0)
  expect(facts).toEqual({ calls: left, contacts: left, rung_and_deleted: 0, listed: left })
  expect(await differencesIn(app)).toEqual([])
})
