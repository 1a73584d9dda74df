// Authentication and authorization. Runs before the body is read.

import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { counted } from '../../kernel/counted.ts'
import { type DomainError, Forbidden, TooManyRequests } from '../../kernel/errors.ts'
import type { Queryable } from '../../storage/database.ts'
import { Unauthorized } from '../errors.ts'
import type { MinuteLimit } from '../limits/minute-limit.ts'
import type { Scope } from '../schemas/route-schema.ts'
import { networkOf } from './client-address.ts'

interface Principal {
  id: string
  name: string
  scope: Scope
  /** An assistant may make phones ring. */
  assistantMayCall?: boolean | undefined
  /** Whether the token may listen in on live calls. */
  mayListen?: boolean | undefined
  /** Counts calls against the limit of the token, if it has one: in the transaction that asks for them, and last in it. */
  countCalls?: CountCalls | undefined
}

/** Throws if the limit leaves no room for as many calls. */
type CountCalls = (tx: Queryable, calls: number) => Promise<void>

/** Finds the holder of a token; undefined if it is unknown, expired or revoked. */
export type Authenticate = (token: string) => Principal | undefined | Promise<Principal | undefined>

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
  }
  interface FastifyInstance {
    /** Requests with an invalid token, or another wrong secret, by network. */
    authFailures: MinuteLimit
  }
  interface FastifyContextConfig {
    /** A page: a browser asks its user for a name, which does not matter, and for a password, which is the token. */
    asksForToken?: boolean
  }
}

// Each scope includes those before it.
const rank: Record<Scope, number> = { read: 0, write: 1, admin: 2 }

interface AuthOptions {
  authenticate: Authenticate
  /** Limits requests with an invalid token. A valid token is never refused because of other requests from its address. */
  failures: MinuteLimit
}

export function createAuthHook({ authenticate, failures }: AuthOptions): onRequestHookHandler {
  return (request, _reply, done) => {
    const needed = request.routeOptions.config.scope
    if (!needed) {
      done()
      return
    }
    let found: ReturnType<Authenticate>
    try {
      found = authenticate(tokenOf(request))
    } catch (error) {
      done(error as Error)
      return
    }
    // Most tokens are cached: then there is nothing to wait for.
    if (found instanceof Promise)
      found.then((principal) => done(refusal(request, principal, needed, failures)), done)
    else done(refusal(request, found, needed, failures))
  }
}

/** Why the token's holder is refused; otherwise the request is attributed to the holder. */
function refusal(
  request: FastifyRequest,
  principal: Principal | undefined,
  needed: Scope,
  failures: MinuteLimit,
): DomainError | undefined {
  if (!principal) {
    const seconds = failures.count(networkOf(request.clientAddress))
    return seconds === undefined
      ? new Unauthorized({ fault: 'token_invalid' })
      : new TooManyRequests(
          `too many requests from this address with an access token that is unknown, expired or revoked; try again in ${counted(seconds, 'second')}`,
          { fault: 'too_many_invalid_tokens', params: { seconds } },
        )
  }
  request.principal = principal
  if (rank[principal.scope] < rank[needed]) {
    const { scope } = principal
    const detail = { fault: 'scope_missing', params: { needed, scope } } as const
    return new Forbidden(detail)
  }
  return undefined
}

function tokenOf(request: FastifyRequest): string {
  const basic = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (basic === undefined || !request.routeOptions.config.asksForToken) return bearerToken(request)
  const given = Buffer.from(basic, 'base64').toString('utf8')
  return given.slice(given.indexOf(':') + 1)
}

export function bearerToken({ headers: { authorization: header } }: FastifyRequest): string {
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
  return { actor: actorOf(request), isAdmin: request.principal?.scope === 'admin' }
}

/** The name under which an operation is recorded in the audit trail. */
export function actorOf(request: FastifyRequest): string {
  return request.principal?.name ?? 'unknown'
}

/** Undefined: the token has no limit of calls. */
export function callCounterOf(request: FastifyRequest): CountCalls | undefined {
  return request.principal?.countCalls
}

/** Of an operation that asks for one call. */
export function oneCallOf(request: FastifyRequest): (tx: Queryable) => Promise<void> {
  return async (tx) => request.principal?.countCalls?.(tx, 1)
}
