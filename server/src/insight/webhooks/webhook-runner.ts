// Delivers the events of webhooks. A node leases the webhooks that no other node has and works on each of them by itself, so that one
// that is slow does not hold up the others. How much a node sends per second is limited for all of them together: they take turns, and
// dialing goes first.

import { newId } from '../../platform/kernel/ids.ts'
import { createWakeSignal, type WakeSignal } from '../../platform/kernel/wake-signal.ts'
import { readHorizon } from '../../platform/storage/event-horizon.queries.ts'
import { createLoop } from '../../platform/work/loop.ts'
import type { LeasedWebhook } from './deliveries.queries.ts'
import * as queries from './deliveries.queries.ts'
import { createEndpoint, type Endpoint, type EndpointDependencies, WebhookLost } from './endpoint.ts'

export interface RunnerTiming {
  /** How long a lease lasts after it was last renewed. */
  leaseMs: number
  /** How often leases are renewed, and webhooks looked for that no node has. */
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

export interface WebhookRunnerOptions extends Omit<EndpointDependencies, 'horizon' | 'writeMs'> {
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
/** A lease is not used in its last moments: the clocks of two machines do not run alike. */
const LEASE_MARGIN_MS = 1000

interface Work {
  endpoint: Endpoint
  signal: WakeSignal
  done: Promise<void>
  isEnding: boolean
}

export function createWebhookRunner(options: WebhookRunnerOptions): WebhookRunner {
  const { db, clock, log, perSecond } = options
  const { leaseMs, renewMs, pollMs, minPauseMs, writeMs, stopMs } = { ...DEFAULT_TIMING, ...options.timing }
  const owner = newId()
  const works = new Map<string, Work>()
  const leasing = createLoop({ name: 'leasing webhooks', work: lease, everyMs: renewMs, log })
  let isStarted = false
  const turns = createTurns(perSecond, () => clock.elapsedMs())
  let pumpTimer: NodeJS.Timeout | undefined
  let nextPump: NodeJS.Immediate | undefined

  let horizonRead: { at: number; value: Promise<number> } | undefined
  /** Read once for all webhooks. */
  function horizon(): Promise<number> {
    const at = performance.now()
    if (!horizonRead || at - horizonRead.at >= minPauseMs / 2) {
      const value = readHorizon(db).then((row) => row.complete_before)
      horizonRead = { at, value }
    }
    return horizonRead.value
  }

  async function lease(): Promise<void> {
    const untilMs = clock.elapsedMs() + leaseMs - LEASE_MARGIN_MS
    const rows = await queries.leaseWebhooks(db, [owner, leaseMs])
    const leased = new Set(rows.map(({ id }) => id))
    for (const [id, work] of works) if (!leased.has(id)) end(work)
    for (const row of rows) {
      const work = works.get(row.id)
      if (work?.isEnding) continue
      if (work) work.endpoint.renew(row, untilMs)
      else begin(row, untilMs)
    }
  }

  function begin(row: LeasedWebhook, untilMs: number): void {
    const endpoint = createEndpoint({ ...options, horizon, writeMs }, owner, row)
    endpoint.renew(row, untilMs)
    const work: Work = { endpoint, signal: createWakeSignal(), done: Promise.resolve(), isEnding: false }
    work.done = run(work).finally(() => works.delete(row.id))
    works.set(row.id, work)
  }

  function end(work: Work): void {
    work.isEnding = true
    work.signal.send()
  }

  async function run(work: Work): Promise<void> {
    const { endpoint, signal } = work
    while (!work.isEnding) {
      const startMs = clock.elapsedMs()
      let hasMore = false
      try {
        hasMore = await endpoint.step()
      } catch (error) {
        if (error instanceof WebhookLost) break
        log.warn({ err: error, webhookId: endpoint.id }, `work on a webhook failed; retrying in ${pollMs} ms`)
      }
      pump()
      if (work.isEnding) break
      if (!hasMore) await signal.wait(pollMs)
      const restMs = minPauseMs - (clock.elapsedMs() - startMs)
      if (!hasMore && restMs > 0 && !work.isEnding) await pause(restMs)
    }
    work.isEnding = true
    await endpoint
      .stop(stopMs)
      .catch((error) =>
        log.warn({ err: error, webhookId: endpoint.id }, 'the last deliveries of a webhook may be repeated'),
      )
  }

  /** Sends what is due, webhook by webhook, as far as this second allows. */
  function pump(): void {
    clearTimeout(pumpTimer)
    let mustWait = false
    for (const [id, work] of works) {
      mustWait = !turns.mayTake()
      if (mustWait) break
      if (work.isEnding || !work.endpoint.sendNext(() => onDone(work))) continue
      turns.take()
      // Behind the others, where this loop comes to it again.
      works.delete(id)
      works.set(id, work)
    }
    const waitMs = mustWait ? turns.waitMs() : nextDueMs()
    if (waitMs !== undefined && !leasing.signal.aborted) pumpTimer = setTimeout(pump, waitMs)
  }

  function onDone({ endpoint, signal }: Work): void {
    if (endpoint.isLow()) signal.send()
    // Once for all that were answered in the same moment.
    nextPump ??= setImmediate(() => {
      nextPump = undefined
      pump()
    })
  }

  function nextDueMs(): number | undefined {
    const now = clock.now().getTime()
    const waits = [...works.values()].flatMap(({ endpoint }) => endpoint.nextDue()?.getTime() ?? [])
    return waits.length === 0 ? undefined : Math.min(Math.max(Math.min(...waits) - now, minPauseMs), pollMs)
  }

  function wake(): void {
    for (const { signal } of works.values()) signal.send()
  }

  return {
    wake,
    changed() {
      for (const { endpoint } of works.values()) endpoint.lookForStored()
      if (isStarted) leasing.wake()
      wake()
    },
    sendNow(webhookId, deliveryId) {
      for (const { endpoint } of works.values()) {
        if (webhookId !== undefined && endpoint.id !== webhookId) continue
        endpoint.sendNow(deliveryId)
        endpoint.lookForStored()
      }
      pump()
      wake()
    },
    start() {
      isStarted = true
      leasing.start()
    },
    async stop() {
      const leased = leasing.stop()
      clearTimeout(pumpTimer)
      clearImmediate(nextPump)
      await leased
      for (const work of works.values()) end(work)
      await Promise.all([...works.values()].map(({ done }) => done))
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

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
