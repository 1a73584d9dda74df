// What an answer of the platform means for a call. The one question that matters: was it certainly not placed? Only then
// may the contact be dialed again as if nothing had been. Where that is open, the call stays open.
import { type CallReport, REPORTED_CAUSES, type ReportedCause } from './http-calls.ts'

export interface PlatformAnswer {
  status: number
  retryAfter: string | null
  /** The JSON of the body, if it is some. */
  body: unknown
}

export type Placement =
  | { kind: 'accepted' }
  | { kind: 'ended'; cause: ReportedCause }
  | { kind: 'not placed'; reason: string; waitMs?: number }
  | { kind: 'unclear'; reason: string }

const MOST_WAIT_MS = 3_600_000
const LEAST_WAIT_MS = 1000

export function readPlacement({ status, retryAfter, body }: PlatformAnswer, now: Date): Placement {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  // It knows the attempt: whoever asked before was heard.
  if (status === 409) return { kind: 'accepted' }
  if (status === 400 || status === 422) {
    const cause = causeIn(body)
    if (cause) return { kind: 'ended', cause }
    return { kind: 'not placed', reason: `the voice platform does not understand the request (${status})` }
  }
  if (status === 401 || status === 403)
    return { kind: 'not placed', reason: `the voice platform refuses our signature (${status})` }
  if (status === 429 || (status === 503 && retryAfter !== null)) {
    const waitMs = readRetryAfter(retryAfter, now)
    const seconds = Math.ceil(waitMs / 1000)
    return {
      kind: 'not placed',
      reason: `the voice platform asks to wait ${seconds} s (${status})`,
      waitMs,
    }
  }
  if (status < 500)
    return { kind: 'not placed', reason: `the voice platform takes no calls at its URL (${status})` }
  return { kind: 'unclear', reason: `the voice platform failed (${status})` }
}

/** Seconds, or a date. */
function readRetryAfter(text: string | null, now: Date): number {
  const given = (text ?? '').trim()
  const ms = /^\d{1,9}$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, LEAST_WAIT_MS), MOST_WAIT_MS) : LEAST_WAIT_MS
}

/** What the platform says of an attempt when it is asked: a report, or that it has it and it goes on. */
export function readStatus(attemptId: string, body: unknown): CallReport | 'queued' | undefined {
  if (typeof body !== 'object' || body === null || !('status' in body)) return undefined
  const { status } = body
  if (status === 'queued') return status
  if (status === 'ringing' || status === 'answered') return { attemptId, status }
  const cause = causeIn(body)
  if (status !== 'ended' || cause === undefined) return undefined
  const seconds = 'talkSeconds' in body ? Number(body.talkSeconds) : Number.NaN
  return { attemptId, status, cause, talkMs: talkMsOf(seconds) }
}

/** As the database can hold it; undefined if nobody said how long. */
export function talkMsOf(seconds: number | undefined): number | undefined {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return undefined
  return Math.round(Math.min(seconds, 2_000_000) * 1000)
}

function causeIn(body: unknown): ReportedCause | undefined {
  if (typeof body !== 'object' || body === null || !('cause' in body)) return undefined
  return REPORTED_CAUSES.find((known) => known === body.cause)
}

/** Nothing was sent: there was no connection to send it on. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EPROTO|UND_ERR_CONNECT_TIMEOUT|ERR_(TLS|SSL)_\w+|CERT_\w+|\w+_CERT(_\w+)?|UNABLE_TO_\w+)$/

export function readFailure(error: unknown): Placement {
  const code = codeOf(error)
  if (code !== undefined && BEFORE_SENDING.test(code))
    return { kind: 'not placed', reason: `the voice platform cannot be reached (${code})` }
  if (error instanceof Error && error.name === 'TimeoutError')
    return { kind: 'unclear', reason: 'the voice platform did not answer in time' }
  return {
    kind: 'unclear',
    reason: `the connection to the voice platform broke (${code ?? 'no reason given'})`,
  }
}

function codeOf(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each.code
  }
  return undefined
}
