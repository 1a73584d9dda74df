// What carriers call the address of a trunk, taken apart: `sip:me@sip.example.com:5070;transport=tcp`, or a part of it.
import type { Trunk } from './trunk-values.ts'

interface SipAddress {
  host: string
  port?: number
  username?: string
  transport?: Trunk['transport']
}

const PATTERN =
  /^(?<scheme>sips?:)?(?:(?<username>[^@:;\s]+)(?::[^@\s]*)?@)?(?<host>\[[\da-f:.]+\]|[^:;@\s[\]]+)(?::(?<port>\d{1,5}))?(?<parameters>(?:;[^;\s]*)*)$/i

/** Only what the text says; a text that is no address is taken as the host, about which the service then says what is wrong. */
export function readSipAddress(text: string): SipAddress {
  const groups = PATTERN.exec(text.trim().replace(/^<|>$/g, ''))?.groups
  if (!groups?.host) return { host: text.trim() }
  const { scheme = '', username, host, port, parameters = '' } = groups
  const named = /;transport=(udp|tcp|tls)\b/i.exec(parameters)?.[1]?.toLowerCase()
  const transport = /^sips:/i.test(scheme) ? 'tls' : (named as Trunk['transport'] | undefined)
  return {
    host: host.replace(/^\[|\]$/g, ''),
    ...(port !== undefined && { port: Number(port) }),
    ...(username !== undefined && { username: decode(username) }),
    ...(transport !== undefined && { transport }),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
