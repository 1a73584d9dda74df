// Phone numbers and passwords cross a network in the open only where the operator has said so: within this machine always,
// beyond it only with a setting that has to be chosen.
import { BlockList, isIP } from 'node:net'
import { InvalidSetting, type Settings } from '../kernel/settings.ts'

export const UNENCRYPTED_SETTING = 'ALLOW_UNENCRYPTED_GATEWAY'

export function isUnencryptedAllowed(settings: Settings): boolean {
  return settings.oneOf(UNENCRYPTED_SETTING, ['no', 'yes'], 'no') === 'yes'
}

export function requireEncryption(settings: Settings, name: string, url: URL): void {
  if (url.protocol !== 'http:' || isLoopback(url.hostname) || isUnencryptedAllowed(settings)) return
  throw new InvalidSetting(
    `${name} must begin with https://: over http:// to ${url.hostname} anyone on the way reads passwords and phone numbers. If the network between is your own, set ${UNENCRYPTED_SETTING}=yes`,
  )
}

/** Only names that are loopback everywhere: what others stand for may change. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  if (version === 0) return /^([\w-]+\.)*localhost\.?$/i.test(address)
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8, 'ipv4')
  loopback.addAddress('::1', 'ipv6')
  return loopback.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
