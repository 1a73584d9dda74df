// Pages of a long list with many holes, against a list that is simply counted off.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSuccess } from './support/expectations.ts'
import { createFilesApp, type FilesApp, numberedRows } from './support/files-app.ts'
import { createSeededRandom } from './support/seeded-random.ts'

/** The positions of a block, whose contacts are counted together; its last position is a multiple of this. */
const BLOCK = 256
const CONTACTS = 5000

const random = createSeededRandom(20_260_302)
let app: FilesApp
let dataSourceId: string

beforeAll(async () => {
  app = await createFilesApp()
  dataSourceId = await app.addDataSource('customers')
  expectSuccess(await app.upload(dataSourceId, numberedRows(CONTACTS)))
  // A neighbour with holes of its own.
  const neighbour = await app.addDataSource('neighbour', ['101', '102', '103'])
  const { rows } = await page(1, 3, neighbour)
  expectSuccess(await app.post(`/api/dataSource/${neighbour}/contact/delete`, { contactId: rows[1] }))
})
afterAll(() => app.close())

interface Contact {
  id: string
  position: number
}

/** Every contact, newest first. */
const everybody = () =>
  app.rows<Contact>('select id, position from contact where data_source_id = $1 order by position desc', [
    dataSourceId,
  ])

async function page(pageNum: number, pageSize: number, id = dataSourceId) {
  const path = `/api/dataSource/${id}/contacts?pageNum=${pageNum}&pageSize=${pageSize}`
  const { total, rows } = expectSuccess(await app.get<{ total: number; rows: { id: string }[] }>(path))
  return { total, rows: rows.map((row) => row.id) }
}

async function deleteAll(contacts: readonly Contact[]): Promise<void> {
  const path = `/api/dataSource/${dataSourceId}/contact/delete`
  const left = contacts.values()
  // A few at a time: thousands would have to wait too long for a connection.
  const deleteNext = async () => {
    for (const { id } of left) expectSuccess(await app.post(path, { contactId: id }))
  }
  await Promise.all(Array.from({ length: 8 }, deleteNext))
}

async function addContacts(count: number): Promise<void> {
  const first = 15_000_000_000 + random.below(1_000_000_000)
  expectSuccess(await app.upload(dataSourceId, numberedRows(count, first)))
}

/** Every page of the larger sizes; of the smaller ones the first, the last, one past it and some between. */
async function expectEveryPage(): Promise<void> {
  const model = (await everybody()).map((contact) => contact.id)
  for (const pageSize of [1, 7, 100, 333, 1000]) {
    const last = Math.max(1, Math.ceil(model.length / pageSize))
    const all = Array.from({ length: last }, (_, index) => index + 1)
    const some = pageSize < 100 ? random.sample(all, 30) : all
    for (const pageNum of new Set([1, ...some, last, last + 1, last + 1000])) {
      const start = (pageNum - 1) * pageSize
      const expected = { total: model.length, rows: model.slice(start, start + pageSize) }
      expect({ pageNum, pageSize, ...(await page(pageNum, pageSize)) }).toEqual({
        pageNum,
        pageSize,
        ...expected,
      })
    }
  }
}

// One story: each step goes on from what the last one left.
describe('pages are exact', () => {
  it('through every hole that deleting leaves', async () => {
    await expectEveryPage()

    const first = await everybody()
    await deleteAll([first[0], first.at(-1), first[1]].filter((contact) => contact !== undefined))
    await expectEveryPage()

    // The edges of blocks, on both sides.
    const edges = [BLOCK, BLOCK + 1, 2 * BLOCK, 2 * BLOCK + 1, 4 * BLOCK, 4 * BLOCK + 1]
    await deleteAll((await everybody()).filter(({ position }) => edges.includes(position)))
    await expectEveryPage()

    await deleteAll(random.sample(await everybody(), 400))
    await expectEveryPage()

    // A block with a single contact, and then without any.
    const second = (await everybody()).filter(({ position }) => Math.floor((position - 1) / BLOCK) === 2)
    await deleteAll(second.slice(0, 200).concat(second.slice(201)))
    await expectEveryPage()
    await deleteAll(second.slice(200, 201))
    await expectEveryPage()

    await addContacts(1200)
    await deleteAll(random.sample(await everybody(), 100))
    await expectEveryPage()
  })

  it('when everybody was deleted, and after that', async () => {
    const emptied = await app.addDataSource('emptied')
    expectSuccess(await app.upload(emptied, numberedRows(30)))
    const { rows } = await page(1, 1000, emptied)
    for (const contactId of rows)
      expectSuccess(await app.post(`/api/dataSource/${emptied}/contact/delete`, { contactId }))
    expect(await page(1, 20, emptied)).toEqual({ total: 0, rows: [] })
    expectSuccess(await app.upload(emptied, numberedRows(3)))
    const all = await page(1, 20, emptied)
    expect([all.total, all.rows.length]).toEqual([3, 3])
    expect(await page(2, 2, emptied)).toEqual({ total: 3, rows: all.rows.slice(2) })
  })
})
