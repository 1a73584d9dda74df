// pjsip.conf: the transports, for each trunk a section of each kind, all named `trunk-<id>`, and those of own phones.
import {
  type KeyForm,
  type SrtpChoice,
  TRANSLATED_CODECS,
  type Transport,
  type Trunk,
} from '../../../trunks/trunk.ts'
import { splitProxy } from '../../../trunks/trunk-settings.ts'
import type { OwnAsteriskSettings } from './own-asterisk-settings.ts'
import { phoneSections, type SipPhone, SOCKET_TRANSPORT, section } from './phone-sections.ts'
import {
  encodedUser,
  escaped,
  freeText,
  sectionOf,
  sipHost,
  sipPort,
  sipUser,
  UnusableTrunk,
} from './sip-values.ts'

/** What Asterisk needs to know about a trunk. */
export type SipTrunk = Pick<
  Trunk,
  | 'id'
  | 'name'
  | 'isEnabled'
  | 'host'
  | 'port'
  | 'transport'
  | 'username'
  | 'password'
  | 'registers'
  | 'fromUser'
  | 'fromDomain'
  | 'authName'
  | 'outboundProxy'
  | 'sendsOptions'
  | 'sendsIdentity'
  | 'sendsRemotePartyId'
  | 'hidesCallerId'
  | 'srtp'
  | 'keys'
  | 'codecs'
>

export interface PjsipOptions
  extends Pick<OwnAsteriskSettings, 'sipPort' | 'externalAddress' | 'localNetworks'> {
  /** Where SIP listens; `0.0.0.0` is everywhere. */
  bindAddress: string
  /** The file with the authorities that may certify a carrier; undefined: no TLS carrier is trusted. */
  authorities: string | undefined
  /** How often a trunk is asked whether it is there. */
  qualifySeconds: number
}

const RETRY_SECONDS = 10
const KEY_MODES: Record<KeyForm, string> = {
  auto: 'auto',
  rfc4733: 'rfc4733',
  info: 'info',
  inBand: 'inband',
}
const ENCRYPTION: Record<SrtpChoice, Record<string, string>> = {
  off: {},
  offered: { media_encryption: 'sdes', media_encryption_optimistic: 'yes' },
  demanded: { media_encryption: 'sdes', media_encryption_optimistic: 'no' },
}

export function pjsipConfiguration(
  trunks: readonly SipTrunk[],
  options: PjsipOptions,
  phones: readonly SipPhone[] = [],
): string {
  const used = trunks.map(({ transport }) => transport)
  if (phones.some(({ isBrowser }) => !isBrowser)) used.push('udp')
  const transports = [...new Set(used)].sort()
  const hasBrowser = phones.some(({ isBrowser }) => isBrowser)
  const sortedPhones = [...phones].sort((a, b) => (a.username < b.username ? -1 : 1))
  const sorted = [...trunks].sort((a, b) => (a.id < b.id ? -1 : 1))
  return [
    section('global', 'global', {
      user_agent: 'Carillon',
      // Asterisk asks new trunks at once instead of at some time within the first interval.
      max_initial_qualify_time: 1,
      // Only own phones are known by their names, and need their passwords. They come first: a browser has the address of this machine,
      // which may be that of a trunk as well.
      endpoint_identifier_order: 'username,ip',
    }),
    ...transports.map((transport) => transportSection(transport, options)),
    ...(hasBrowser ? [SOCKET_TRANSPORT] : []),
    ...sorted.map((trunk) => trunkSections(trunk, options)),
    ...sortedPhones.map((phone) => phoneSections(phone, options.qualifySeconds)),
  ].join('\n')
}

function transportSection(transport: Transport, options: PjsipOptions): string {
  const { externalAddress, localNetworks, authorities } = options
  const nat = externalAddress !== undefined && {
    external_media_address: externalAddress,
    external_signaling_address: externalAddress,
    local_net: localNetworks.join(','),
  }
  const tls = transport === 'tls' && {
    method: 'tlsv1_2',
    verify_server: 'yes',
    ca_list_file: authorities,
  }
  return section(transportName(transport), 'transport', {
    protocol: transport,
    // TCP and TLS cannot share a port.
    bind: `${sipHost('SIP_HOST', options.bindAddress)}:${options.sipPort + (transport === 'tls' ? 1 : 0)}`,
    ...nat,
    ...tls,
  })
}

