// One way to the provider and back, kept by the browser alone: the cookie has 32 random bytes, from whose hash come state, nonce and the secret of PKCE.
// So nothing is stored for those who never come back, and an answer of the provider fits only the browser that asked.
import { randomBytes } from 'node:crypto'
import { sha256 } from '../../tokens/remembered.ts'

export interface Flow {
  startedMs: number
  /** A person who is signed in already proves to be the one. */
  isProof: boolean
  /** A path of the console. */
  returnTo: string
}

export interface FlowSecrets {
  state: string
  nonce: string
  codeVerifier: string
  /** Under which it is remembered as used. */
  hash: Buffer
}

export const FLOW_MS = 10 * 60_000
const MAX_PATH = 1000
const COOKIE_FORM = /^[\w-]{43}\.(\d{13})\.([sp])\.([\w-]*)$/

export function newFlow({ startedMs, isProof, returnTo }: Flow): string {
  const secret = randomBytes(32).toString('base64url')
  return [secret, startedMs, isProof ? 'p' : 's', Buffer.from(returnTo).toString('base64url')].join('.')
}

/** Undefined: it is not one of ours, or too old. */
export function readFlow(cookie: string | undefined, nowMs: number): Flow | undefined {
  const [, started, purpose, path = ''] = COOKIE_FORM.exec(cookie ?? '') ?? []
  const startedMs = Number(started)
  if (purpose === undefined || nowMs - startedMs > FLOW_MS || startedMs > nowMs) return undefined
  return {
    ...{ startedMs, isProof: purpose === 'p' },
    returnTo: pathWithin(Buffer.from(path, 'base64url').toString('utf8')),
  }
}

/** Of all of the cookie, so that what it says cannot be changed on the way. */
export function secretsOf(cookie: string): FlowSecrets {
  const part = (name: string) => sha256(`${name} ${cookie}`).toString('base64url')
  return {
    ...{ state: part('state'), nonce: part('nonce'), codeVerifier: part('verifier') },
    hash: sha256(`used ${cookie}`),
  }
}

/** A path of this console, whatever was given: nobody is led to another site. */
export function pathWithin(given: unknown): string {
  if (
    typeof given !== 'string' ||
    given.length > MAX_PATH ||
    !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(given)
  )
    return '/'
  const base = 'http://console.invalid'
  return URL.canParse(given, base) && new URL(given, base).origin === base ? given : '/'
}
