// Limits the requests of each token per minute. Off by default.
import rateLimit from '@fastify/rate-limit'
import { TooManyRequests } from '../../kernel/errors.ts'
import type { Api } from '../schemas/route-schema.ts'

export async function addRateLimit(app: Api, perMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    // After authentication: the token is the key, so unauthenticated requests cannot use up its quota.
    hook: 'preParsing',
    allowList: (request) => !request.routeOptions.config.needs,
    keyGenerator: (request) => request.principal?.id ?? request.ip,
    errorResponseBuilder: (_request, { after, ttl }) =>
      new TooManyRequests(`too many requests for this token; try again in ${after}`, {
        fault: 'rate_limited',
        params: { seconds: Math.ceil(ttl / 1000) },
      }),
  })
}
