import { Type } from 'typebox'
import { addDeletion } from '../../platform/http/delete-route.ts'
import {
  type Api,
  afterRow,
  IdBody,
  IdParams,
  operation,
  optionalBody,
  PageQuery,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { webhookEventSchemas } from './webhook-events.schema.ts'
import {
  DeliveryQuery,
  NewWebhook,
  presentDelivery,
  presentWebhook,
  previousSecretUntil,
  SendAgain,
  SendNow,
  secret,
  WebhookChange,
  WebhookDelivery,
  WebhookSchema,
} from './webhooks.schema.ts'
import { MAX_WEBHOOKS, type Webhooks } from './webhooks.service.ts'

export function addWebhookRoutes(app: Api, webhooks: Webhooks, timestamps: Timestamps): void {
  for (const schema of [WebhookSchema, NewWebhook, WebhookChange, WebhookDelivery, ...webhookEventSchemas])
    app.addSchema(schema)
  const tag = 'Webhooks'

  app.get(
    '/api/webhook/list',
    operation({
      id: 'listWebhooks',
      tag,
      summary: 'List webhooks, the oldest first',
      needs: 'administer',
      bound: 'all',
      data: Type.Object({ total: Type.Integer(), rows: Type.Array(ref(WebhookSchema)) }),
    }),
    async () => {
      const rows = (await webhooks.list()).map((row) => presentWebhook(row, timestamps))
      return success({ total: rows.length, rows })
    },
  )

  app.post(
    '/api/webhook/add',
    operation({
      id: 'addWebhook',
      tag,
      summary: 'Add a webhook',
      description:
        'It gets the events from now on, at least once each, in the form of Standard Webhooks; `webhooks` of this document has them. Those of a task ' +
        `arrive in order. There are at most ${MAX_WEBHOOKS}; one more is refused with 409.`,
      needs: 'administer',
      bound: 'all',
      body: ref(NewWebhook),
      data: Type.Object({ ...WebhookSchema.properties, secret }),
      errors: [409],
    }),
    async (request) => {
      const {
        description = '',
        taskIds = [],
        withContactFields = false,
        isEnabled = true,
        ...given
      } = request.body
      const row = await webhooks.add({ ...given, description, taskIds, withContactFields, isEnabled })
      return success({ ...presentWebhook(row, timestamps), secret: row.secret ?? '' })
    },
  )

  app.post(
    '/api/webhook/update',
    operation({
      id: 'updateWebhook',
      tag,
      summary: 'Change a webhook, or switch it on or off',
      description:
        'Fields that are left out stay as they are. Events that were already read are sent as they are.',
      needs: 'administer',
      bound: 'all',
      body: ref(WebhookChange),
      data: ref(WebhookSchema),
      errors: [404],
    }),
    async (request) => {
      const { id, ...changes } = request.body
      return success(presentWebhook(await webhooks.update(id, changes), timestamps))
    },
  )

  addDeletion(app, '/api/webhook/delete', webhooks.remove, {
    id: 'deleteWebhook',
    tag,
    summary: 'Delete a webhook, with its log',
    needs: 'administer',
    bound: 'all',
    errors: [404],
  })

  app.post(
    '/api/webhook/rotateSecret',
    operation({
      id: 'rotateWebhookSecret',
      tag,
      summary: 'Get another secret for a webhook',
      description:
        'For a day everything is signed with both, so that no event is lost while the receiver changes.',
      needs: 'administer',
      bound: 'all',
      body: IdBody,
      data: Type.Object({ secret, previousSecretUntil }),
      errors: [404],
    }),
    async (request) => {
      const { secret, previousUntil } = await webhooks.rotateSecret(request.body.id)
      return success({ secret, previousSecretUntil: timestamps.formatOrNull(previousUntil) })
    },
  )

  app.post(
    '/api/webhook/test',
    operation({
      id: 'testWebhook',
      tag,
      summary: 'Send a test event',
      description: 'Also if the webhook is off. It answers when the receiver has, or after 15 seconds.',
      needs: 'administer',
      bound: 'all',
      body: IdBody,
      data: ref(WebhookDelivery),
      errors: [404, 405],
    }),
    async (request) => success(presentDelivery(await webhooks.test(request.body.id), timestamps)),
  )

  app.get(
    '/api/webhook/:id/deliveries',
    operation({
      id: 'listWebhookDeliveries',
      tag,
      summary: 'List what was sent to a webhook in the last 30 days, and what waits, newest first',
      needs: 'administer',
      bound: 'all',
      params: IdParams,
      query: Type.Object({ ...PageQuery, afterId: afterRow('^[1-9][0-9]{0,14}$', '42'), ...DeliveryQuery }),
      data: Type.Object({
        total: Type.Integer({
          description: 'Number of rows in all pages together; no more than 100,000 are counted.',
        }),
        rows: Type.Array(ref(WebhookDelivery)),
      }),
      errors: [404],
    }),
    async (request) => {
      const { total, rows } = await webhooks.deliveries(request.params.id, request.query)
      return success({ total, rows: rows.map((row) => presentDelivery(row, timestamps)) })
    },
  )

  app.post(
    '/api/webhook/sendAgain',
    operation({
      id: 'sendWebhookAgain',
      tag,
      summary: 'Send again what has failed: one delivery, or all',
      description: 'With all attempts ahead. They arrive later than what came after them.',
      needs: 'administer',
      bound: 'all',
      body: SendAgain,
      data: Type.Object({ count: Type.Integer({ description: 'How many are sent again.' }) }),
      errors: [404],
    }),
    async (request) => {
      const { id, deliveryId } = request.body
      return success({ count: await webhooks.sendAgain(id, deliveryId) })
    },
  )

  app.post(
    '/api/webhook/sendNow',
    optionalBody({
      id: 'sendWebhookNow',
      tag,
      summary: 'Send what waits now: one delivery, all of a webhook, or all',
      description:
        'Without waiting for the time of the next attempt, as after a receiver was repaired. The attempts that are left stay the same; deliveries of a task stay in order.',
      needs: 'administer',
      bound: 'all',
      body: SendNow,
      data: Type.Object({ count: Type.Integer({ description: 'How many are sent.' }) }),
      errors: [404, 405],
    }),
    async (request) => {
      const { id, deliveryId } = request.body
      return success({ count: await webhooks.sendNow(id, deliveryId) })
    },
  )
}
