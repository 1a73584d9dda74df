// What goes wrong between a caller and the service.

/** The service's own words for why it did not do what was asked. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }

  /** Nobody answered. */
  get isUnreachable(): boolean {
    return this.status === 0
  }
}

export function unreachable(cause: unknown): ApiError {
  return new ApiError(0, 'the service cannot be reached', { cause })
}

/** An answer that is no success, whether or not it came from the service itself. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  return new ApiError(response.status, messageOf(body) ?? `the service answered ${response.status}`)
}

export function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined
  return typeof body.message === 'string' ? body.message : undefined
}
