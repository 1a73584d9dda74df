// Who is calling, and may they? Runs before anything of the body is read.
import type { FastifyRequest } from 'fastify'
import { Forbidden, Unauthorized } from './errors.ts'
import type { Scope } from './route-schema.ts'

export interface Principal {
  id: string
  name: string
  scope: Scope
}

/** Finds the holder of a token; undefined if it is unknown, expired or revoked. */
export type Authenticate = (token: string) => Principal | undefined | Promise<Principal | undefined>

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
  }
}

// Each scope includes those before it.
const rank: Record<Scope, number> = { read: 0, write: 1, admin: 2 }

export function createAuthHook(authenticate: Authenticate): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const needed = request.routeOptions.config.scope
    if (!needed) return
    const token = bearerToken(request.headers.authorization)
    const principal = await authenticate(token)
    if (!principal) throw new Unauthorized('the access token is unknown, expired or revoked')
    if (rank[principal.scope] < rank[needed]) {
      throw new Forbidden(`this needs a token with scope ${needed}; this one has scope ${principal.scope}`)
    }
    request.principal = principal
  }
}

function bearerToken(header: string | undefined): string {
  if (!header)
    throw new Unauthorized('the Authorization header is missing: send "Authorization: Bearer <token>"')
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
  if (!token) throw new Unauthorized('the Authorization header must read "Bearer <token>"')
  return token
}

/** The name under which an operation is recorded in the audit trail. */
export function actorOf(request: FastifyRequest): string {
  return request.principal?.name ?? 'unknown'
}
