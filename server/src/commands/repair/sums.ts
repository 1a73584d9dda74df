// Compares every stored sum with the records that it sums up, and corrects it if asked to. Works beside a running service: a
// comparison is one statement or holds a lock, and a correction locks one task or one data source and compares again.

import { lockTask } from '../../campaigns/tasks/tasks.queries.ts'
import { correctPaths, readWrongPaths, waitForCursor } from '../../dialing/calls/paths/flow-sums.queries.ts'
import type { LineWatch } from '../../dialing/dialer/jobs/count-lines.ts'
import { readLines } from '../../dialing/dialer/jobs/lines.queries.ts'
import { BLOCK_POSITIONS } from '../../lists/contacts/contact-blocks.queries.ts'
import { findWrongNames, writeNames } from '../../lists/contacts/name-blocks.queries.ts'
import { blocksBetween } from '../../lists/contacts/name-blocks.ts'
import { type DataSourceRow, lockDataSource } from '../../lists/data-sources/data-sources.queries.ts'
import { lockList } from '../../lists/do-not-call/do-not-call.queries.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { phoneDigits } from '../../platform/kernel/phone/phone-number.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import * as queries from './sums.queries.ts'

type Finding =
  | { sum: string; counted: number; actual: number }
  /** Of sums that there are many of: how many differ. */
  | { sum: string; rows: number }

export type Difference = Finding & {
  of: 'dataSource' | 'doNotCallList' | 'task' | 'dialer'
  id: string | null
  name: string | null
}

interface SumsOptions {
  db: Database
  clock: Clock
  lines: LineWatch
  /** Whether differences are corrected; otherwise they are only found. */
  corrects: boolean
}

/** Positions that are compared in one step. */
const STEP_POSITIONS = 64 * BLOCK_POSITIONS

export async function* compareSums(options: SumsOptions): AsyncGenerator<Difference> {
  const { db, lines, corrects } = options
  for (const { id, name, last_position } of await queries.listDataSources(db))
    for (const found of await compareDataSource(id, last_position, options))
      yield { of: 'dataSource', id, name, ...found }
  for (const wrong of await queries.readWrongEntryCounts(db)) {
    if (corrects)
      await db.transaction(async (tx) => {
        await lockList(tx, [wrong.id])
        await queries.correctEntryCount(tx, [wrong.id])
      })
    yield { of: 'doNotCallList', ...wrong }
  }
  for (const { id, name } of await queries.listTasks(db))
    for (const found of await compareTask(id, options)) yield { of: 'task', id, name, ...found }
  const inUse = await readLines.first(db, [])
  if (inUse && inUse.counted !== inUse.live) {
    if (corrects) await lines.correctRest()
    yield {
      of: 'dialer',
      id: null,
      name: null,
      sum: 'linesInUse',
      counted: inUse.counted,
      actual: inUse.live,
    }
  }
}

/** With the data source locked, no contact of it is added, changed or deleted. */
async function compareDataSource(id: string, lastPosition: number, { db, corrects }: SumsOptions) {
  const [count] = await queries.readContactCount(db, [id])
  const found: Finding[] = count && count.counted !== count.actual ? [count] : []
  if (corrects && found.length > 0) await locked(db, id, (tx) => queries.correctContactCount(tx, [id]))
  let [blocks, names] = [0, 0]
  for (let after = 0; after < lastPosition; after += STEP_POSITIONS) {
    const upTo = Math.min(after + STEP_POSITIONS, lastPosition)
    const range = [id, after, upTo]
    // Contacts may be added, changed or deleted between the two statements: only what differs under the lock is wrong.
    if ((await findWrongBlocks(db, range)).length > 0)
      blocks += await locked(db, id, async (tx, { last_position }) => {
        const wrong = await findWrongBlocks(tx, [id, after, Math.min(after + STEP_POSITIONS, last_position)])
        const columns = [wrong.map(({ block }) => block), wrong.map(({ numbers }) => numbers)]
        if (corrects) await queries.writeBlocks(tx, [id, ...columns, wrong.map(({ contacts }) => contacts)])
        return wrong.length
      })
    names += await compareNames(id, blocksBetween(after, upTo), { db, corrects })
  }
  if (blocks > 0) found.push({ sum: 'contactBlocks', rows: blocks })
  if (names > 0) found.push({ sum: 'nameBlocks', rows: names })
  return found
}

/** How many of the blocks have wrong names. The comparison is one statement. */
async function compareNames(
  id: string,
  blocks: number[],
  { db, corrects }: Pick<SumsOptions, 'db' | 'corrects'>,
) {
  const wrong = await findWrongNames(db, [id, blocks])
  if (corrects && wrong.length > 0)
    await locked(db, id, (tx) => writeNames(tx, [id, wrong.map(({ block }) => block)]))
  return wrong.length
}

function locked<Result>(
  db: Database,
  dataSourceId: string,
  work: (tx: Queryable, source: DataSourceRow) => Promise<Result>,
) {
  const transaction = async (tx: Queryable) => {
    const [source] = await lockDataSource(tx, [dataSourceId])
    return work(tx, source as DataSourceRow)
  }
  return db.transaction(transaction, { retry: true })
}

/** Blocks as they should be, of those that are not. The range starts with the first position of a block. */
async function findWrongBlocks(db: Queryable, [id, after, upTo]: (string | number)[]) {
  const [first, last] = [Number(after), Number(upTo)]
  const numbers: string[] = Array(last - first).fill('')
  const [contacts, blocks] = await Promise.all([
    queries.readNumbers(db, [id, first, last]),
    queries.readBlocks(db, [id, first / BLOCK_POSITIONS, Math.ceil(last / BLOCK_POSITIONS)]),
  ])
  for (const { position, phone_number } of contacts) numbers[position - first - 1] = phoneDigits(phone_number)
  const stored = new Map(blocks.map((block) => [block.block, block]))
  const wrong: { block: number; numbers: string; contacts: number }[] = []
  for (let start = 0; start < numbers.length; start += BLOCK_POSITIONS) {
    const own = numbers.slice(start, start + BLOCK_POSITIONS)
    const [block, text] = [(first + start) / BLOCK_POSITIONS, `${own.join(',')},`]
    const count = own.filter(Boolean).length
    const { numbers: storedText, contact_count } = stored.get(block) ?? {}
    if (storedText !== text || contact_count !== count) wrong.push({ block, numbers: text, contacts: count })
  }
  return wrong
}

async function compareTask(id: string, { db, clock, lines, corrects }: SumsOptions): Promise<Finding[]> {
  const sums = await queries.readWrongTaskSums(db, [id])
  const quarters = await queries.readWrongQuarters(db, [id])
  const paths = await readWrongPaths(db, [id])
  if (corrects && sums.length + quarters.length > 0) {
    const correct = async (tx: Queryable) => {
      await lockTask(tx, [id])
      await queries.correctTaskSums(tx, [id, clock.now()])
      await queries.correctQuarters(tx, [id])
    }
    await db.transaction(correct, { retry: true })
    // Lines in use are calls started minus calls ended, so they change with the counters that were corrected above.
    await lines.correctTask(id)
  }
  if (corrects && paths.length > 0)
    await db.transaction(async (tx) => {
      await waitForCursor(tx)
      await correctPaths.run(tx, [id])
    })
  return [
    ...sums.map((sum) => ({ ...sum, sum: camelCase(sum.sum) })),
    ...(quarters.length > 0 ? [{ sum: 'reports', rows: quarters.length }] : []),
    ...(paths.length > 0 ? [{ sum: 'flowPaths', rows: paths.length }] : []),
  ]
}

function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
