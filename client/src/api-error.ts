// Errors of requests to the service.

/** A failed request, with the HTTP status and the service's message. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }

  /** The service did not answer; `status` is 0. */
  get isUnreachable(): boolean {
    return this.status === 0
  }
}

export function unreachable(cause: unknown): ApiError {
  return new ApiError(0, 'the service cannot be reached', { cause })
}

/** Reads the error from a failed response. A proxy may have sent it, so the body may have any format. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  return new ApiError(response.status, messageOf(body) ?? `the service answered ${response.status}`)
}

export function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined
  return typeof body.message === 'string' ? body.message : undefined
}
