// Turns errors into responses: the only place that maps errors to status codes.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  Conflict,
  DomainError,
  Forbidden,
  InvalidInput,
  Later,
  NotAllowed,
  NotFound,
  TooLarge,
  TooManyRequests,
  TryAgain,
} from '../kernel/errors.ts'
import { whyUnavailable } from '../storage/unavailable.ts'
import { codeOf } from '../words/error-codes.ts'
import type { ErrorDetail } from '../words/faults.ts'

export class Unauthorized extends DomainError {}
export class UnsupportedMediaType extends DomainError {}
/** An idempotency key was used before, for another request. */
export class KeyReused extends DomainError {}

/** A request with this idempotency key is being carried out. */
export class InProgress extends Later {}

/** Ends a request whose answer was given before. */
export class ReplayedAnswer extends Error {
  readonly answer: { status: number; headers: Record<string, string>; body: Buffer }

  constructor(answer: ReplayedAnswer['answer']) {
    super('this request was answered before')
    this.answer = answer
  }
}

/** A browser shows it where it asks for a name and a password. */
const ASK_FOR_TOKEN = 'Basic realm="Carillon: the password is an access token"'

const statusByClass = new Map<unknown, number>([
  [InvalidInput, 400],
  [Unauthorized, 401],
  [Forbidden, 403],
  [NotFound, 404],
  [NotAllowed, 405],
  [Conflict, 409],
  [InProgress, 409],
  [TooLarge, 413],
  [UnsupportedMediaType, 415],
  [KeyReused, 422],
  [TooManyRequests, 429],
  [TryAgain, 503],
])

interface ErrorBody {
  code: number
  message: string
  data: null
  errors: { field: string | null; row?: number; code: string; params: object }[]
}

export function errorBody(status: number, message: string, detail: ErrorDetail): ErrorBody {
  const { field = null, row, step } = detail
  const { code, params } = codeOf(detail)
  const error = {
    field,
    ...(row !== undefined && { row }),
    code,
    params: { ...params, ...(step !== undefined && { step }) },
  }
  return { code: status, message, data: null, errors: [error] }
}

export function sendError(
  reply: FastifyReply,
  status: number,
  message: string,
  detail: ErrorDetail,
): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(errorBody(status, message, detail))
}

export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (reply.raw.headersSent) {
    // Part of the answer was already sent: close the connection, so that the client does not take it for complete.
    request.log.error(
      { err: error },
      'request failed after part of the answer was sent; closing the connection',
    )
    reply.raw.destroy()
    return reply
  }
  if (error instanceof ReplayedAnswer) {
    const { status, headers, body } = error.answer
    return reply.code(status).headers(headers).header('idempotent-replayed', 'true').send(body)
  }
  const { status, message, detail, retryAfterSeconds } = describeError(error, request.routeOptions.bodyLimit)
  request.keyed?.noteFailure(status, error)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  if (status === 401)
    reply.header('www-authenticate', request.routeOptions.config?.asksForToken ? ASK_FOR_TOKEN : 'Bearer')
  // RFC 9110 wants Allow beside a 405; a state forbids the operation, not the method.
  if (status === 405) reply.header('allow', request.method)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return sendError(reply, status, message, detail)
}

interface ErrorAnswer {
  status: number
  message: string
  detail: ErrorDetail
  retryAfterSeconds?: number
}

export function describeError(error: FastifyError | DomainError, bodyLimit = 0): ErrorAnswer {
  if (error instanceof DomainError) {
    const { message, detail } = error
    const status = statusByClass.get(error.constructor) ?? 400
    const isLater = error instanceof Later
    return { status, message, detail, ...(isLater && { retryAfterSeconds: error.retryAfterSeconds }) }
  }
  const unavailable = whyUnavailable(error)
  if (unavailable) {
    const { reason, code, retryAfterSeconds } = unavailable
    return { status: 503, message: reason, detail: { fault: code }, retryAfterSeconds }
  }
  if (isOwnDiskFull(error)) {
    const detail: ErrorDetail = { fault: 'disk_full' }
    return { status: 503, message: 'the disk of this service is full', detail, retryAfterSeconds: 10 }
  }
  // Fastify's own: body too large, bad media type, malformed URL, failed validation.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return { status: error.statusCode, ...frameworkError(error, bodyLimit) }
  }
  return { status: 500, message: 'internal error', detail: { fault: 'internal_error' } }
}

/** Uploads are stored in a file until they are read. */
function isOwnDiskFull(error: FastifyError): boolean {
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
}

function frameworkError(error: FastifyError, maxBytes: number): Pick<ErrorAnswer, 'message' | 'detail'> {
  const answer = (message: string, detail: ErrorDetail) => ({ message, detail })
  const expected = 'application/json'
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const message = `the request body is larger than ${formatBytes(maxBytes)}`
      return answer(message, { fault: 'body_too_large', params: { maxBytes } })
    }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': {
      const message = `the request body must be sent as ${expected}`
      return answer(message, { fault: 'media_type_unsupported', params: { expected } })
    }
    case 'FST_ERR_BAD_URL':
      return answer('the path of the request is not a valid URL', { fault: 'url_malformed' })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH': {
      const message = 'the request body is not as long as its Content-Length says'
      return answer(message, { fault: 'content_length_wrong' })
    }
    default:
      return answer(error.message, { fault: 'request_malformed' })
  }
}

function formatBytes(bytes: number): string {
  const kib = bytes / 1024
  return kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`
}
