import { isIP } from 'node:net'

/** An address, or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128)
}
