// Search by part of a number, against looking into every number: the same contacts, in the same order, and the
// exact total, whatever was added, changed and deleted before.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSuccess } from './support/expectations.ts'
import { createFilesApp, type FilesApp } from './support/files-app.ts'
import { createSeededRandom } from './support/seeded-random.ts'

const random = createSeededRandom(7)
const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('')

let app: FilesApp
let dataSourceId: string

/** Prefixes that are in most numbers, in some, in few; written in every way people write. */
function makeNumbers(): string[] {
  const numbers = new Set<string>()
  while (numbers.size < 3600) numbers.add(`138${digits(8)}`)
  while (numbers.size < 4200) numbers.add(`+44 20 ${digits(4)} ${digits(4)}`)
  while (numbers.size < 4700) numbers.add(`(0${digits(2)}) ${digits(3)}-${digits(4)}`)
  while (numbers.size < 4900) numbers.add(`+1.${digits(3)}.${digits(3)}.${digits(4)}`)
  for (let length = 3; length <= 20; length += 1) numbers.add(digits(length))
  for (const digit of '0123456789') numbers.add(digit.repeat(7))
  return [...numbers]
}

beforeAll(async () => {
  app = await createFilesApp()
  dataSourceId = await app.addDataSource('customers')
  const rows = [['phoneNumber'], ...makeNumbers().map((number) => [number])]
  expectSuccess(await app.upload(dataSourceId, rows))
  // The same numbers elsewhere must not be counted.
  expectSuccess(await app.upload(await app.addDataSource('neighbour'), rows.slice(0, 500)))
})
afterAll(() => app.close())

async function search(needle: string, pageNum = 1, pageSize = 20) {
  const query = new URLSearchParams({
    phoneNumber: needle,
    pageNum: String(pageNum),
    pageSize: String(pageSize),
  })
  const path = `/api/dataSource/${dataSourceId}/contacts?${query}`
  const { total, rows } = expectSuccess(await app.get<{ total: number; rows: { id: string }[] }>(path))
  return { total, rows: rows.map((row) => row.id) }
}

/** Everybody whose number contains it, newest first. */
async function lookEverywhere(needle: string): Promise<string[]> {
  const rows = await app.rows<{ id: string }>(
    `select id from contact
     where data_source_id = $1 and strpos(regexp_replace(phone_number, '[^0-9+]', '', 'g'), $2) > 0
     order by position desc`,
    [dataSourceId, needle.replace(/[^0-9+]/g, '')],
  )
  return rows.map((row) => row.id)
}

async function expectExact(needle: string): Promise<void> {
  const found = await lookEverywhere(needle)
  for (const pageSize of [1, 20, 1000]) {
    const last = Math.max(1, Math.ceil(found.length / pageSize))
    for (const pageNum of new Set([1, 2, 1 + random.below(last), last, last + 1])) {
      const start = (pageNum - 1) * pageSize
      expect({ needle, pageNum, pageSize, ...(await search(needle, pageNum, pageSize)) }).toEqual({
        needle,
        pageNum,
        pageSize,
        total: found.length,
        rows: found.slice(start, start + pageSize),
      })
    }
  }
}

/** A piece of so many digits of somebody's number. */
async function pieceOf(length: number): Promise<string> {
  const [row] = await app.rows<{ number: string }>(
    `select regexp_replace(phone_number, '[^0-9+]', '', 'g') as number from contact
     where data_source_id = $1 and length(regexp_replace(phone_number, '[^0-9+]', '', 'g')) >= $2
     order by position offset $3 limit 1`,
    [dataSourceId, length, random.below(300)],
  )
  const number = row?.number ?? ''
  const start = random.below(number.length - length + 1)
  return number.slice(start, start + length)
}

describe('a search', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])('for %i digits finds exactly who has them', async (length) => {
    for (let round = 0; round < 5; round += 1) {
      await expectExact(await pieceOf(length))
      await expectExact(digits(length))
    }
  })

  it.each([
    '0',
    '00',
    '000',
    '138',
    '38',
    '13',
    '+',
    '+4',
    '+44',
    '+442',
    '4+',
    '++',
    '+0',
    '0000000',
    '999',
  ])('for %j finds exactly who has it', async (needle) => {
    await expectExact(needle)
  })

  it.each(['1-3-8', '+44 20', '(0', '13 8', '8.0', ' 138 ', '1[3]8', '+1.', '138\u00a0'])(
    'for %j does not mind separators',
    async (needle) => {
      await expectExact(needle)
    },
  )

  it.each(['-', ' ', '(', '.', ') '])(
    'for the separator %j alone looks for it as it stands',
    async (needle) => {
      const rows = await app.rows<{ id: string }>(
        'select id from contact where data_source_id = $1 and strpos(phone_number, $2) > 0 order by position desc',
        [dataSourceId, needle],
      )
      expect(await search(needle, 1, 1000)).toEqual({
        total: rows.length,
        rows: rows.slice(0, 1000).map((row) => row.id),
      })
    },
  )

  it.each(['abc', '138a', '%', '_', '13%', '1_8', '\\', "'", '１３８', '😀', '13\t8'])(
    'for %j finds nobody',
    async (needle) => {
      expect(await search(needle)).toEqual({ total: 0, rows: [] })
    },
  )
})

describe('the totals of searches', () => {
  it('stay exact while contacts come, change and go', async () => {
    const contacts = await app.rows<{ id: string }>('select id from contact where data_source_id = $1', [
      dataSourceId,
    ])
    const path = `/api/dataSource/${dataSourceId}/contact`
    const changed = random.sample(contacts, 150)
    for (const [index, { id: contactId }] of changed.entries()) {
      if (index % 3 === 0) expectSuccess(await app.post(`${path}/delete`, { contactId }))
      else if (index % 3 === 1)
        expectSuccess(await app.post(`${path}/update`, { contactId, phoneNumber: `+99${digits(9)}` }))
      else expectSuccess(await app.post(`${path}/add`, { phoneNumber: `7-${digits(9)}` }))
    }
    const counted = await app.rows<{ run: string; total: number }>(
      `select run, count(distinct id) as total
       from (select id, regexp_replace(phone_number, '[^0-9+]', '', 'g') as number
             from contact where data_source_id = $1) contact
       cross join generate_series(1, 5) as length
       cross join lateral generate_series(1, length(number) - length + 1) as start
       cross join lateral substr(number, start, length) as run
       group by run`,
      [dataSourceId],
    )
    for (const { run, total } of random.sample(counted, 300)) {
      expect({ run, total: (await search(run, 1, 1)).total }).toEqual({ run, total })
    }
    for (const needle of ['+99', '7', '77', '138', '0']) await expectExact(needle)
  })
})
