// A database address with several hosts, in the form of libpq:
// `postgres://user:password@db1:5432,db2:5432/calls?target_session_attrs=read-write`, or `?host=db1,db2&port=5432,5433`. The
// driver knows only one host, so the address becomes one for each host.

/** What a server must be to be used: `any` is whichever answers. */
export type SessionAttribute = 'any' | 'read-write' | 'primary' | 'standby'

export interface HostList {
  /** An address for each host, in the order in which they are tried. */
  urls: string[]
  /** What the address asks for; undefined if it does not say. Not checked here. */
  asked: string | undefined
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(.*)$/s

/** Undefined if it is no address of a PostgreSQL server. */
export function parseHostList(url: string): HostList | undefined {
  const [, login, hosts, path, rest] = PARTS.exec(url) ?? []
  if (login === undefined || hosts === undefined || path === undefined || rest === undefined) return undefined
  const query = new URLSearchParams(rest.replace(/^\?/, ''))
  const asked = query.get('target_session_attrs') ?? undefined
  const named = query.get('host')?.split(',') ?? []
  const urls =
    named.length > 1
      ? namedHosts(named, query).map((each) => `${login}${hosts}${path}?${each}`)
      : hosts.split(',').map((host) => `${login}${host}${path}${rest}`)
  const isSocket = named.length > 0
  const isComplete = urls.length === 1 || isSocket || hosts.split(',').every((host) => host !== '')
  return isComplete && urls.every(isPostgresUrl) ? { urls, asked } : undefined
}

/** The query of each host: one port for all, or one for each. */
function namedHosts(hosts: string[], query: URLSearchParams): string[] {
  const ports = query.get('port')?.split(',') ?? []
  return hosts.map((host, index) => {
    const own = new URLSearchParams(query)
    own.set('host', host)
    const port = ports.length > 1 ? ports[index] : ports[0]
    if (port !== undefined) own.set('port', port)
    return own.toString()
  })
}

/** An address that the driver accepts: with a socket folder in `?host=` the host may be empty. */
function isPostgresUrl(value: string): boolean {
  return URL.canParse(value.replace(/^(\w+:\/\/[^/?#]*@)\//, '$1localhost/'))
}
