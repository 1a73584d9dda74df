// Settings of the HTTP gateway: how the voice platform is reached, and how it reaches us.
import { InvalidSetting, type Settings } from '../../../platform/kernel/settings.ts'
import { readCallerIds, readMaxCall, readRingTimeout, readUrl } from '../call-settings.ts'
import type { CallbackSigning } from './callbacks.service.ts'

export interface HttpGatewaySettings {
  callerIds: readonly string[]
  /** Where attempts are posted to. */
  url: string
  /** Where the platform reports to. */
  callbackUrl: string
  secret: string
  ringTimeoutSeconds: number
  requestTimeoutSeconds: number
  /** A call without a reported answer or end is lost after this time. */
  answerWithinSeconds: number
  /** An answered call without a reported end is lost after this time. */
  maxCallSeconds: number
  /** Whether `GET {url}/{attemptId}` returns the state of an attempt. */
  answersQuestions: boolean
  /** Whether `DELETE {url}/{attemptId}` hangs up. */
  hangsUp: boolean
}

export const CALLBACK_PATH = '/api/gateway/http/callback'

const ANSWER_MARGIN_SECONDS = 60
const DAY_SECONDS = 86_400
const MIN_SECRET_LENGTH = 16

export function readHttpGatewaySettings(settings: Settings): HttpGatewaySettings {
  const ringTimeoutSeconds = readRingTimeout(settings)
  const publicUrl = readPlainUrl(settings, 'PUBLIC_URL', 'where the voice platform reaches this service')
  return {
    callerIds: readCallerIds(settings),
    url: readPlainUrl(settings, 'HTTP_GATEWAY_URL', 'where the voice platform takes calls'),
    callbackUrl: `${publicUrl}${CALLBACK_PATH}`,
    secret: readSecret(settings),
    ringTimeoutSeconds,
    // Shorter than the time after which the dialer asks about a silent call.
    requestTimeoutSeconds: settings.wholeNumber('HTTP_GATEWAY_TIMEOUT', { default: 10, min: 1, max: 25 }),
    answerWithinSeconds: settings.wholeNumber('HTTP_GATEWAY_ANSWER_WITHIN', {
      default: ringTimeoutSeconds + ANSWER_MARGIN_SECONDS,
      min: ringTimeoutSeconds,
      max: DAY_SECONDS,
    }),
    maxCallSeconds: readMaxCall(settings, 'HTTP_GATEWAY_LONGEST_CALL', 10),
    answersQuestions: settings.oneOf('HTTP_GATEWAY_STATUS', ['no', 'yes'], 'no') === 'yes',
    hangsUp: settings.oneOf('HTTP_GATEWAY_HANG_UP', ['no', 'yes'], 'no') === 'yes',
  }
}

/** The settings needed to verify reports. */
export function callbackSigning({ secret, callbackUrl }: HttpGatewaySettings): CallbackSigning {
  return { secret, path: new URL(callbackUrl).pathname }
}

/** Where the platform reaches this service. */
export function publicUrlOf({ callbackUrl }: HttpGatewaySettings): string {
  return callbackUrl.slice(0, -CALLBACK_PATH.length)
}

function readPlainUrl(settings: Settings, name: string, why: string): string {
  const text = settings.required(name, why)
  const url = readUrl(settings, name, text, 'be a URL that begins with https:// or http://')
  return url.href.replace(/\/+$/, '')
}

function readSecret(settings: Settings): string {
  const secret = settings.secret('HTTP_GATEWAY_SECRET')
  if (secret === undefined)
    throw new InvalidSetting(
      'HTTP_GATEWAY_SECRET (or HTTP_GATEWAY_SECRET_FILE) is needed: requests and callbacks are signed with it',
    )
  if (secret.length < MIN_SECRET_LENGTH)
    throw new InvalidSetting(`HTTP_GATEWAY_SECRET must have at least ${MIN_SECRET_LENGTH} characters`)
  return secret
}
