// A contact reads IN_PROGRESS while it is being called, from the first moment of its first call.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCells } from './corpus/tabular-files.ts'
import { startCall } from './support/call-fixtures.ts'
import { expectSuccess } from './support/expectations.ts'
import { createFilesApp, exportPath, type FilesApp } from './support/files-app.ts'
import { contactIdsOf, dial, moveTo } from './support/task-fixtures.ts'

let app: FilesApp
let dataSourceId: string
let taskId: string
let contactIds: string[]

beforeAll(async () => {
  app = await createFilesApp()
  dataSourceId = await app.addDataSource('customers', [
    '13800138000',
    '13800138001',
    '13800138002',
    '999-138',
  ])
  // The same number in another list is another contact.
  await app.addDataSource('neighbours', ['13800138001'])
  taskId = await app.addTask('spring', dataSourceId)
  await moveTo(app, taskId, 'RUNNING')
  contactIds = await contactIdsOf(app, dataSourceId)
  const [done = '', first = '', , again = ''] = contactIds
  const earlier = await app.addTask('winter', dataSourceId)
  for (const id of [done, again]) await dial(app, earlier, id, 'success')
  await startCall(app, taskId, first, new Date())
  await startCall(app, taskId, again, new Date())
})
afterAll(() => app.close())

const expected = () => Object.fromEntries(contactIds.map((id, index) => [id, [1, 4, 3, 4][index]]))

interface Page {
  rows: { id: string; status: number }[]
}
async function listed(query: string, source = dataSourceId): Promise<Record<string, number>> {
  const { rows } = expectSuccess(await app.get<Page>(`/api/dataSource/${source}/contacts?${query}`))
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]))
}

it.each(['', 'phoneNumber=1', 'phoneNumber=138', 'phoneNumber=99913'])('in the list (?%s)', async (query) => {
  const shown = await listed(query)
  expect(Object.keys(shown).length).toBeGreaterThan(0)
  expect(expected()).toMatchObject(shown)
})

it('in a search for a separator', async () => {
  expect(await listed('phoneNumber=-')).toEqual({ [contactIds[3] ?? '']: 4 })
})

it('but not a contact of another list with the number', async () => {
  const [{ id } = { id: '' }] = await app.rows<{ id: string }>(
    `select id from data_source where name = 'neighbours'`,
  )
  expect(Object.values(await listed('', id))).toEqual([3])
})

it.each(['csv', 'excel'] as const)('in the export of the data source (%s)', async (format) => {
  const [titles = [], ...rows] = await readCells(await app.exportBytes(exportPath(dataSourceId, format)))
  const column = titles.indexOf('status')
  expect(Object.fromEntries(rows.map((cells) => [cells[0], Number(cells[column])]))).toEqual(expected())
})

it('in the export of the task, whose own states these are', async () => {
  const [titles = [], ...rows] = await readCells(
    await app.exportBytes(`/api/task/${taskId}/export?format=csv`),
  )
  const column = titles.indexOf('status')
  expect(rows.map((cells) => Number(cells[column]))).toEqual([3, 4, 3, 4])
  const live = await readCells(await app.exportBytes(`/api/task/${taskId}/export?format=csv&status=4`))
  expect(live.slice(1).map((cells) => cells[0])).toEqual([contactIds[1], contactIds[3]])
})

it('until the call has ended', async () => {
  await app.rows('delete from live_call where contact_id = $1', [contactIds[3]])
  expect((await listed(''))[contactIds[3] ?? '']).toBe(1)
  await startCall(app, taskId, contactIds[3] ?? '', new Date())
})
