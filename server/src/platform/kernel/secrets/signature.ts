// Proof that a message comes from a holder of the secret: HMAC-SHA256 over direction, method, path, time and body, so that a
// signature is valid for one message only; with the host it is also valid for one receiver only. Without the method, the signature of a health check would also hang up a call;
// without the direction, our own requests could be sent back to us as reports.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ErrorDetail } from '../../words/faults.ts'

export const TIMESTAMP_HEADER = 'x-carillon-timestamp'
export const SIGNATURE_HEADER = 'x-carillon-signature'
/** Max difference between the clocks, and max age of a message. */
export const FRESH_SECONDS = 300

export interface Message {
  /** `request`: from this service to the platform. `callback`: from the platform to this service. */
  direction: 'request' | 'callback'
  method: string
  /** Of the receiver, where several hold the secret: none of them can pass our request on to another one. */
  host?: string
  /** The path of the URL as its receiver gave it out, with the query if it has one. */
  path: string
  body: string | Buffer
}

export function signedHeaders(secret: string, now: Date, message: Message): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: sign(secret, timestamp, message) }
}

export function sign(secret: string, timestamp: string, message: Message): string {
  const { direction, method, host, path, body } = message
  // None of these parts can contain a line end, so different messages have different texts.
  const parts = [direction, method, ...(host === undefined ? [] : [host]), path, timestamp, '']
  const mac = createHmac('sha256', secret).update(parts.join('\n')).update(body)
  return `${host === undefined ? 'v2' : 'v3'}=${mac.digest('hex')}`
}

export interface Proof {
  timestamp: string | undefined
  signature: string | undefined
}

/** Why a proof is not accepted. */
export interface ProofFault {
  message: string
  detail: ErrorDetail
}

/** What is wrong with the headers of a message, or undefined. Checked before the body is read. */
export function findBadHeaders(now: Date, { timestamp, signature }: Proof): ProofFault | undefined {
  if (timestamp === undefined) return missing(TIMESTAMP_HEADER)
  if (signature === undefined) return missing(SIGNATURE_HEADER)
  if (!/^v2=[0-9a-f]{64}$/.test(signature))
    return malformed(SIGNATURE_HEADER, 'must be v2= and 64 hexadecimal digits')
  if (!/^\d{1,12}$/.test(timestamp)) return malformed(TIMESTAMP_HEADER, 'must be seconds since 1970')
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) <= FRESH_SECONDS) return undefined
  return {
    message: `the ${TIMESTAMP_HEADER} header is more than ${FRESH_SECONDS / 60} minutes off`,
    detail: { fault: 'signature_stale', params: { maxSeconds: FRESH_SECONDS } },
  }
}

function missing(header: string): ProofFault {
  return {
    message: `the ${header} header is missing`,
    detail: { fault: 'header_missing', params: { header } },
  }
}

function malformed(header: string, form: string): ProofFault {
  return {
    message: `the ${header} header ${form}`,
    detail: { fault: 'header_malformed', params: { header } },
  }
}

/** What is wrong with the signature, or undefined. */
export function findForgery(
  secret: string,
  now: Date,
  proof: Proof,
  message: Message,
): ProofFault | undefined {
  const fault = findBadHeaders(now, proof)
  if (fault) return fault
  const expected = Buffer.from(sign(secret, proof.timestamp ?? '', message))
  const given = Buffer.from(proof.signature ?? '')
  const isRight = given.length === expected.length && timingSafeEqual(given, expected)
  if (isRight) return undefined
  return {
    message: `the ${SIGNATURE_HEADER} header does not fit the method, the path, the time and the body`,
    detail: { fault: 'signature_wrong' },
  }
}
