// Webhooks in requests and answers of the API.
import { type Static, Type } from 'typebox'
import {
  EXAMPLE_ID,
  Id,
  named,
  oneOf,
  optional,
  orNull,
  Timestamp,
  TimestampOrNull,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { hasTask } from '../../platform/kernel/task-of-call.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { DeliveryRow } from './deliveries.queries.ts'
import { messageId } from './endpoint.ts'
import { WEBHOOK_EVENTS } from './webhook-events.ts'
import type { ListedWebhook } from './webhooks.queries.ts'

const MAX_TASKS = 100

const url = text({
  minLength: 1,
  maxLength: 2000,
  description:
    'Begins with https://, or on this machine http://. Addresses inside your own network are refused unless `WEBHOOK_ALLOW` names them; a name is ' +
    'judged by what it resolves to, now and at every connection. Redirects are not followed.',
  examples: ['https://crm.example.com/carillon'],
})
const description = text({ maxLength: 500, examples: ['To the CRM'] })
const events = Type.Array(oneOf([...WEBHOOK_EVENTS]), {
  minItems: 1,
  maxItems: WEBHOOK_EVENTS.length,
  uniqueItems: true,
  description: 'Which events are sent.',
  examples: [['call.ended', 'task.status']],
})
const taskIds = Type.Array(Id, {
  maxItems: MAX_TASKS,
  description:
    'Tasks that exist: only their events are sent. Empty: those of all tasks, and events without a task.',
  examples: [[]],
})
export const previousSecretUntil = {
  ...TimestampOrNull,
  description: 'Until then the secret before the last rotation signs too; null: none does.',
}
const withContactFields = Type.Boolean({
  description: '`call.ended` and `contact.done` have the custom fields of the contact.',
})
const isEnabled = Type.Boolean({
  description:
    'One that is switched on again continues where it was; events that wait for 30 days are dropped.',
})

export const WebhookSchema = named(
  'Webhook',
  Type.Object({
    id: Id,
    url: Type.String({ examples: ['https://crm.example.com/carillon'] }),
    description: Type.String(),
    events: Type.Array(oneOf([...WEBHOOK_EVENTS])),
    taskIds: Type.Array(Id),
    withContactFields,
    isEnabled,
    offReason: orNull(
      oneOf(['failing', 'gone'], {
        description:
          'Why the service has switched it off: no delivery was taken for five days, or the receiver answered 410.',
      }),
    ),
    offTime: TimestampOrNull,
    hasSecret: Type.Boolean({
      description:
        'False after a restore from a backup without secrets: nothing is sent until the secret is rotated.',
    }),
    previousSecretUntil,
    failingSince: {
      ...TimestampOrNull,
      description: 'Since when no delivery was taken; null: the last one was.',
    },
    waitingCount: Type.Integer({ description: 'Events that were read and wait to be sent.' }),
    failedCount: Type.Integer({ description: 'Events that were given up, in the last 30 days.' }),
    createTime: Timestamp,
    updateTime: Timestamp,
  }),
)

const example = { url: 'https://crm.example.com/carillon', events: ['call.ended'] }

export const NewWebhook = named(
  'NewWebhook',
  Type.Object(
    {
      url,
      events,
      description: optional(description),
      taskIds: optional(taskIds),
      withContactFields: optional(withContactFields),
      isEnabled: optional(isEnabled),
    },
    { examples: [example] },
  ),
)

export const WebhookChange = named(
  'WebhookChange',
  Type.Object(
    {
      id: Id,
      url: optional(url),
      events: optional(events),
      description: optional(description),
      taskIds: optional(taskIds),
      withContactFields: optional(withContactFields),
      isEnabled: optional(isEnabled),
    },
    { examples: [{ id: EXAMPLE_ID, isEnabled: false }] },
  ),
)

export const secret = Type.String({
  description: 'Signs what is sent. It cannot be read again.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
})

export const deliveryStatus = oneOf(['waiting', 'delivered', 'failed'], {
  description:
    '`waiting` for its first or next attempt, `delivered` it was taken, `failed` it was given up after all attempts.',
})

export const WebhookDelivery = named(
  'WebhookDelivery',
  Type.Object({
    id: Type.String({ examples: ['42'] }),
    messageId: Type.String({
      description: '`webhook-id` of all attempts; no other event ever has it.',
      examples: [`msg_${EXAMPLE_ID}`],
    }),
    event: Type.String({ examples: ['call.ended'] }),
    taskId: orNull(Id),
    status: deliveryStatus,
    attempts: Type.Integer({ description: 'Since it was read, or sent again by a person.', examples: [1] }),
    nextTime: { ...TimestampOrNull, description: 'While it waits: when the next attempt follows.' },
    lastTime: { ...TimestampOrNull, description: 'Of the last attempt.' },
    httpStatus: orNull(
      Type.Integer({ description: 'What the receiver answered; null if it did not.', examples: [200] }),
    ),
    durationMs: orNull(Type.Integer({ description: 'Of the last attempt.', examples: [120] })),
    answer: orNull(Type.String({ description: 'The first bytes of the answer, at most 1 KiB.' })),
    error: orNull(Type.String({ description: 'Why there was no answer.' })),
    createTime: { ...Timestamp, description: 'When the event was read.' },
  }),
)

export const DeliveryQuery = {
  status: Type.Optional(deliveryStatus),
}

export const SendAgain = Type.Object(
  {
    id: Id,
    deliveryId: optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,14}$',
        description: 'A delivery that failed. Default: all that failed.',
        examples: ['42'],
      }),
    ),
  },
  { examples: [{ id: EXAMPLE_ID, deliveryId: '42' }] },
)

export const SendNow = Type.Object(
  {
    id: optional({ ...Id, description: 'The webhook. Default: all that are on.' }),
    deliveryId: optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,14}$',
        description:
          'A delivery of the webhook that waits: it and those of its task before it. Default: all that wait.',
        examples: ['42'],
      }),
    ),
  },
  { examples: [{ id: EXAMPLE_ID }] },
)

export function presentWebhook(row: ListedWebhook, timestamps: Timestamps): Static<typeof WebhookSchema> {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    taskIds: row.task_ids,
    withContactFields: row.has_contact_fields,
    isEnabled: row.is_enabled,
    offReason: row.off_reason,
    offTime: timestamps.formatOrNull(row.off_time),
    hasSecret: row.secret !== null,
    previousSecretUntil: row.previous_secret === null ? null : timestamps.formatOrNull(row.previous_until),
    failingSince: timestamps.formatOrNull(row.failing_since),
    waitingCount: row.waiting,
    failedCount: row.failed,
    createTime: timestamps.format(row.create_time),
    updateTime: timestamps.format(row.update_time),
  }
}

export function presentDelivery(row: DeliveryRow, timestamps: Timestamps): Static<typeof WebhookDelivery> {
  return {
    id: String(row.id),
    messageId: messageId(row),
    event: row.event,
    taskId: hasTask(row.task_id) ? row.task_id : null,
    status: row.status,
    attempts: row.attempts,
    nextTime: row.status === 'waiting' ? timestamps.format(row.next_time) : null,
    lastTime: timestamps.formatOrNull(row.last_time),
    httpStatus: row.http_status,
    durationMs: row.duration_ms,
    answer: row.answer,
    error: row.error,
    createTime: timestamps.format(row.create_time),
  }
}
