// Authentication and authorization. Runs before the body is read.

import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { type Permission, permissionsOfScope, scopeFor } from '../../kernel/access/permissions.ts'
import type { PersonPrincipal, Principal } from '../../kernel/access/principal.ts'
import { counted } from '../../kernel/counted.ts'
import { type DomainError, Forbidden, TooManyRequests } from '../../kernel/errors.ts'
import type { Queryable } from '../../storage/database.ts'
import { Unauthorized } from '../errors.ts'
import type { MinuteLimit } from '../limits/minute-limit.ts'
import { isWithinNetworks, networkOf } from './client-address.ts'
import { refuseForeignUse, sessionCookie } from './session-cookie.ts'

type Holder = Principal & {
  /** Counts calls against the limit of the token, if it has one: in the transaction that asks for them, and last in it. */
  countCalls?: CountCalls | undefined
}

/** Throws if the limit leaves no room for as many calls. */
type CountCalls = (tx: Queryable, calls: number) => Promise<void>

/** What proves who asks: an access token, or the cookie of a session. */
export interface Credential {
  kind: 'token' | 'session'
  secret: string
}

/** Finds who has it; undefined if it is unknown or over. Whoever only watches over a long request does not use it. */
export type Authenticate = (
  credential: Credential,
  isUse: boolean,
) => Holder | undefined | Promise<Holder | undefined>

declare module 'fastify' {
  interface FastifyRequest {
    principal: Holder | null
    credential: Credential | null
  }
  interface FastifyInstance {
    /** Requests with an invalid token, or another wrong secret, by network. */
    authFailures: MinuteLimit
  }
  interface FastifyContextConfig {
    /** A page: a browser asks its user for a name, which does not matter, and for a password, which is the token. */
    asksForToken?: boolean
    /** A person must have given the password or a passkey in the last 15 minutes. Tokens are not asked. */
    proof?: 'recent'
  }
}

interface AuthOptions {
  authenticate: Authenticate
  /** Limits requests with an invalid token. A valid token is never refused because of other requests from its address. */
  failures: MinuteLimit
  now(): Date
}

const PROOF_MS = 15 * 60_000

export function createAuthHook(options: AuthOptions): onRequestHookHandler {
  return (request, _reply, done) => {
    if (!request.routeOptions.config.needs) {
      done()
      return
    }
    let found: ReturnType<Authenticate>
    try {
      const credential = credentialOf(request)
      if (credential.kind === 'session') refuseForeignUse(request)
      request.credential = credential
      found = options.authenticate(credential, true)
    } catch (error) {
      done(error as Error)
      return
    }
    // Most tokens are cached: then there is nothing to wait for.
    if (found instanceof Promise) found.then((principal) => done(refusal(request, principal, options)), done)
    else done(refusal(request, found, options))
  }
}

/** Why whoever asks is refused; otherwise the request is attributed to it. */
function refusal(
  request: FastifyRequest,
  principal: Holder | undefined,
  { failures, now }: AuthOptions,
): DomainError | undefined {
  if (!principal) {
    const seconds = failures.count(networkOf(request.clientAddress))
    const fault = request.credential?.kind === 'session' ? 'session_over' : 'token_invalid'
    return seconds === undefined
      ? new Unauthorized({ fault })
      : new TooManyRequests(
          `too many requests from this address with an access token that is unknown, expired or revoked; try again in ${counted(seconds, 'second')}`,
          { fault: 'too_many_invalid_tokens', params: { seconds } },
        )
  }
  if (principal.kind === 'token' && principal.addresses) {
    const { clientAddress: address } = request
    if (!isWithinNetworks(address, principal.addresses))
      return new Forbidden({ fault: 'address_not_allowed', params: { address } })
  }
  request.principal = principal
  const { needs, proof } = request.routeOptions.config
  if (needs && !principal.permissions.has(needs)) return lacking(principal, needs)
  if (proof && principal.kind === 'person' && now().getTime() - principal.proofTime.getTime() > PROOF_MS)
    return new Forbidden({ fault: 'password_needed' })
  return undefined
}

function lacking(principal: Principal, needed: Permission): Forbidden {
  if (principal.kind === 'person')
    return new Forbidden({ fault: 'permission_missing', params: { needed, role: principal.role } })
  const { scope } = principal
  if (needed === 'listen' && permissionsOfScope(scope, true).has(needed))
    return new Forbidden({ fault: 'may_not_listen' })
  return new Forbidden({ fault: 'scope_missing', params: { needed: scopeFor(needed), scope } })
}

/** A request with a token ignores the cookie. */
function credentialOf(request: FastifyRequest): Credential {
  const { headers, routeOptions } = request
  const basic = /^Basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (basic !== undefined && routeOptions.config.asksForToken) {
    const given = Buffer.from(basic, 'base64').toString('utf8')
    return { kind: 'token', secret: given.slice(given.indexOf(':') + 1) }
  }
  const cookie = headers.authorization === undefined ? sessionCookie(request) : undefined
  if (cookie !== undefined) return { kind: 'session', secret: cookie }
  return { kind: 'token', secret: bearerToken(request) }
}

/** Of the person who is signed in; tokens are refused. */
export function personOf(request: FastifyRequest): PersonPrincipal {
  const { principal } = request
  if (principal?.kind !== 'person') throw new Forbidden({ fault: 'for_people' })
  return principal
}

function bearerToken({ headers: { authorization: header } }: FastifyRequest): string {
  if (!header)
    throw new Unauthorized('the Authorization header is missing: send "Authorization: Bearer <token>"', {
      fault: 'header_missing',
      params: { header: 'Authorization' },
    })
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
  if (!token) {
    const detail = { fault: 'header_malformed', params: { header: 'Authorization' } } as const
    throw new Unauthorized('the Authorization header must read "Bearer <token>"', detail)
  }
  return token
}

/** Whose request it is, where some things are only for those who began them. */
export interface Caller {
  actor: string
  isAdmin: boolean
}

export function callerOf(request: FastifyRequest): Caller {
  return { actor: request.principal?.name ?? 'unknown', isAdmin: may(request, 'administer') }
}

export function may({ principal }: FastifyRequest, needed: Permission): boolean {
  return principal?.permissions.has(needed) ?? false
}

/** Of the token, or of the session of a person. */
export function credentialIdOf({ principal }: FastifyRequest): string {
  return (principal?.kind === 'person' ? principal.sessionId : principal?.id) ?? ''
}

/** Undefined: the token has no limit of calls. */
export function callCounterOf(request: FastifyRequest): CountCalls | undefined {
  return request.principal?.countCalls
}

/** Counts one call against the limit of the caller's token. */
export function oneCallOf(request: FastifyRequest): (tx: Queryable) => Promise<void> {
  return async (tx) => request.principal?.countCalls?.(tx, 1)
}
