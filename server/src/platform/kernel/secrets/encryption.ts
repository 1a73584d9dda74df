// Passwords, phone numbers and what is said leave this machine only over encrypted connections, unless the operator has allowed
// otherwise: one rule for gateways, speech, recordings and voice agents.
import { BlockList, isIP } from 'node:net'
import { InvalidSetting, type Settings } from '../settings.ts'

export const UNENCRYPTED_SETTING = 'ALLOW_UNENCRYPTED_GATEWAY'

export function isUnencryptedAllowed(settings: Settings): boolean {
  return settings.oneOf(UNENCRYPTED_SETTING, ['no', 'yes'], 'no') === 'yes'
}

export function requireEncryption(settings: Settings, name: string, url: URL): void {
  if (!isExposed(url) || isUnencryptedAllowed(settings)) return
  throw new InvalidSetting(
    `${name} must begin with https://: http:// to ${url.hostname} would expose passwords and phone numbers to the network. On a private network you can set ${UNENCRYPTED_SETTING}=yes`,
  )
}

/** Whether what is sent there can be read by others. */
export function isExposed({ protocol, hostname }: URL): boolean {
  return (protocol === 'http:' || protocol === 'ws:') && !isLoopback(hostname)
}

/** Other names may resolve to loopback today and to another machine tomorrow. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  if (version === 0) return /^([\w-]+\.)*localhost\.?$/i.test(address)
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8, 'ipv4')
  loopback.addAddress('::1', 'ipv6')
  return loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
