// Deliveries: the events that a webhook has read, which wait to be sent or were sent.
import { columnsOf } from '../../platform/storage/columns.ts'
import { isOpenable } from '../../platform/storage/sealed-column.ts'
import { sql } from '../../platform/storage/sql.ts'
import { ENDED_LEASE, isFree, isLeasedBy, takeLease } from '../../platform/work/lease.ts'
import type { WebhookRow } from './webhooks.queries.ts'
import { columns as webhookColumns } from './webhooks.queries.ts'

export type DeliveryStatus = 'waiting' | 'delivered' | 'failed'

/** What names a delivery to its receiver. */
export interface MessageRow {
  id: number
  /** Null: it is from before deliveries had ids of their own. */
  message_id: string | null
}

export interface DeliveryRow extends MessageRow {
  webhook_id: string
  event: string
  task_id: string
  status: DeliveryStatus
  attempts: number
  next_time: Date
  last_time: Date | null
  http_status: number | null
  duration_ms: number | null
  answer: string | null
  error: string | null
  create_time: Date
}

export interface WaitingDelivery extends MessageRow {
  event: string
  task_id: string
  body: string
  attempts: number
  next_time: Date
}

const columns =
  'id, message_id, webhook_id, event, task_id, status, attempts, next_time, last_time, http_status, duration_ms, answer, error, create_time'

export interface LeasedWebhook extends WebhookRow {
  cursor: number
  attention: string[]
}

/** Takes the webhooks that no living node has, and keeps those that this one has. $2: for how long, in milliseconds; $3: with which keys
 * it opens their secrets. */
export const leaseWebhooks = sql<LeasedWebhook, [owner: string, leaseMs: number, keyIds: string[]]>(
  'lease_webhooks',
  `update webhook set ${takeLease('$1', '$2')}
   from (
     select id as taken from webhook
     where is_enabled and ${isOpenable('secret', '$3')} and (${isLeasedBy('$1')} or ${isFree()})
     for update skip locked
   ) free
   where id = taken
   returning ${webhookColumns}, cursor, attention`,
)

/** Whether any node has webhooks to send to. */
export const hasWebhooks = sql<{ exists: boolean }>(
  'has_webhooks',
  'select exists (select from webhook where is_enabled and secret is not null)',
)

export const releaseWebhooks = sql<never, [owner: string]>(
  'release_webhooks',
  `update webhook set ${ENDED_LEASE} where ${isLeasedBy('$1')}`,
)

/** 0 rows: another node has it, it was deleted, or it is not where this node believes. */
export const moveCursor = sql<
  never,
  [
    ...[id: string, owner: string, cursorBefore: number, cursor: number],
    ...[attentionBefore: readonly string[], attention: readonly string[]],
  ]
>(
  'move_webhook_cursor',
  `update webhook set cursor = $4, attention = $6
   where id = $1 and ${isLeasedBy('$2')} and cursor = $3 and attention = $5`,
)

/** Stores deliveries in the order given. */
export const insertDeliveries = sql<
  MessageRow,
  [webhookId: string, events: string[], taskIds: string[], bodies: string[], now: Date]
>(
  'insert_webhook_deliveries',
  `insert into webhook_delivery (webhook_id, event, task_id, body, next_time, create_time)
   select $1, event, task_id, body, $5, $5
   from unnest($2::text[], $3::uuid[], $4::text[]) with ordinality as given (event, task_id, body, place)
   order by place
   returning id, message_id`,
)

/** The oldest, without those that the node has already. */
export const readWaiting = sql<WaitingDelivery, [webhookId: string, known: readonly number[], limit: number]>(
  'read_waiting_webhook_deliveries',
  `select id, message_id, event, task_id, body, attempts, next_time from webhook_delivery
   where webhook_id = $1 and status = 'waiting' and id <> all($2::bigint[])
   order by id limit $3`,
)

/** What came of an attempt. */
export interface AttemptResult {
  id: number
  status: DeliveryStatus
  attempts: number
  nextTime: Date
  time: Date
  httpStatus: number | null
  durationMs: number
  answer: string | null
  error: string | null
}

export const ATTEMPT_RESULTS = columnsOf<AttemptResult>({
  id: ['bigint', ({ id }) => id],
  status: ['text', ({ status }) => status],
  attempts: ['smallint', ({ attempts }) => attempts],
  next_ms: ['float8', ({ nextTime }) => nextTime.getTime()],
  last_ms: ['float8', ({ time }) => time.getTime()],
  http_status: ['smallint', ({ httpStatus }) => httpStatus],
  duration_ms: ['int', ({ durationMs }) => durationMs],
  answer: ['text', ({ answer }) => answer],
  error: ['text', ({ error }) => error],
})

/** What the last attempts say of the receiver. */
export type Health = 'working' | 'failing' | 'gone'

/**
 * Stores what came of attempts, and what that says of their webhook: since when it fails, and that it is switched off if the receiver is gone or
 * has failed for too long. A failure after a silence is the first one. Answers the webhook if that has changed. One that another node has
 * delivered meanwhile stays delivered.
 */
export const writeResults = sql<
  { is_enabled: boolean; off_reason: string | null },
  [
    ...[id: string, health: Health, now: Date, silentSince: Date, failingSince: Date],
    ...columns: (string | null)[],
  ]
