// One log line, one measurement and, if it is traced, one span per request: when it was answered, or when its connection closed
// before that.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readTraceparent, traceIdOf } from '../tracing/span.ts'
import type { Span, Tracer } from '../tracing/tracer.ts'
import { addressOf } from './access/client-address.ts'
import { loggedPath } from './logged-path.ts'
import type { Metrics } from './metrics.ts'
import type { Api } from './schemas/route-schema.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isLogged: boolean
    /** Read when the request arrives: a closed connection has no address. */
    clientAddress: string
    span: Span | null
  }
}

/** Asked all the time, and of no interest. */
const UNTRACED = ['/healthz', '/readyz', '/metrics']

/** `tracer`: undefined if there are no traces. */
export function addRequestLog(app: Api, metrics: Metrics, tracer: Tracer | undefined): void {
  app.decorateRequest('isLogged', false)
  app.decorateRequest('clientAddress', '')
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.clientAddress = addressOf(request)
    if (tracer) request.span = startSpan(tracer, request)
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

  function write(request: FastifyRequest, reply: FastifyReply, more: { isCutOff?: boolean } = {}): void {
    request.isLogged = true
    const { method } = request
    const route = request.routeOptions.url
    const ms = reply.elapsedTime
    metrics.observe(method, route ?? 'unknown', reply.statusCode, ms / 1000)
    const path = loggedPath(request.url, route)
    const line = { method, path, status: reply.statusCode, ms: Math.round(ms * 10) / 10, ...more }
    if (request.span) endSpan(request.span, reply, more)
    const from = {
      address: request.clientAddress || addressOf(request),
      token: request.principal?.id,
      trace: request.span?.context.traceId,
    }
    request.log.info({ ...line, ...from }, 'request')
  }
}

/** Without the span of a caller the trace has the id of the request. */
function startSpan(tracer: Tracer, request: FastifyRequest): Span | null {
  const route = request.routeOptions.url
  if (route !== undefined && UNTRACED.includes(route)) return null
  const { method, id, headers } = request
  const span = tracer.start(route === undefined ? method : `${method} ${route}`, {
    traceId: traceIdOf(id),
    parent: readTraceparent(headers['traceparent']),
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route, 'carillon.request.id': id },
  })
  return span ?? null
}

function endSpan(span: Span, { statusCode }: FastifyReply, { isCutOff }: { isCutOff?: boolean }): void {
  const hasFailed = statusCode >= 500
  const facts = {
    'http.response.status_code': statusCode,
    'carillon.request.is_cut_off': isCutOff,
    ...(hasFailed && { 'error.type': String(statusCode) }),
  }
  span.end(facts, hasFailed)
}
