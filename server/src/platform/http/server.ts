// The HTTP server without product routes: limits, headers, logging, validation, errors.

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { InvalidInput } from '../kernel/errors.ts'
import { guarded } from '../kernel/guarded-listener.ts'
import { isId, newId } from '../kernel/ids.ts'
import { serializers } from '../kernel/log/log.ts'
import { isStorableText, toStorableText } from '../kernel/storable-text.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { actAs } from '../trail/actor.ts'
import type { RecordedRead, RecordRead } from '../trail/record-read.ts'
import { type Authenticate, createAuthHook } from './access/auth.ts'
import { addBounds, type OwnedKinds } from './access/bounds.ts'
import { createProxyCheck } from './access/client-address.ts'
import { buildSerializer } from './access/first-use.ts'
import { addNumberMask } from './access/number-mask.ts'
import type { TokenWatch } from './access/token-watch.ts'
import { answerBrokenRequest } from './broken-request.ts'
import type { ConsoleFiles } from './console-files.ts'
import { handleError, sendError } from './errors.ts'
import { serveHead } from './head-requests.ts'
import { HEALTH_PATHS } from './health.ts'
import type { HttpSettings } from './http-settings.ts'
import { addJsonParser } from './json-body.ts'
import type { KeyedRequests } from './keyed-requests/keyed-requests.ts'
import { addBodyLimits, type BodyTiming, DEFAULT_BODY_TIMING } from './limits/body-limits.ts'
import { trackConnections } from './limits/connections.ts'
import { createMinuteLimit } from './limits/minute-limit.ts'
import { addRateLimit } from './limits/rate-limit.ts'
import { addWorkLimits } from './limits/work-limits.ts'
import { addMetricsRoute, type Metrics } from './metrics.ts'
import { addRequestLog } from './request-log.ts'
import { type Api, ErrorDetailSchema, ErrorEnvelope } from './schemas/route-schema.ts'
import { createSchemaBucket } from './schemas/schema-bucket.ts'
import { judgeUnknownFields } from './schemas/unknown-fields.ts'
import { createValidatorCompiler } from './schemas/validation.ts'

const JSON_BODY_LIMIT = 1024 * 1024
/** Node limits the request line to 16 KiB, so an id of any length reaches its handler, which answers 404. */
const MAX_PARAM_LENGTH = 16 * 1024

export interface ServerTiming extends BodyTiming {
  headersMs: number
  requestMs: number
  /** How often Node checks for connections that exceeded their time. */
  checkMs: number
}

const DEFAULT_TIMING: ServerTiming = {
  ...DEFAULT_BODY_TIMING,
  // From the connection on, so it is also the time for the first line of the first request.
  headersMs: 5000,
  requestMs: 5 * 60_000,
  checkMs: 1000,
}

interface ServerOptions {
  log: FastifyBaseLogger
  authenticate: Authenticate
  /** By which a proof of a person is recent. */
  now(): Date
  /** What belongs to data sources: nothing of others exists for tokens that are bound to some. */
  owned: OwnedKinds
  metrics: Metrics
  rateLimitPerMinute: number
  settings: HttpSettings
  tokenWatch: TokenWatch
  keyedRequests: KeyedRequests
  /** Puts a read that counts on record. */
  recordRead: RecordRead
  /** Undefined: requests are not traced. */
  tracer?: Tracer | undefined
  timing?: Partial<ServerTiming> | undefined
  /** The web console, at every path that is not part of the API. */
  consoleFiles?: ConsoleFiles | undefined
}

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy':
    "default-src 'self'; img-src 'self' data:; media-src 'self' blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
}

function readOf({ params, query }: FastifyRequest): RecordedRead {
  const { id, phoneNumber } = params as { id?: string; phoneNumber?: string }
  // A number that cannot be stored is refused by the operation, after this.
  const name = phoneNumber === undefined ? null : toStorableText(phoneNumber)
  const subject = { name, ...(isId(id ?? '') && { id }) }
  return { subject, query: query as object }
}

