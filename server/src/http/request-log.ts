// One log line and one measurement per request: when it was answered, or when its connection closed before that.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from './client-address.ts'
import { loggedPath } from './logged-path.ts'
import type { Metrics } from './metrics.ts'
import type { Api } from './route-schema.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isLogged: boolean
    /** Read when the request arrives: a closed connection has no address. */
    clientAddress: string
  }
}

export function addRequestLog(app: Api, metrics: Metrics): void {
  app.decorateRequest('isLogged', false)
  app.decorateRequest('clientAddress', '')
  app.addHook('onRequest', (request, reply, done) => {
    request.clientAddress = addressOf(request)
    // Fastify calls onResponse only for answers that were sent completely.
    reply.raw.once('close', () => {
      if (!request.isLogged) write(request, reply, { isCutOff: true })
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    write(request, reply)
    done()
  })

  function write(request: FastifyRequest, reply: FastifyReply, more: object = {}): void {
    request.isLogged = true
    const { method } = request
    const route = request.routeOptions.url
    const ms = reply.elapsedTime
    metrics.observe(method, route ?? 'unknown', reply.statusCode, ms / 1000)
    const path = loggedPath(request.url, route)
    const line = { method, path, status: reply.statusCode, ms: Math.round(ms * 10) / 10, ...more }
    const from = { address: request.clientAddress || addressOf(request), token: request.principal?.id }
    request.log.info({ ...line, ...from }, 'request')
  }
}
