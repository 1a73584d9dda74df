// When each task may dial in a week.
import { expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { openForFile } from './support/open-for-file.ts'
import { moveTo } from './support/task-fixtures.ts'
import { createTestApp } from './support/test-app.ts'

// Tuesday, 9:30 in Shanghai.
const clock = createManualClock('2026-03-03T01:30:00Z')
const app = await openForFile(createTestApp({ clock }))

interface Calendar {
  from: string
  to: string
  now: string
  total: number
  rows: { id: string; taskName: string; isAtRecipient: boolean; times: { from: string; to: string }[] }[]
}
const read = async (query = '') => expectSuccess(await app.get<Calendar>(`/api/task/calendar${query}`))
const day = (date: string, from: string, to: string) => ({
  from: `${date} ${from}:00`,
  to: `${date} ${to}:00`,
})

it('is that of this week, of all tasks that dial or may do so later, and of those alone', async () => {
  const source = await app.addDataSource('spring', ['13800138000'])
  const other = await app.addDataSource('autumn', ['13800138001'])
  const hours = { dailyStartTime: '09:00', dailyEndTime: '20:00', weekdays: [1, 4] }
  const draft = await app.addTask('draft', source, { ...hours, windowZone: 'recipient' })
  const running = await app.addTask('running', other, {
    ...hours,
    weekdays: [1, 2, 4],
    scheduledEndTime: '2026-03-05 12:00:00',
  })
  await moveTo(app, running, 'RUNNING')
  await moveTo(app, await app.addTask('over', source), 'STOPPED')
  const week = await read()
  expect(week).toMatchObject({
    ...{ from: '2026-03-02 00:00:00', to: '2026-03-09 00:00:00', now: '2026-03-03 09:30:00', total: 2 },
  })
  expect(week.rows.map(({ id, isAtRecipient, times }) => [id, isAtRecipient, times])).toEqual([
    // It began to run today, and ends on Thursday.
    [running, false, [day('2026-03-03', '09:30', '20:00'), day('2026-03-05', '09:00', '12:00')]],
    [draft, true, [day('2026-03-02', '09:00', '20:00'), day('2026-03-05', '09:00', '20:00')]],
  ])
  const next = await read('?from=2026-03-09')
  expect(next.from).toBe('2026-03-09 00:00:00')
  expect(next.rows.map(({ times }) => times.length)).toEqual([0, 2])
  for (const from of ['2026-02-30', 'monday'])
    expectError(await app.get(`/api/task/calendar?from=${from}`), 400)

  const body = { name: 'bound', scope: 'read', dataSourceIds: [other] }
  const { token } = expectSuccess(await app.post<{ token: string }>('/api/token/create', body))
  const headers = { authorization: `Bearer ${token}` }
  const own = await app.send<Calendar>({ method: 'GET', url: '/api/task/calendar', headers })
  expect(expectSuccess(own).rows.map(({ taskName }) => taskName)).toEqual(['running'])
})
