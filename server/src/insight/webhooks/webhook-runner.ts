// Delivers the events of webhooks. A node leases the webhooks that no other node has and works on each of them by itself, so that one
// that is slow does not hold up the others. How far events can be read, and what needs a person, is read once for all of them. How much a
// node sends per second is limited for all of them together: they take turns, and dialing goes first.

import { newId } from '../../platform/kernel/ids.ts'
import { readHorizon } from '../../platform/storage/event-horizon.queries.ts'
import { createLoop, PAUSES_AT_REST } from '../../platform/work/loop.ts'
import type { Attention } from '../overview/system.service.ts'
import type { LeasedWebhook } from './deliveries.queries.ts'
import * as queries from './deliveries.queries.ts'
import { createEndpoint, type Endpoint, type EndpointDependencies } from './endpoint.ts'

export interface RunnerTiming {
  /** How long a lease lasts after it was last renewed. */
  leaseMs: number
  /** How often leases are renewed, and webhooks looked for that no node has; a fifth as often while there are none. */
  renewMs: number
  /** How often to look for events without being told of any. */
  pollMs: number
  /** Min pause between two looks. */
  minPauseMs: number
  /** How long what came of attempts is collected before it is written. */
  writeMs: number
  /** How long a node that stops waits for answers. */
  stopMs: number
}

export interface WebhookRunnerOptions extends EndpointDependencies {
  /** The tasks that need a person. */
  readAttention(): Promise<Attention[]>
  /** Max deliveries of this node per second. */
  perSecond: number
  timing?: Partial<RunnerTiming> | undefined
}

export interface WebhookRunner {
  start(): void
  /** There may be events. */
  wake(): void
  /** Webhooks were changed, or deliveries are to be sent again. */
  changed(): void
  /** What waits is to be sent at once: of all webhooks or one, or only one delivery of it. */
  sendNow(webhookId?: string, deliveryId?: number): void
  stop(): Promise<void>
}

const DEFAULT_TIMING: RunnerTiming = {
  leaseMs: 6000,
  renewMs: 2000,
  pollMs: 1000,
  minPauseMs: 200,
  writeMs: 1000,
  stopMs: 3000,
}
/** Min pause before more is sent: what is answered in the same moment is one reason to send. */
const SEND_PAUSE_MS = 1
const ATTENTION_EVERY_MS = 10_000
/** A lease is not used in its last moments: the clocks of two machines do not run alike. */
const LEASE_MARGIN_MS = 1000

/** A webhook of this node; ending: it is given up, and not taken again before. */
interface Leased {
  endpoint: Endpoint
  row: LeasedWebhook
  ending?: Promise<void>
}

