// The address of a client: that of the connection or, behind a trusted proxy, the one that the proxy reports.
import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** A trusted proxy may forward text that is not an address; then the proxy's own address is used. */
export function addressOf(request: FastifyRequest): string {
  const address = isIP(request.ip) ? request.ip : (request.raw.socket.remoteAddress ?? 'unknown')
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
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
