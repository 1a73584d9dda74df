// A trunk, and the number to dial as a trunk wants it.
import { type Country, phoneKey } from '../../platform/kernel/phone/phone-key.ts'
import { dialedNumber } from '../../platform/kernel/phone/phone-number.ts'

export const TRANSPORTS = ['udp', 'tcp', 'tls'] as const
/** By Asterisk's names; the first that both sides have is used. */
export const CODECS = ['ulaw', 'alaw', 'g722', 'opus', 'gsm'] as const
/** Those that Asterisk translates with the modules that it is given; a call in another one alone would be silent. */
export const TRANSLATED_CODECS: readonly Codec[] = ['ulaw', 'alaw', 'g722', 'gsm']
/** Encrypted sound, by keys in the description of the call (SDES): never, if the carrier wants it, or no call without it. */
export const SRTP_CHOICES = ['off', 'offered', 'demanded'] as const
/** How keys that the callee presses arrive: `auto` is RFC 4733 if the carrier offers it, and otherwise in band. */
export const KEY_FORMS = ['auto', 'rfc4733', 'info', 'inBand'] as const
/** +4930…, 4930…, 004930…, or as the contact has it. */
export const NUMBER_FORMS = ['plus', 'digits', 'doubleZero', 'asWritten'] as const

/** Whether caller IDs take turns, or the one nearest to the called area is shown. */
export const CALLER_ID_CHOICES = ['inTurn', 'local'] as const

/** `sip`: on the Asterisk that Carillon runs. The others are the gateway that the environment names, as the trunk `default`. */
export const TRUNK_KINDS = ['sip', 'asterisk', 'http'] as const

export type TrunkKind = (typeof TRUNK_KINDS)[number]
export type Transport = (typeof TRANSPORTS)[number]
export type Codec = (typeof CODECS)[number]
export type SrtpChoice = (typeof SRTP_CHOICES)[number]
export type KeyForm = (typeof KEY_FORMS)[number]
export type NumberForm = (typeof NUMBER_FORMS)[number]
export type CallerIdChoice = (typeof CALLER_ID_CHOICES)[number]

/** A number that begins with `match` loses its first `strip` characters and gets `add` before the rest. */
export interface PrefixRule {
  match: string
  strip: number
  add: string
}

/** What a minute of a call to numbers that begin with `prefix` costs. */
export interface TrunkPrice {
  prefix: string
  price: number
}

/** Of how long a talk the carrier charges: at least the first seconds, and then each begun step. */
export interface TrunkBilling {
  firstSeconds: number
  stepSeconds: number
}

/** What happens to people who call one of the trunk's caller IDs. */
export interface TrunkInbound {
  /** As it is stored with the other flows. */
  flowId: string
  /** For callers that nobody has called; null: the same flow. */
  unknownFlowId: string | null
  /** Max number of calls from outside at the same time. */
  maxCalls: number
  /** Max number of calls of one caller within a minute. */
  callsPerCaller: number
}

/** A way out to the phone network: a SIP account or an address that accepts our calls. */
export interface Trunk {
  id: string
  name: string
  /** Missing: `sip`. */
  kind?: TrunkKind | undefined
  isEnabled: boolean
  host: string
  /** Null: the one of the transport, 5060 or 5061, or the one that DNS names. */
  port: number | null
  transport: Transport
  username: string | null
  /** Never leaves the service by the API. */
  password: string | null
  /** What the carrier asks a password for, if that is not the username. */
  authName: string | null
  registers: boolean
  /** The name of the node that registers it now. */
  registrar?: string | null | undefined
  fromUser: string | null
  fromDomain: string | null
  /** Through which all requests go: a host, or a host with a port. Null: straight to the carrier. */
  outboundProxy: string | null
  /** Whether the carrier is asked regularly whether it is there. */
  sendsOptions: boolean
  /** Names the caller ID in P-Asserted-Identity. */
  sendsIdentity: boolean
  /** Names the caller ID in Remote-Party-ID. */
  sendsRemotePartyId: boolean
  /** The callee is shown no number; the carrier is told it. */
  hidesCallerId: boolean
  /** Null: offered with TLS, otherwise off. */
  srtp: SrtpChoice | null
  keys: KeyForm
  codecs: readonly Codec[]
  numberForm: NumberForm
  prefixRules: readonly PrefixRule[]
  /** As they are shown to the callee, without separators. */
  callerIds: readonly string[]
  callerIdChoice: CallerIdChoice
  /** Max number of calls of a day that show the same number; null is no limit. */
  callerIdDailyLimit: number | null
  /** Max number of live calls; null is no limit. */
  lines: number | null
  /** Null is no limit. */
  callsPerSecond: number | null
  /** 1 is tried first. */
  priority: number
  /** The host names of the nodes that have it; empty: all nodes. */
  nodes: readonly string[]
  /** Of trunks with the same priority the cheapest is tried first. */
  prices: readonly TrunkPrice[]
  /** Of the prices, as in ISO 4217; null: they are only compared. */
  currency: string | null
  billing: TrunkBilling
  /** Null: calls from outside are refused. */
  inbound: TrunkInbound | null
}

/** Whether a node on this host registers it and places its calls. */
export function isOnHost({ nodes }: Pick<Trunk, 'nodes'>, host: string): boolean {
  return nodes.length === 0 || nodes.some((name) => name.toLowerCase() === host.toLowerCase())
}

/**
 * The number as the trunk wants it: first in its form, then changed by the first of its rules that matches. A number without country code
 * is in `country`, that of the service; where that is not known, no form changes it. What is not a phone number stays as it is, and is
 * refused by the gateway.
 */
export function numberFor(
  trunk: Pick<Trunk, 'numberForm' | 'prefixRules'>,
  number: string,
  country?: Country | undefined,
): string {
  const dialed = dialedNumber(number)
  if (dialed === undefined) return number
  const formed = trunk.numberForm === 'asWritten' ? dialed : inForm(trunk.numberForm, dialed, country)
  const rule = trunk.prefixRules.find(({ match }) => formed.startsWith(match))
  if (!rule) return formed
  // A plus that is no longer at the beginning would make the address invalid.
  return `${rule.add}${formed.slice(rule.strip)}`.replace(/(?<=.)\+/g, '')
}

const COUNTRY_PREFIXES: Record<Exclude<NumberForm, 'asWritten'>, string> = {
  plus: '+',
  digits: '',
  doubleZero: '00',
}

function inForm(form: keyof typeof COUNTRY_PREFIXES, dialed: string, country: Country | undefined): string {
  const key = phoneKey(dialed, country)
  return key.startsWith('+') ? `${COUNTRY_PREFIXES[form]}${key.slice(1)}` : key
}
