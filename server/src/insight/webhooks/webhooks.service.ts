// Webhooks by the API: addresses to which events are sent, what was sent to them, and what has failed. Changes are in the audit trail,
// secrets are not.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, InvalidInput, NotAllowed, NotFound, namesUnknown } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import {
  AddressRefused,
  findAddressFault,
  guardedLookup,
  type OutgoingRules,
} from '../../platform/kernel/outgoing-address.ts'
import { type Page, type Paged, readPage } from '../../platform/kernel/paging.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secret-box.ts'
import { NO_TASK } from '../../platform/kernel/task-of-call.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { changesBetween, recordChange } from '../../platform/trail/record.ts'
import type { DeliveryRow, DeliveryStatus } from './deliveries.queries.ts'
import * as deliveries from './deliveries.queries.ts'
import { messageId, secretsAt } from './endpoint.ts'
import type { Sender } from './send-webhook.ts'
import { bodyOf, TEST_EVENT, type WebhookEvent } from './webhook-events.ts'
import type { ListedWebhook, WebhookRow } from './webhooks.queries.ts'
import * as queries from './webhooks.queries.ts'

export const MAX_WEBHOOKS = 50
/** How long the secret before a rotation signs too. */
const PREVIOUS_SECRET_MS = DAY_MS
const DELETED_AT_ONCE = 5000

export interface WebhookFields {
  url: string
  description: string
  events: WebhookEvent[]
  taskIds: string[]
  withContactFields: boolean
  isEnabled: boolean
}

interface WebhooksDependencies {
  db: Database
  clock: Clock
  secrets: SecretBox
  rules: OutgoingRules
  createSender(): Sender
}

export type Webhooks = ReturnType<typeof createWebhooks>

export function createWebhooks({ db, clock, secrets, rules, createSender }: WebhooksDependencies) {
  async function find(id: string): Promise<ListedWebhook> {
    const row = isId(id) ? await queries.findWebhook.first(db, [id]) : undefined
    if (!row) throw new NotFound('webhook', id)
    return row
  }

  async function lock(tx: Queryable, id: string): Promise<WebhookRow> {
    const row = isId(id) ? await queries.lockWebhook.first(tx, [id]) : undefined
    if (!row) throw new NotFound('webhook', id)
    return row
  }

  async function check({ url, taskIds }: Partial<WebhookFields>): Promise<void> {
    if (url !== undefined) await refuseAddress(url, rules)
    if (taskIds !== undefined && taskIds.length > 0) await refuseUnknownTasks(db, taskIds)
  }

  return {
    list: () => queries.listWebhooks(db, []),
    find,

    /** With the secret, which nobody is told again. */
    async add(fields: WebhookFields): Promise<ListedWebhook> {
      await check(fields)
      return db.transaction(async (tx) => {
        await queries.lockWebhooks(tx, [])
        const { total = 0 } = (await queries.countWebhooks.first(tx, [])) ?? {}
        if (total >= MAX_WEBHOOKS)
          throw new Conflict({ fault: 'too_many_webhooks', params: { max: MAX_WEBHOOKS } })
        const now = clock.now()
        const id = newId()
        const secret = newSecret()
        const sealed = secrets.seal(secret, queries.webhookSecret.owner(id))
        const row = await queries.insertWebhook.first(tx, [...valuesOf(id, fields, now), sealed])
        await recordChange(tx, {
          at: now,
          operation: 'webhook.add',
          subject: { id, name: fields.url },
          after: fields,
        })
        return { ...(row as WebhookRow), secret, waiting: 0, failed: 0 }
      })
    },

    /** Fields that are left out stay as they are. */
    async update(id: string, changes: Partial<WebhookFields>): Promise<ListedWebhook> {
      await check(changes)
      await db.transaction(async (tx) => {
        const before = fieldsOf(await lock(tx, id))
        // A request may have other fields beside them.
        const known = Object.entries(changes).filter(([name]) => Object.hasOwn(before, name))
        const after: WebhookFields = { ...before, ...Object.fromEntries(known) }
        const now = clock.now()
        await queries.updateWebhook(tx, valuesOf(id, after, now))
        if (changesBetween(before, after).length > 0)
          await recordChange(tx, {
            at: now,
            operation: 'webhook.update',
            subject: { id, name: after.url },
            before,
            after,
          })
      })
      return find(id)
    },

    async remove(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const row = isId(id) ? await queries.deleteWebhook.first(tx, [id]) : undefined
        if (!row) throw new NotFound('webhook', id)
        const subject = { id, name: row.url }
        await recordChange(tx, { at: clock.now(), operation: 'webhook.delete', subject })
      })
    },

    /** The secret before it signs too, for a day. */
    async rotateSecret(id: string): Promise<{ secret: string; previousUntil: Date | null }> {
      return db.transaction(async (tx) => {
        const { url, secret: previous } = await lock(tx, id)
        const now = clock.now()
        const secret = newSecret()
        const previousUntil = previous === null ? null : new Date(now.getTime() + PREVIOUS_SECRET_MS)
        const sealed = secrets.seal(secret, queries.webhookSecret.owner(id))
        await queries.rotateSecret(tx, [id, sealed, previousUntil, now])
        await recordChange(tx, {
          at: now,
          operation: 'webhook.rotateSecret',
          subject: { id, name: url },
        })
        return { secret, previousUntil }
      })
    },

    /** Sends a test event and waits for the answer. */
    async test(id: string): Promise<DeliveryRow> {
      const webhook = await find(id)
      const now = clock.now()
      const signing = secretsAt(webhook, now, secrets)
      if (signing.length === 0) throw new NotAllowed({ fault: 'webhook_without_secret' })
      const body = bodyOf({ event: TEST_EVENT, time: now, data: { webhookId: id } })
      const sent = await db.transaction(async (tx) => {
        await recordChange(tx, { at: now, operation: 'webhook.test', subject: { id, name: webhook.url } })
        return deliveries.insertTest.first(tx, [id, TEST_EVENT, NO_TASK, body, now])
      })
      if (!sent) throw new Error('the test event was not stored')
      const sender = createSender()
      const { isTaken, httpStatus, durationMs, answer, error } = await sender
        .send({ url: webhook.url, id: messageId(sent), body, secrets: signing, now })
        .finally(sender.close)
      const status = isTaken ? 'delivered' : 'failed'
      const result = [sent.id, status, now, httpStatus, durationMs, answer, error] as const
      const row = await deliveries.finishTest.first(db, [...result])
      if (!row) throw new NotFound('webhook', id)
      return row
    },

    /** What was sent, or waits, newest first. */
    async deliveries(
      id: string,
      page: Page & { status?: DeliveryStatus | undefined },
    ): Promise<Paged<DeliveryRow>> {
      await find(id)
      const { status = null } = page
      return readPage(page, {
        find: (afterId) => deliveries.findDelivery.first(db, [id, afterId]),
        count: () => deliveries.countDeliveries.first(db, [id, status]),
        readAt: (offset, limit) => deliveries.listDeliveries(db, [id, status, offset, limit]),
        readAfter: (afterId, limit) => deliveries.listDeliveriesAfter(db, [id, status, afterId, limit]),
      })
    },

    /** All deliveries that failed, or one of them. Returns how many. */
    async sendAgain(id: string, deliveryId: string | undefined): Promise<number> {
      const { url: name } = await find(id)
      const count = await db.transaction(async (tx) => {
        const now = clock.now()
        const sent = await deliveries.sendAgain.run(tx, [id, deliveryId ?? null, now])
        const change = { operation: 'webhook.sendAgain', subject: { id, name }, after: { deliveryId, sent } }
        await recordChange(tx, { at: now, ...change })
        return sent
      })
      if (count === 0 && deliveryId !== undefined) throw new NotFound('failed delivery', deliveryId)
      return count
    },

    /**
     * What waits for its next attempt is sent at once: of all webhooks, of one, or one delivery with those of its task before it. Returns how
     * many.
     */
    async sendNow(id: string | undefined, deliveryId: string | undefined): Promise<number> {
      if (id === undefined && deliveryId !== undefined)
        throw new InvalidInput('id is required with deliveryId', { fault: 'required', field: 'id' })
      const webhook = id === undefined ? undefined : await find(id)
      if (webhook && !webhook.is_enabled) throw new NotAllowed({ fault: 'webhook_off' })
      if (webhook && webhook.secret === null) throw new NotAllowed({ fault: 'webhook_without_secret' })
      const count = await db.transaction(async (tx) => {
        const now = clock.now()
        const sent = await deliveries.sendNow.run(tx, [id ?? null, deliveryId ?? null, now])
        const subject = webhook && { id: webhook.id, name: webhook.url }
        const change = {
          operation: 'webhook.sendNow',
          ...(subject && { subject }),
          after: { deliveryId, sent },
        }
        await recordChange(tx, { at: now, ...change })
        return sent
      })
      if (count === 0 && deliveryId !== undefined) throw new NotFound('waiting delivery', deliveryId)
      return count
    },

    /** For the overview: those that the service has switched off. */
    switchedOff: () => queries.listSwitchedOff(db, []),

    /** For the maintenance: removes what was sent to webhooks that are deleted. */
    async forgetOrphans(): Promise<'unfinished' | 'done'> {
      const orphans = await deliveries.deleteOrphans.run(db, [DELETED_AT_ONCE])
      return orphans === DELETED_AT_ONCE ? 'unfinished' : 'done'
    },
  }
}

