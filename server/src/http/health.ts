// For load balancers and orchestrators: is the process alive, and can it serve?
import { Type } from 'typebox'
import { sendError } from './errors.ts'
import { type Api, ErrorEnvelope, envelope, ref, success } from './route-schema.ts'

const tag = 'Service'
const Health = envelope(Type.Object({ status: Type.String({ examples: ['ok'] }) }))

export function addHealthRoutes(app: Api, isReady: () => Promise<boolean>): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'isAlive',
        tags: [tag],
        summary: 'Whether the process is alive',
        security: [],
        response: { 200: { description: 'It is.', ...Health } },
      },
    },
    async () => success({ status: 'ok' }),
  )

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'isReady',
        tags: [tag],
        summary: 'Whether the service can answer: the database is reachable and it is not stopping',
        security: [],
        response: {
          200: { description: 'It can.', ...Health },
          503: { description: 'Not at the moment.', ...ref(ErrorEnvelope) },
        },
      },
    },
    async (_request, reply) =>
      (await isReady()) ? success({ status: 'ready' }) : sendError(reply, 503, 'the service is not ready'),
  )
}
