// Settings of the Asterisk gateway: how its REST interface (ARI) is reached, what is dialed, and what callees hear.

import {
  isLoopback,
  isUnencryptedAllowed,
  UNENCRYPTED_SETTING,
} from '../../../platform/kernel/secrets/encryption.ts'
import { InvalidSetting, type Settings } from '../../../platform/kernel/settings.ts'
import { readCallerIds, readMaxCall, readRingTimeout, readUrl } from '../call-settings.ts'
import type { ManagerSettings } from './manager-list.ts'

/** Where the number goes in what is dialed. */
export const NUMBER_PLACE = '{number}'

/** Of an Asterisk, whatever its lines. */
export interface AsteriskSwitchSettings {
  /** Ends with the path of the interface, usually `/ari`. */
  url: string
  username: string
  password: string
  /** The first part of the ARI application name; every process adds its own suffix. */
  app: string
  onAnswer: OnAnswer
  /** The dialplan context that has an extension for each queue. */
  queueContext: string
  ringTimeoutSeconds: number
  maxCallSeconds: number
}

/** Of an Asterisk of the user's, which is one line. */
export interface AsteriskSettings extends AsteriskSwitchSettings {
  callerIds: readonly string[]
  /** What is dialed, with NUMBER_PLACE in it. */
  endpoint: string
  /** The manager interface, where `gateway check` reads whether the trunk is registered. */
  manager?: ManagerSettings | undefined
}

/** What the callee hears. */
export type OnAnswer =
  | { kind: 'dialplan'; context: string; extension: string; priority: number }
  | { kind: 'sound'; media: string }
  /** Each call has a flow. */
  | { kind: 'flow' }

const ENDPOINT_SHAPE = /^[A-Za-z][A-Za-z0-9]*\/[^\s,&]+$/
const ON_ANSWER_EXAMPLES =
  'a place in the dialplan such as "carillon,s,1", or a sound such as "sound:hello-world"'

export function readAsteriskSettings(settings: Settings): AsteriskSettings {
  return {
    callerIds: readCallerIds(settings),
    url: readAriUrl(settings),
    username: settings.required('ARI_USERNAME', 'the name of a user in ari.conf'),
    password: readPassword(settings),
    app: readApp(settings),
    endpoint: readEndpoint(settings),
    onAnswer: readOnAnswer(settings),
    queueContext: readQueueContext(settings),
    ringTimeoutSeconds: readRingTimeout(settings),
    maxCallSeconds: readMaxCall(settings, 'ASTERISK_LONGEST_CALL'),
    manager: readManager(settings),
  }
}

function readManager(settings: Settings): ManagerSettings | undefined {
  const username = settings.text('AMI_USERNAME')
  if (username === undefined) return undefined
  const password = settings.secret('AMI_PASSWORD')
  if (password === undefined)
    throw new InvalidSetting(
      'AMI_PASSWORD (or AMI_PASSWORD_FILE) is needed: the secret of that user in manager.conf',
    )
  const host = new URL(readAriUrl(settings)).hostname.replace(/^\[|\]$/g, '')
  if (!isLoopback(host) && !isUnencryptedAllowed(settings))
    throw new InvalidSetting(
      `AMI_USERNAME is for an Asterisk on this machine: the manager interface at ${host} is not encrypted; on a private network you can set ${UNENCRYPTED_SETTING}=yes`,
    )
  const port = settings.wholeNumber('AMI_PORT', { default: 5038, min: 1, max: 65_535 })
  return { host, port, username, password }
}

function readAriUrl(settings: Settings): string {
  const text = settings.text('ARI_URL') ?? 'http://127.0.0.1:8088/ari'
  const url = readUrl(settings, 'ARI_URL', text, 'look like http://127.0.0.1:8088/ari')
  if (url.pathname === '/') url.pathname = '/ari'
  return url.href.replace(/\/+$/, '')
}

function readPassword(settings: Settings): string {
  const password = settings.secret('ARI_PASSWORD')
  if (password !== undefined) return password
  throw new InvalidSetting(
    'ARI_PASSWORD (or ARI_PASSWORD_FILE) is needed: the password of that user in ari.conf',
  )
}

function readApp(settings: Settings): string {
  const app = settings.text('ARI_APP') ?? 'carillon'
  if (/^[A-Za-z0-9_-]{1,40}$/.test(app)) return app
  throw new InvalidSetting(`ARI_APP must be 1 to 40 letters, digits, - and _, not "${app}"`)
}

function readQueueContext(settings: Settings): string {
  const context = settings.text('ASTERISK_QUEUES') ?? 'queues'
  if (/^[\w.-]{1,79}$/.test(context)) return context
  throw new InvalidSetting(
    `ASTERISK_QUEUES must be the name of a context in the dialplan, such as queues, not "${context}"`,
  )
}

function readEndpoint(settings: Settings): string {
  const endpoint = settings.required('ASTERISK_ENDPOINT', 'what to dial, such as PJSIP/{number}@trunk')
  const places = endpoint.split(NUMBER_PLACE).length - 1
  if (places === 1 && ENDPOINT_SHAPE.test(endpoint)) return endpoint
  throw new InvalidSetting(
    `ASTERISK_ENDPOINT must be a channel with {number} in it once, such as PJSIP/{number}@trunk, not "${endpoint}"`,
  )
}

function readOnAnswer(settings: Settings): OnAnswer {
  const text = settings.required('ASTERISK_ON_ANSWER', ON_ANSWER_EXAMPLES)
  if (/^sound:[^\s,]+(,sound:[^\s,]+)*$/.test(text)) return { kind: 'sound', media: text }
  const [, context, extension, priority = '1'] =
    /^([\w.-]+),([\w.*#+-]+)(?:,([1-9]\d{0,4}))?$/.exec(text) ?? []
  if (context !== undefined && extension !== undefined)
    return { kind: 'dialplan', context, extension, priority: Number(priority) }
  throw new InvalidSetting(`ASTERISK_ON_ANSWER must be ${ON_ANSWER_EXAMPLES}, not "${text}"`)
}
