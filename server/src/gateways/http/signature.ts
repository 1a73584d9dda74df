// Who holds the secret: HMAC-SHA256 over the time and the bytes of the body, both ways.
import { createHmac, timingSafeEqual } from 'node:crypto'

export const TIMESTAMP_HEADER = 'x-carillon-timestamp'
export const SIGNATURE_HEADER = 'x-carillon-signature'
/** How far the clocks may be apart, and how long a request stays fresh. */
export const FRESH_SECONDS = 300

export function signedHeaders(secret: string, now: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return { [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: sign(secret, timestamp, body) }
}

export function sign(secret: string, timestamp: string, body: string | Buffer): string {
  const mac = createHmac('sha256', secret).update(`${timestamp}.`).update(body)
  return `v1=${mac.digest('hex')}`
}

export interface SignedRequest {
  timestamp: string | undefined
  signature: string | undefined
  body: Buffer
}

/** What is wrong with the signature, or undefined. */
export function findForgery(secret: string, now: Date, request: SignedRequest): string | undefined {
  const { timestamp, signature, body } = request
  if (timestamp === undefined) return `the ${TIMESTAMP_HEADER} header is missing`
  if (signature === undefined) return `the ${SIGNATURE_HEADER} header is missing`
  if (!/^\d{1,12}$/.test(timestamp)) return `the ${TIMESTAMP_HEADER} header must be seconds since 1970`
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > FRESH_SECONDS)
    return `the ${TIMESTAMP_HEADER} header is more than ${FRESH_SECONDS / 60} minutes off`
  const expected = Buffer.from(sign(secret, timestamp, body))
  const given = Buffer.from(signature)
  const isRight = given.length === expected.length && timingSafeEqual(given, expected)
  return isRight ? undefined : `the ${SIGNATURE_HEADER} header does not fit the body`
}
