import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../../test/support/silent-log.ts'
import type { EventFeed, FeedBatch, FeedEvent } from './event-feed.ts'
import { beginningOf } from './event-position.ts'
import type { EventStream } from './event-stream.ts'
import { createEventStreams, type EventStreamsOptions } from './event-streams.ts'

const event = (line: number, text = `event ${line}\n\n`): FeedEvent => ({
  position: { seq: 7, last: { type: 'task', id: line } },
  type: 'task',
  taskId: 'task',
  text,
})

/** Hands out what the test puts into it. */
function createFakeFeed() {
  const batches: (FeedBatch | Error)[] = []
  const listeners = new Set<() => void>()
  let position = beginningOf(7)
  let reads = 0
  const feed: EventFeed = {
    hasBatchIds: false,
    now: async () => position,
    join(_now, onNews) {
      listeners.add(onNews)
      return () => listeners.delete(onNews)
    },
    async read() {
      reads += 1
      const batch = batches.shift() ?? { events: [], upTo: position, hasMore: false }
      if (batch instanceof Error) throw batch
      position = batch.upTo
      return batch
    },
    wake: () => undefined,
  }
  const put = (...events: FeedEvent[]) => {
    batches.push({ events, upTo: events.at(-1)?.position ?? beginningOf(8), hasMore: false })
    for (const onNews of listeners) onNews()
  }
  return { feed, put, fail: (error: Error) => batches.push(error), listeners, reads: () => reads }
}

const opened: Readable[] = []
afterEach(() => {
  for (const stream of opened.splice(0)) stream.destroy()
})

async function open(options: Partial<EventStreamsOptions> = {}) {
  const fake = createFakeFeed()
  const streams = createEventStreams({
    events: fake.feed,
    progress: fake.feed,
    contacts: fake.feed,
    log: silentLog,
    heartbeatMs: 60_000,
    ...options,
  })
  const stream = await streams.open({
    filter: { taskId: null, types: ['task'] },
    lastEventId: undefined,
  })
  opened.push(stream.readable)
  return { ...fake, streams, ...stream }
}

/** Reads until the text is there. */
async function readUntil(stream: Readable, wanted: string): Promise<string> {
  let text = ''
  while (!text.includes(wanted)) {
    const chunk: Buffer | null = stream.read()
    if (chunk) text += chunk
    else await once(stream, 'readable')
  }
  return text
}

async function ended({ ending }: Pick<EventStream, 'ending'>): Promise<void> {
  if (!ending.aborted) await once(ending, 'abort')
}

describe('a stream', () => {
  it('first says where it begins', async () => {
    const { readable } = await open()
    expect(await readUntil(readable, '\n\n')).toBe('retry: 1000\nid: 7\n\n')
  })

  it('hands on what the feed has, and waits for more', async () => {
    const { readable, put } = await open()
    put(event(1), event(2))
    expect(await readUntil(readable, 'event 2')).toMatch(/event 1\n\nevent 2\n\n$/)
    put(event(3))
    expect(await readUntil(readable, 'event 3')).toBe('event 3\n\n')
  })

  it('has a heartbeat with the place that was reached, also when nothing of interest happens', async () => {
    const { readable, put } = await open({ heartbeatMs: 5 })
    put()
    await readUntil(readable, ': heartbeat\nid: 8\n\n')
  })

  it('is given up when its reader takes nothing', async () => {
    const stream = await open({ heartbeatMs: 5 })
    const text = 'x'.repeat(200_000)
    stream.put(event(1, text))
    stream.put(event(2, text))
    await ended(stream)
    // It did not pile up meanwhile.
    expect(stream.readable.readableLength).toBeLessThan(300_000)
  })

  it('asks the feed for nothing while its reader is busy', async () => {
    const stream = await open()
    const text = 'x'.repeat(200_000)
    for (let line = 1; line <= 5; line += 1) stream.put(event(line, text))
    await once(stream.readable, 'readable')
    expect(stream.reads()).toBeLessThan(3)
    expect((await readUntil(stream.readable, text)).length).toBeGreaterThan(0)
  })

  it('survives a database that is away', async () => {
    const { readable, fail, put } = await open({ failurePauseMs: 1 })
    fail(new Error('gone'))
    put(event(1))
    await readUntil(readable, 'event 1')
  })

  it('leaves the feed when it is closed', async () => {
    const { readable, listeners, ending } = await open()
    expect(listeners.size).toBe(1)
    readable.destroy()
    await once(readable, 'close')
    expect(listeners.size).toBe(0)
    expect(ending.aborted).toBe(true)
  })
})

describe('when all are closed', () => {
  it('streams end, and those that come later too', async () => {
    const stream = await open()
    stream.readable.resume()
    stream.streams.close()
    await once(stream.readable, 'end')
    const request = {
      filter: { taskId: null, types: ['task' as const] },
      lastEventId: '3',
    }
    const late = await stream.streams.open(request)
    late.readable.setEncoding('utf8')
    expect((await late.readable.toArray()).join('')).toBe('retry: 1000\nid: 3\n\n')
  })
})
