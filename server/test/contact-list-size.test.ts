// Long pages of contacts with much in them: what a file may bring, what an answer may weigh, and how many at once.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'

const KIB = 1024
const CONTACTS = 1000
let app: FilesApp
let dataSourceId: string

beforeAll(async () => {
  app = await createFilesApp()
  dataSourceId = await app.addDataSource('customers')
})
afterAll(() => app.close())

const contacts = (query: string) => `/api/dataSource/${dataSourceId}/contacts?${query}`

/** A file whose rows have so many fields of so many characters. */
function fileOf(rows: number, fields: number, characters: number, first = 0): string[][] {
  const titles = Array.from({ length: fields }, (_, index) => `field${index}`)
  const value = '王'.repeat(characters)
  const lines = Array.from({ length: rows }, (_, row) => [
    String(13_800_000_000 + first + row),
    ...titles.map(() => value),
  ])
  return [['phoneNumber', ...titles], ...lines]
}

describe('an imported row', () => {
  it('of more than 16 KiB fails with that reason, and the others are imported', async () => {
    const heavy = fileOf(2, 20, 1000)
    const light = fileOf(1, 20, 1, 2)
    const { successCount, details } = expectSuccess(
      await app.upload(dataSourceId, [...heavy, ...light.slice(1)]),
    )
    expect(successCount).toBe(1)
    expect(details).toMatchObject(
      [2, 3].map((row) => ({
        row,
        reason: 'invalid',
        message: 'the custom fields of a contact have at most 16 KiB together',
      })),
    )
  })

  it('that would make a contact larger than that fails, with onDuplicate=update', async () => {
    const source = await app.addDataSource('merged')
    const half = ['a', 'b'].map((name) => [
      ['phoneNumber', ...Array.from({ length: 9 }, (_, index) => `${name}${index}`)],
      ['13800138000', ...Array.from({ length: 9 }, () => 'x'.repeat(1000))],
    ])
    expectSuccess(await app.upload(source, half[0] ?? []))
    const { updatedCount, details } = expectSuccess(
      await app.upload(source, half[1] ?? [], { onDuplicate: 'update' }),
    )
    expect(updatedCount).toBe(0)
    expect(details).toMatchObject([{ row: 2, message: expect.stringMatching(/16 KiB together$/) }])
  })
})

describe('a long page', () => {
  beforeAll(async () => {
    for (let first = 0; first < CONTACTS; first += 250) {
      const { failCount } = expectSuccess(await app.upload(dataSourceId, fileOf(250, 5, 1000, 1000 + first)))
      expect(failCount).toBe(0)
    }
  })

  it('weighs at most 16 KiB a contact, besides what the service adds', async () => {
    const response = await app.call(contacts('pageSize=1000'))
    const bytes = Buffer.from(await response.arrayBuffer())
    const { data } = JSON.parse(bytes.toString())
    expect([response.status, data.rows.length]).toEqual([200, CONTACTS])
    expect(bytes.length).toBeGreaterThan(CONTACTS * 15 * 1000)
    expect(bytes.length).toBeLessThan(CONTACTS * 17 * KIB)
  })

  it('has the rows that short pages have, byte for byte of each', async () => {
    const long = expectSuccess(
      await app.get<{ total: number; rows: { id: string }[] }>(contacts('pageSize=230')),
    )
    const short = await Promise.all(
      [1, 2, 3].map(async (pageNum) =>
        expectSuccess(
          await app.get<{ total: number; rows: { id: string }[] }>(
            contacts(`pageSize=77&pageNum=${pageNum}`),
          ),
        ),
      ),
    )
    expect(long.rows.slice(0, 231)).toEqual(short.flatMap(({ rows }) => rows).slice(0, 230))
    expect(long.total).toBe(short[0]?.total)
    const found = expectSuccess(
      await app.get<{ rows: object[] }>(contacts('pageSize=230&phoneNumber=1380000')),
    )
    expect(found.rows).toEqual(long.rows)
  })

  it('is read as it is taken: a reader that takes nothing keeps little of it in memory', async () => {
    const readers = Array.from({ length: 8 }, () => app.call(contacts('pageSize=1000')))
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed
    const answers = await Promise.all(readers)
    const after = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed
    // Eight pages of 15 MB. Without parts they would all be here, as rows and as text.
    expect(after - before).toBeLessThan(8 * 15 * KIB * KIB)
    expectError(await app.get(contacts('pageSize=1000')), 429, /large lists being read/)
    expectSuccess(await app.get(contacts('pageSize=100')))
    await Promise.all(answers.map((answer) => answer.body?.cancel()))
  })
})
