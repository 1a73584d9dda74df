// Settings of the Asterisk that Carillon runs: where its program is, and how the phone network reaches it.
import { isIP } from 'node:net'
import { InvalidSetting, type Settings } from '../../../../platform/kernel/settings.ts'
import { isHost } from './sip-values.ts'

export interface OwnAsteriskSettings {
  /** Undefined: `asterisk` on the path, or what `carillon asterisk install` has fetched. */
  program: string | undefined
  /** Folders in which programs are looked for, as in PATH. */
  path: string | undefined
  /** The address on which SIP listens; `0.0.0.0` is every one. */
  sipHost: string
  /** Of UDP and TCP; TLS has the next one. */
  sipPort: number
  rtpPorts: { first: number; last: number }
  /** What the far end sees of us behind NAT. */
  externalAddress: string | undefined
  /** Reached without NAT. */
  localNetworks: readonly string[]
  /** The file with the authorities that may certify a carrier; undefined: those of the system. */
  authorities?: string | undefined
}

/** Each call has two ports, for sound and its control. */
const DEFAULT_RTP_PORTS = '10000-19999'
const PRIVATE_NETWORKS = '127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16'

export function readOwnAsteriskSettings(settings: Settings): OwnAsteriskSettings {
  return {
    program: settings.text('ASTERISK_PROGRAM'),
    path: settings.text('PATH'),
    sipHost: readSipHost(settings.text('SIP_HOST')),
    sipPort: settings.wholeNumber('SIP_PORT', { default: 5060, min: 1024, max: 65_534 }),
    rtpPorts: readRtpPorts(settings.text('RTP_PORTS') ?? DEFAULT_RTP_PORTS),
    externalAddress: readExternalAddress(settings.text('EXTERNAL_ADDRESS')),
    authorities: readFileName(settings.text('SIP_CA_FILE')),
    localNetworks: readNetworks(settings.text('LOCAL_NETWORKS') ?? PRIVATE_NETWORKS),
  }
}

function readSipHost(text = '0.0.0.0'): string {
  if (isIP(text) !== 0) return text
  throw new InvalidSetting(`SIP_HOST must be an IP address of this machine, such as 192.0.2.7, not "${text}"`)
}

function readRtpPorts(text: string): { first: number; last: number } {
  const [, first, last] = (/^(\d{4,5})-(\d{4,5})$/.exec(text) ?? []).map(Number)
  if (first !== undefined && last !== undefined && first >= 1024 && last <= 65_535 && last > first)
    return { first, last }
  throw new InvalidSetting(
    `RTP_PORTS must be two ports from 1024 to 65535, the lower one first, such as ${DEFAULT_RTP_PORTS}, not "${text}"`,
  )
}

function readExternalAddress(text: string | undefined): string | undefined {
  if (text === undefined || isHost(text)) return text
  throw new InvalidSetting(
    `EXTERNAL_ADDRESS must be an address or a name such as 203.0.113.7 or pbx.example.com, not "${text}"`,
  )
}

/** It is written into a file of settings, where a semicolon begins a comment. */
function readFileName(text: string | undefined): string | undefined {
  if (text === undefined || /^\/[^;\r\n]*$/.test(text)) return text
  throw new InvalidSetting(
    `SIP_CA_FILE must be the full name of a file, such as /etc/carrier.pem, not "${text}"`,
  )
}

function readNetworks(text: string): string[] {
  const networks = text.split(',').map((each) => each.trim())
  const wrong = networks.find((network) => !isNetwork(network))
  if (wrong === undefined) return networks
  throw new InvalidSetting(
    `LOCAL_NETWORKS must be networks separated by commas, such as 10.0.0.0/8, 192.168.0.0/16, not "${wrong}"`,
  )
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits)) return false
  return Number(bits) <= (version === 4 ? 32 : 128)
}
