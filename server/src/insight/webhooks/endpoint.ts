// One webhook, on the node that has its lease. It reads the events that come next and stores them as deliveries, in the transaction that
// moves its cursor; then it sends them. The deliveries of a task go out one after the other; those of different tasks side by side. An event
// that is not taken waits for its next attempt, and the events of its task behind it.
//
// ## sending
// While the lease lasts, what is due is sent, and more is read as long as fewer than MIN_WAITING wait: first what others have left or put
// into the table, then events. If more wait, nothing is read: a receiver that is gone costs nothing but its attempts. A lease that was not renewed in
// time stops both, until it is renewed.
//
// ## gone
// The receiver wants no more. Nothing is read or sent; what came of the last attempts is written, which switches the webhook off. While the
// database does not take that, it is tried again, and a renewed lease changes nothing.
//
// ## off
// The database knows that the webhook is off. Nothing is read or sent. The lease is not renewed, and the endpoint is stopped; a renewed
// lease means that somebody has switched the webhook on again: it sends.
//
// ## closed
// It was stopped. What was on its way and was not answered in time may have arrived; it is sent again by the next node.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secret-box.ts'
import { setRealTimer } from '../../platform/kernel/wake-signal.ts'
import type { Database } from '../../platform/storage/database.ts'
import { createLoop } from '../../platform/work/loop.ts'
import type { Attention } from '../overview/system.service.ts'
import type { AttemptResult, LeasedWebhook, MessageRow, WaitingDelivery } from './deliveries.queries.ts'
import * as queries from './deliveries.queries.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import type { EventPresenter } from './present-events.ts'
import type { EventReader } from './read-events.ts'
import { MAX_FAILING_MS, MAX_SILENCE_MS, pauseAfter } from './retry-times.ts'
import { type Answer, GONE, type Sender } from './send-webhook.ts'
import { type EventBody, storedEvent } from './webhook-events.ts'
import { webhookSecret } from './webhooks.queries.ts'

export interface EndpointDependencies {
  db: Database
  clock: Clock
  log: Log
  /** Opens the secrets with which messages are signed. */
  secrets: SecretBox
  random: () => number
  present: EventPresenter
  readEvents: EventReader
  createSender(): Sender
}

/** What an endpoint is told by the node that has it, and tells it. */
export interface EndpointSurroundings {
  owner: string
  /** Up to where events can be read, and the tasks that need a person. */
  latest(): { horizon: number; attention: readonly Attention[] | undefined }
  /** Deliveries may be due. */
  onDue(): void
  /** Another node has the webhook, or it was deleted. */
  onLost(): void
  /** How long what came of attempts is collected before it is written. */
  writeMs: number
  retryMs: number
}

/** Events of a webhook in memory and in the table. */
const MAX_WAITING = 500
/** Below this, more are read. */
const MIN_WAITING = 100
const MAX_AT_ONCE = 8
/** A receiver that has failed this often in a row is asked with one event at a time. */
const FAILURES_IN_ROW = 5
const STORE_CURSOR_EVERY_MS = 10_000

/** The node has to take it anew, if it still can. */
class WebhookLost extends Error {}

export type Endpoint = ReturnType<typeof createEndpoint>

