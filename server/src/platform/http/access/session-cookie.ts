// The cookie of whoever has signed in. Where TLS is, directly or at a trusted proxy, it is bound to this host and sent over TLS only. Whatever is
// sent with it must come from our own pages, which Origin tells.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Forbidden } from '../../kernel/errors.ts'

interface Cookie {
  secureName: string
  plainName: string
  maxAgeSeconds: number
}

const SESSION: Cookie = {
  ...{ secureName: '__Host-carillon', plainName: 'carillon_session' },
  maxAgeSeconds: 30 * 24 * 60 * 60,
}
/** Of a browser on its way to the OpenID Connect provider and back. */
const FLOW: Cookie = {
  ...{ secureName: '__Host-carillon-oidc', plainName: 'carillon_oidc' },
  maxAgeSeconds: 10 * 60,
}
/** Of a browser that was asked to sign with a passkey. */
const PASSKEY: Cookie = {
  ...{ secureName: '__Host-carillon-passkey', plainName: 'carillon_passkey' },
  maxAgeSeconds: 10 * 60,
}

const isSecure = ({ protocol }: FastifyRequest) => protocol === 'https'
const nameFor = (request: FastifyRequest, { secureName, plainName }: Cookie) =>
  isSecure(request) ? secureName : plainName

export const sessionCookie = (request: FastifyRequest) => read(request, SESSION)
export const flowCookie = (request: FastifyRequest) => read(request, FLOW)
export const passkeyCookie = (request: FastifyRequest) => read(request, PASSKEY)

/** Undefined: there is none. Of several with our name, which no browser sends, none counts. */
function read(request: FastifyRequest, kind: Cookie): string | undefined {
  const { cookie } = request.headers
  if (cookie === undefined) return undefined
  const prefix = `${nameFor(request, kind)}=`
  const given = cookie.split(';').map((each) => each.trim())
  const own = given.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length))
  return own.length === 1 ? own[0] : undefined
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  put(request, reply, SESSION, secret)
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  put(request, reply, { ...SESSION, maxAgeSeconds: 0 }, '')
}

export function setFlowCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  put(request, reply, FLOW, value)
}

export function clearFlowCookie(request: FastifyRequest, reply: FastifyReply): void {
  put(request, reply, { ...FLOW, maxAgeSeconds: 0 }, '')
}

export function setPasskeyCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  put(request, reply, PASSKEY, secret)
}

export function clearPasskeyCookie(request: FastifyRequest, reply: FastifyReply): void {
  put(request, reply, { ...PASSKEY, maxAgeSeconds: 0 }, '')
}

function put(request: FastifyRequest, reply: FastifyReply, kind: Cookie, value: string): void {
  const seconds = kind.maxAgeSeconds
  const rules = ['Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax']
  if (isSecure(request)) rules.push('Secure')
  reply.header('set-cookie', `${nameFor(request, kind)}=${value}; ${rules.join('; ')}`)
}

/** A page of another site must not use the cookie of the browser. Without an Origin, nothing says whose page it is. */
export function refuseForeignUse(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (request.headers.origin === undefined) throw new Forbidden({ fault: 'origin_missing' })
  refuseOtherSites(request)
}

/** Browsers name the site of the page; what is no browser names none. */
export function refuseOtherSites(request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin === undefined || isOwn(origin, request)) return
  throw new Forbidden({ fault: 'other_site', params: { origin: origin.slice(0, 200), host: request.host } })
}

function isOwn(origin: string, request: FastifyRequest): boolean {
  const { protocol } = URL.canParse(origin) ? new URL(origin) : { protocol: '' }
  // A proxy that is not trusted may have taken TLS away.
  if (protocol !== 'https:' && (protocol !== 'http:' || isSecure(request))) return false
  // The port that is usual need not be named.
  const own = `${protocol}//${request.host}`
  return URL.canParse(own) && new URL(own).origin === origin
}