export async function createServer(options: ServerOptions): Promise<Api> {
  const { log, authenticate, metrics, rateLimitPerMinute, settings, tokenWatch, consoleFiles } = options
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  // Fastify uses the serializers of the logger, or its own if there are none.
  const loggerInstance: FastifyBaseLogger = Object.assign(log.child({}), { serializers })
  const app = fastify({
    loggerInstance,
    // Replaced by one line per request, see below.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: settings.trustProxy,
    bodyLimit: JSON_BODY_LIMIT,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    http: {
      // Checked below: Node would answer without the envelope.
      requireHostHeader: false,
      headersTimeout: timing.headersMs,
      connectionsCheckingInterval: timing.checkMs,
    },
    // Requests that arrive during a stop are answered normally; each answer closes its connection.
    return503OnClosing: false,
    // Done below: Fastify's implementation would read a stream to its end.
    exposeHeadRoutes: false,
    // The max time of an upload; the bodies of other requests have less.
    requestTimeout: timing.requestMs,
    connectionTimeout: 5 * 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      addHeaders(request as FastifyRequest, reply)
      handleError(error, request as FastifyRequest, reply)
    },
    clientErrorHandler: guarded(answerBrokenRequest, (_fault, _error, socket) => socket.destroy()),
    schemaController: { bucket: createSchemaBucket, compilersFactory: { buildSerializer } },
  }).withTypeProvider<TypeBoxTypeProvider>() as Api

  const { maxConnections, maxConnectionsPerNetwork, trustProxy } = settings
  const connections = trackConnections(app.server, {
    ...{ maxConnections, maxConnectionsPerNetwork, isTrustedProxy: createProxyCheck(trustProxy) },
  })
  app.setValidatorCompiler(createValidatorCompiler(() => app.getSchemas()))
  app.setErrorHandler(handleError)
  app.addSchema(ErrorDetailSchema)
  app.addSchema(ErrorEnvelope)
  addJsonParser(app)
  app.decorateRequest('principal', null)
  app.decorateRequest('credential', null)
  app.decorate('authFailures', createMinuteLimit(settings.authFailuresPerMinute))
  app.decorateRequest('numberTexts', null)

  addRequestLog(app, metrics, options.tracer)
  // These hooks run for every request, so they are synchronous.
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply)
    const isHostMissing = request.headers.host === undefined && request.raw.httpVersion === '1.1'
    const refusal = connections.refusal(request.raw, reply.raw)
    if (refusal) reply.header('connection', 'close')
    const isServed = refusal === undefined || HEALTH_PATHS.includes(request.routeOptions.url ?? '')
    done(isHostMissing ? missingHost() : isServed ? undefined : refusal)
  })
  addBodyLimits(app, timing, (socket) => answerBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket))
  serveHead(app)
  answerUnknownPaths(app, consoleFiles)
  app.addHook('onRequest', createAuthHook({ authenticate, failures: app.authFailures, now: options.now }))
  if (rateLimitPerMinute > 0) await addRateLimit(app, rateLimitPerMinute)
  addWorkLimits(app, settings.workLimits, tokenWatch)
  addBounds(app, options.owned)
  addNumberMask(app)
  options.keyedRequests.add(app)
  app.addHook('preValidation', (request, _reply, done) => {
    const query = request.query as Record<string, unknown>
    const isStorable = (value: unknown) => typeof value !== 'string' || isStorableText(value)
    const bad = Object.keys(query).find((name) => ![name, query[name]].flat().every(isStorable))
    done(
      bad === undefined
        ? undefined
        : new InvalidInput(`${bad} must not contain a NUL character`, {
            fault: 'unstorable_text',
            field: bad,
          }),
    )
  })
  judgeUnknownFields(app)
  // Not before the body is read: what reads it does not keep the context.
  app.addHook('preHandler', ({ principal, clientAddress }, _reply, done) => {
    if (!principal) return done()
    const { kind, id, name } = principal
    const countries = principal.kind === 'token' ? principal.countries : null
    actAs({ kind, id, name, address: clientAddress, ...(countries && { countries }) }, done)
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const { records } = request.routeOptions.config
    if (!records || request.method !== 'GET') done()
    else options.recordRead(records, readOf(request)).then(() => done(), done)
  })

  // Only 100-continue is defined, and Node would answer anything else without the envelope.
  const route = guarded(app.routing, (error, request) => {
    log.error({ err: error }, 'a request could not be read; its connection is closed')
    request.socket.destroy()
  })
  app.server.on('checkExpectation', route)
  // Node would request the body before the headers were checked.
  app.server.on('checkContinue', route)
  app.addHook('preClose', async () => connections.stop())
  if (settings.metrics !== 'off') addMetricsRoute(app, metrics, settings.metrics === 'token')
  return app
}

function missingHost(): InvalidInput {
  const detail = { fault: 'header_missing', params: { header: 'Host' } } as const
  return new InvalidInput('the Host header is missing', detail)
}

function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(securityHeaders)
  reply.header('x-request-id', request.id)
  if (request.routeOptions.config?.needs) reply.header('cache-control', 'no-store')
}

/**
 * Requests without a route: the console, otherwise 404 for an unknown path and 405 with Allow for a path that exists for
 * other methods, whatever the body is.
 */
function answerUnknownPaths(app: Api, consoleFiles: ConsoleFiles | undefined): void {
  const methodsByPath = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = methodsByPath.get(url) ?? { pattern: pathPattern(url), methods: new Set() }
    for (const each of [method].flat()) known.methods.add(each)
    methodsByPath.set(url, known)
  })
  app.setNotFoundHandler(answer)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) answer(request, reply)
    else done()
  })

  function answer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const [path = '/'] = request.url.split('?', 1)
    const allowed = [...methodsByPath.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ methods }) => [...methods])
    const page = allowed.length === 0 ? consoleFiles?.answer(request, reply) : undefined
    if (page) return page
    if (consoleFiles?.has(path)) allowed.push('GET', 'HEAD')
    if (allowed.length === 0) {
      const shown = path.slice(0, 200)
      const detail = { fault: 'path_unknown', params: { path: shown } } as const
      return sendError(reply, 404, `there is nothing at ${shown}`, detail)
    }
    const methods = [...new Set(allowed)]
    const allow = methods.join(', ')
    const { method } = request
    const detail = { fault: 'method_not_served', params: { method, allowed: methods } } as const
    return sendError(reply.header('allow', allow), 405, `${method} is not served here; use ${allow}`, detail)
  }
}

function pathPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) =>
      part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('/')
  return new RegExp(`^${source}$`)
}
