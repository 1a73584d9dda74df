// Pages of a data source with a million contacts, and searches for part of a number with exact totals: the time of the
// slowest request over HTTP, compared with reads by id that alternate with it. Then the same for numbers that differ
// little. Last, deleting a contact compared with a bare DELETE of its row.

import { taskLists } from '../../server/src/campaigns/tasks/tasks.service.ts'
import { waitingContacts } from '../../server/src/dialing/dialer/claim/list-changes.ts'
import { createContacts } from '../../server/src/lists/contacts/contacts.service.ts'
import { systemClock } from '../../server/src/platform/kernel/clock.ts'
import { createPhoneNumberReader } from '../../server/src/platform/kernel/phone/phone-number.ts'
import { createDatabase, type Database } from '../../server/src/platform/storage/database.ts'
import { get, post } from './support/api-client.ts'
import { startService } from './support/child-server.ts'
import { alternate, median, report, timeMs } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { quietLog } from './support/quiet-log.ts'
import { mobileNumber, seedContacts } from './support/seed-contacts.ts'

const COUNT = 1_000_000
const PAGE_SIZE = 20
const NEEDLE_COUNT = 10
const ROUNDS = 5
const SEARCH_GOAL_MS = 100
const PAGE_GOAL_MS = 20
const DELETES = 300

export async function benchSearch(postgres: BenchServer): Promise<void> {
  const connection = await postgres.createDatabase()
  const db = createDatabase({ connection, maxConnections: 2, log: quietLog })
  try {
    const lists = await seedLists(db)
    const service = await startService(connection)
    try {
      await measureSearches(service.address, lists)
    } finally {
      await service.stop()
    }
    await measureDeletes(db, lists.alike)
  } finally {
    await db.close()
  }
}

interface Lists {
  ordinary: string
  skewed: string
  alike: string
  small: string
}

async function seedLists(db: Database): Promise<Lists> {
  return {
    ordinary: await seedContacts(db, { count: COUNT }),
    skewed: await seedContacts(db, {
      count: COUNT,
      numberAt: skewedNumber,
      isDeleted: (position) => position % 10 === 3,
    }),
    alike: await seedContacts(db, { count: COUNT, numberAt: alikeNumber }),
    small: await seedContacts(db, { count: 1000 }),
  }
}

async function measureSearches(address: string, { ordinary, skewed, alike, small }: Lists): Promise<void> {
  const measure = createMeter(address)
  for (let length = 1; length <= 11; length += 1)
    await measure(`search: ${length} of 11 digits`, ordinary, searches(length))
  await measure('search: first page', ordinary, [{ page: 1 }])
  await measure('search: middle page', ordinary, [{ page: COUNT / PAGE_SIZE / 2 }])
  await measure('search: last page', ordinary, [{ page: COUNT / PAGE_SIZE }])
  await measure('search: middle page of all with a 1', ordinary, [{ needle: '1', page: 25_000 }])

  await measure('search: 10% deleted, first page', skewed, [{ page: 1 }])
  await measure('search: 10% deleted, middle page', skewed, [{ page: 22_500 }])
  await measure('search: 10% deleted, last page', skewed, [{ page: 45_000 }])
  await measure('search: 1380, in 10% of the numbers', skewed, [{ needle: '1380' }])
  await measure('search: 13800, in 1% of the numbers', skewed, [{ needle: '13800' }])
  await measure('search: +44, only in the oldest', skewed, [{ needle: '+44' }])
  await measure('search: 44207, only in the oldest', skewed, [{ needle: '44207' }])
  await measure('search: 39, in all numbers', alike, [{ needle: '39' }])
  await measure('search: 1390, in all numbers', alike, [{ needle: '1390' }])
  await measure('search: 861390, in all numbers', alike, [{ needle: '861390' }])
  await measure('search: 8 of 14 symbols, all begin alike', alike, searches(8, alikeNumber))
  await measure('search: 5 of 11 digits, 1000 contacts', small, searches(5))

  await importContacts(address, ordinary)
  await measure('search: 5 of 11 digits, after an import', ordinary, searches(5))
}

