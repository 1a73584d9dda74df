// The address of a client: that of the connection or, behind a trusted proxy, the one that the proxy reports.
import { BlockList, isIP, isIPv4, isIPv6, type Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** A trusted proxy may forward text that is not an address; then the proxy's own address is used. */
export function addressOf(request: FastifyRequest): string {
  return isIP(request.ip) ? plain(request.ip) : addressOfSocket(request.raw.socket)
}

/** Of whoever has opened the connection, a client or its proxy. */
export function addressOfSocket({ remoteAddress }: Socket): string {
  return plain(remoteAddress ?? 'unknown')
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

const NAMED_NETWORKS: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether an address is one of the proxies that TRUST_PROXY lists. */
export function createProxyCheck(proxies: readonly string[] | false): (address: string) => boolean {
  if (proxies === false) return () => false
  return checkOf(proxies.flatMap((each) => NAMED_NETWORKS[each] ?? each))
}

const checks = new WeakMap<readonly string[], (address: string) => boolean>()

/** The list is the same object as long as nothing has changed. */
export function isWithinNetworks(address: string, networks: readonly string[]): boolean {
  const known = checks.get(networks) ?? checkOf(networks)
  checks.set(networks, known)
  return known(address)
}

function checkOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const version = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (version === 'ipv6' ? 128 : 32)), version)
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** For IPv6 the first 64 bits: a single customer usually has all addresses with this prefix. */
export function networkOf(address: string): string {
  if (isIPv4(address) || !isIP(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  // A dotted IPv4 suffix takes the place of two groups.
  const width = groups.length + last.length + (address.includes('.') ? 1 : 0)
  const filled = tail === undefined ? groups : [...groups, ...Array<string>(8 - width).fill('0'), ...last]
  return filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
