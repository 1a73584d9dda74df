// How far a task has come with a goal of results with certain values.

import { expect, it } from 'vitest'
import { readGoalCounts } from '../src/campaigns/tasks/goal.queries.ts'
import { endCall } from './support/call-fixtures.ts'
import { openForFile } from './support/open-for-file.ts'
import { contactIdsOf } from './support/task-fixtures.ts'
import { createTestApp } from './support/test-app.ts'

const app = await openForFile(createTestApp())

it('counts the successful contacts with each value, and no others', async () => {
  const dataSourceId = await app.addDataSource('regions', ['101', '102', '103', '104', '105'])
  const [taskId, otherId] = [
    await app.addTask('interviews', dataSourceId),
    await app.addTask('others', dataSourceId),
  ]
  const contactIds = await contactIdsOf(app, dataSourceId)
  const end = (index: number, region: string, outcome: 1 | 2 = 1, of = taskId) =>
    endCall(app, {
      ...{ taskId: of, dataSourceId, contactId: contactIds[index] ?? '', outcome },
      result: { fields: { region }, digits: { confirm: '1' }, step: 'end' },
    })
  await end(0, 'north')
  await end(1, 'north')
  await end(2, 'south')
  await end(3, 'north', 2)
  await end(4, 'north', 1, otherId)
  const results = [
    { name: 'result.region', value: 'north', count: 9 },
    { name: 'result.region', value: 'South', count: 9 },
    { name: 'digits.confirm', value: '1', count: 9 },
  ]
  expect((await readGoalCounts(app.db, taskId, { successes: 9, results })).results).toEqual([2, 0, 3])
})
