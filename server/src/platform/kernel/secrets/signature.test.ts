import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FRESH_SECONDS, findForgery, type Message, sign, signedHeaders } from './signature.ts'

const SECRET = 'a secret of the tests'
const now = new Date('2026-06-10T08:00:00Z')
const timestamp = '1781078400'
const message: Message = { direction: 'request', method: 'GET', path: '/calls', body: '' }

const proofOf = (signed: Message, secret = SECRET) => ({
  timestamp,
  signature: sign(secret, timestamp, signed),
})

describe('a signature', () => {
  it('is the HMAC-SHA256 of the direction, the method, the path, the time and the body, a line each', () => {
    const posted: Message = { direction: 'request', method: 'POST', path: '/calls', body: '{"a":"b"}' }
    const text = 'request\nPOST\n/calls\n1781078400\n{"a":"b"}'
    const expected = `v2=${createHmac('sha256', SECRET).update(text).digest('hex')}`
    expect(signedHeaders(SECRET, now, posted)).toEqual({
      'x-carillon-timestamp': timestamp,
      'x-carillon-signature': expected,
    })
    expect(sign(SECRET, timestamp, { ...posted, body: Buffer.from('{"a":"b"}') })).toBe(expected)
  })

  it('holds for its own message', () => {
    expect(findForgery(SECRET, now, proofOf(message), message)).toBeUndefined()
  })

  it.each<[string, Partial<Message>]>([
    ['method: a health check does not hang up', { method: 'DELETE' }],
    ['path: a question about one call hangs up no other', { path: '/calls/another' }],
    ['direction: a request of ours is no report', { direction: 'callback' }],
    ['body', { body: '{}' }],
    ['split into lines', { method: 'GET\n/calls', path: '' }],
  ])('does not hold for another %s', (_, other) => {
    expect(findForgery(SECRET, now, proofOf(message), { ...message, ...other })?.message).toMatch(
      /does not fit/,
    )
  })

  it('does not hold for another time, or another secret', () => {
    const later = { ...proofOf(message), timestamp: String(Number(timestamp) + 1) }
    expect(findForgery(SECRET, now, later, message)?.message).toMatch(/does not fit/)
    expect(findForgery(SECRET, now, proofOf(message, `${SECRET}x`), message)?.message).toMatch(/does not fit/)
    const stale = new Date(now.getTime() + (FRESH_SECONDS + 1) * 1000)
    expect(findForgery(SECRET, stale, proofOf(message), message)?.message).toMatch(/5 minutes off/)
  })
})
