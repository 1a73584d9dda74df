// A data source names the field that is a contact's display name: chosen, or recognised in the first import.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endCall } from './support/call-fixtures.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createFilesApp } from './support/files-app.ts'
import { openForFile } from './support/open-for-file.ts'
import { contactIdsOf, dial, moveTo } from './support/task-fixtures.ts'

const app = await openForFile(createFilesApp())

interface Source {
  nameField?: string
}
const detail = async (id: string) => expectSuccess(await app.get<Source>(`/api/dataSource/detail/${id}`))
const LIST = [
  ['phoneNumber', 'city', '姓名'],
  ['13800138000', 'Ulm', 'Jürgen Groß'],
  ['13800138001', 'Köln', '王小明'],
  ['13800138002', 'Bonn', ''],
]

async function importList(rows = LIST): Promise<string> {
  const id = await app.addDataSource(randomUUID())
  await app.upload(id, rows)
  return id
}

describe('the name field of a data source', () => {
  it('is recognised in the first import, and only there', async () => {
    const id = await importList()
    expect(await detail(id)).toMatchObject({ nameField: '姓名' })
    expectSuccess(await app.post('/api/dataSource/update', { id, nameField: null }))
    await app.upload(id, [
      ['phoneNumber', 'customerName'],
      ['13800138003', 'Anna'],
    ])
    expect(await detail(id)).not.toHaveProperty('nameField')
  })

  it('is recognised in a contact that is added to an empty list', async () => {
    const id = await app.addDataSource(randomUUID())
    await app.post(`/api/dataSource/${id}/contact/add`, { phoneNumber: '13800138000', customerName: 'Anna' })
    expect(await detail(id)).toMatchObject({ nameField: 'customerName' })
  })

  it('can be given, changed and removed', async () => {
    const name = { dataSourceName: randomUUID(), nameField: 'city' }
    const added = expectSuccess(await app.post<Source & { id: string }>('/api/dataSource/add', name))
    expect(added.nameField).toBe('city')
    const { id } = added
    await app.upload(id, LIST)
    expect(await detail(id)).toMatchObject({ nameField: 'city' })
    expectSuccess(await app.post('/api/dataSource/update', { id, nameField: '姓名' }))
    expectSuccess(await app.post('/api/dataSource/update', { id, dataSourceDesc: 'unchanged otherwise' }))
    expect(await detail(id)).toMatchObject({ nameField: '姓名' })
    expectError(await app.post('/api/dataSource/update', { id, nameField: '' }), 400, /nameField/)
  })
})

it('is shown with the contacts, the calls, the explanation and the history of a number', async () => {
  const source = await importList()
  const taskId = await app.addTask(randomUUID(), source)
  await moveTo(app, taskId, 'RUNNING')
  const [first = '', , nameless = ''] = await contactIdsOf(app, source)
  await dial(app, taskId, first, 'failed')
  await endCall(app, { taskId, contactId: first, dataSourceId: source })
  await endCall(app, { taskId, contactId: nameless, dataSourceId: source })
  interface Rows {
    rows: { id: string; contactId: string; displayName?: string | null }[]
  }
  const rowsOf = async (path: string) => expectSuccess(await app.get<Rows>(path)).rows
  const named = { displayName: 'Jürgen Groß' }
  const contacts = await rowsOf(`/api/task/${taskId}/contacts`)
  expect(contacts.map(({ displayName }) => displayName)).toEqual([null, '王小明', 'Jürgen Groß'])
  const calls = await rowsOf(`/api/task/${taskId}/calls`)
  expect(calls.find(({ contactId }) => contactId === first)).toMatchObject(named)
  expect(calls.find(({ contactId }) => contactId === nameless)).not.toHaveProperty('displayName')
  expect(expectSuccess(await app.get(`/api/task/${taskId}/contact/${first}`))).toMatchObject(named)
  const path = `/api/dataSource/${source}/contact/${first}/calls`
  expect((await rowsOf(path))[0]).toMatchObject(named)

  expectSuccess(await app.post(`/api/dataSource/${source}/contact/delete`, { contactId: first }))
  expect((await rowsOf(`/api/task/${taskId}/contacts?state=failed`))[0]?.displayName ?? null).toBeNull()
  expect((await rowsOf(path))[0]).not.toHaveProperty('displayName')
})

it('is searched in any case, in a data source and in a task, also together with a number', async () => {
  const source = await importList()
  const taskId = await app.addTask(randomUUID(), source)
  const found = async (query: string) => {
    const search = new URLSearchParams(query)
    const lists = [`/api/dataSource/${source}/contacts`, `/api/task/${taskId}/contacts`]
    const answers = await Promise.all(
      lists.map(async (path) => {
        const { total, rows } = expectSuccess(
          await app.get<{ total: number; rows: { phoneNumber: string }[] }>(`${path}?${search}`),
        )
        return [total, ...rows.map(({ phoneNumber }) => phoneNumber)]
      }),
    )
    expect(answers[0]).toEqual(answers[1])
    return answers[0]
  }
  expect(await found('name=JÜRGEN')).toEqual([1, '13800138000'])
  expect(await found('name=小')).toEqual([1, '13800138001'])
  expect(await found('name=小&phoneNumber=8001')).toEqual([1, '13800138001'])
  expect(await found('name=小&phoneNumber=38002')).toEqual([0])
  expect(await found('name=%')).toEqual([0])
  expect(await found('name=r&pageSize=1&pageNum=2')).toEqual([1])
})
