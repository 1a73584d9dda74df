// One reader of events for all who listen at a node: what it remembers, and what it leaves to each of them.

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEventFeed, type EventFeed, type FeedTiming } from '../src/insight/events/event-feed.ts'
import { formatPosition, type Position } from '../src/insight/events/event-position.ts'
import type { EventFilter } from '../src/insight/events/read-events.ts'
import type { Database } from '../src/platform/storage/database.ts'
import { eventually } from './support/eventually.ts'
import { UNKNOWN_ID } from './support/expectations.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const everything: EventFilter = { taskId: null, types: ['task', 'call'] }
let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(async () => {
  await db.query({ text: 'truncate call, audit' })
})

/** Never looks by itself: only when it is told to, or for what it waits for. */
const createFeed = (timing: Partial<FeedTiming> = {}) =>
  createEventFeed({
    db,
    log: silentLog,
    types: ['task', 'call'],
    describe: ({ position }) => formatPosition(position),
    timing: { pollMs: 3_600_000, openMs: 2, minPauseMs: 0, ...timing },
  })

const addCalls = (count: number, taskId = UNKNOWN_ID) =>
  db.query({
    text: `insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause,
             start_time, end_time, talk_ms)
           select gen_random_uuid(), $2, $2, $2, n, n, 1, 1, 1, 'answered', now(), now(), 0 from generate_series(1, $1::int) n`,
    values: [count, taskId],
  })
const addChange = (on: Pick<Database, 'query'> = db) =>
  on.query({
    text: `insert into audit (task_id, at, actor, operation, status) values ($1, now(), 'test', 'pause', 2)`,
    values: [UNKNOWN_ID],
  })

/** Ids of all events, as they have to come. */
async function written(): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    text: `select event_seq || '-' || kind || '-' || id as id from (
             select event_seq, 'call' as kind, id::text as id, 0 as line from call
             union all select event_seq, 'task', id::text, id from audit
           ) event order by event_seq, kind, line, id`,
  })
  return rows.map(({ id }) => id)
}

/** Reads from there on until there is no more. */
async function readOn(feed: EventFeed, start: Position, filter = everything): Promise<string[]> {
  const texts: string[] = []
  let after = start
  let span: number | undefined
  for (;;) {
    const batch = await feed.read(after, filter, span)
    texts.push(...batch.events.map(({ text }) => text))
    after = batch.upTo
    span = batch.span
    if (batch.events.length === 0 && !batch.hasMore) return texts
  }
}

/** Resolves once the feed knows of so many events after the position. */
async function heard(feed: EventFeed, start: Position, count: number): Promise<string[]> {
  return eventually(async () => {
    const texts = await readOn(feed, start)
    expect(texts).toHaveLength(count)
    return texts
  })
}

