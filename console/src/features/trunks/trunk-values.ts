// A trunk as a form has it: texts instead of null, and a password that is only written.
import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import type { UseFormReturnType } from '@mantine/form'
import { defaultsOf } from '../../parts/forms/defaults.ts'

export type Trunk = Schemas['Trunk']
export type TrunkPreset = Schemas['TrunkPreset']

export interface TrunkValues {
  name: string
  host: string
  port: number | string
  transport: Trunk['transport']
  username: string
  password: string
  removesPassword: boolean
  authName: string
  registers: boolean
  fromUser: string
  fromDomain: string
  outboundProxy: string
  sendsOptions: boolean
  sendsIdentity: boolean
  sendsRemotePartyId: boolean
  hidesCallerId: boolean
  /** Empty: by the transport. */
  srtp: NonNullable<Trunk['srtp']> | ''
  keys: Trunk['keys']
  codecs: Trunk['codecs']
  numberForm: Trunk['numberForm']
  prefixRules: { key: string; match: string; strip: number | string; add: string }[]
  callerIds: string[]
  callerIdChoice: Trunk['callerIdChoice']
  callerIdDailyLimit: number | string
  lines: number | string
  callsPerSecond: number | string
  priority: number | string
  nodes: string[]
  prices: { key: string; prefix: string; price: number | string }[]
  currency: string
  billing: { firstSeconds: number | string; stepSeconds: number | string }
  isEnabled: boolean
}

export type TrunkForm = UseFormReturnType<TrunkValues>

const { NewTrunk } = limits
export const TRANSPORTS = NewTrunk.transport.values
export const CODECS: Trunk['codecs'] = [...NewTrunk.codecs.items.values]
export const SRTP_CHOICES = ['', ...NewTrunk.srtp.values] as const
export const KEY_FORMS = NewTrunk.keys.values
export const NUMBER_FORMS = NewTrunk.numberForm.values
export const CALLER_ID_CHOICES = NewTrunk.callerIdChoice.values

/** A new trunk, or one that is to be changed. */
export function valuesOf(
  trunk: Omit<Trunk, 'id' | 'kind' | 'hasPassword' | 'createTime' | 'updateTime'> = {
    ...defaultsOf('NewTrunk'),
    ...{ name: '', host: '' },
  },
): TrunkValues {
  const { name, host, transport, registers, sendsIdentity, codecs, numberForm, callerIds, isEnabled } = trunk
  return {
    ...{ name, host, transport, registers, sendsIdentity, codecs, numberForm, callerIds, isEnabled },
    ...{ password: '', removesPassword: false },
    ...{ callerIdChoice: trunk.callerIdChoice, callerIdDailyLimit: trunk.callerIdDailyLimit ?? '' },
    ...{ port: trunk.port ?? '', username: trunk.username ?? '', priority: trunk.priority },
    ...{ fromUser: trunk.fromUser ?? '', fromDomain: trunk.fromDomain ?? '' },
    ...{ authName: trunk.authName ?? '', outboundProxy: trunk.outboundProxy ?? '', srtp: trunk.srtp ?? '' },
    ...{ sendsOptions: trunk.sendsOptions, sendsRemotePartyId: trunk.sendsRemotePartyId },
    ...{ hidesCallerId: trunk.hidesCallerId, keys: trunk.keys },
    ...{ lines: trunk.lines ?? '', callsPerSecond: trunk.callsPerSecond ?? '' },
    prefixRules: trunk.prefixRules.map((rule, index) => ({ key: String(index), ...rule })),
    ...{ currency: trunk.currency ?? '', billing: trunk.billing, nodes: trunk.nodes },
    prices: trunk.prices.map((price, index) => ({ key: String(index), ...price })),
  }
}

const textOrNull = (text: string) => text.trim() || null
const numberOrNull = (value: number | string) => (value === '' ? null : Number(value))

/** What can be changed of every trunk, also of the one of the environment. */
export function limitsOf(values: TrunkValues) {
  return {
    callerIdChoice: values.callerIdChoice,
    callerIdDailyLimit: numberOrNull(values.callerIdDailyLimit),
    lines: numberOrNull(values.lines),
    callsPerSecond: numberOrNull(values.callsPerSecond),
    priority: Number(values.priority),
    prices: values.prices.map(({ prefix, price }) => ({ prefix: prefix.trim(), price: Number(price) })),
    currency: textOrNull(values.currency.toUpperCase()),
    billing: {
      firstSeconds: Number(values.billing.firstSeconds) || NewTrunk.billing.default.firstSeconds,
      stepSeconds: Number(values.billing.stepSeconds) || NewTrunk.billing.default.stepSeconds,
    },
  }
}

export const sentRules = (rules: TrunkValues['prefixRules']): Schemas['NewTrunk']['prefixRules'] & object =>
  rules.map(({ match, strip, add }) => ({ match, strip: Number(strip), add }))

/** The gateway of the environment is changed there. */
export const isOfConsole = ({ kind }: Pick<Trunk, 'kind'>) => kind === 'sip'

/** `preset`: fields that it copies from others, unless they were filled in. */
export function bodyOf(values: TrunkValues, preset: TrunkPreset | undefined): Schemas['NewTrunk'] {
  const { password, removesPassword, prefixRules, ...rest } = values
  const copied = { fromUser: values.fromUser, fromDomain: values.fromDomain }
  const sources: Readonly<Record<string, string>> = { username: values.username, host: values.host }
  for (const { field, from } of preset?.copies ?? [])
    if (field === 'fromUser' || field === 'fromDomain') copied[field] ||= sources[from] ?? ''
  return {
    ...rest,
    name: values.name.trim(),
    host: values.host.trim(),
    port: numberOrNull(values.port),
    username: textOrNull(values.username),
    authName: textOrNull(values.authName),
    outboundProxy: textOrNull(values.outboundProxy),
    srtp: values.srtp || null,
    fromUser: textOrNull(copied.fromUser),
    fromDomain: textOrNull(copied.fromDomain),
    ...limitsOf(values),
    prefixRules: sentRules(prefixRules),
    ...(password !== '' && { password }),
    ...(password === '' && removesPassword && { password: null }),
  }
}
