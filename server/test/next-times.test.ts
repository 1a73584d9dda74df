// When a contact is dialed next: the list, the export, the page of the contact and the explanation of the task say the same time, inside the
// calling hours.
import { beforeEach, expect, it } from 'vitest'
import { expectSuccess } from './support/expectations.ts'
import { createExplainApp } from './support/explain-app.ts'
import { openForFile } from './support/open-for-file.ts'
import { TEST_TOKEN } from './support/test-app.ts'

const app = await openForFile(createExplainApp())
beforeEach(() => app.calmDown())

const HOUR = 3600

/** What each place says about the only contact of the task that waits. */
async function nextTimes(taskId: string, contactId: string) {
  const page = await app.get<{ rows: { id: string; nextAttemptTime: string | null }[] }>(
    `/api/task/${taskId}/contacts`,
  )
  const { body } = await app.http.inject({
    url: `/api/task/${taskId}/export?format=csv`,
    headers: { authorization: `Bearer ${TEST_TOKEN}` },
  })
  const [titles = [], ...rows] = body
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const { nextRetryTime } = (await app.explain(taskId)) as unknown as { nextRetryTime: string | null }
  return {
    list: expectSuccess(page).rows.find(({ id }) => id === contactId)?.nextAttemptTime,
    export: rows.find(([id]) => id === contactId)?.[titles.indexOf('nextCallTime')] || null,
    contact: (await app.contactIn(taskId, contactId))['nextTime'],
    explain: nextRetryTime,
  }
}
const all = (time: string | null) => ({ list: time, export: time, contact: time, explain: time })

async function waiting(settings: object, dueInSeconds: number) {
  const { taskId, contactIds } = await app.addListTask(1, settings)
  const contactId = contactIds[0] ?? ''
  await app.dialed(taskId, contactId, { dueAt: app.at(dueInSeconds) })
  await app.rows('update task_progress set cursor = 1 where task_id = $1', [taskId])
  return { taskId, contactId }
}

it('is when it is due, if that is inside the hours', async () => {
  const { taskId, contactId } = await waiting({ dailyStartTime: '09:00', dailyEndTime: '18:00' }, HOUR)
  expect(await nextTimes(taskId, contactId)).toEqual(all('2026-03-02 15:00:00'))
})

it('is when the hours open, if it is due outside of them', async () => {
  const { taskId, contactId } = await waiting({ dailyStartTime: '09:00', dailyEndTime: '18:00' }, 5 * HOUR)
  expect(await nextTimes(taskId, contactId)).toEqual(all('2026-03-03 09:00:00'))
})

it('is by the clock of the called person, where the hours hold there', async () => {
  const settings = { dailyStartTime: '09:00', dailyEndTime: '18:00', windowZone: 'recipient' }
  const { taskId, contactId } = await waiting(settings, HOUR)
  await app.rows(`update contact set fields = '{"timeZone": "America/New_York"}' where id = $1`, [contactId])
  expect(await nextTimes(taskId, contactId)).toEqual(all('2026-03-02 22:00:00'))
})

it('is now for a contact that only waits for a line', async () => {
  const { taskId, contactId } = await waiting({}, -HOUR)
  expect(await nextTimes(taskId, contactId)).toEqual(all('2026-03-02 14:00:00'))
})

it('is not known while the task is paused', async () => {
  const { taskId, contactId } = await waiting({}, HOUR)
  expectSuccess(await app.post('/api/task/pause', { id: taskId }))
  const { explain: _, ...said } = await nextTimes(taskId, contactId)
  expect(said).toEqual({ list: null, export: null, contact: null })
})