describe('the feed', () => {
  it('reads for whoever asks while nobody listens', async () => {
    const feed = createFeed()
    const start = await feed.now()
    await addCalls(3)
    await addChange()
    await addCalls(2)
    await heard(feed, start, 6)
    expect(await readOn(feed, start)).toEqual(await written())
  })

  it('gives the same events from every place, remembered or not', async () => {
    const feed = createFeed()
    const start = await feed.now()
    const leave = feed.join(start, () => undefined)
    // More than is kept, in transactions of many sizes.
    for (let n = 1; n <= 45; n += 1) {
      await addCalls(n * 2)
      await addChange()
    }
    feed.wake()
    await heard(feed, start, 2115)
    const all = await written()
    expect(await readOn(feed, start)).toEqual(all)

    const positions = await collectPositions(feed, start)
    for (const index of [0, 1, 50, 112, 113, 114, 115, 116, 500, 1999, 2113, 2114]) {
      const position = positions[index]
      if (!position) throw new Error('there are fewer events')
      expect(await readOn(feed, position)).toEqual(all.slice(index + 1))
    }
    leave()
    expect(await readOn(feed, start)).toEqual(all)
  })

  it('filters, from memory and from the database', async () => {
    const feed = createFeed()
    const start = await feed.now()
    const mine = '01934a5c-7c2e-7d3a-9f10-0000000000aa'
    await addCalls(4)
    await addCalls(5, mine)
    await addChange()
    await heard(feed, start, 10)
    for (const isListening of [false, true]) {
      const leave = isListening ? feed.join(start, () => undefined) : () => undefined
      if (isListening) {
        feed.wake()
        await heard(feed, start, 10)
      }
      expect(await readOn(feed, start, { taskId: mine, types: ['task', 'call'] })).toHaveLength(5)
      expect(await readOn(feed, start, { taskId: null, types: ['task'] })).toHaveLength(1)
      expect(await readOn(feed, start, { taskId: mine, types: ['task'] })).toHaveLength(0)
      leave()
    }
  })

  it('tells whoever listens, once it is woken', async () => {
    const feed = createFeed()
    const start = await feed.now()
    let leave: () => void = () => undefined
    const isTold = new Promise<void>((resolve) => {
      leave = feed.join(start, resolve)
    })
    await addChange()
    feed.wake()
    await isTold
    leave()
  })

  it('does not wait for transactions that write no events', async () => {
    const feed = createFeed()
    const start = await feed.now()
    await db.transaction(async (slow) => {
      await slow.query({ text: 'create temporary table written (id int) on commit drop' })
      await slow.query({ text: 'select pg_current_xact_id()' })
      await addCalls(2)
      await addChange()
      expect(await readOn(feed, start)).toEqual(await written())
    })
  })

  it('does not wait for an event that is written after it has looked', async () => {
    const feed = createFeed()
    await addChange()
    const start = await feed.now()
    await db.transaction(async (slow) => {
      await addCalls(1)
      await addChange(slow)
      expect(await readOn(feed, start)).toHaveLength(1)
    })
    expect(await readOn(feed, start)).toEqual(await written().then((ids) => ids.slice(1)))
  })

  it('holds an event back behind a transaction with a lower number, and tells of it as soon as that has ended', async () => {
    const feed = createFeed()
    const start = await feed.now()
    let news = 0
    const leave = feed.join(start, () => {
      news += 1
    })
    await db.transaction(async (slow) => {
      await addChange(slow)
      await addCalls(1)
      feed.wake()
      // It looks again and again, and keeps the call to itself.
      const query = vi.spyOn(db, 'query')
      await eventually(() => expect(query.mock.calls.length).toBeGreaterThan(5))
      query.mockRestore()
      expect(await readOn(feed, start)).toEqual([])
      expect(news).toBe(0)
    })
    // Nobody wakes it.
    const texts = await heard(feed, start, 2)
    expect(texts).toEqual(await written())
    expect(texts[0]).toMatch(/-task-/)
    leave()
  })

  it('goes on after the database was away', async () => {
    const feed = createFeed({ pollMs: 2 })
    const start = await feed.now()
    const query = vi.spyOn(db, 'query').mockRejectedValue(new Error('gone'))
    const leave = feed.join(start, () => undefined)
    feed.wake()
    await eventually(() => expect(query.mock.calls.length).toBeGreaterThan(2))
    query.mockRestore()
    await addChange()
    expect(await heard(feed, start, 1)).toHaveLength(1)
    leave()
  })

  it('asks for nothing while nobody listens', async () => {
    const feed = createFeed({ pollMs: 1 })
    const leave = feed.join(await feed.now(), () => undefined)
    leave()
    const query = vi.spyOn(db, 'query')
    feed.wake()
    await addChange()
    await addChange()
    expect(query).toHaveBeenCalledTimes(2)
    query.mockRestore()
  })
})

async function collectPositions(feed: EventFeed, start: Position): Promise<Position[]> {
  const positions: Position[] = []
  let after = start
  for (;;) {
    const batch = await feed.read(after, everything)
    positions.push(...batch.events.map(({ position }) => position))
    after = batch.upTo
    if (batch.events.length === 0 && !batch.hasMore) return positions
  }
}