/** Throws UnusableTrunk. */
export function trunkSections(
  trunk: SipTrunk,
  { qualifySeconds }: Pick<PjsipOptions, 'qualifySeconds'>,
): string {
  const name = sectionOf(trunk.id)
  const host = sipHost('host', trunk.host)
  const address = trunk.port === null ? host : `${host}:${sipPort(trunk.port)}`
  const suffix = trunk.transport === 'udp' ? '' : `;transport=${trunk.transport}`
  const uri = escaped(`sip:${address}${suffix}`)
  const proxy = proxyOf(trunk, suffix)
  const hasAuth = trunk.username !== null && trunk.password !== null
  const transport = transportName(trunk.transport)
  const sections = [
    section(name, 'endpoint', {
      transport,
      context: 'from-trunk',
      // Never by the name in From, which anybody can write.
      identify_by: 'ip',
      disallow: 'all',
      allow: codecsOf(trunk).join(','),
      aors: name,
      outbound_auth: hasAuth ? name : undefined,
      outbound_proxy: proxy?.uri,
      from_user: trunk.fromUser === null ? undefined : escaped(sipUser('fromUser', trunk.fromUser)),
      from_domain: trunk.fromDomain === null ? undefined : sipHost('fromDomain', trunk.fromDomain),
      send_pai: trunk.sendsIdentity || trunk.hidesCallerId ? 'yes' : 'no',
      send_rpid: trunk.sendsRemotePartyId ? 'yes' : undefined,
      // The carrier is told the number that the callee is not shown.
      trust_id_outbound: trunk.hidesCallerId ? 'yes' : undefined,
      direct_media: 'no',
      rtp_symmetric: 'yes',
      force_rport: 'yes',
      dtmf_mode: KEY_MODES[trunk.keys],
      // A carrier that takes TLS for signalling may not take it for sound.
      ...ENCRYPTION[trunk.srtp ?? (trunk.transport === 'tls' ? 'offered' : 'off')],
    }),
    section(name, 'aor', {
      contact: uri,
      qualify_frequency: trunk.sendsOptions ? qualifySeconds : 0,
      qualify_timeout: '3.0',
      outbound_proxy: proxy?.uri,
    }),
    section(name, 'identify', {
      endpoint: name,
      match: [host, ...(proxy ? [proxy.host] : [])].map((each) => each.replace(/^\[|\]$/g, '')).join(','),
    }),
  ]
  if (hasAuth)
    sections.push(
      section(name, 'auth', {
        auth_type: 'userpass',
        username: freeText('authName', trunk.authName ?? trunk.username ?? ''),
        password: freeText('password', trunk.password ?? ''),
      }),
    )
  if (trunk.registers)
    sections.push(registrationOf(trunk, { name, address, uri, transport, proxy: proxy?.uri }))
  return sections.join('\n')
}

interface RegistrationFacts extends Record<'name' | 'address' | 'uri' | 'transport', string> {
  proxy: string | undefined
}

/** `[2001:db8::1]`, as an address is written before a port. */
function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') && host.includes(':') ? host.slice(1, -1) : host
}

/** `lr`: the request keeps its own address and only passes through (RFC 3261). */
function proxyOf({ outboundProxy }: SipTrunk, suffix: string): { host: string; uri: string } | undefined {
  if (outboundProxy === null) return undefined
  const { host: given, port } = splitProxy(outboundProxy)
  const host = sipHost('outboundProxy', withoutBrackets(given))
  const address = port === undefined ? host : `${host}:${sipPort(port)}`
  return { host, uri: escaped(`sip:${address}${suffix};lr`) }
}

function registrationOf(
  { username, password, fromDomain }: SipTrunk,
  { name, address, uri, transport, proxy }: RegistrationFacts,
): string {
  if (username === null || password === null)
    throw new UnusableTrunk('a trunk that registers needs username and password')
  const user = encodedUser(username.split('@')[0] ?? '')
  return section(name, 'registration', {
    transport,
    outbound_auth: name,
    outbound_proxy: proxy,
    server_uri: uri,
    client_uri: `sip:${user}@${fromDomain === null ? address : sipHost('fromDomain', fromDomain)}`,
    contact_user: user,
    endpoint: name,
    line: 'yes',
    // Without these Asterisk gives up for good after a rejected password, even if the carrier mends it.
    auth_rejection_permanent: 'no',
    retry_interval: RETRY_SECONDS,
    fatal_retry_interval: RETRY_SECONDS,
    forbidden_retry_interval: RETRY_SECONDS,
    max_retries: 1_000_000,
  })
}

function codecsOf({ codecs }: SipTrunk): string[] {
  const usable = codecs.filter((codec) => TRANSLATED_CODECS.includes(codec))
  if (usable.length > 0) return usable
  throw new UnusableTrunk(
    `codecs must have one of ${TRANSLATED_CODECS.join(', ')}, not only ${JSON.stringify(codecs.join(', ').slice(0, 100))}`,
  )
}

function transportName(transport: Transport): string {
  return `transport-${transport}`
}