interface Query {
  needle?: string
  page?: number
}

/** Parts of existing numbers, and the same number of random digits. */
function searches(length: number, numberAt = mobileNumber): Query[] {
  return Array.from({ length: NEEDLE_COUNT }, (_, index) => {
    if (index % 2 === 1) return { needle: scattered(index * 7919, length) }
    const number = numberAt(1 + ((index * 104_729) % 1000))
    const start = (index * 31) % (number.length - length + 1)
    return { needle: number.slice(start, start + length) }
  })
}

function scattered(position: number, digits: number): string {
  return String((position * 61_803_399) % 10 ** digits).padStart(digits, '0')
}

/** One in ten starts with the same four digits; the oldest thousand differ from all others. */
function skewedNumber(position: number): string {
  if (position <= 1000) return `+44207${scattered(position, 7)}`
  if (position % 10 === 0) return `1380${scattered(position, 7)}`
  return mobileNumber(position).replace(/^138/, '134')
}

function alikeNumber(position: number): string {
  return `+861390${scattered(position, 7)}`
}

function createMeter(address: string) {
  return async (name: string, dataSourceId: string, queries: Query[]): Promise<void> => {
    const times = queries.map((): number[] => [])
    const reads: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, { needle = '', page = 1 }] of queries.entries()) {
        const query = new URLSearchParams({
          phoneNumber: needle,
          pageNum: String(page),
          pageSize: String(PAGE_SIZE),
        })
        const search = () => get(`${address}/api/dataSource/${dataSourceId}/contacts?${query}`)
        times[index]?.push(await timeMs(search))
        reads.push(await timeMs(() => get(`${address}/api/dataSource/detail/${dataSourceId}`)))
      }
    }
    const ms = Math.max(...times.map(median))
    const goal = queries.some(({ needle }) => needle !== undefined) ? SEARCH_GOAL_MS : PAGE_GOAL_MS
    const verdict = ms <= goal ? '' : ', MISSED'
    const multiple = (ms / median(reads)).toFixed(1)
    console.log(
      `${name.padEnd(44)} ${ms.toFixed(2).padStart(7)}  (ms, goal <= ${goal}${verdict})  ${multiple} reads by id`,
    )
  }
}

async function measureDeletes(db: Database, dataSourceId: string): Promise<void> {
  const { rows } = await db.query<{ id: string }>({
    text: 'select id from contact where data_source_id = $1 and position = any($2)',
    values: [
      dataSourceId,
      Array.from({ length: 2 * DELETES }, (_, index) => 1 + ((index * 104_729) % COUNT)),
    ],
  })
  const ids = rows.values()
  const readPhoneNumber = createPhoneNumberReader(undefined)
  const contacts = createContacts({
    db,
    clock: systemClock,
    readPhoneNumber,
    listObserver: { ...taskLists, ...waitingContacts(() => 0) },
  })
  const next = () => ids.next().value?.id ?? ''
  const { ours, theirs } = await alternate(DELETES, {
    ours: () => timeMs(() => contacts.remove(dataSourceId, next())),
    theirs: () => timeMs(() => db.query({ text: 'delete from contact where id = $1', values: [next()] })),
  })
  report('search: time, deleting a contact / bare DELETE', {
    ratio: ours / theirs,
    goal: { max: 3 },
    details: `${ours.toFixed(2)} and ${theirs.toFixed(2)} ms`,
  })
}

async function importContacts(address: string, dataSourceId: string): Promise<void> {
  const numbers = Array.from({ length: 10_000 }, (_, index) => mobileNumber(COUNT + 1 + index))
  const form = new FormData()
  form.append('file', new Blob([`phoneNumber\n${numbers.join('\n')}`]), 'more.csv')
  await post(`${address}/api/dataSource/${dataSourceId}/contact/batchImport`, form)
}
