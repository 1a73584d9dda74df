import { expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { openForFile } from './support/open-for-file.ts'
import { createTestApp } from './support/test-app.ts'

const app = await openForFile(createTestApp())

const PATH = '/api/console/settings'

it('protect people until they are changed, for everyone', async () => {
  expect(expectSuccess(await app.get(PATH))).toEqual({ protectNewTasks: true, offerProtections: true })
  const changed = await app.post(PATH, { offerProtections: false })
  expect(expectSuccess(changed)).toEqual({ protectNewTasks: true, offerProtections: false })
  expectSuccess(await app.post(PATH, { protectNewTasks: false, offerProtections: null }))
  expect(expectSuccess(await app.get(PATH))).toEqual({ protectNewTasks: false, offerProtections: false })
})

it('leave the defaults of the API alone', async () => {
  expectSuccess(await app.post(PATH, { protectNewTasks: true }))
  const source = expectSuccess(
    await app.post<{ id: string }>('/api/dataSource/add', { dataSourceName: 'list' }),
  )
  const task = { taskName: 'by the API', dataSourceId: source.id }
  const { id } = expectSuccess(await app.post<{ id: string }>('/api/task/add', task))
  const settings = expectSuccess(await app.get(`/api/task/${id}/settings`))
  expect(settings).toMatchObject({ dailyStartTime: null, dailyEndTime: null, windowZone: 'service' })
})

it('refuse fields that do not exist', async () => {
  const settings = expectSuccess(await app.get(PATH))
  expectError(
    await app.post(PATH, { '': '\u0000', other: true }),
    400,
    'this operation has no field "", "other"',
  )
  expect(expectSuccess(await app.get(PATH))).toEqual(settings)
})

it('refuse what is no boolean', async () => {
  expectError(await app.post(PATH, { protectNewTasks: 'yes' }), 400)
})
