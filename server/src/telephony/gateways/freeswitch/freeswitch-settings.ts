// Settings of the FreeSWITCH gateway: how its event socket is reached, what is dialed, and what callees hear.

import {
  isLoopback,
  isUnencryptedAllowed,
  UNENCRYPTED_SETTING,
} from '../../../platform/kernel/secrets/encryption.ts'
import { InvalidSetting, type Settings } from '../../../platform/kernel/settings.ts'
import { NUMBER_PLACE, readCallerIds, readMaxCall, readRingTimeout } from '../call-settings.ts'

export interface FreeswitchSettings {
  callerIds: readonly string[]
  host: string
  port: number
  password: string
  /** What is dialed, with `{number}` where the number goes. */
  dial: string
  /** What the callee hears: `7000 XML default`, or `&playback(/sounds/hello.wav)`. */
  onAnswer: string
  ringTimeoutSeconds: number
  maxCallSeconds: number
  /** The SIP profile for transfers to SIP addresses. */
  sipProfile?: string | undefined
  /** A folder that FreeSWITCH and this service see under the same path. Without it calls cannot be recorded. */
  recordings?: string | undefined
}

/** Excludes text that an originate command would read as several destinations or as variables. */
const DIAL_SHAPE = /^[A-Za-z][\w.:@/+;=?&~-]*$/
const EXTENSION_SHAPE = /^[\w*#+.-]+ XML [\w.-]+$/
const APPLICATION_SHAPE = /^&[a-z][a-z0-9_]*(\([\w./:@;=?&~+-]*\))?$/i
const ON_ANSWER_EXAMPLES =
  'an extension such as "7000 XML default", or an application such as "&playback(/sounds/hello.wav)"'

export function readFreeswitchSettings(settings: Settings): FreeswitchSettings {
  return {
    callerIds: readCallerIds(settings),
    host: readHost(settings),
    port: settings.wholeNumber('FREESWITCH_PORT', { default: 8021, min: 1, max: 65_535 }),
    password: readPassword(settings),
    dial: readDial(settings),
    onAnswer: readOnAnswer(settings),
    ringTimeoutSeconds: readRingTimeout(settings),
    maxCallSeconds: readMaxCall(settings, 'FREESWITCH_LONGEST_CALL'),
    sipProfile: readSipProfile(settings),
    recordings: readRecordings(settings),
  }
}

function readHost(settings: Settings): string {
  const host = settings.text('FREESWITCH_HOST') ?? '127.0.0.1'
  if (!/^[\w.:-]+$/.test(host))
    throw new InvalidSetting(`FREESWITCH_HOST must be a name or an address, not "${host}"`)
  if (!isLoopback(host) && !isUnencryptedAllowed(settings))
    throw new InvalidSetting(
      `FREESWITCH_HOST ${host} is another machine, and the event socket is not encrypted: the password and phone numbers would be exposed to the network. Use a tunnel to this machine (ssh -L, WireGuard, stunnel); on a private network you can set ${UNENCRYPTED_SETTING}=yes`,
    )
  return host
}

function readPassword(settings: Settings): string {
  const password = settings.secret('FREESWITCH_PASSWORD')
  if (password === undefined)
    throw new InvalidSetting(
      'FREESWITCH_PASSWORD (or FREESWITCH_PASSWORD_FILE) is needed: the password in event_socket.conf.xml',
    )
  // The protocol is line-based, so the password must be one line.
  if (/^[\x20-\x7e]+$/.test(password)) return password
  throw new InvalidSetting('FREESWITCH_PASSWORD must be printable ASCII characters on one line')
}

function readDial(settings: Settings): string {
  const dial = settings.required('FREESWITCH_DIAL', 'what to dial, such as sofia/gateway/trunk/{number}')
  const parts = dial.split(NUMBER_PLACE)
  if (parts.length === 2 && DIAL_SHAPE.test(parts.join('0'))) return dial
  throw new InvalidSetting(
    `FREESWITCH_DIAL must be one place to dial with {number} in it once, such as sofia/gateway/trunk/{number}, not "${dial}"`,
  )
}

function readOnAnswer(settings: Settings): string {
  const text = settings.required('FREESWITCH_ON_ANSWER', ON_ANSWER_EXAMPLES)
  if (EXTENSION_SHAPE.test(text) || APPLICATION_SHAPE.test(text)) return text
  throw new InvalidSetting(`FREESWITCH_ON_ANSWER must be ${ON_ANSWER_EXAMPLES}, not "${text}"`)
}

function readSipProfile(settings: Settings): string | undefined {
  const profile = settings.text('FREESWITCH_SIP_PROFILE')
  if (profile === undefined || /^[\w.-]+$/.test(profile)) return profile
  throw new InvalidSetting(`FREESWITCH_SIP_PROFILE must be the name of a SIP profile, not "${profile}"`)
}

function readRecordings(settings: Settings): string | undefined {
  const folder = settings.text('FREESWITCH_RECORDINGS')
  // It becomes part of commands, where a space would end it.
  if (folder === undefined || /^\/[\w./-]*$/.test(folder)) return folder
  throw new InvalidSetting(
    `FREESWITCH_RECORDINGS must be an absolute path of letters, digits, ".", "_", "-" and "/", not "${folder}"`,
  )
}
