// So many requests a minute for each token: off unless the operator asks for it.
import rateLimit from '@fastify/rate-limit'
import type { Api } from './route-schema.ts'

export async function addRateLimit(app: Api, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    // After authentication, so that the token is the key and strangers cannot use up somebody's share.
    hook: 'preParsing',
    allowList: (request) => !request.routeOptions.config.scope,
    keyGenerator: (request) => request.principal?.id ?? request.ip,
    errorResponseBuilder: (_request, { after }) =>
      Object.assign(new Error(`too many requests for this token; try again in ${after}`), {
        statusCode: 429,
      }),
  })
}
