// Settings of the HTTP server, read by config.ts like those of the gateways.
import { isIP } from 'node:net'
import { isNetwork } from '../kernel/network-text.ts'
import { createSettings, InvalidSetting, type Settings } from '../kernel/settings.ts'
import type { WorkLimits } from './limits/work-limits.ts'

const PAGE_ACCESS = ['open', 'token', 'off'] as const
export type PageAccess = (typeof PAGE_ACCESS)[number]

export interface HttpSettings {
  workLimits: WorkLimits
  /** Max requests with an invalid token per address; 0 is no limit. */
  authFailuresPerMinute: number
  /** Addresses and networks of proxies whose X-Forwarded-For is trusted; false: none. */
  trustProxy: string[] | false
  /** Access to /metrics: without a token, with a token of any scope, none. */
  metrics: PageAccess
  /** The same for the reference of the API at /docs and /openapi.json. */
  docs: PageAccess
  /** Beyond it, and beyond the share of a network, a connection without a request makes room, or only health is answered. */
  maxConnections: number
  maxConnectionsPerNetwork: number
}

/** What needs no token on this machine needs one where others can connect. */
export function readHttpSettings({ wholeNumber, text, oneOf }: Settings): HttpSettings {
  const access = isLoopback(text('HOST')) ? 'open' : 'token'
  const count = (name: string, fallback: number) =>
    wholeNumber(name, { default: fallback, min: 1, max: 1_000_000 })
  const limit = (name: string, perToken: number, total: number) => ({
    perToken: count(`${name}_PER_TOKEN`, perToken),
    total: count(`${name}_AT_ONCE`, total),
  })
  return {
    authFailuresPerMinute: wholeNumber('AUTH_FAILURES_PER_MINUTE', {
      default: 100,
      min: 0,
      max: 1_000_000,
    }),
    trustProxy: readProxies(text('TRUST_PROXY')),
    metrics: oneOf('METRICS', PAGE_ACCESS, access),
    docs: oneOf('API_DOCS', PAGE_ACCESS, access),
    maxConnections: count('MAX_CONNECTIONS', 2000),
    maxConnectionsPerNetwork: count('MAX_CONNECTIONS_PER_NETWORK', 500),
    workLimits: {
      exports: limit('EXPORTS', 4, 16),
      uploads: limit('UPLOADS', 8, 32),
      eventStreams: limit('EVENT_STREAMS', 20, 200),
      largeReads: limit('LARGE_READS', 8, 32),
    },
  }
}

/** By default it listens on loopback only. */
function isLoopback(host = '127.0.0.1'): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

function readProxies(value: string | undefined): string[] | false {
  if (value === undefined) return false
  const proxies = value.split(',').map((each) => each.trim())
  const bad = proxies.find((each) => !PROXY_NAMES.includes(each) && !isNetwork(each))
  if (bad === undefined) return proxies
  throw new InvalidSetting(
    `TRUST_PROXY must list addresses or networks of proxies, such as 10.0.0.5, 10.0.0.0/8 or loopback, not "${bad}"`,
  )
}

/** The settings when no variable is set. */
export function defaultHttpSettings(): HttpSettings {
  return readHttpSettings(createSettings({}))
}
