// Which addresses this service connects to for a user who gave it one. Users of the API must not reach what only this machine can
// reach: a name is judged by the addresses it resolves to, at the moment of the connection, which then goes to exactly these. So a
// name that resolves to something else the next time gains nothing.
import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isExposed, UNENCRYPTED_SETTING } from './secrets/encryption.ts'
import { InvalidSetting } from './settings.ts'

export interface OutgoingRules {
  /** The setting that names hosts inside your own network, for messages. */
  setting: string
  hosts: readonly AllowedHost[]
  allowsUnencrypted: boolean
}

/** A host inside your own network that may be reached: a name, or addresses. */
export interface AllowedHost {
  port: number | undefined
  /** In lower case; with `*.` all names below it. */
  name?: string
  addresses?: BlockList
}

type Range = [address: string, prefix: number]

/** Cloud providers tell secrets of the machine there; what is not an address of one machine is none for us either. */
const NEVER: Range[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 3],
  ['::', 128],
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['ff00::', 8],
]
/** Inside the own network, or on the way to it by translation. */
const OWN_NETWORK: Range[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fec0::', 10],
]

const never = listOf(NEVER)
const ownNetwork = listOf(OWN_NETWORK)

/** A list such as `localhost, *.agents.internal, 10.1.0.0/16, 10.2.0.7:8765`; `none` is empty. */
export function readHosts(setting: string, list: string): AllowedHost[] {
  if (list === 'none') return []
  return list
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => readHost(setting, entry))
}

function readHost(setting: string, entry: string): AllowedHost {
  const isBare = isIP(entry.replace(/\/.*/, '')) === 6
  const [, host = '', given] = isBare ? ['', entry] : (/^(\[.+\]|[^:]+)(?::(\d{1,5}))?$/.exec(entry) ?? [])
  const [address = '', prefix] = host.replace(/^\[|\]$/g, '').split('/')
  const port = given === undefined ? undefined : Number(given)
  const version = isIP(address)
  const bits = prefix === undefined ? undefined : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  if (version !== 0 && (bits === undefined || bits <= (version === 4 ? 32 : 128)))
    return { port, addresses: listOf([[address, bits ?? (version === 4 ? 32 : 128)]]) }
  if (prefix === undefined && /^(\*\.)?[\w-]+(\.[\w-]+)*$/.test(address))
    return { port, name: address.toLowerCase() }
  throw new InvalidSetting(
    `${setting} must be none, or host names such as agent.internal and *.agents.internal, and addresses such as 10.1.2.3, 10.1.0.0/16 and [fd12::7]:8765; not "${entry}"`,
  )
}

/** Why nothing is sent to this address, or undefined. What a name resolves to is judged by `guardedLookup`. */
export function findAddressFault(url: URL, rules: OutgoingRules): string | undefined {
  if (url.username !== '' || url.password !== '')
    return 'has a user name or a password in it: addresses are shown and logged'
  const host = bareHost(url)
  const fault = isIP(host) === 0 ? undefined : findFault(host, url, rules)
  if (fault !== undefined) return fault
  if (!isExposed(url) || rules.allowsUnencrypted) return undefined
  const scheme = url.protocol.replace(':', '')
  return `must begin with ${scheme}s://: ${scheme}:// to ${host} can be read on the way (${UNENCRYPTED_SETTING}=yes allows it)`
}

/** For a connection to this address: resolves its name, and fails if any of what it resolves to may not be reached. */
export function guardedLookup(
  url: URL,
  rules: OutgoingRules,
  resolveName: typeof resolve = resolve,
): LookupFunction {
  return (hostname, options, done) => {
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      if (error) {
        done(error, [])
        return
      }
      for (const { address } of found) {
        const fault = findFault(address, url, rules)
        if (fault === undefined) continue
        done(new AddressRefused(`${hostname} ${fault}`), [])
        return
      }
      const [first] = found
      if (options.all) done(null, found)
      else done(null, first?.address ?? '', first?.family)
    })
  }
}

export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

function findFault(resolved: string, url: URL, { setting, hosts }: OutgoingRules): string | undefined {
  const address = resolved.replace(/%.*/, '')
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  if (never.check(address, family)) return `is at ${address}, which is never called`
  if (!ownNetwork.check(address, family)) return undefined
  const host = bareHost(url).toLowerCase().replace(/\.$/, '')
  const port = Number(url.port || (/^(?:ws|http):$/.test(url.protocol) ? 80 : 443))
  const isAllowed = hosts.some(
    (each) =>
      (each.port === undefined || each.port === port) &&
      (each.addresses?.check(address, family) || (each.name !== undefined && isNamed(host, each.name))),
  )
  return isAllowed ? undefined : `is at ${address}, inside your own network: ${setting} must name it`
}

function isNamed(host: string, name: string): boolean {
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function listOf(ranges: readonly Range[]): BlockList {
  const list = new BlockList()
  for (const [address, prefix] of ranges)
    list.addSubnet(address, prefix, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return list
}