export function createEndpoint(
  dependencies: EndpointDependencies,
  { owner, latest, onDue, onLost, writeMs, retryMs }: EndpointSurroundings,
  first: LeasedWebhook,
  firstUntilMs: number,
) {
  const { db, clock, log, random, present, readEvents } = dependencies
  const { id } = first
  const sender = dependencies.createSender()
  const queue = createDeliveryQueue()
  const sending = new Set<Promise<void>>()
  const reading = createLoop({
    ...{ name: `reading events for webhook ${id}`, work: readAll, retryMs, log, clock },
  })
  const writing = createLoop({
    ...{ name: `writing what came of webhook ${id}`, work: writeResults, minPauseMs: writeMs, retryMs },
    ...{ log, clock },
  })

  let mode: 'sending' | 'gone' | 'off' | 'closed' = 'sending'
  let lease = { webhook: first, untilMs: firstUntilMs }
  /** Events below `read` were read. The database has `stored`, which is written only now and then while nothing is found. */
  let place: { read: number; stored: number; storedMs: number; span?: number } = {
    ...{ read: first.cursor, stored: first.cursor, storedMs: clock.elapsedMs() },
  }
  /** What needed a person when that was last asked. */
  let attention: readonly string[] = first.attention
  /** There may be deliveries in the table that are not in memory, such as those of the node before. */
  let hasStored = true

  const isSending = () => mode === 'sending' && clock.elapsedMs() < lease.untilMs

  async function readAll(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted && (await readMore())) onDue()
      onDue()
    } catch (error) {
      if (!(error instanceof WebhookLost)) throw error
      onLost()
    }
  }

  /** Whether there may be more to read at once. */
  async function readMore(): Promise<boolean> {
    if (!isSending() || queue.size() >= MIN_WAITING) return false
    if (hasStored) await loadStored()
    if (hasStored || queue.size() >= MIN_WAITING) return false
    const { horizon, attention: tasks } = latest()
    await readNewAttention(tasks)
    if (place.read >= horizon) return false
    const { events, task_ids: taskIds, has_contact_fields: hasContactFields } = lease.webhook
    const read = await readEvents(db, place.read, horizon, { events, taskIds, hasContactFields }, place.span)
    if (read.events.length > 0 || clock.elapsedMs() - place.storedMs >= STORE_CURSOR_EVERY_MS)
      await store(read.events, read.upTo, attention)
    place = { ...place, read: read.upTo, span: read.span }
    return place.read < horizon
  }

  async function loadStored(): Promise<void> {
    const limit = MAX_WAITING - queue.size()
    hasStored = false
    try {
      const rows = await queries.readWaiting(db, [id, queue.ids(), limit])
      queue.add(rows)
      if (rows.length === limit) hasStored = true
    } catch (error) {
      hasStored = true
      throw error
    }
  }

  /** What needs a person now and did not when it was last asked. */
  async function readNewAttention(all: readonly Attention[] | undefined): Promise<void> {
    const { events: wanted, task_ids } = lease.webhook
    if (!all || !wanted.includes('task.attention')) return
    const tasks = all.filter(({ taskId }) => task_ids.length === 0 || task_ids.includes(taskId))
    const keyOf = ({ taskId, code }: Attention) => `${taskId} ${code}`
    const seen = tasks.map(keyOf).sort()
    if (seen.join() === attention.join()) return
    const news = tasks.filter((task) => !attention.includes(keyOf(task)))
    const events = news.map((task) => storedEvent(present.attention(task, clock.now())))
    await store(events, place.read, seen)
  }

  /** Stores events and where to read on in one transaction. */
  async function store(events: EventBody[], upTo: number, seen: readonly string[]): Promise<void> {
    const now = clock.now()
    const bodies = events.map(({ body }) => body)
    const stored = await db.transaction(async (tx) => {
      const moved = await queries.moveCursor.run(tx, [id, owner, place.stored, upTo, attention, seen])
      if (moved === 0) throw new WebhookLost()
      if (events.length === 0) return []
      const [types, taskIds] = [events.map(({ event }) => event), events.map(({ taskId }) => taskId)]
      const rows = await queries.insertDeliveries(tx, [id, types, taskIds, bodies, now])
      return rows.sort((a, b) => a.id - b.id)
    })
    place = { ...place, read: upTo, stored: upTo, storedMs: clock.elapsedMs() }
    attention = seen
    queue.add(
      events.map(({ event, taskId }, index) => ({
        ...(stored[index] ?? { id: 0, message_id: null }),
        ...{ event, task_id: taskId, body: bodies[index] ?? '', attempts: 0, next_time: now },
      })),
    )
  }

  async function send(delivery: WaitingDelivery): Promise<void> {
    const now = clock.now()
    const { url } = lease.webhook
    const [secrets, { body }] = [secretsAt(lease.webhook, now, dependencies.secrets), delivery]
    const answer = await sender.send({ url, id: messageId(delivery), body, secrets, now })
    // We have ended the request ourselves: nothing is known of it.
    if (mode === 'closed' && answer.httpStatus === null) return queue.end(delivery)
    queue.end(delivery, resultOf(delivery, answer, now))
    if (answer.isGone && mode === 'sending') mode = 'gone'
    writing.wake()
    // From now on few enough wait.
    if (queue.size() === MIN_WAITING - 1) reading.wake()
  }

  function resultOf({ id, attempts: before }: WaitingDelivery, answer: Answer, time: Date): AttemptResult {
    const { isTaken, httpStatus, durationMs, error } = answer
    const attempts = before + 1
    const pause = isTaken ? undefined : pauseAfter(attempts, random)
    return {
      ...{ id, attempts, nextTime: new Date(clock.now().getTime() + (pause ?? 0)) },
      status: isTaken ? 'delivered' : pause === undefined ? 'failed' : 'waiting',
      ...{ time, httpStatus, durationMs, answer: answer.answer, error },
    }
  }

  async function writeResults(): Promise<void> {
    const results = queue.unwritten()
    if (results.length === 0) return
    const isWorking = results.at(-1)?.status === 'delivered'
    const isGone = results.some(({ httpStatus }) => httpStatus === GONE)
    const health = isGone ? 'gone' : isWorking ? 'working' : 'failing'
    const now = clock.now()
    const before = (ms: number) => new Date(now.getTime() - ms)
    const changed = await queries.writeResults.first(db, [
      ...([id, health, now, before(MAX_SILENCE_MS), before(MAX_FAILING_MS)] as const),
      ...queries.ATTEMPT_RESULTS.values(results),
    ])
    queue.written(results)
    if (changed && !changed.is_enabled)
      log.warn({ webhookId: id, reason: changed.off_reason }, 'a webhook was switched off')
    if (mode !== 'closed' && (isGone || changed?.is_enabled === false)) mode = 'off'
  }

  function close(): void {
    mode = 'closed'
    sender.close()
  }

  return {
    id,

    /** After a change of the webhook, or when the lease was renewed. */
    renew(webhook: LeasedWebhook, untilMs: number): void {
      lease = { webhook, untilMs }
      if (mode === 'off') mode = 'sending'
    },

    /** There may be events; with `isStored`, deliveries in the table that others have put there. */
    look({ isStored = false } = {}): void {
      if (isStored) hasStored = true
      reading.wake()
    },

    /** What waits is due at once; with a delivery, only that one and those of its task before it. */
    hurry: (deliveryId: number | undefined) => queue.hurry(clock.now(), deliveryId),

    /** Sends the next delivery that is due; false if there is none. */
    sendNext(): boolean {
      if (!isSending() || sending.size >= (queue.failuresInRow() >= FAILURES_IN_ROW ? 1 : MAX_AT_ONCE))
        return false
      const delivery = queue.take(clock.now())
      if (!delivery) return false
      const work = send(delivery)
        .catch((error) => {
          queue.end(delivery)
          log.error({ err: error, webhookId: id }, 'a webhook could not be sent')
        })
        .finally(() => {
          sending.delete(work)
          onDue()
        })
      sending.add(work)
      return true
    },

    /** When the next attempt of a delivery is due; undefined if none waits. */
    nextDue: () => queue.nextDue(),

    /** Waits for what is on its way, at most this long, and writes what came of it. */
    async stop(limitMs: number): Promise<void> {
      lease = { ...lease, untilMs: 0 }
      await reading.stop()
      const cancel = setRealTimer(close, limitMs)
      await Promise.all(sending)
      cancel()
      close()
      await writing.stop()
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
  webhook: Pick<LeasedWebhook, 'id' | 'secret' | 'previous_secret' | 'previous_until'>,
  now: Date,
  box: SecretBox,
): string[] {
  const { id, secret, previous_secret, previous_until } = webhook
  const previous = previous_until !== null && previous_until > now ? previous_secret : null
  return [secret, previous]
    .map((stored) => box.open(stored, webhookSecret.owner(id)))
    .filter((each) => each !== null)
}
