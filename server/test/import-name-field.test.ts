// The display name: chosen at the start of an import, and shown in events and in the history of a number.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endCall } from './support/call-fixtures.ts'
import { openEvents } from './support/event-reader.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { AUTHORIZATION, createFilesApp, type FilesApp } from './support/files-app.ts'
import { type ImportJobs, importJobsOf, type Job } from './support/import-jobs.ts'
import { contactIdsOf } from './support/task-fixtures.ts'

let app: FilesApp
let jobs: ImportJobs
beforeAll(async () => {
  app = await createFilesApp()
  jobs = importJobsOf(app)
})
afterAll(() => app.close())

const LIST = [
  ['手机号', 'Firma', 'Customer Name'],
  ['13800138000', 'ACME', 'Jürgen Groß'],
]
const nameFieldOf = async (id: string) =>
  expectSuccess(await app.get<{ nameField?: string }>(`/api/dataSource/detail/${id}`)).nameField

async function begin(start: object, id?: string): Promise<{ id: string; job: Job }> {
  const dataSourceId = id ?? (await app.addDataSource(randomUUID()))
  const { id: jobId } = await jobs.begin(dataSourceId, LIST, start)
  return { id: dataSourceId, job: await jobs.ended(jobId) }
}

it('is proposed with the preview', async () => {
  const id = await app.addDataSource(randomUUID())
  expect(expectSuccess(await jobs.upload(id, LIST)).nameColumn).toBe(2)
  expect(expectSuccess(await jobs.upload(id, 'phoneNumber,city\n13800138000,Ulm\n')).nameColumn).toBeNull()
})

it('is recognised, or the field that the start names, or none', async () => {
  expect(await nameFieldOf((await begin({})).id)).toBe('Customer Name')
  const { id } = await begin({ nameField: 'Firma' })
  expect(await nameFieldOf(id)).toBe('Firma')
  // Another import may choose another one, or leave it as it is.
  await begin({ onDuplicate: 'update', nameField: 'Customer Name' }, id)
  expect(await nameFieldOf(id)).toBe('Customer Name')
  await begin({ onDuplicate: 'update', nameField: null }, id)
  expect(await nameFieldOf(id)).toBe('Customer Name')
  expect(await nameFieldOf((await begin({ nameField: null })).id)).toBeUndefined()
})

it('must be a field that is imported', async () => {
  const id = await app.addDataSource(randomUUID())
  const uploaded = expectSuccess(await jobs.upload(id, LIST))
  const start = (body: object) => app.post(`/api/import/${uploaded.id}/start`, body)
  expectError(await start({ nameField: 'city' }), 400, /^nameField must be one of the imported fields: Firma/)
  expectError(await start({ nameField: 'phoneNumber' }), 400, /^nameField must be one of/)
  const columns = [{ column: 0, field: 'phoneNumber' }]
  expectError(await start({ columns, nameField: 'Firma' }), 400, /^nameField must be one of/)
  expectSuccess(await start({ columns, nameField: null }))
})

it('is in events and in the history of a number', async () => {
  const { id } = await begin({ nameField: 'Firma' })
  const taskId = await app.addTask(randomUUID(), id)
  const [contactId = ''] = await contactIdsOf(app, id)
  const events = await openEvents(`${app.address}/api/events?types=call`, AUTHORIZATION)
  await events.nextComment()
  await endCall(app, { taskId, contactId, dataSourceId: id, phoneNumber: '13800138000' })
  expect(await events.next()).toMatchObject({ event: 'call', data: { contactId, displayName: 'ACME' } })
  events.close()
  const history = await app.get<{ rows: object[] }>('/api/number/13800138000/history')
  expect(expectSuccess(history).rows).toMatchObject([{ kind: 'call', displayName: 'ACME' }])
})
