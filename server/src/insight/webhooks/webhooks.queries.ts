// Webhooks as users see them. Every change of one is announced on the channel `webhook_changed`.
import { sealedColumn } from '../../platform/storage/sealed-column.ts'
import { sql } from '../../platform/storage/sql.ts'
import type { WebhookEvent } from './webhook-events.ts'

export interface WebhookRow {
  id: string
  url: string
  description: string
  events: WebhookEvent[]
  task_ids: string[]
  has_contact_fields: boolean
  is_enabled: boolean
  off_reason: 'failing' | 'gone' | null
  off_time: Date | null
  /** Sealed, both. */
  secret: string | null
  previous_secret: string | null
  previous_until: Date | null
  failing_since: Date | null
  failed_time: Date | null
  create_time: Date
  update_time: Date
}

export interface ListedWebhook extends WebhookRow {
  waiting: number
  failed: number
}

export const webhookSecret = sealedColumn('webhook', 'secret')
export const previousSecret = sealedColumn('webhook', 'previous_secret')

export const columns = `id, url, description, events, task_ids, has_contact_fields, is_enabled, off_reason, off_time, secret, previous_secret,
  previous_until, failing_since, failed_time, create_time, update_time`
const announced = `pg_notify('webhook_changed', '')`
const countOf = (status: string) =>
  `(select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.status = '${status}') as ${status}`
const listed = `${columns}, ${countOf('waiting')}, ${countOf('failed')}`

export const listWebhooks = sql<ListedWebhook, []>(
  'list_webhooks',
  `select ${listed} from webhook w order by create_time, id`,
)

export const findWebhook = sql<ListedWebhook, [id: string]>(
  'find_webhook',
  `select ${listed} from webhook w where id = $1`,
)

/** Locks the webhook until the transaction ends. */
export const lockWebhook = sql<WebhookRow, [id: string]>(
  'lock_webhook',
  `select ${columns} from webhook where id = $1 for update`,
)

/** One addition at a time, so that the limit holds. */
export const lockWebhooks = sql<never, []>('lock_webhooks', 'lock table webhook in share row exclusive mode')

export const countWebhooks = sql<{ total: number }, []>(
  'count_webhooks',
  'select count(*)::int as total from webhook',
)

type Values = [
  id: string,
  url: string,
  description: string,
  events: readonly string[],
  taskIds: readonly string[],
  hasContactFields: boolean,
  isEnabled: boolean,
  now: Date,
]

/** A new webhook begins with the events that are not committed yet. */
export const insertWebhook = sql<WebhookRow, [...Values, secret: string]>(
  'insert_webhook',
  `insert into webhook (id, url, description, events, task_ids, has_contact_fields, is_enabled, create_time, update_time, secret, cursor)
   select $1, $2, $3, $4, $5, $6, $7, $8, $8, $9, complete_before from event_horizon()
   returning ${columns}, ${announced}`,
)

/** One that is switched on has not failed yet. */
export const updateWebhook = sql<never, Values>(
  'update_webhook',
  `update webhook set url = $2, description = $3, events = $4, task_ids = $5, has_contact_fields = $6, update_time = $8,
     off_reason = case when $7 then null else off_reason end, off_time = case when $7 then null else off_time end,
     failing_since = case when is_enabled or not $7 then failing_since end, is_enabled = $7
   where id = $1
   returning ${announced}`,
)

export const rotateSecret = sql<never, [id: string, secret: string, previousUntil: Date | null, now: Date]>(
  'rotate_webhook_secret',
  `update webhook set previous_secret = secret, previous_until = $3, secret = $2, update_time = $4 where id = $1
   returning ${announced}`,
)

/** What was sent to it is deleted later, a part at a time. */
export const deleteWebhook = sql<{ url: string }, [id: string]>(
  'delete_webhook',
  `delete from webhook where id = $1 returning url, ${announced}`,
)

export const listSwitchedOff = sql<{ url: string; off_time: Date }, []>(
  'list_switched_off_webhooks',
  'select url, off_time from webhook where off_reason is not null order by off_time',
)

/** SQL: restored from a backup without secrets, nothing is sent to them. */
export const WEBHOOKS_WITHOUT_SECRET = 'select id, url, description from webhook where secret is null'

/** Returns the ids that are those of tasks. */
export const findTasks = sql<{ id: string }, [ids: readonly string[]]>(
  'find_tasks_of_webhook',
  'select id from task where id = any($1::uuid[])',
)
