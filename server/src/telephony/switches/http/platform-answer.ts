// What an answer of the platform means for a call. First: was the call certainly not placed? Only then may the contact be
// dialed again without losing an attempt; otherwise the call stays open. Second: which calls are affected? All calls if the
// platform accepts none (a fault), all calls for a while in case of back-pressure, and otherwise only this call (a refusal).
import type { CallResult } from '../../../conversations/flows/call-result.ts'
import { codeOf, wasNotSent } from '../network-errors.ts'
import { type CallReport, REPORTED_CAUSES, type ReportedCause } from './http-calls.ts'
import { readResult } from './platform-result.ts'

export interface PlatformAnswer {
  status: number
  retryAfter: string | null
  /** The parsed body, if it is JSON. */
  body: unknown
}

export type Placement =
  | { kind: 'accepted' }
  | { kind: 'ended'; cause: ReportedCause }
  /** Not placed: the platform accepts no calls from us. */
  | { kind: 'fault'; reason: string }
  /** Not placed: back-pressure. */
  | { kind: 'busy'; reason: string; retryAfterMs: number }
  /** Not placed: the platform refuses this call. */
  | { kind: 'refused'; reason: string }
  | Unclear

export interface Unclear {
  kind: 'unclear'
  reason: string
  /**
   * `failed`: the platform itself reports a failure and is done with the request. `slow`: it has not answered in time.
   * `broken`: the connection or a proxy failed, and the platform may still be working on the request.
   */
  why: 'failed' | 'slow' | 'broken'
}

const MAX_WAIT_MS = 3_600_000
const MIN_WAIT_MS = 1000
/** Credentials, account or URL are wrong, so every other call would fail too. */
const FAULTS = new Set([401, 402, 403, 404, 405, 407, 410, 421, 426, 501])
const BUSY = new Set([408, 425, 429])
/** A proxy's answers when it cannot reach the platform or the platform is slow. */
const BY_PROXIES = new Set([502, 503, 504])

export function readPlacement({ status, retryAfter, body }: PlatformAnswer, now: Date): Placement {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  // The platform knows the attempt: an earlier request was received.
  if (status === 409) return { kind: 'accepted' }
  const cause = status === 400 || status === 422 ? causeIn(body) : undefined
  if (cause) return { kind: 'ended', cause }
  if (status === 401 || status === 403)
    return { kind: 'fault', reason: `the voice platform refuses our signature (${status})` }
  if (BUSY.has(status) || (status === 503 && retryAfter !== null)) {
    const retryAfterMs = readRetryAfter(retryAfter, now)
    const seconds = Math.ceil(retryAfterMs / 1000)
    return { kind: 'busy', reason: `the voice platform asks to wait ${seconds} s (${status})`, retryAfterMs }
  }
  if (status < 400 || FAULTS.has(status))
    return { kind: 'fault', reason: `the voice platform takes no calls at its URL (${status})` }
  if (status < 500) return { kind: 'refused', reason: `the voice platform refuses the call (${status})` }
  const why = BY_PROXIES.has(status) ? 'broken' : 'failed'
  return { kind: 'unclear', reason: `the voice platform failed (${status})`, why }
}

/** Parses Retry-After: seconds or a date. */
function readRetryAfter(text: string | null, now: Date): number {
  const given = (text ?? '').trim()
  const ms = /^\d{1,9}$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, MIN_WAIT_MS), MAX_WAIT_MS) : MIN_WAIT_MS
}

/** The platform's answer about an attempt: a report, or that the call goes on. */
export function readStatus(attemptId: string, body: unknown): CallReport | 'queued' | undefined {
  if (typeof body !== 'object' || body === null || !('status' in body)) return undefined
  const { status } = body
  if (status === 'queued') return status
  const result = resultIn(body)
  if (status === 'ringing' || status === 'answered') return { attemptId, status, ...result }
  const cause = causeIn(body)
  if (status !== 'ended' || cause === undefined) return undefined
  const seconds = 'talkSeconds' in body ? Number(body.talkSeconds) : Number.NaN
  return { attemptId, status, cause, talkMs: talkMsOf(seconds), ...sipStatusIn(body), ...result }
}

function sipStatusIn(body: object): { sipStatus?: number } {
  const status = 'sipStatus' in body ? body.sipStatus : undefined
  const isOne = typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 699
  return isOne ? { sipStatus: status } : {}
}

/** A result that cannot be read is left out: how the call ended is worth knowing without it. */
function resultIn(body: object): { result?: CallResult } {
  if (!('result' in body) || body.result === null) return {}
  try {
    return { result: readResult(body.result) }
  } catch {
    return {}
  }
}

/** Limited to what the database can store; undefined if it was not reported. */
export function talkMsOf(seconds: number | undefined): number | undefined {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return undefined
  return Math.round(Math.min(seconds, 2_000_000) * 1000)
}

function causeIn(body: unknown): ReportedCause | undefined {
  if (typeof body !== 'object' || body === null || !('cause' in body)) return undefined
  return REPORTED_CAUSES.find((known) => known === body.cause)
}

export function readFailure(error: unknown): Extract<Placement, { kind: 'fault' | 'unclear' }> {
  const code = codeOf(error)
  if (wasNotSent(code)) return { kind: 'fault', reason: `the voice platform cannot be reached (${code})` }
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  if (isLate || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return { kind: 'unclear', reason: 'the voice platform did not answer in time', why: 'slow' }
  const reason = `the connection to the voice platform broke (${code ?? 'no reason given'})`
  return { kind: 'unclear', reason, why: 'broken' }
}