export function createWebhookRunner(options: WebhookRunnerOptions): WebhookRunner {
  const { db, clock, log, secrets, perSecond } = options
  const { leaseMs, renewMs, pollMs, minPauseMs, writeMs, stopMs } = { ...DEFAULT_TIMING, ...options.timing }
  const owner = newId()
  /** The next in turn to send comes first. */
  const held = new Map<string, Leased>()
  const turns = createTurns(perSecond, () => clock.elapsedMs())
  let leasePauseMs = renewMs
  const leasing = createLoop({
    ...{ name: 'leasing webhooks', work: lease, everyMs: () => leasePauseMs, retryMs: renewMs, log, clock },
  })
  const looking = createLoop({
    ...{ name: 'looking for events for webhooks', work: look, everyMs: pollMs, minPauseMs, log, clock },
  })
  const sending = createLoop({
    ...{ name: 'sending to webhooks', work: sendDue, minPauseMs: SEND_PAUSE_MS, log, clock },
  })
  let isStarted = false
  let latest: { horizon: number; attention: Attention[] | undefined } = { horizon: 0, attention: undefined }
  let attentionDueMs = clock.elapsedMs()

  async function lease(): Promise<void> {
    const untilMs = clock.elapsedMs() + leaseMs - LEASE_MARGIN_MS
    const rows = await queries.leaseWebhooks(db, [owner, leaseMs, secrets.keyIds()])
    const leased = new Set(rows.map(({ id }) => id))
    for (const [id, each] of held) if (!leased.has(id)) void end(each)
    for (const row of rows) {
      const known = held.get(row.id)
      if (known?.ending) continue
      if (known) {
        known.row = row
        known.endpoint.renew(row, untilMs)
      } else held.set(row.id, { row, endpoint: open(row, untilMs) })
    }
    looking.wake()
    // A new one wakes the loop; those of another node may be abandoned.
    const isAny = rows.length > 0 || (await queries.hasWebhooks.first(db))?.exists
    leasePauseMs = isAny ? renewMs : PAUSES_AT_REST * renewMs
  }

  function open(row: LeasedWebhook, untilMs: number): Endpoint {
    const onLost = () => {
      const lost = held.get(row.id)
      if (lost) void end(lost)
    }
    const onDue = () => sending.wake()
    const surroundings = { owner, latest: () => latest, onDue, onLost, writeMs, retryMs: pollMs }
    return createEndpoint(options, surroundings, row, untilMs)
  }

  function end(each: Leased): Promise<void> {
    const { endpoint } = each
    each.ending ??= endpoint
      .stop(stopMs)
      .catch((error) =>
        log.warn({ err: error, webhookId: endpoint.id }, 'the last deliveries of a webhook may be repeated'),
      )
      .finally(() => held.delete(endpoint.id))
    return each.ending
  }

  async function look(): Promise<void> {
    if (held.size === 0) return
    const { complete_before } = await readHorizon(db)
    latest = { ...latest, horizon: complete_before }
    for (const { endpoint } of held.values()) endpoint.look()
    const asking = [...held.values()].filter(({ row }) => row.events.includes('task.attention'))
    if (asking.length === 0 || clock.elapsedMs() < attentionDueMs) return
    attentionDueMs = clock.elapsedMs() + ATTENTION_EVERY_MS
    latest = { ...latest, attention: await options.readAttention() }
    for (const { endpoint } of asking) endpoint.look()
  }

  /** Sends what is due, webhook by webhook, as far as this second allows. */
  async function sendDue(): Promise<void> {
    for (const [id, each] of held) {
      if (!turns.mayTake()) return sending.wake(turns.waitMs())
      if (!each.endpoint.sendNext()) continue
      turns.take()
      // Behind the others, where this loop comes to it again.
      held.delete(id)
      held.set(id, each)
    }
    const dueMs = [...held.values()].flatMap(({ endpoint }) => endpoint.nextDue()?.getTime() ?? [])
    if (dueMs.length === 0) return
    sending.wake(Math.min(Math.max(Math.min(...dueMs) - clock.now().getTime(), minPauseMs), pollMs))
  }

  return {
    wake: () => {
      if (isStarted) looking.wake()
    },
    changed() {
      if (!isStarted) return
      for (const { endpoint } of held.values()) endpoint.look({ isStored: true })
      leasing.wake()
    },
    sendNow(webhookId, deliveryId) {
      for (const { endpoint } of held.values()) {
        if (webhookId !== undefined && endpoint.id !== webhookId) continue
        endpoint.hurry(deliveryId)
        endpoint.look({ isStored: true })
      }
      sending.wake()
    },
    start() {
      isStarted = true
      leasing.start()
      looking.start()
    },
    async stop() {
      await Promise.all([leasing.stop(), looking.stop(), sending.stop()])
      await Promise.all([...held.values()].map(end))
      if (!isStarted) return
      await queries.releaseWebhooks(db, [owner]).catch((error) => {
        log.warn({ err: error }, `the leases of webhooks could not be released; they expire in ${leaseMs} ms`)
      })
    },
  }
}

/** At most so many a second, and a tenth of a second's worth at once. */
function createTurns(perSecond: number, elapsedMs: () => number) {
  const max = Math.max(1, perSecond / 10)
  let free = max
  let atMs = elapsedMs()
  function refill(): void {
    const nowMs = elapsedMs()
    free = Math.min(max, free + ((nowMs - atMs) / 1000) * perSecond)
    atMs = nowMs
  }
  return {
    mayTake(): boolean {
      refill()
      return free >= 1
    },
    take(): void {
      free -= 1
    },
    waitMs: () => Math.ceil(((1 - free) / perSecond) * 1000) + 1,
  }
}
