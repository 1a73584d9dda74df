// Turns errors into responses: the only place that maps errors to status codes.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Conflict, DomainError, InvalidInput, NotAllowed, NotFound, TooLarge } from '../kernel/errors.ts'
import { whyUnavailable } from '../storage/unavailable.ts'

export class Unauthorized extends DomainError {}
export class Forbidden extends DomainError {}
export class UnsupportedMediaType extends DomainError {}
export class TooManyRequests extends DomainError {
  readonly retryAfterSeconds: number

  constructor(message: string, retryAfterSeconds: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const statusByClass = new Map<unknown, number>([
  [InvalidInput, 400],
  [Unauthorized, 401],
  [Forbidden, 403],
  [NotFound, 404],
  [NotAllowed, 405],
  [Conflict, 409],
  [TooLarge, 413],
  [UnsupportedMediaType, 415],
])

export function sendError(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ code: status, message, data: null })
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
  const { status, message, retryAfterSeconds } = describeError(error, request.routeOptions.bodyLimit)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  // RFC 9110 wants Allow beside a 405; a state forbids the operation, not the method.
  if (status === 405) reply.header('allow', request.method)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return sendError(reply, status, message)
}

interface ErrorAnswer {
  status: number
  message: string
  retryAfterSeconds?: number
}

export function describeError(error: FastifyError, bodyLimit = 0): ErrorAnswer {
  const status = statusByClass.get(error.constructor)
  if (error instanceof TooManyRequests)
    return { status: 429, message: error.message, retryAfterSeconds: error.retryAfterSeconds }
  if (status !== undefined) return { status, message: error.message }
  const unavailable = whyUnavailable(error)
  if (unavailable) {
    const { reason, retryAfterSeconds } = unavailable
    return { status: 503, message: reason, retryAfterSeconds }
  }
  if (isOwnDiskFull(error))
    return { status: 503, message: 'the disk of this service is full', retryAfterSeconds: 10 }
  // Fastify's own: body too large, bad media type, malformed URL, failed validation.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return { status: error.statusCode, message: frameworkMessage(error, bodyLimit) }
  }
  return { status: 500, message: 'internal error' }
}

/** Uploads are stored in a file until they are read. */
function isOwnDiskFull(error: FastifyError): boolean {
  return error.code === 'ENOSPC' || error.code === 'EDQUOT'
}

function frameworkMessage(error: FastifyError, bodyLimit: number): string {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return `the request body is larger than ${formatBytes(bodyLimit)}`
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'the request body must be sent as application/json'
    case 'FST_ERR_BAD_URL':
      return 'the path of the request is not a valid URL'
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return 'the request body is not as long as its Content-Length says'
    default:
      return error.message
  }
}

function formatBytes(bytes: number): string {
  const kib = bytes / 1024
  return kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`
}
