// Sends a request again that was not answered, or not accepted for the moment. A POST has an Idempotency-Key, so however often it
// arrives, it is carried out once.
import { ApiError } from './api-error.ts'
import { pause } from './pause.ts'

export interface RetryOptions {
  /** How often a request is sent again at most. */
  retries: number
  signal?: AbortSignal | null | undefined
}

const FIRST_PAUSE_MS = 250
/** A service that asks for a longer pause is not waited for. */
const MAX_PAUSE_MS = 30_000

export async function withRetries<Result>(
  { retries, signal }: RetryOptions,
  send: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send()
    } catch (error) {
      const pauseMs = tries < retries ? pauseAfter(error, tries) : undefined
      if (pauseMs === undefined) throw error
      await pause(pauseMs, signal)
    }
  }
}

/** Undefined if it would not help to send the request again. */
function pauseAfter(error: unknown, tries: number): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { status, retryAfter } = error
  // 409 with a time: the same request is in progress.
  const isTemporary = [0, 429, 503].includes(status) || (status === 409 && retryAfter !== undefined)
  if (!isTemporary) return undefined
  if (retryAfter !== undefined && retryAfter * 1000 > MAX_PAUSE_MS) return undefined
  // The half of it is by chance, so that many clients do not come back together.
  const growing = FIRST_PAUSE_MS * 2 ** tries * (0.5 + Math.random() / 2)
  return Math.max((retryAfter ?? 0) * 1000, growing)
}

/** `crypto.randomUUID` exists in browsers only on secure pages. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
