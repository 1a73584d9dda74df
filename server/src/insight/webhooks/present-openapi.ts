// What the service sends, as `webhooks` of the OpenAPI document.
import { nameOf, TOLD } from './webhook-events.schema.ts'

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
})

/** `webhooks` of the OpenAPI document. */
export const webhookDocument = Object.fromEntries(
  Object.entries(TOLD).map(([event, { summary }]) => [
    event,
    {
      post: {
        operationId: `on${nameOf(event).replace(/Event$/, '')}`,
        tags: ['Webhooks'],
        summary,
        security: [],
        parameters: [
          header(
            'webhook-id',
            'The same in every attempt: an event that is already known was repeated.',
            'msg_42',
          ),
          header('webhook-timestamp', 'Of the attempt, in seconds since 1970.', '1772415000'),
          header(
            'webhook-signature',
            'Standard Webhooks: `v1,` and HMAC-SHA256 in base64; two of them, separated by a space, for a day after a rotation.',
            'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
          ),
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${nameOf(event)}` } } },
        },
        responses: {
          '2XX': {
            description:
              'Taken. Any other answer, or none within 15 seconds, is followed by another attempt.',
          },
          '410': { description: 'Gone: the webhook is switched off.' },
        },
      },
    },
  ]),
)
