// For whom a passkey is: the host at which the browser has opened the console. The browser takes part only over TLS, or on its own machine, and
// never for a bare IP address. What it signs names the origin, so a name that somebody else has put into a request fits no passkey of ours.
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { RelyingParty } from '../../kernel/access/relying-party.ts'
import { NotAllowed } from '../../kernel/errors.ts'
import { refuseOtherSites } from './session-cookie.ts'

export function relyingPartyOf(request: FastifyRequest): RelyingParty {
  refuseOtherSites(request)
  const { origin } = request.headers
  const { protocol, hostname } = new URL(origin ?? `${request.protocol}://invalid`)
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  if (origin === undefined || !isName || (protocol !== 'https:' && !isOwnMachine))
    throw new NotAllowed({ fault: 'passkeys_not_here', params: { host: request.host.slice(0, 200) } })
  return { id: hostname, origin }
}
