import { describe, expect, it } from 'vitest'
import { readFailure, readPlacement, readStatus, talkMsOf } from './platform-answer.ts'

const now = new Date('2026-06-10T08:00:00Z')
const placement = (status: number, retryAfter: string | null = null) =>
  readPlacement({ status, retryAfter, body: undefined }, now)

describe('Retry-After', () => {
  it.each([
    ['5', 5000],
    ['0', 1000],
    ['99999', 3_600_000],
    ['Wed, 10 Jun 2026 08:00:20 GMT', 20_000],
    ['Wed, 10 Jun 2026 07:00:00 GMT', 1000],
    ['soon', 1000],
    [null, 1000],
  ])('%j is a wait of %i ms', (text, retryAfterMs) => {
    expect(placement(429, text)).toMatchObject({ kind: 'busy', retryAfterMs })
  })
})

describe('a status', () => {
  it.each([
    [[200, 201, 202, 204, 409], { kind: 'accepted' }],
    [[400, 406, 413, 415, 418, 422, 451], { kind: 'refused' }],
    [[301, 302, 307, 401, 402, 403, 404, 405, 407, 410, 501], { kind: 'fault' }],
    [[408, 425, 429], { kind: 'busy' }],
    [[500, 507], { kind: 'unclear', why: 'failed' }],
    [[502, 503, 504], { kind: 'unclear', why: 'broken' }],
  ])('of %j is %j', (statuses, meaning) => {
    for (const status of statuses) expect(placement(status)).toMatchObject(meaning)
  })

  it('of 503 with a time to wait is no failure', () => {
    expect(placement(503, '5')).toMatchObject({ kind: 'busy', retryAfterMs: 5000 })
  })
})

describe('a failure', () => {
  const failure = (code: string) => readFailure(new TypeError('fetch failed', { cause: coded(code) }))
  const coded = (code: string) => Object.assign(new Error(code), { code })

  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'EPROTO',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ])('to connect (%s) means that nothing was sent', (code) => {
    expect(failure(code)).toMatchObject({ kind: 'fault', reason: expect.stringContaining(code) })
  })

  it.each(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE', 'ETIMEDOUT'])(
    'after connecting (%s) leaves open whether the call was placed',
    (code) => {
      const reason = expect.stringContaining(code)
      expect(failure(code)).toMatchObject({ kind: 'unclear', reason, why: 'broken' })
    },
  )

  it('to answer in time leaves it open, too, and is slowness', () => {
    expect(failure('UND_ERR_HEADERS_TIMEOUT')).toMatchObject({ kind: 'unclear', why: 'slow' })
    expect(readFailure(AbortSignal.abort(new DOMException('late', 'TimeoutError')).reason)).toMatchObject({
      kind: 'unclear',
      why: 'slow',
    })
  })

  it('without any code leaves it open, too', () => {
    expect(readFailure(new Error('?'))).toMatchObject({ kind: 'unclear' })
    expect(readFailure('?')).toMatchObject({ kind: 'unclear' })
  })
})

describe('what the platform says of an attempt', () => {
  it.each([
    [{ status: 'queued' }, 'queued'],
    [{ status: 'ringing' }, { attemptId: 'a', status: 'ringing' }],
    [{ status: 'answered' }, { attemptId: 'a', status: 'answered' }],
    [
      { status: 'ended', cause: 'busy' },
      { attemptId: 'a', status: 'ended', cause: 'busy' },
    ],
    [
      { status: 'ended', cause: 'answered', talkSeconds: 1.5 },
      { attemptId: 'a', status: 'ended', cause: 'answered', talkMs: 1500 },
    ],
    [{ status: 'ended' }, undefined],
    [{ status: 'ended', cause: 'lost' }, undefined],
    [{ status: 'completed' }, undefined],
    [{}, undefined],
    [null, undefined],
    ['ringing', undefined],
  ])('%j', (body, meaning) => {
    expect(readStatus('a', body)).toEqual(meaning)
  })

  it.each([
    [0, 0],
    [1.2345, 1235],
    [1e12, 2_000_000_000],
    [-1, undefined],
    [Number.NaN, undefined],
    [undefined, undefined],
  ])('%j seconds of talk are %j ms', (seconds, ms) => {
    expect(talkMsOf(seconds)).toBe(ms)
  })
})