function valuesOf(id: string, fields: WebhookFields, now: Date) {
  const { url, description, events, taskIds, withContactFields, isEnabled } = fields
  return [id, url, description, events, taskIds, withContactFields, isEnabled, now] as [
    ...[string, string, string, WebhookEvent[], string[], boolean, boolean, Date],
  ]
}

function fieldsOf(row: WebhookRow): WebhookFields {
  const { url, description, events, is_enabled } = row
  return {
    ...{ url, description, events, taskIds: row.task_ids },
    ...{ withContactFields: row.has_contact_fields, isEnabled: is_enabled },
  }
}

/** As Standard Webhooks writes it. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** A name that does not resolve now may do so later; one that resolves to an address inside is refused. */
export async function refuseAddress(url: string, rules: OutgoingRules, field = 'url'): Promise<void> {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol))
    throw new InvalidInput({ fault: 'not_a_web_address', field })
  const fault = findAddressFault(address, rules) ?? (await resolvedFault(address, rules))
  if (fault !== undefined)
    throw new InvalidInput({ fault: 'address_refused', field, params: { reason: fault } })
}

function resolvedFault(address: URL, rules: OutgoingRules): Promise<string | undefined> {
  const host = address.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    guardedLookup(address, rules)(host, { all: true }, (error) =>
      resolve(error instanceof AddressRefused ? error.message.slice(host.length + 1) : undefined),
    )
  })
}

async function refuseUnknownTasks(db: Queryable, taskIds: string[]): Promise<void> {
  const found = new Set((await queries.findTasks(db, [taskIds.filter(isId)])).map(({ id }) => id))
  const unknown = taskIds.find((id) => !found.has(id))
  if (unknown !== undefined) throw namesUnknown('taskIds', 'task', unknown)
}
