// The settings of a trunk: each of them once, under the name by which callers give it. `trunk.settings` has them as JSON, and whatever adds,
// changes, compares or shows settings goes by this list; trunk-settings.schema.ts says what callers may give. A trunk that was stored
// before a setting existed has its default. Here are also the rules that a schema cannot state.
import { isIPv4, isIPv6 } from 'node:net'
import { InvalidInput } from '../../platform/kernel/errors.ts'
import { dialedNumber } from '../../platform/kernel/phone/phone-number.ts'
import type { GivenInbound } from './inbound-flows.ts'
import { TRANSLATED_CODECS, type Trunk } from './trunk.ts'

export type TrunkSettings = Omit<Trunk, 'id' | 'name' | 'kind' | 'password' | 'registrar'>

/** Of all settings but the host, which has none. */
export const DEFAULT_TRUNK_SETTINGS: Omit<TrunkSettings, 'host'> = {
  isEnabled: true,
  port: null,
  transport: 'udp',
  username: null,
  authName: null,
  registers: false,
  fromUser: null,
  fromDomain: null,
  outboundProxy: null,
  sendsOptions: true,
  sendsIdentity: false,
  sendsRemotePartyId: false,
  hidesCallerId: false,
  srtp: null,
  keys: 'auto',
  codecs: ['ulaw', 'alaw'],
  numberForm: 'plus',
  prefixRules: [],
  callerIds: [],
  callerIdChoice: 'inTurn',
  callerIdDailyLimit: null,
  lines: null,
  callsPerSecond: null,
  priority: 1,
  nodes: [],
  prices: [],
  currency: null,
  billing: { firstSeconds: 1, stepSeconds: 1 },
  inbound: null,
}

export const TRUNK_SETTING_NAMES = ['host', ...Object.keys(DEFAULT_TRUNK_SETTINGS)] as (keyof TrunkSettings)[]

/** Callers give flows as documents; inbound-flows.ts stores them. */
export type GivenSettings = Omit<TrunkSettings, 'inbound'>

/** What callers give of a trunk. */
export interface NewTrunk extends Partial<GivenSettings> {
  name: string
  host: string
  inbound?: GivenInbound | null | undefined
  password?: string | null | undefined
}

/** What is left out stays as it is. */
export type TrunkChange = Partial<NewTrunk>

/** All that is given but `inbound`. */
export function givenSettings(given: Partial<GivenSettings>): Partial<GivenSettings> {
  const names = TRUNK_SETTING_NAMES.flatMap((name) =>
    name === 'inbound' || given[name] === undefined ? [] : [name],
  )
  return Object.fromEntries(names.map((name) => [name, given[name]]))
}

/** What is stored of these settings. Throws InvalidInput, which names the field, if they do not fit together. */
export function checkedSettings(settings: TrunkSettings, hasPassword: boolean): TrunkSettings {
  const { username, authName, registers, prefixRules, fromDomain, outboundProxy, isEnabled } = settings
  if (username === null && (registers || hasPassword))
    throw new InvalidInput(`username is required with ${registers ? 'registers' : 'password'}`, {
      fault: 'required',
      field: 'username',
    })
  if (authName !== null && username === null)
    throw new InvalidInput('username is required with authName', { fault: 'required', field: 'username' })
  // One that is disabled may lack it: a backup without secrets brings trunks back like that.
  if (registers && isEnabled && !hasPassword)
    throw new InvalidInput('password is required with registers', { fault: 'required', field: 'password' })
  if (!settings.codecs.some((codec) => TRANSLATED_CODECS.includes(codec)))
    throw new InvalidInput(`codecs must have one of ${TRANSLATED_CODECS.join(', ')}`, {
      ...{ fault: 'not_one_of', field: 'codecs', params: { allowed: [...TRANSLATED_CODECS] } },
    })
  for (const [index, { match, strip }] of prefixRules.entries())
    if (strip > match.length) throw stripsTooMuch(index, match)
  return {
    ...settings,
    host: checkedHost('host', settings.host),
    fromDomain: fromDomain === null ? null : checkedHost('fromDomain', fromDomain),
    outboundProxy: outboundProxy === null ? null : checkedProxy(outboundProxy),
    codecs: eachOnce(settings.codecs),
    nodes: eachOnce(settings.nodes),
    callerIds: eachOnce(settings.callerIds.map((number) => dialedNumber(number) ?? number)),
  }
}

const eachOnce = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

export const HOST_RULE = 'must be a host name or an IP address, without sip: and without a port'

/** Without the brackets of an IPv6 address. The schema has seen to the characters; what is left is to tell addresses from what looks like one. */
function checkedHost(field: string, host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const isNumbers = /^[0-9]*$/.test(host.slice(host.lastIndexOf('.') + 1))
  const isValid = /[:[\]]/.test(host) ? isIPv6(bare) : !isNumbers || isIPv4(host)
  if (isValid) return bare
  throw new InvalidInput(`${field} ${HOST_RULE}`, { fault: 'not_a_host', field })
}

/** A host of which the port, if there is one, is split off. */
export function splitProxy(proxy: string): { host: string; port: number | undefined } {
  const [, host = proxy, port] = /^(\[.*\]|[^:]*):([0-9]+)$/.exec(proxy) ?? []
  return { host, port: port === undefined ? undefined : Number(port) }
}

function checkedProxy(proxy: string): string {
  const { host, port } = splitProxy(proxy)
  const bare = checkedHost('outboundProxy', host)
  if (port === undefined) return bare
  if (port >= 1 && port <= 65_535) return `${isIPv6(bare) ? `[${bare}]` : bare}:${port}`
  const message = `the port of outboundProxy must be between 1 and 65535 (got ${port})`
  throw new InvalidInput(message, {
    ...{ fault: 'out_of_range', field: 'outboundProxy', params: { min: 1, max: 65_535 } },
  })
}

/** Digits that were not matched would be lost unseen. */
function stripsTooMuch(index: number, match: string): InvalidInput {
  const field = `prefixRules[${index}].strip`
  const message = `${field} must be at most ${match.length}, the length of match`
  return new InvalidInput(message, { fault: 'out_of_range', field, params: { max: match.length } })
}
