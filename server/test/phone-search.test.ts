// The search by itself, over many blocks: random numbers come, change and go, and every search gives what
// looking into each number gives.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { appendToBlocks, replaceInBlock } from '../src/lists/contacts/contact-blocks.queries.ts'
import { searchNumbers } from '../src/lists/contacts/contact-search.ts'
import { between, positionsOf, sizeOf } from '../src/lists/contacts/position-set.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { offsetOf, type Page } from '../src/platform/kernel/paging.ts'
import type { Database } from '../src/platform/storage/database.ts'
import { createSeededRandom } from './support/seeded-random.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const random = createSeededRandom(11)
const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('')
const dataSourceId = newId()
// By position, the first at 0; empty once the contact is deleted.
const numbers: string[] = []

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function searchPhoneNumbers(
  db: Database,
  sourceId: string,
  needle: string,
  { before, ...page }: Page & { before?: number },
) {
  const found = await searchNumbers(db, sourceId, needle)
  const positions =
    before === undefined
      ? positionsOf(found, offsetOf(page), page.pageSize)
      : positionsOf(between(found, 0, before - 1), 0, page.pageSize)
  return { total: sizeOf(found), positions }
}

/** Much alike, and some with the same piece twice, side by side or overlapping. */
function makeNumber(): string {
  switch (random.below(12)) {
    case 0:
      return `+86138${digits(8)}`
    case 1:
      return digits(5)
        .repeat(2 + random.below(3))
        .slice(0, 20)
    case 2:
      return digits(1 + random.below(3))
        .repeat(20)
        .slice(0, 3 + random.below(18))
    default:
      return `138${random.below(3)}${digits(7)}`
  }
}

async function append(count: number): Promise<void> {
  const added = Array.from({ length: count }, makeNumber)
  await appendToBlocks(database.db, [dataSourceId, numbers.length, added])
  numbers.push(...added)
}

async function replace(position: number, after: string): Promise<void> {
  await replaceInBlock(database.db, [dataSourceId, position, after])
  numbers[position - 1] = after
}

async function expectExact(needle: string): Promise<void> {
  const found = numbers.flatMap((number, index) => (number.includes(needle) ? [index + 1] : [])).reverse()
  const pageSize = 1 + random.below(60)
  const pages = Math.ceil(found.length / pageSize)
  for (const pageNum of new Set([1, 1 + random.below(pages + 1), Math.max(pages, 1), pages + 1])) {
    const page = { pageNum, pageSize }
    const { total, positions } = await searchPhoneNumbers(database.db, dataSourceId, needle, page)
    const start = (pageNum - 1) * pageSize
    expect({ needle, ...page, total, positions }).toEqual({
      needle,
      ...page,
      total: found.length,
      positions: found.slice(start, start + pageSize),
    })
  }
  const before = 1 + random.below(numbers.length + 1)
  expect(
    await searchPhoneNumbers(database.db, dataSourceId, needle, { pageNum: 1, pageSize, before }),
  ).toEqual({
    total: found.length,
    positions: found.filter((position) => position < before).slice(0, pageSize),
  })
}

async function expectAllExact(): Promise<void> {
  for (let length = 1; length <= 21; length += 1) {
    for (let round = 0; round < 2; round += 1) {
      const number = numbers[random.below(numbers.length)] ?? ''
      await expectExact(
        number.slice(random.below(Math.max(number.length - length, 1))).slice(0, length) || '0',
      )
      await expectExact(digits(length))
    }
  }
  for (const needle of [
    '+',
    '+8',
    '+86138',
    '86138',
    '1380',
    '13801',
    '00000',
    '0000000000',
    '1380'.repeat(5),
  ])
    await expectExact(needle)
}

it('finds every page of every needle, whatever came, changed and went before', async () => {
  for (const count of [1, 1, 253, 1, 1, 600, 10_000, 10_000, 15_000, 3]) await append(count)
  await expectAllExact()

  for (let change = 0; change < 80; change += 1) {
    const position = 1 + random.below(numbers.length)
    if (numbers[position - 1] === '') continue
    await replace(position, change % 2 === 0 ? '' : makeNumber())
  }
  await append(500)
  await expectAllExact()
})

it('finds nothing once the last number with the needle is gone', async () => {
  await append(1)
  const position = numbers.length
  await replace(position, '++++')
  expect((await searchPhoneNumbers(database.db, dataSourceId, '++', { pageNum: 1, pageSize: 5 })).total).toBe(
    1,
  )
  await replace(position, '')
  expect(await searchPhoneNumbers(database.db, dataSourceId, '++', { pageNum: 1, pageSize: 5 })).toEqual({
    total: 0,
    positions: [],
  })
  expect(await searchPhoneNumbers(database.db, newId(), '1', { pageNum: 1, pageSize: 5 })).toEqual({
    total: 0,
    positions: [],
  })
})
