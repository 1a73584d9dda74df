// One webhook, on the node that has its lease. It reads the events that come next and stores them as deliveries, in the transaction that
// moves its cursor; then it sends them. The deliveries of a task go out one after the other; those of different tasks side by side.
//
// An event that is not taken waits for its next attempt, and the events of its task behind it. If too many wait, no more are read: a
// receiver that is gone costs nothing but its attempts.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Attention } from '../system/system.service.ts'
import type { AttemptResult, LeasedWebhook, MessageRow, WaitingDelivery } from './deliveries.queries.ts'
import * as queries from './deliveries.queries.ts'
import type { EventPresenter } from './present-events.ts'
import { type EventReader, FIRST_SPAN } from './read-events.ts'
import { MAX_FAILING_MS, MAX_SILENCE_MS, pauseAfter } from './retry-times.ts'
import type { Answer, Sender } from './send-webhook.ts'
import { bodyOf, type EventBody } from './webhook-events.ts'

export interface EndpointDependencies {
  db: Database
  clock: Clock
  log: Log
  random: () => number
  present: EventPresenter
  readEvents: EventReader
  /** The tasks that need a person. */
  readAttention(): Promise<Attention[]>
  createSender(): Sender
  /** Up to where events can be read. */
  horizon(): Promise<number>
  /** How long what came of attempts is collected before it is written. */
  writeMs: number
}

/** Events of a webhook in memory and in the table. */
const MAX_WAITING = 500
/** Below this, more are read. */
const MIN_WAITING = 100
const MAX_AT_ONCE = 8
/** A receiver that has failed this often in a row is asked with one event at a time. */
const FAILURES_IN_ROW = 5
const ATTENTION_EVERY_MS = 10_000
const STORE_CURSOR_EVERY_MS = 10_000

/** The node has to take it anew, if it still can. */
export class WebhookLost extends Error {}

export type Endpoint = ReturnType<typeof createEndpoint>

