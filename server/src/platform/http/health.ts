// For load balancers and orchestrators: is the process alive, and can it serve?
import { Type } from 'typebox'
import type { ServiceFault } from '../words/error-codes.ts'
import { sendError } from './errors.ts'
import { type Api, ErrorEnvelope, envelope, ref, success } from './schemas/route-schema.ts'

const tag = 'Service'
export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz']
const Health = envelope(Type.Object({ status: Type.String({ examples: ['ok'] }) }))

export interface NotReady {
  code: ServiceFault
  reason: string
}

/** `whyNotReady` gives the reason, or nothing if the service can answer. */
export function addHealthRoutes(app: Api, whyNotReady: () => Promise<NotReady | undefined>): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'isAlive',
        tags: [tag],
        summary: 'Whether the process is alive',
        security: [],
        response: { 200: { description: 'The process is alive.', ...Health } },
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
        summary: 'Whether the service can serve requests: the database works and the service is not stopping',
        security: [],
        response: {
          200: { description: 'The service is ready.', ...Health },
          503: { description: 'The service is not ready; `message` has the reason.', ...ref(ErrorEnvelope) },
        },
      },
    },
    async (_request, reply) => {
      const problem = await whyNotReady()
      if (!problem) return success({ status: 'ready' })
      const { code, reason } = problem
      return sendError(reply, 503, `the service is not ready: ${reason}`, { fault: code })
    },
  )
}
