// Which contacts a task counts: its data source's while it is a draft, its own list from then on.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectSuccess } from './support/expectations.ts'
import { contactIdsOf, dial, dialRows, moveTo, type StateName } from './support/task-fixtures.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
let dataSourceId: string
let contacts: string[]
let numbers: number

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  numbers = 13_800_138_000
  dataSourceId = await app.addDataSource(`customers ${Math.random()}`)
  for (let index = 0; index < 5; index += 1) await addContact()
  contacts = await contactIdsOf(app, dataSourceId)
})
afterAll(() => app.close())

async function addContact(): Promise<string> {
  numbers += 1
  const path = `/api/dataSource/${dataSourceId}/contact/add`
  return expectSuccess(await app.post<{ id: string }>(path, { phoneNumber: String(numbers) })).id
}

async function deleteContact(contactId: string | undefined): Promise<void> {
  expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/delete`, { contactId }))
}

async function taskIn(state: StateName, settings: object = {}): Promise<string> {
  const id = await app.addTask(`task ${Math.random()}`, dataSourceId, settings)
  await moveTo(app, id, state)
  return id
}

/** As the detail, the list and the statistics tell it. */
async function counted(taskId: string): Promise<number> {
  const { contactCount } = expectSuccess(
    await app.get<{ contactCount: number }>(`/api/task/detail/${taskId}`),
  )
  const { totalContacts } = expectSuccess(
    await app.get<{ totalContacts: number }>(`/api/task/${taskId}/stat`),
  )
  const { rows } = expectSuccess(
    await app.get<{ rows: { id: string; contactCount: number }[] }>('/api/task/list?pageSize=1000'),
  )
  expect([totalContacts, rows.find((row) => row.id === taskId)?.contactCount]).toEqual([
    contactCount,
    contactCount,
  ])
  return contactCount
}

describe('a draft', () => {
  it('counts what its data source has at the moment', async () => {
    const id = await taskIn('DRAFT')
    expect(await counted(id)).toBe(5)
    await addContact()
    expect(await counted(id)).toBe(6)
    await deleteContact(contacts[0])
    await deleteContact(contacts[3])
    expect(await counted(id)).toBe(4)
  })

  it.each(['snapshot', 'live'])('takes what is there when it is published (%s)', async (listMode) => {
    const id = await taskIn('DRAFT', { listMode })
    await deleteContact(contacts[4])
    await addContact()
    await addContact()
    await moveTo(app, id, 'RUNNING')
    expect(await counted(id)).toBe(6)
  })
})

describe('a snapshot', () => {
  it.each(['RUNNING', 'PAUSED', 'FAILED', 'COMPLETED', 'STOPPED'] as const)(
    'leaves out contacts added later (%s)',
    async (state) => {
      const id = await taskIn(state)
      await addContact()
      expect(await counted(id)).toBe(5)
    },
  )

  it('does not miss a contact that was never in it', async () => {
    const id = await taskIn('RUNNING')
    await deleteContact(await addContact())
    expect(await counted(id)).toBe(5)
  })
})

describe('a live list', () => {
  it.each(['RUNNING', 'PAUSED', 'FAILED'] as const)('takes in contacts added later (%s)', async (state) => {
    const id = await taskIn(state, { listMode: 'live' })
    await addContact()
    await addContact()
    expect(await counted(id)).toBe(7)
  })

  it('loses a contact that was added later and is deleted again', async () => {
    const id = await taskIn('RUNNING', { listMode: 'live' })
    await deleteContact(await addContact())
    expect(await counted(id)).toBe(5)
  })

  it('ends when the task is stopped', async () => {
    const id = await taskIn('STOPPED', { listMode: 'live' })
    const later = await addContact()
    expect(await counted(id)).toBe(5)
    await deleteContact(later)
    expect(await counted(id)).toBe(5)
  })
})

describe.each(['snapshot', 'live'])('a deleted contact (%s)', (listMode) => {
  it('leaves the count if it was not dialed', async () => {
    const id = await taskIn('RUNNING', { listMode })
    await deleteContact(contacts[0])
    await deleteContact(contacts[4])
    expect(await counted(id)).toBe(3)
  })

  it.each(['success', 'failed', 'waiting', 'in flight'] as const)(
    'stays counted after a call (%s)',
    async (state) => {
      const id = await taskIn('RUNNING', { listMode })
      await dial(app, id, contacts[1] ?? '', state)
      await deleteContact(contacts[1])
      expect(await counted(id)).toBe(5)
    },
  )

  it('is counted by each task for itself', async () => {
    const dialing = await taskIn('RUNNING', { listMode })
    const other = await taskIn('RUNNING', { listMode })
    const draft = await taskIn('DRAFT', { listMode })
    await dial(app, dialing, contacts[2] ?? '', 'success')
    await deleteContact(contacts[2])
    expect([await counted(dialing), await counted(other), await counted(draft)]).toEqual([5, 4, 4])
  })
})

describe('a contact deleted while it waits for a retry', () => {
  it('is done, and not due any more', async () => {
    const id = await taskIn('RUNNING')
    await dial(app, id, contacts[0] ?? '', 'waiting')
    await dial(app, id, contacts[1] ?? '', 'waiting')
    await deleteContact(contacts[0])
    expect(await dialRows(app, id)).toMatchObject([
      { contact_id: contacts[0], outcome: 2, due_at: null },
      { contact_id: contacts[1], outcome: null, due_at: expect.any(Date) },
    ])
  })
})

describe('another data source', () => {
  it('does not touch the count', async () => {
    const id = await taskIn('RUNNING', { listMode: 'live' })
    const other = await app.addDataSource(`others ${Math.random()}`, ['13900139000', '13900139001'])
    const [first] = await contactIdsOf(app, other)
    expectSuccess(await app.post(`/api/dataSource/${other}/contact/delete`, { contactId: first }))
    expect(await counted(id)).toBe(5)
  })
})