>(
  'write_webhook_results',
  `with written as (
     update webhook_delivery d set status = given.status, attempts = given.attempts, next_time = to_timestamp(given.next_ms / 1000),
       last_time = to_timestamp(given.last_ms / 1000), http_status = given.http_status, duration_ms = given.duration_ms, answer = given.answer,
       error = given.error, body = case when given.status = 'delivered' then null else d.body end
     from ${ATTEMPT_RESULTS.table(6)}
     where d.id = given.id and d.status = 'waiting'
   ), judged as (
     select judged_id, since, case when $2 = 'gone' then 'gone' when since <= $5 then 'failing' end as reason
     from (
       select id as judged_id, case when $2 = 'working' then null when failed_time >= $4 then coalesce(failing_since, $3) else $3 end as since
       from webhook where id = $1
     ) failing
   ), noted as (
     update webhook set failing_since = since, failed_time = case when $2 = 'working' then null else $3 end
     from judged
     where id = judged_id and is_enabled and reason is null and ($2 <> 'working' or failing_since is not null or failed_time is not null)
     returning is_enabled, off_reason
   ), switched_off as (
     update webhook set failing_since = since, failed_time = $3, is_enabled = false, off_reason = reason, off_time = $3
     from judged
     where id = judged_id and is_enabled and reason is not null
     returning is_enabled, off_reason, pg_notify('webhook_changed', '')
   )
   select is_enabled, off_reason from noted union all select is_enabled, off_reason from switched_off`,
)

/** An event that is sent at once. It counts as failed until it is known that it was delivered. */
export const insertTest = sql<
  MessageRow,
  [webhookId: string, event: string, taskId: string, body: string, now: Date]
>(
  'insert_webhook_test',
  `insert into webhook_delivery (webhook_id, event, task_id, body, status, next_time, create_time)
   values ($1, $2, $3, $4, 'failed', $5, $5)
   returning id, message_id`,
)

export const finishTest = sql<
  DeliveryRow,
  [
    id: number,
    status: string,
    time: Date,
    httpStatus: number | null,
    durationMs: number,
    answer: string | null,
    error: string | null,
  ]
>(
  'finish_webhook_test',
  `update webhook_delivery set status = $2, attempts = 1, last_time = $3, http_status = $4, duration_ms = $5, answer = $6, error = $7,
     body = case when $2 = 'delivered' then null else body end
   where id = $1
   returning ${columns}`,
)

const IS_LISTED = 'webhook_id = $1 and ($2::text is null or status = $2)'

/** The log of a busy webhook has millions, and the console asks every few seconds. */
export const MAX_COUNTED = 100_000

export const countDeliveries = sql<{ total: number }, [webhookId: string, status: string | null]>(
  'count_webhook_deliveries',
  `select count(*) as total from (select from webhook_delivery where ${IS_LISTED} limit ${MAX_COUNTED}) counted`,
)

export const listDeliveries = sql<
  DeliveryRow,
  [webhookId: string, status: string | null, offset: number, limit: number]
>(
  'list_webhook_deliveries',
  `select ${columns} from webhook_delivery where ${IS_LISTED} order by id desc offset $3 limit $4`,
)

export const listDeliveriesAfter = sql<
  DeliveryRow,
  [webhookId: string, status: string | null, afterId: string, limit: number]
>(
  'list_webhook_deliveries_after',
  `select ${columns} from webhook_delivery where ${IS_LISTED} and id < $3 order by id desc limit $4`,
)

export const findDelivery = sql<{ id: number }, [webhookId: string, id: string]>(
  'find_webhook_delivery',
  'select id from webhook_delivery where webhook_id = $1 and id = $2',
)

/** All that failed, or one of them; with all attempts ahead. $2: delivery, or null. */
export const sendAgain = sql<never, [webhookId: string, id: string | null, now: Date]>(
  'send_webhook_deliveries_again',
  `with again as (
     update webhook_delivery set status = 'waiting', attempts = 0, next_time = $3
     where webhook_id = $1 and status = 'failed' and ($2::bigint is null or id = $2)
     returning id
   ), told as (
     select pg_notify('webhook_changed', '')
   )
   select again.id from again, told`,
)

/**
 * All that wait, of one webhook or of all that send, or one of them with those of its task that go before it. The nodes that have them in
 * memory are told. $1: webhook, or null; $2: delivery, or null.
 */
export const sendNow = sql<never, [webhookId: string | null, id: string | null, now: Date]>(
  'send_webhook_deliveries_now',
  `with hurried as (
     update webhook_delivery d set next_time = $3
     from webhook w
     where d.webhook_id = w.id and ($1::uuid is null or w.id = $1) and w.is_enabled and w.secret is not null and d.status = 'waiting'
       and ($2::bigint is null or d.id <= $2 and d.task_id = (
         select task_id from webhook_delivery where id = $2 and webhook_id = $1 and status = 'waiting'
       ))
     returning d.id
   ), told as (
     select pg_notify('webhook_changed', 'now ' || coalesce($1::text, '') || ' ' || coalesce($2::text, ''))
   )
   select hurried.id from hurried, told`,
)

/** Deliveries of webhooks that were deleted, a part at a time. */
export const deleteOrphans = sql<never, [limit: number]>(
  'delete_orphaned_webhook_deliveries',
  `delete from webhook_delivery where id in (
     select d.id from (
       -- One webhook at a time, by the index.
       select webhook_id from (
         with recursive had as (
           (select webhook_id from webhook_delivery order by webhook_id limit 1)
           union all
           select (select webhook_id from webhook_delivery where webhook_id > had.webhook_id order by webhook_id limit 1)
           from had where had.webhook_id is not null
         )
         select webhook_id from had where webhook_id is not null
       ) each
       where not exists (select from webhook where id = each.webhook_id)
     ) gone
     cross join lateral (select id from webhook_delivery where webhook_id = gone.webhook_id limit $1) d
     limit $1
   )`,
)
