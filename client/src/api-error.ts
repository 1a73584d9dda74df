// Errors of requests to the service.
import type { components } from './generated/api.ts'

export type ErrorDetail = components['schemas']['ErrorDetail']

interface ApiErrorOptions extends ErrorOptions {
  errors?: readonly ErrorDetail[]
  retryAfter?: number | undefined
}

/** A failed request, with the HTTP status and the service's message. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** The same for programs: codes with parameters. Empty if the answer did not come from the service. */
  readonly errors: readonly ErrorDetail[]
  /** In how many seconds the service wants to be asked again, if it says so. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    { errors = [], retryAfter, ...options }: ApiErrorOptions = {},
  ) {
    super(message, options)
    this.status = status
    this.errors = errors
    this.retryAfter = retryAfter
  }

  /** The service did not answer; `status` is 0. */
  get isUnreachable(): boolean {
    return this.status === 0
  }
}

export function unreachable(cause: unknown): ApiError {
  return new ApiError(0, 'the service cannot be reached', { cause })
}

/** Something else than the service has answered, such as the page of a proxy. */
export function notJson(cause: unknown): ApiError {
  return new ApiError(200, 'the answer is not JSON: is this the address of the service?', { cause })
}

/** Reads the error from a failed response. A proxy may have sent it, so the body may have any format. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  return errorOf(response.status, body, response.headers.get('retry-after'))
}

/** The error that an answer tells of. `body` is whatever was sent as JSON, `retryAfter` the header. */
export function errorOf(status: number, body: unknown, retryAfter: string | null): ApiError {
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter)
  return new ApiError(status, messageOf(body) ?? `the service answered ${status}`, {
    errors: errorsIn(body),
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  })
}

function errorsIn(body: unknown): ErrorDetail[] {
  if (typeof body !== 'object' || body === null || !('errors' in body)) return []
  return Array.isArray(body.errors) ? (body.errors as ErrorDetail[]) : []
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined
  return typeof body.message === 'string' ? body.message : undefined
}