export function createEndpoint(dependencies: EndpointDependencies, owner: string, first: LeasedWebhook) {
  const { db, clock, log, random, present, readEvents, readAttention, horizon, writeMs } = dependencies
  const sender = dependencies.createSender()
  let isClosed = false
  const { id } = first
  let webhook = first
  let { cursor } = first
  /** As the database has it: where nothing was found, it is written only now and then. */
  let storedCursor = cursor
  let storedMs = clock.elapsedMs()
  let attention: readonly string[] = first.attention
  let attentionDueMs = clock.elapsedMs()
  let leasedUntilMs = 0
  let span = FIRST_SPAN
  /** By task, the oldest first. The first of each may be on its way. */
  const queues = new Map<string, WaitingDelivery[]>()
  const known = new Set<number>()
  const sending = new Set<Promise<void>>()
  const busyTasks = new Set<string>()
  let results: AttemptResult[] = []
  let writtenMs = Number.NEGATIVE_INFINITY
  /** Deliveries in the table that are not in memory, such as those of the node before. */
  let hasStored = true
  /** There may be more to read when fewer wait. */
  let isBehind = false
  let failuresInRow = 0
  let failingSince = first.failing_since
  let failedTime = first.failed_time
  /** It sends nothing more. Not stored: the database has to be told. */
  let off: { reason: 'failing' | 'gone'; time: Date; isStored: boolean } | undefined

  function enqueue(deliveries: WaitingDelivery[]): void {
    for (const delivery of deliveries) {
      known.add(delivery.id)
      const queue = queues.get(delivery.task_id)
      if (!queue) queues.set(delivery.task_id, [delivery])
      else {
        // What is sent again goes before what came later, but not before what is on its way.
        const behind = queue.findIndex((each) => each.id > delivery.id)
        const place = behind < 0 ? queue.length : Math.max(behind, busyTasks.has(delivery.task_id) ? 1 : 0)
        queue.splice(place, 0, delivery)
      }
    }
  }

  async function loadStored(): Promise<void> {
    const limit = MAX_WAITING - known.size
    // What was answered waits in the table until its result is written.
    const had = [...known, ...results.map((result) => result.id)]
    const rows = await queries.readWaiting(db, [id, had, limit])
    hasStored = rows.length === limit
    enqueue(rows)
  }

  /** Stores events and where to read on in one transaction. */
  async function store(events: EventBody[], upTo: number, seen: readonly string[]): Promise<void> {
    const now = clock.now()
    const bodies = events.map(({ body }) => body)
    const stored = await db.transaction(async (tx) => {
      const moved = await queries.moveCursor.run(tx, [id, owner, storedCursor, upTo, attention, seen])
      if (moved === 0) throw new WebhookLost()
      if (events.length === 0) return []
      const [types, taskIds] = [events.map(({ event }) => event), events.map(({ taskId }) => taskId)]
      const rows = await queries.insertDeliveries(tx, [id, types, taskIds, bodies, now])
      return rows.sort((a, b) => a.id - b.id)
    })
    cursor = upTo
    storedCursor = upTo
    storedMs = clock.elapsedMs()
    attention = seen
    enqueue(
      events.map(({ event, taskId }, index) => ({
        ...(stored[index] ?? { id: 0, message_id: null }),
        ...{ event, task_id: taskId, body: bodies[index] ?? '' },
        ...{ attempts: 0, next_time: now },
      })),
    )
  }

  /** What needs a person now and did not when it was last asked. */
  async function readNewAttention(): Promise<void> {
    if (!webhook.events.includes('task.attention') || clock.elapsedMs() < attentionDueMs) return
    attentionDueMs = clock.elapsedMs() + ATTENTION_EVERY_MS
    const { task_ids } = webhook
    const tasks = (await readAttention()).filter(
      ({ taskId }) => task_ids.length === 0 || task_ids.includes(taskId),
    )
    const keyOf = ({ taskId, code }: Attention) => `${taskId} ${code}`
    const seen = tasks.map(keyOf).sort()
    if (seen.join() === attention.join()) return
    const news = tasks.filter((task) => !attention.includes(keyOf(task)))
    const events = news.map((task) => {
      const event = present.attention(task, clock.now())
      return { ...event, body: bodyOf(event) }
    })
    await store(events, cursor, seen)
  }

  /** Whether there may be more to read at once. */
  async function readMore(): Promise<boolean> {
    isBehind = known.size >= MIN_WAITING
    if (isBehind || off) return false
    if (hasStored) await loadStored()
    if (hasStored || known.size >= MIN_WAITING) return false
    await readNewAttention()
    const upTo = await horizon()
    if (cursor >= upTo) return false
    const choice = {
      ...{ events: webhook.events, taskIds: webhook.task_ids },
      hasContactFields: webhook.has_contact_fields,
    }
    const read = await readEvents(db, cursor, upTo, choice, span)
    if (read.events.length > 0 || clock.elapsedMs() - storedMs >= STORE_CURSOR_EVERY_MS)
      await store(read.events, read.upTo, attention)
    else cursor = read.upTo
    span = read.span
    isBehind = cursor < upTo
    return cursor < upTo
  }

  async function writeResults(): Promise<void> {
    if (results.length === 0) return
    const written = results
    results = []
    writtenMs = performance.now()
    try {
      await queries.writeResults(db, queries.ATTEMPT_RESULTS.values(written))
    } catch (error) {
      results = [...written, ...results]
      throw error
    }
    await noteFailing(written)
  }

  async function noteFailing(written: AttemptResult[]): Promise<void> {
    const isWorking = written.at(-1)?.status === 'delivered'
    const now = clock.now()
    if (isWorking) {
      if (failingSince) await queries.noteFailing(db, [id, null, null])
      failingSince = null
      failedTime = null
      return
    }
    const isFirst = !failedTime || now.getTime() - failedTime.getTime() > MAX_SILENCE_MS
    if (isFirst || !failingSince) failingSince = now
    failedTime = now
    await queries.noteFailing(db, [id, failingSince, failedTime])
    if (now.getTime() - failingSince.getTime() >= MAX_FAILING_MS) await switchOff('failing')
  }

  async function switchOff(reason: 'failing' | 'gone'): Promise<void> {
    off ??= { reason, time: clock.now(), isStored: false }
    await storeOff()
  }

  /** While the database is away, every step tries again. */
  async function storeOff(): Promise<void> {
    if (!off || off.isStored) return
    await queries.switchOff(db, [id, off.reason, off.time])
    off.isStored = true
    log.warn({ webhookId: id, reason: off.reason }, 'a webhook was switched off')
  }

  async function send(delivery: WaitingDelivery): Promise<void> {
    const now = clock.now()
    const answer = await sender.send({
      url: webhook.url,
      id: messageId(delivery),
      body: delivery.body,
      secrets: secretsAt(webhook, now),
      now,
    })
    // It was cut off by our own end: nothing is known.
    if (isClosed && answer.httpStatus === null) return
    settle(delivery, answer, now)
    if (answer.isGone)
      await switchOff('gone').catch((error) =>
        log.warn({ err: error, webhookId: id }, 'a webhook that is gone is not switched off yet; retrying'),
      )
  }

  function settle(delivery: WaitingDelivery, answer: Answer, time: Date): void {
    failuresInRow = answer.isTaken ? 0 : failuresInRow + 1
    delivery.attempts += 1
    const pause = answer.isTaken ? undefined : pauseAfter(delivery.attempts, random)
    delivery.next_time = new Date(clock.now().getTime() + (pause ?? 0))
    const status = answer.isTaken ? 'delivered' : pause === undefined ? 'failed' : 'waiting'
    const { httpStatus, durationMs, error } = answer
    results.push({
      ...{ id: delivery.id, status, attempts: delivery.attempts, nextTime: delivery.next_time },
      ...{ time, httpStatus, durationMs, answer: answer.answer, error },
    })
    if (status === 'waiting') return
    const queue = queues.get(delivery.task_id)
    queue?.splice(queue.indexOf(delivery), 1)
    if (queue?.length === 0) queues.delete(delivery.task_id)
    known.delete(delivery.id)
  }

  function close(): void {
    isClosed = true
    sender.close()
  }

  return {
    id,

    /** After a change of the webhook, or when the lease was renewed. */
    renew(row: LeasedWebhook, untilMs: number): void {
      webhook = row
      leasedUntilMs = untilMs
      // It was switched on again before this node saw that it was off.
      if (off?.isStored) {
        off = undefined
        failuresInRow = 0
        failingSince = row.failing_since
        failedTime = row.failed_time
      }
    },

    /** There may be deliveries in the table that others have put there. */
    lookForStored(): void {
      hasStored = true
    },

    /** What waits is due at once; with a delivery, only that one and those of its task before it. */
    sendNow(deliveryId: number | undefined): void {
      const now = clock.now()
      for (const queue of queues.values()) {
        const last =
          deliveryId === undefined ? queue.length : queue.findIndex(({ id }) => id === deliveryId) + 1
        for (const delivery of queue.slice(0, last)) if (delivery.next_time > now) delivery.next_time = now
      }
    },

    /** Writes what came of the last attempts, and reads more events if few wait. Answers whether there may be more at once. */
    async step(): Promise<boolean> {
      await storeOff()
      if (performance.now() - writtenMs >= writeMs) await writeResults()
      return readMore()
    },

    /** Sends the next delivery that is due; false if there is none. `onDone` is called when it was answered. */
    sendNext(onDone: () => void): boolean {
      if (off || isClosed || clock.elapsedMs() >= leasedUntilMs) return false
      if (sending.size >= (failuresInRow >= FAILURES_IN_ROW ? 1 : MAX_AT_ONCE)) return false
      const now = clock.now()
      for (const [taskId, queue] of queues) {
        const [delivery] = queue
        if (!delivery || busyTasks.has(taskId) || delivery.next_time > now) continue
        busyTasks.add(taskId)
        // Behind those of the other tasks.
        queues.delete(taskId)
        queues.set(taskId, queue)
        const work = send(delivery)
          .catch((error) => log.error({ err: error, webhookId: id }, 'a webhook could not be sent'))
          .finally(() => {
            busyTasks.delete(taskId)
            sending.delete(work)
            onDone()
          })
        sending.add(work)
        return true
      }
      return false
    },

    /** When the next attempt of a delivery is due; undefined if none waits. */
    nextDue(): Date | undefined {
      let next: Date | undefined
      for (const [taskId, [delivery]] of queues)
        if (delivery && !busyTasks.has(taskId) && (!next || delivery.next_time < next))
          next = delivery.next_time
      return next
    },

    /** So few wait that more should be read. */
    isLow: () => isBehind && known.size < MIN_WAITING,

    /** Waits for what is on its way, at most this long, and writes what came of it. */
    async stop(limitMs: number): Promise<void> {
      const timer = setTimeout(close, limitMs)
      leasedUntilMs = 0
      await Promise.all(sending)
      clearTimeout(timer)
      close()
      await storeOff()
      await writeResults()
    },
  }
}

/** Unique for ever: a receiver may keep the ids that it has had, also over a restore or another installation. */
export function messageId({ id, message_id }: MessageRow): string {
  return `msg_${message_id ?? id}`
}

/** The new one first. */
export function secretsAt(
  {
    secret,
    previous_secret,
    previous_until,
  }: Pick<LeasedWebhook, 'secret' | 'previous_secret' | 'previous_until'>,
  now: Date,
): string[] {
  const hasPrevious = previous_secret !== null && previous_until !== null && previous_until > now
  return [...(secret === null ? [] : [secret]), ...(hasPrevious ? [previous_secret] : [])]
}
